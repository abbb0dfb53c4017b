import type { EntityManager } from '@mikro-orm/postgresql';
import { untilStored } from '../database/attempts.ts';
import type { Lanes } from '../database/lanes.ts';
import type { Db, Orm } from '../database/orm.ts';
import { hungUp } from '../database/turns.ts';
import type { Changes, OwnWrite, Topic } from './changes.ts';

export interface WriterParts {
  readonly orm: Orm;
  readonly db: Db;
  readonly lanes: Lanes;
  readonly changes: Changes;
  /** Aborted when nobody waits for the answer any more: then nothing is stored. */
  readonly signal: AbortSignal | undefined;
}

/** Stores what one request writes, in its turn, and has it told to everybody who remembers. */
export class Writer {
  readonly #parts: WriterParts;
  #writing = 0;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Whether a write is under way. */
  get isWriting(): boolean {
    return this.#writing > 0;
  }

  /**
   * Runs `work` in one transaction, again when PostgreSQL broke a deadlock. @param topics what it changes;
   * everything unless given
   */
  async transact<T>(work: (em: EntityManager) => Promise<T>, topics?: readonly Topic[]): Promise<T> {
    const { orm, lanes, changes, signal } = this.#parts;
    const transaction = async (em: EntityManager): Promise<T> => {
      // It may have waited for its connection, and what it does for locks.
      this.#assertWaitedFor();
      const result = await work(em);
      await em.flush();
      this.#assertWaitedFor();
      return result;
    };
    const result = await this.#attempt(() =>
      lanes.writes.take(() => orm.em.fork().transactional(transaction), signal),
    );
    await changes.acknowledge(topics);
    return result;
  }

  /** Stores by one statement that sets `calendar.write` to the name it is given; ended by the signal. */
  async alone<T>(
    statement: (db: Db, name: string, signal?: AbortSignal) => Promise<T>,
    topics: readonly Topic[],
    published: Omit<OwnWrite, 'name'>,
  ): Promise<T> {
    const { db, lanes, changes, signal } = this.#parts;
    const own = changes.announce(published);
    const attempt = (): Promise<T> => lanes.writes.take(() => statement(db, own.name, signal), signal);
    const result = await this.#attempt(() => changes.writers.take(attempt, signal));
    await changes.acknowledge(topics, own);
    return result;
  }

  #assertWaitedFor(): void {
    if (this.#parts.signal?.aborted) throw hungUp();
  }

  async #attempt<T>(write: () => Promise<T>): Promise<T> {
    this.#writing += 1;
    try {
      return await untilStored(write);
    } finally {
      this.#writing -= 1;
    }
  }
}
