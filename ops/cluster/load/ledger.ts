import { ProxiedReads } from './proxied-reads.ts';

/** An acknowledged version of an event's title. */
interface Acknowledged {
  version: number;
  at: number;
}

/** An event that only one writer changes, with consecutive versions. */
export interface Subject {
  readonly id: number;
  readonly title: string;
  /** The last version that was sent. */
  sent: number;
  readonly acknowledged: Acknowledged[];
}

/** How old a response may be, in milliseconds. */
const MAX_AGE_MS = 1_000;

export const titleOf = (title: string, version: number): string => `${title} version ${version}`;
export const versionIn = (title: string): number => Number(/version (\d+)$/.exec(title)?.[1] ?? Number.NaN);

/** Requests that were sent and acknowledged, and their responses. Times are from `performance.now()`. */
export class Ledger {
  readonly subjects: Subject[] = [];
  /** Ids of events whose creation was acknowledged, by title. */
  readonly created = new Map<string, number>();
  /** Titles of events whose creation was sent but not acknowledged; they may be stored or not. */
  readonly unanswered = new Set<string>();
  /** When each instance last acknowledged a write. */
  readonly lastWrite = new Map<number, number>();
  /** Number of responses by status; a request without a response counts under its error. */
  readonly statuses = new Map<string, number>();
  readonly stale: string[] = [];
  readonly proxied = new ProxiedReads();
  /** The address of nginx, which may return older responses. */
  readonly proxyUrl: string | undefined;
  acknowledged = 0;
  reads = 0;
  /** The longest time, in milliseconds, that a response was behind acknowledged writes. */
  behindMs = 0;

  constructor(proxyUrl?: string) {
    this.proxyUrl = proxyUrl;
  }

  countStatus(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** Statuses other than 2xx, and 503 with Retry-After. */
  get wrongStatuses(): string[] {
    const wrong = [...this.statuses].filter(([status]) => !/^(2\d\d|503)$/.test(status));
    return wrong.map(([status, count]) => `${status} x ${count}`);
  }

  get unavailable(): number {
    return this.statuses.get('503') ?? 0;
  }

  acknowledge(instance: number): void {
    this.acknowledged += 1;
    this.lastWrite.set(instance, performance.now());
  }

  /**
   * @param sentAt when the request was sent; writes acknowledged a second before must be in the response
   * @param isProxied true if the response may come from the cache of nginx
   */
  compare(id: number, title: string, sentAt: number, words: string, isProxied = false): void {
    const behind = this.#behind(id, title, sentAt);
    const message = `${words}: event ${id} has version ${versionIn(title)}, ${behind.toFixed(0)} ms too old`;
    if (isProxied) this.proxied.compare(sentAt, behind, message);
    else {
      this.behindMs = Math.max(this.behindMs, behind);
      if (behind > MAX_AGE_MS) this.stale.push(message);
    }
  }

  /** How long before the request the oldest missing write was acknowledged; 0 if none is missing. */
  #behind(id: number, title: string, sentAt: number): number {
    const subject = this.subjects.find((one) => one.id === id);
    const version = versionIn(title);
    const missing = subject?.acknowledged.find((entry) => entry.version > version);
    return missing ? Math.max(0, sentAt - missing.at) : 0;
  }
}
