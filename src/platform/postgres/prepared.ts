import { createHash } from 'node:crypto';
import { type QueryResult, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { errorCode } from '../../lib/object.ts';
import { type Client, isReadOnly } from './client.ts';
import { Connection } from './connection.ts';
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
    const cached = this.#names.get(text);
    if (cached) return cached;
    const name = cached === undefined ? '' : createHash('sha1').update(text).digest('base64url');
    this.#names.set(text, name);
    return name === '' ? undefined : name;
  }

  /** @returns whether it was on */
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
  errorCode(error) === '26000' || errorCode(error) === '42P05';

/** What connections of one pool have in common. */
interface PreparingOptions {
  readonly names: StatementNames;
  /** See {@link Connection.transactionSettings}; empty where they are those of the connection. */
  readonly transactionSettings: string;
  /** Cancels what a process of the server runs. @returns whether there is such a process */
  readonly cancel: (processId: number) => Promise<boolean>;
  /** Called once when names turn out to mean nothing. */
  readonly onUnknownName: () => void;
}

/** The commands of which Kysely wants to know how many rows they concerned. */
const WRITES: readonly string[] = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'];

/**
 * A connection that prepares every statement with parameters when it is sent again, so that PostgreSQL parses
 * and plans it once. There are few different statements, because values are parameters and lists are arrays.
 */
export class PreparingClient extends Connection {
  readonly #client: Client & pg.PoolClient;
  readonly #options: PreparingOptions;
  override readonly transactionSettings: string;
  readonly #prepared = new Set<string>();
  #startedAt: number | undefined;
  #lastResponseAt = performance.now();
  /** Whether the server takes no writes any more: then another one does, or soon will. */
  #isReadOnly = false;

  constructor(client: Client & pg.PoolClient, options: PreparingOptions) {
    super();
    this.#client = client;
    this.#options = options;
    this.transactionSettings = options.transactionSettings;
  }

  override async cancel(): Promise<boolean> {
    // Not among the types of pg, and not documented; Kysely cancels by it, too.
    const id = 'processID' in this.#client ? this.#client.processID : undefined;
    return typeof id === 'number' && this.#options.cancel(id);
  }

  /** When the running statement was sent, in milliseconds of `performance.now()`. */
  get startedAt(): number | undefined {
    return this.#startedAt;
  }

  /** When the last statement ended, in the same unit. */
  get lastResponseAt(): number {
    return this.#lastResponseAt;
  }

  override run<R>(text: string, parameters: readonly unknown[] = []): Promise<QueryResult<R>> {
    if (parameters.length === 0) return this.#send<R>({ text });
    const values = [...parameters];
    const name = this.#options.names.of(text);
    if (name === undefined) return this.#send<R>({ text, values });
    this.#prepared.add(name);
    return this.#send<R>({ name, text, values });
  }

  async #send<R>(query: pg.QueryConfig): Promise<QueryResult<R>> {
    const start = performance.now();
    this.#startedAt = start;
    try {
      const result: pg.QueryResult | pg.QueryResult[] = await this.#client.query(query);
      // A text of several statements, which has no parameters, has as many results.
      const first = Array.isArray(result) ? result[0] : result;
      if (!first) return { rows: [] };
      const { command, rowCount, rows } = first;
      return WRITES.includes(command) ? { numAffectedRows: BigInt(rowCount ?? 0), rows } : { rows };
    } catch (error) {
      if (isReadOnly(error)) this.#isReadOnly = true;
      if (query.name === undefined || !isUnknownName(error)) throw error;
      return await this.#sendWithoutName<R>(query, error);
    } finally {
      this.#startedAt = undefined;
      this.#lastResponseAt = performance.now();
      statements.emit('end', { text: query.text, ms: this.#lastResponseAt - start });
    }
  }

  async #sendWithoutName<R>({ text, values }: pg.QueryConfig, error: unknown): Promise<QueryResult<R>> {
    if (this.#options.names.turnOff()) this.#options.onUnknownName();
    // A transaction has failed with the statement; its caller has to run it again.
    if (this.#client.getTransactionStatus() !== 'I') throw error;
    return this.#send<R>({ text, ...(values && { values }) });
  }

  /** Returns the connection to the pool, or ends it if it has prepared too many statements or takes no writes. */
  override release(): void {
    this.#client.release(this.#isReadOnly || this.#prepared.size > MOST_OF_ONE);
  }
}
