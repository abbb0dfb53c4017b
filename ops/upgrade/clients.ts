import { setTimeout as pause } from 'node:timers/promises';
import { AUTHORIZATION, NAMESPACE, type Running } from '../../bench/support/service.ts';

const READERS = 6;
const WRITERS = 3;
/** Between an answer and the next request of a client. */
const THINK_MS = 30;
const GIVE_UP_MS = 30_000;

/** What clients saw since it was last asked. Times are in milliseconds. */
export interface Seen {
  answers: number;
  failures: string[];
  slowestRead: number;
  slowestWrite: number;
}
const day = (n: number): string =>
  new Date(Date.now() + (1 + (n % 300)) * 86_400_000).toISOString().slice(0, 10);
const nothing = (): Seen => ({ answers: 0, failures: [], slowestRead: 0, slowestWrite: 0 });

/** Clients that read and write all the time, at whichever instance serves; none is asked for longer than it is listed. */
export class Clients {
  /** Titles of acknowledged events by id, as they were last acknowledged. */
  readonly stored = new Map<number, string>();
  /** Requests that are under way at each instance. */
  readonly #busy = new Map<Running, number>();
  readonly #slugs: readonly string[];
  #serving: readonly Running[] = [];
  #seen = nothing();
  #next = 0;
  #isOver = false;
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

  /** Which instances are asked from now on. Resolves when the others have nothing under way. */
  async serve(serving: readonly Running[]): Promise<void> {
    this.#serving = serving;
    while ([...this.#busy].some(([instance, count]) => count > 0 && !serving.includes(instance)))
      await pause(THINK_MS);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#working);
  }

  async #read(n: number): Promise<void> {
    for (let turn = n; !this.#isOver; turn++) {
      const slug = this.#slugs[(turn * 7) % this.#slugs.length];
      const path = [
        '/events?per_page=10',
        `/events/by-slug/${slug}`,
        '/events?per_page=10&categories=sub-9',
        // Its answer is in no memory.
        `/events?per_page=10&start_date=${day(turn)}`,
        '/events?per_page=10&search=zyzzyva',
        '/venues?per_page=10',
      ][turn % 6];
      await this.#ask('GET', path ?? '', 200);
    }
  }

  async #write(n: number): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const title = `Upgrade ${n} ${turn}`;
      const start = day(turn);
      const event = { start_date: `${start} 19:00`, end_date: `${start} 22:00`, timezone: 'Europe/Rome' };
      const links = { venue: { venue: `Hall ${n} ${turn % 50}` }, categories: ['Music'], tags: ['open air'] };
      const made = await this.#ask('POST', '/events', 201, { title, ...event, ...links });
      if (made === undefined) continue;
      this.stored.set(made, title);
      // Whether an answer that does not come means that it was stored nobody knows; failures are told anyway.
      const changed = await this.#ask('PATCH', `/events/${made}`, 200, { title: `${title} changed` });
      if (changed !== undefined) this.stored.set(made, `${title} changed`);
    }
  }

  /** @returns the id in the answer; undefined when it was not the one that was expected */
  async #ask(method: string, path: string, status: number, body?: object): Promise<number | undefined> {
    await pause(THINK_MS);
    const instance = this.#serving[this.#next++ % this.#serving.length];
    if (!instance) throw new Error('no instance serves');
    this.#busy.set(instance, (this.#busy.get(instance) ?? 0) + 1);
    const started = performance.now();
    try {
      const response = await fetch(`${instance.url}${NAMESPACE}${path}`, {
        method,
        signal: AbortSignal.timeout(GIVE_UP_MS),
        ...(body && {
          headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      const text = await response.text();
      this.#seen.answers += 1;
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
