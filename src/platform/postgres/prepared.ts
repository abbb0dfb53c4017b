import { createHash } from 'node:crypto';
import { type PostgresCursor, type PostgresPoolClient, type PostgresQueryResult, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { type Client, isReadOnly } from './client.ts';
import { statements } from './monitoring.ts';

/** Most statements with a name; beyond that the one that was not used for longest loses its name. */
const MOST = 400;
/** Most statements that one connection may prepare: PostgreSQL keeps each until the connection ends. */
const MOST_OF_ONE = 2 * MOST;

/**
 * Marks a statement whose best plan depends on its values (a common or a rare word, a small or a large
 * circle): it is planned anew each time.
 */
export const PLAN_EACH_TIME = sql`/* plan each time */`;
const MARK = '/* plan each time */';

/**
 * Names of statements, the same on every connection. A statement that is sent only once gets none, as it
 * would push out one that is sent often.
 */
export class StatementNames {
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

  /**
   * Stops giving names.
   * @returns whether it gave names before
   */
  turnOff(): boolean {
    const wasOn = !this.#isOff;
    this.#isOff = true;
    return wasOn;
  }
}

/**
 * `invalid_sql_statement_name`, `duplicate_prepared_statement`: a pooler between us and the server sends each
 * statement over another connection, where our names mean nothing, or something else.
 */
export const isUnknownName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '26000' || error.code === '42P05');

/** What connections of one pool have in common. */
interface Preparing {
  readonly names: StatementNames;
  /** Follows every `begin`. */
  readonly transactionSettings: string;
  /** Called once when names turn out to mean nothing. */
  readonly onUnknownName: () => void;
}

type Command = PostgresQueryResult<unknown>['command'];
/** The commands that Kysely distinguishes; everything else counts as a select. */
const COMMANDS: ReadonlyMap<string, Command> = new Map(
  (['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE'] as const).map((command) => [command, command]),
);

const NOTHING: Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'> = {
  command: 'SELECT',
  rowCount: 0,
  rows: [],
};

/**
 * A connection that prepares every statement with parameters when it is sent again, so that PostgreSQL parses
 * and plans it once. There are few different statements, because values are parameters and lists are arrays.
 */
export class PreparingClient implements PostgresPoolClient {
  readonly #client: Client & pg.PoolClient;
  readonly #preparing: Preparing;
  readonly #prepared = new Set<string>();
  #isInTransaction = false;
  #askedAt: number | undefined;
  #answeredAt = performance.now();
  /** Whether the server takes no writes any more: then another one does, or soon will. */
  #isReadOnly = false;

  constructor(client: Client & pg.PoolClient, preparing: Preparing) {
    this.#client = client;
    this.#preparing = preparing;
  }

  /** The id of the server process, by which a statement can be cancelled; 0 when it is not known. */
  get processID(): number {
    return 'processID' in this.#client && typeof this.#client.processID === 'number'
      ? this.#client.processID
      : 0;
  }

  /** When the running statement began, in milliseconds of `performance.now()`. */
  get askedAt(): number | undefined {
    return this.#askedAt;
  }

  /** When the last statement ended, in the same unit. */
  get answeredAt(): number {
    return this.#answeredAt;
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

  /** Notices where transactions begin and end, also when other text follows or precedes that. */
  #noticed(statement: string): string {
    if (
      statement === 'begin' ||
      statement.startsWith('begin;') ||
      statement.startsWith('start transaction')
    ) {
      this.#isInTransaction = true;
      return statement + this.#preparing.transactionSettings;
    }
    if (statement === 'commit' || statement.endsWith('; commit') || statement === 'rollback')
      this.#isInTransaction = false;
    return statement;
  }

  async #run<R>(query: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    const start = performance.now();
    this.#askedAt = start;
    try {
      const answer: pg.QueryResult | pg.QueryResult[] = await this.#client.query(query);
      // Texts with several statements are sent only at the ends of a transaction, and only the first of them
      // asks for rows.
      const { command, rowCount, rows } = (Array.isArray(answer) ? answer[0] : answer) ?? NOTHING;
      return { command: COMMANDS.get(command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
    } catch (error) {
      if (isReadOnly(error)) this.#isReadOnly = true;
      if (query.name === undefined || !isUnknownName(error)) throw error;
      return await this.#withoutName<R>(query, error);
    } finally {
      this.#askedAt = undefined;
      this.#answeredAt = performance.now();
      statements.emit('end', { text: query.text, ms: this.#answeredAt - start });
    }
  }

  async #withoutName<R>({ text, values }: pg.QueryConfig, error: unknown): Promise<PostgresQueryResult<R>> {
    if (this.#preparing.names.turnOff()) this.#preparing.onUnknownName();
    // The transaction has failed; its caller has to run it again.
    if (this.#isInTransaction) throw error;
    return this.#run<R>({ text, ...(values && { values }) });
  }

  /**
   * Returns the connection to the pool, or ends it if it has prepared too many statements or takes no writes.
   * @param isUnfit whether it is ended in any case
   */
  release(isUnfit = false): void {
    this.#client.release(isUnfit || this.#isReadOnly || this.#prepared.size > MOST_OF_ONE);
  }
}
