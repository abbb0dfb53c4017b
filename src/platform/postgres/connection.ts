import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/** A connection as Kysely uses those of a pool, without cursors. */
export abstract class Connection implements PostgresPoolClient {
  /** The id of the server process, by which a statement can be cancelled; 0 when it is not known. */
  abstract get processID(): number;

  /** Returns it to the pool. */
  abstract release(): void;

  protected abstract run<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new TypeError('cursors are not supported');
    return this.run<R>(statement, parameters);
  }
}
