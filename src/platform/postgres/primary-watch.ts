import { watches } from './monitoring.ts';

/** How often the silence of the primary is counted, in milliseconds. */
const TICK_MS = 100;
/** After so many ticks without an answer, it is asked by one more connection, again and again. */
const SUSPICIOUS_TICKS = 4;
const ASKING_TICKS = 2;
/** After so many it counts as away. */
const AWAY_TICKS = 8;

/** No server that takes writes answers. Callers are told the same as when a connection has timed out. */
export class PrimaryAway extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('no primary of the database answers');
  }
}

/**
 * Knows whether a primary answers. One that is slow answers something, by one connection or another; one that is
 * frozen or cut off never does, and its connections do not fail either. So it counts as away when no connection
 * has had any answer for 0.8 s, although it is asked several times a second: by whoever reads the change log, and
 * then by one more connection. It is there again with its next answer.
 */
export class PrimaryWatch {
  readonly #ask: () => Promise<unknown>;
  readonly #timer: NodeJS.Timeout;
  /** Counted, because a process that is blocked itself skips ticks: time would say more than it has waited. */
  #silentTicks = 0;
  #isAsking = false;
  #awaySince: Date | undefined;
  #endedAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<(isAway: boolean) => void>();
  readonly #racing = new Set<() => void>();
  #undecided: (() => void)[] = [];

  /** @param ask runs a short statement by a connection of requests */
  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    watches.add(this);
  }

  get isAway(): boolean {
    return this.#awaySince !== undefined;
  }

  get awaySince(): Date | undefined {
    return this.#awaySince;
  }

  /** When it was last away, by `performance.now()`: now, if it is. */
  get lastAwayAt(): number {
    return this.isAway ? performance.now() : this.#endedAt;
  }

  /** @param listener called when it has gone away, and when it is there again, before anything is read from it */
  onChange(listener: (isAway: boolean) => void): void {
    this.#listeners.add(listener);
  }

  /** Called with every answer, by whatever connection. */
  answered(): void {
    this.#silentTicks = 0;
    if (this.#awaySince !== undefined) {
      this.#endedAt = performance.now();
      this.#awaySince = undefined;
      this.#notify(false);
    }
    if (this.#undecided.length > 0) this.#decide();
  }

  /**
   * The result of work at the primary. When that goes away meanwhile, nobody waits any longer.
   * @param mayGiveUp whether anybody has something better to do by then
   * @throws PrimaryAway
   */
  unlessAway<T>(work: Promise<T>, mayGiveUp: () => boolean): Promise<T> {
    if (this.isAway) return work;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        if (mayGiveUp()) reject(new PrimaryAway());
      };
      this.#racing.add(giveUp);
      void work.then(resolve, reject).then(() => this.#racing.delete(giveUp));
    });
  }

  /** After a connection has failed: resolves once the primary has answered on another one, or is away. */
  async decided(): Promise<void> {
    if (this.isAway) return;
    const decided = new Promise<void>((resolve) => this.#undecided.push(resolve));
    this.#askOnce();
    await decided;
  }

  #tick(): void {
    this.#silentTicks += 1;
    const ticks = this.#silentTicks;
    if (ticks >= SUSPICIOUS_TICKS && ticks % ASKING_TICKS === 0) this.#askOnce();
    if (ticks !== AWAY_TICKS) return;
    this.#awaySince = new Date();
    this.#notify(true);
    for (const giveUp of this.#racing) giveUp();
    this.#decide();
  }

  #askOnce(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = (): void => {
      this.#isAsking = false;
    };
    this.#ask().then(asked, asked);
  }

  #notify(isAway: boolean): void {
    for (const listener of this.#listeners) listener(isAway);
  }

  #decide(): void {
    for (const resolve of this.#undecided.splice(0)) resolve();
  }

  close(): void {
    clearInterval(this.#timer);
    watches.delete(this);
    this.#decide();
  }
}
