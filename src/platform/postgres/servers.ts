import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAddress } from './address.ts';

/**
 * How long the server that was used before may take to answer until the next one is tried too, in
 * milliseconds.
 */
const HEAD_START_MS = 200;
/** How soon a server that cannot be used is tried again while others have not answered, in milliseconds. */
const AGAIN_MS = 250;
/** How long a result is used without trying again: often several connections are opened at once. */
const FRESH_MS = 1_000;

/** Which server is wanted: the one that takes writes, one that follows it, or any. */
export type ServerRole = 'primary' | 'standby' | 'any';

/**
 * Checks that a server can be used. @throws the reason why it cannot, after `limitMs` milliseconds at the
 * latest
 */
type TryServer = (server: string, limitMs: number) => Promise<void>;

/**
 * The servers of one database, of which only one takes writes. It is found by connecting to them: first the one
 * that it was before, and soon also the others, so that a silent one costs little time.
 */
export class Servers {
  readonly role: ServerRole;
  readonly #connect: TryServer;
  /** The one that was found last comes first. */
  #servers: readonly [string, ...string[]];
  #foundAt = Number.NEGATIVE_INFINITY;
  #finding: Promise<string> | undefined;

  constructor({ servers }: DatabaseAddress, role: ServerRole, connect: TryServer) {
    this.#servers = servers;
    this.role = role;
    this.#connect = connect;
  }

  get areSeveral(): boolean {
    return this.#servers.length > 1;
  }

  /** Any of them, for what is the same for all. */
  get any(): string {
    return this.#servers[0];
  }

  /**
   * Finds the server that can be used.
   * @throws AggregateError when all have refused, or have not answered within `limitMs` milliseconds
   */
  async find(limitMs: number): Promise<string> {
    if (performance.now() - this.#foundAt < FRESH_MS) return this.any;
    this.#finding ??= this.#search(limitMs).finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #search(limitMs: number): Promise<string> {
    const servers = this.#servers;
    const end = performance.now() + limitMs;
    const refusals = new Map<string, unknown>();
    let isOver = false;
    const tryUntilOver = async (server: string, place: number): Promise<string> => {
      for (let wait = place * HEAD_START_MS; ; wait = AGAIN_MS) {
        await pause(wait);
        if (isOver || refusals.size === servers.length) throw refusals.get(server);
        try {
          await this.#connect(server, Math.max(1, end - performance.now()));
          return server;
        } catch (error) {
          refusals.set(server, error);
        }
      }
    };
    try {
      const usable = await Promise.any(servers.map(tryUntilOver));
      this.#servers = [usable, ...servers.filter((server) => server !== usable)];
      this.#foundAt = performance.now();
      return usable;
    } finally {
      isOver = true;
    }
  }
}
