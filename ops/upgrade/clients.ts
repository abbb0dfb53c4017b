import { setTimeout as pause } from 'node:timers/promises';
import { AUTHORIZATION, NAMESPACE, type Running } from '../../bench/support/service.ts';

const READERS = 6;
const WRITERS = 3;
/** Pause of a client between a response and its next request. */
const THINK_MS = 30;
const TIMEOUT_MS = 30_000;

/** Results of the clients since the last `take()`. Times are in milliseconds. */
export interface Seen {
  responses: number;
  failures: string[];
  slowestRead: number;
  slowestWrite: number;
}
const day = (n: number): string =>
  new Date(Date.now() + (1 + (n % 300)) * 86_400_000).toISOString().slice(0, 10);
const nothing = (): Seen => ({ responses: 0, failures: [], slowestRead: 0, slowestWrite: 0 });

/** Clients that continuously read and write at the listed instances. */
export class Clients {
  /** The last acknowledged titles of events, by id. */
  readonly stored = new Map<number, string>();
  /** Number of pending requests by instance. */
  readonly #busy = new Map<Running, number>();
  readonly #slugs: readonly string[];
  #serving: readonly Running[] = [];
  #seen = nothing();
  #next = 0;
  #isStopped = false;
  readonly #working: Promise<void>[] = [];

  constructor(slugs: readonly string[], serving: readonly Running[]) {
    this.#slugs = slugs;
    this.#serving = serving;
    for (let n = 0; n < READERS; n++) this.#working.push(this.#read(n));
    for (let n = 0; n < WRITERS; n++) this.#working.push(this.#write(n));
  }

  take(): Seen {
    const seen = this.#seen;
    this.#seen = nothing();
    return seen;
  }

  /** Sets the instances that get new requests. Resolves when the other instances have no pending requests. */
  async serve(serving: readonly Running[]): Promise<void> {
    this.#serving = serving;
    while ([...this.#busy].some(([instance, count]) => count > 0 && !serving.includes(instance)))
      await pause(THINK_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#working);
  }

  async #read(n: number): Promise<void> {
    for (let turn = n; !this.#isStopped; turn++) {
      const slug = this.#slugs[(turn * 7) % this.#slugs.length];
      const path = [
        '/events?per_page=10',
        `/events/by-slug/${slug}`,
        '/events?per_page=10&categories=sub-9',
        // Its response is in no cache.
        `/events?per_page=10&start_date=${day(turn)}`,
        '/events?per_page=10&search=zyzzyva',
        '/venues?per_page=10',
      ][turn % 6];
      await this.#send('GET', path ?? '', 200);
    }
  }

  async #write(n: number): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn++) {
      const title = `Upgrade ${n} ${turn}`;
      const start = day(turn);
      const event = { start_date: `${start} 19:00`, end_date: `${start} 22:00`, timezone: 'Europe/Rome' };
      const links = { venue: { venue: `Hall ${n} ${turn % 50}` }, categories: ['Music'], tags: ['open air'] };
      const made = await this.#send('POST', '/events', 201, { title, ...event, ...links });
      if (made === undefined) continue;
      this.stored.set(made, title);
      // A change without a response may have been stored or not; it is reported as a failure anyway.
      const changed = await this.#send('PATCH', `/events/${made}`, 200, { title: `${title} changed` });
      if (changed !== undefined) this.stored.set(made, `${title} changed`);
    }
  }

  /** @returns the id in the response; undefined for an unexpected status */
  async #send(method: string, path: string, status: number, body?: object): Promise<number | undefined> {
    await pause(THINK_MS);
    const instance = this.#serving[this.#next++ % this.#serving.length];
    if (!instance) throw new Error('no instance serves');
    this.#busy.set(instance, (this.#busy.get(instance) ?? 0) + 1);
    const started = performance.now();
    try {
      const response = await fetch(`${instance.url}${NAMESPACE}${path}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body && {
          headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const text = await response.text();
      this.#seen.responses += 1;
      if (response.status === status) return Number((JSON.parse(text) as { id?: number }).id ?? 0);
      this.#seen.failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      this.#seen.failures.push(
        `${method} ${path}: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      const took = performance.now() - started;
      if (method === 'GET') this.#seen.slowestRead = Math.max(this.#seen.slowestRead, took);
      else this.#seen.slowestWrite = Math.max(this.#seen.slowestWrite, took);
      this.#busy.set(instance, (this.#busy.get(instance) ?? 1) - 1);
    }
    return undefined;
  }
}
