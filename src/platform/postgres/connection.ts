import { setTimeout as pause } from 'node:timers/promises';
import type { AbortableOperationOptions, CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** After how long a statement that still runs is cancelled again, in milliseconds. */
const AGAIN_MS = 250;
const NOTHING = (): void => {};

/** A connection of a pool while it is in use; Kysely runs statements by it. */
export abstract class Connection implements DatabaseConnection {
  /** Settings of each transaction, sent with its `begin`: `; set local …`. */
  readonly transactionSettings: string = '';
  #running: Promise<unknown> | undefined;

  /** Runs a statement, or several without values, of which the first one has rows. */
  abstract run<R>(text: string, values?: readonly unknown[]): Promise<QueryResult<R>>;

  /** Asks the server to cancel what runs here. @returns whether it knows the process; poolers have others */
  abstract cancel(): Promise<boolean>;

  /** Returns it to the pool. */
  abstract release(): void;

  async executeQuery<R>(
    { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
    { signal }: AbortableOperationOptions = {},
  ): Promise<QueryResult<R>> {
    const running = this.run<R>(sql, parameters);
    this.#running = running;
    try {
      return await running;
    } catch (error) {
      // Kysely has refused the caller by then. It drops this result, but would print the error to the console.
      if (signal?.aborted) return { rows: [] };
      throw error;
    } finally {
      if (this.#running === running) this.#running = undefined;
    }
  }

  /**
   * Kysely calls it when the signal of a statement is aborted, and keeps the connection until it resolves. A request
   * that reaches the server before the statement does nothing, so it is repeated until the statement has ended.
   */
  async cancelQuery(): Promise<void> {
    const running = this.#running;
    const ended = running?.then(NOTHING, NOTHING);
    while (running && this.#running === running) {
      if (!(await this.cancel().catch(() => true))) return;
      await Promise.race([ended, pause(AGAIN_MS, undefined, { ref: false })]);
    }
  }

  streamQuery(): never {
    throw new TypeError('cursors are not supported');
  }
}
