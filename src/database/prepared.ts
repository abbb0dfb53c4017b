import { createHash } from 'node:crypto';
import { type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { currentRequest } from '../telemetry/current.ts';
import { tellStatement } from '../telemetry/statements.ts';
import type { Client } from './client.ts';

/** How many statements are known by name; the one that was not used for longest gives way. */
const MOST = 400;
/**
 * Most statements that one connection may have prepared in its life: PostgreSQL holds each until the
 * connection ends.
 */
const MOST_OF_ONE = 2 * MOST;

/**
 * Put into a statement whose best plan depends on its values: a common or a rare word, a small or a large
 * circle. It is planned each time.
 */
export const PLAN_EACH_TIME = sql`/* plan each time */`;
const MARK = '/* plan each time */';

/**
 * Statement names, the same on every connection. What is asked only once gets none: it would push out what is
 * asked often.
 */
export class Names {
  /** By text; empty after the first time. */
  readonly #names = new LRUCache<string, string>({ max: MOST });
  #isOff: boolean;

  constructor(isOn = true) {
    this.#isOff = !isOn;
  }

  of(text: string): string | undefined {
    if (this.#isOff || text.includes(MARK)) return undefined;
    const known = this.#names.get(text);
    if (known) return known;
    const name = known === undefined ? '' : createHash('sha1').update(text).digest('base64url');
    this.#names.set(text, name);
    return name === '' ? undefined : name;
  }

  /** Gives no names any more. @returns whether it did before */
  turnOff(): boolean {
    const wasOn = !this.#isOff;
    this.#isOff = true;
    return wasOn;
  }
}

/**
 * `invalid_sql_statement_name`, `duplicate_prepared_statement`: between us and the server is a pooler that
 * gives each statement to another connection, where our names mean nothing, or something else.
 */
export const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '26000' || error.code === '42P05');

/** What connections of one pool have in common. */
export interface Preparing {
  readonly names: Names;
  /** Follows every `begin`. */
  readonly atBegin: string;
  /** Told once when names turn out to mean nothing. */
  readonly onUnknownName: () => void;
}

type Command = PostgresQueryResult<unknown>['command'];
/** What Kysely knows of; everything else is as good as a select. */
const COMMANDS: ReadonlyMap<string, Command> = new Map(
  (['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE'] as const).map((command) => [command, command]),
);

const NOTHING: Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'> = {
  command: 'SELECT',
  rowCount: 0,
  rows: [],
};

/**
 * A connection that prepares every statement with parameters that is asked again, so that PostgreSQL parses
 * and plans it once, not each time. Statements are few, because values travel as parameters and lists as
 * arrays.
 */
export class PreparingClient implements PostgresPoolClient {
  readonly #client: Client & pg.PoolClient;
  readonly #preparing: Preparing;
  readonly #prepared = new Set<string>();
  #isInTransaction = false;
  #askedAt: number | undefined;

  constructor(client: Client & pg.PoolClient, preparing: Preparing) {
    this.#client = client;
    this.#preparing = preparing;
  }

  /** Of the server's process, by which a statement can be ended; 0 when it is not known. */
  get processID(): number {
    return 'processID' in this.#client && typeof this.#client.processID === 'number'
      ? this.#client.processID
      : 0;
  }

  /** Since when a statement is under way, in milliseconds of `performance.now()`. */
  get askedAt(): number | undefined {
    return this.#askedAt;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new TypeError('cursors are not used here');
    if (parameters.length === 0) return this.#run<R>({ text: this.#noticed(statement) });
    const name = this.#preparing.names.of(statement);
    const values = [...parameters];
    if (name === undefined) return this.#run<R>({ text: statement, values });
    this.#prepared.add(name);
    return this.#run<R>({ name, text: statement, values });
  }

  /** Notices where transactions begin and end, also with something behind or before. */
  #noticed(statement: string): string {
    if (
      statement === 'begin' ||
      statement.startsWith('begin;') ||
      statement.startsWith('start transaction')
    ) {
      this.#isInTransaction = true;
      return statement + this.#preparing.atBegin;
    }
    if (statement === 'commit' || statement.endsWith('; commit') || statement === 'rollback')
      this.#isInTransaction = false;
    return statement;
  }

  async #run<R>(query: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    try {
      return await this.#answer<R>(query);
    } catch (error) {
      if (query.name !== undefined && isUnknownName(error)) return this.#withoutName<R>(query, error);
      throw error;
    }
  }

  async #answer<R>(query: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    const request = currentRequest()?.id;
    const start = performance.now();
    this.#askedAt = start;
    try {
      const answer: pg.QueryResult | pg.QueryResult[] = await this.#client.query(query);
      // Of several statements in one text only those at the ends of a transaction are sent; one has rows.
      const { command, rowCount, rows } =
        (Array.isArray(answer) ? answer.find(({ rows }) => rows.length > 0) : answer) ?? NOTHING;
      return { command: COMMANDS.get(command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
    } finally {
      this.#askedAt = undefined;
      tellStatement(query.text, performance.now() - start, request);
    }
  }

  async #withoutName<R>({ text, values }: pg.QueryConfig, error: unknown): Promise<PostgresQueryResult<R>> {
    if (this.#preparing.names.turnOff()) this.#preparing.onUnknownName();
    // The transaction is lost; its caller has to run it again.
    if (this.#isInTransaction) throw error;
    return this.#run<R>({ text, ...(values && { values }) });
  }

  /** Gives the connection back; one that has prepared too much is ended. */
  release(): void {
    this.#client.release(this.#prepared.size > MOST_OF_ONE);
  }
}
