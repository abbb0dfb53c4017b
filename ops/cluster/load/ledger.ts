import { ProxiedReads } from './proxied-reads.ts';

/** A version of an event's title that was acknowledged. */
interface Acknowledged {
  version: number;
  at: number;
}

/** An event that one writer changes again and again: its versions follow each other. */
export interface Subject {
  readonly id: number;
  readonly title: string;
  /** The last version that was sent. */
  sent: number;
  readonly acknowledged: Acknowledged[];
}

/** How old an answer may be, in milliseconds. */
const PROMISE_MS = 1_000;

export const titleOf = (title: string, version: number): string => `${title} version ${version}`;
export const versionIn = (title: string): number => Number(/version (\d+)$/.exec(title)?.[1] ?? Number.NaN);

/** What was sent, acknowledged, and answered. Times are those of `performance.now()`. */
export class Ledger {
  readonly subjects: Subject[] = [];
  /** Ids of events whose creation was acknowledged, by title. */
  readonly created = new Map<string, number>();
  /** Titles of events whose creation was sent and not acknowledged: they may be there or not. */
  readonly unanswered = new Set<string>();
  /** When each instance last acknowledged a write. */
  readonly lastWrite = new Map<number, number>();
  /** How many answers had each status; a request without an answer counts under its error. */
  readonly statuses = new Map<string, number>();
  readonly stale: string[] = [];
  readonly proxied = new ProxiedReads();
  /** The address of nginx, which may give older answers. */
  readonly proxyUrl: string | undefined;
  acknowledged = 0;
  reads = 0;
  /** The longest time, in milliseconds, by which an answer was behind what had been acknowledged. */
  behindMs = 0;

  constructor(proxyUrl?: string) {
    this.proxyUrl = proxyUrl;
  }

  countStatus(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** Answers that do not tell clients to come back later: all but 2xx, and 503 with Retry-After. */
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
   * @param sentAt when the request was sent: what was acknowledged a second before has to be in the answer
   * @param isKept true if the answer may come from the cache of nginx
   */
  compare(id: number, title: string, sentAt: number, words: string, isKept = false): void {
    const behind = this.#behind(id, title, sentAt);
    const said = `${words}: event ${id} has version ${versionIn(title)}, ${behind.toFixed(0)} ms too old`;
    if (isKept) this.proxied.compare(sentAt, behind, said);
    else {
      this.behindMs = Math.max(this.behindMs, behind);
      if (behind > PROMISE_MS) this.stale.push(said);
    }
  }

  /** For how long what an answer lacks had been acknowledged when it was asked for; 0 where it lacks nothing. */
  #behind(id: number, title: string, sentAt: number): number {
    const subject = this.subjects.find((one) => one.id === id);
    const version = versionIn(title);
    const missing = subject?.acknowledged.find((entry) => entry.version > version);
    return missing ? Math.max(0, sentAt - missing.at) : 0;
  }
}
