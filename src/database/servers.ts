import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseAddress } from './address.ts';

/** How long the one that was asked before has for its answer until the next is asked, too, in milliseconds. */
const HEAD_START_MS = 200;
/** How soon one that cannot be used is asked again, while others have not said anything yet. */
const AGAIN_MS = 250;
/** For so long nobody is asked again: connections are often made several at once. */
const KNOWN_MS = 1_000;

/** Which server will do: the one that takes writes, one that follows it, or whichever answers. */
export type ServerRole = 'primary' | 'standby' | 'any';

/** Whether a server can be used. @throws why not, after `limitMs` milliseconds at the latest */
export type TryServer = (server: string, limitMs: number) => Promise<void>;

/**
 * The servers of one database, of which one at a time takes writes. Which one is found out by asking them:
 * first the one that it was before, soon the others, too, so that one that is silent costs little.
 */
export class Servers {
  readonly role: ServerRole;
  readonly #ask: TryServer;
  /** The one that was found last is the first. */
  #servers: readonly [string, ...string[]];
  #foundAt = Number.NEGATIVE_INFINITY;
  #finding: Promise<string> | undefined;

  constructor({ servers }: DatabaseAddress, role: ServerRole, ask: TryServer) {
    this.#servers = servers;
    this.role = role;
    this.#ask = ask;
  }

  get areSeveral(): boolean {
    return this.#servers.length > 1;
  }

  /** One of them, for what is the same for all. */
  get any(): string {
    return this.#servers[0];
  }

  /**
   * The server that can be used.
   * @throws AggregateError once each of them has said no, or has not answered within `limitMs` milliseconds
   */
  async find(limitMs: number): Promise<string> {
    if (performance.now() - this.#foundAt < KNOWN_MS) return this.any;
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
    const askUntilOver = async (server: string, place: number): Promise<string> => {
      for (let wait = place * HEAD_START_MS; ; wait = AGAIN_MS) {
        await pause(wait);
        if (isOver || refusals.size === servers.length) throw refusals.get(server);
        try {
          await this.#ask(server, Math.max(1, end - performance.now()));
          return server;
        } catch (error) {
          refusals.set(server, error);
        }
      }
    };
    try {
      const found = await Promise.any(servers.map(askUntilOver));
      this.#servers = [found, ...servers.filter((server) => server !== found)];
      this.#foundAt = performance.now();
      return found;
    } finally {
      isOver = true;
    }
  }
}
