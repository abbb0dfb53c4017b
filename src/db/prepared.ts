import { createHash } from 'node:crypto';
import { type PostgresCursor, PostgresDialect, type PostgresPool, type PostgresPoolClient, type PostgresQueryResult, sql } from 'kysely';
import pg from 'pg';
import { statementTold } from '../telemetry/statements.ts';
import { pools } from '../telemetry/tally.ts';

/** Most statements that a connection keeps prepared; PostgreSQL holds each until the connection ends. */
const MOST = 400;
/** `date`, `timestamp`, `timestamptz`: left as the text that PostgreSQL sends (docs/decisions/0002). */
const TEXT_TYPES = new Set([1082, 1114, 1184]);

/**
 * Put into a statement whose best plan depends on its values: a common or a rare word, a small or a large circle. It is planned each time.
 */
export const PLAN_EACH_TIME = sql`/* plan each time */`;
const MARK = '/* plan each time */';

const names = new Map<string, string>();

/** A name for a statement, the same on every connection; undefined once there are too many different ones. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST || text.includes(MARK)) return known;
  const name = createHash('sha1').update(text).digest('base64url');
  names.set(text, name);
  return name;
}

/**
 * A connection that prepares every statement with parameters, so that PostgreSQL parses and plans it once, not each time. Statements are few,
 * because values travel as parameters and lists as arrays.
 */
class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    statement: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof statement !== 'string') throw new TypeError('cursors are not used here');
    const name = parameters.length > 0 ? nameOf(statement) : undefined;
    return this.#run<R>({ ...(name !== undefined && { name }), text: statement, values: [...parameters] });
  }

  /**
   * With a callback, not with the promise of `pg`: that one is resolved by a function which `pg` puts on its query as a property, and V8 makes such
   * functions where only a full collection frees them, with all that they reach (docs/decisions/0014).
   */
  #run<R>(query: pg.QueryConfig): Promise<PostgresQueryResult<R>> {
    const told = statementTold(query.text);
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, result: pg.QueryResult) => {
        told?.();
        if (error) reject(error);
        else resolve({ command: commandOf(result.command), rowCount: result.rowCount ?? 0, rows: result.rows });
      };
      this.#client.query(query, done);
    });
  }

  release(): void {
    this.#client.release();
  }
}

const COMMANDS = ['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE'] as const;
const commandOf = (command: string): PostgresQueryResult<unknown>['command'] => COMMANDS.find((known) => known === command) ?? 'SELECT';

/** A pool of {@link PreparingClient}s, as Kysely wants it. */
class PreparingPool implements PostgresPool {
  readonly options: object = {};
  readonly #pool: pg.Pool;
  readonly #clients = new WeakMap<pg.PoolClient, PreparingClient>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    const known = this.#clients.get(client);
    if (known) return known;
    // A connection that the server drops is discarded by the pool; its query fails by itself. Without a listener the process would end.
    client.on('error', () => {});
    const made = new PreparingClient(client);
    this.#clients.set(client, made);
    return made;
  }

  end(): Promise<void> {
    pools.delete(this.#pool);
    return this.#pool.end();
  }
}

const GRACE_MS = 1_000;

/**
 * Gives back connections that broke while somebody held them. Kysely's transactions release theirs only after a rollback that worked, so that each
 * broken one would take a place in the pool for good. Whoever releases properly has time to.
 */
function returnBroken(pool: pg.Pool): void {
  const held = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) =>
    client.once('end', () => {
      setTimeout(() => held.has(client) && client.release(true), GRACE_MS).unref();
    }),
  );
}

/** How the service talks to a database: at most `size` connections, all statements prepared. */
export function preparingDialect(url: string, size: number): PostgresDialect {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (id, format) => (TEXT_TYPES.has(id) ? (value: string) => value : pg.types.getTypeParser(id, format)),
  };
  const pool = new pg.Pool({ connectionString: url, max: size, types });
  pool.on('error', () => {});
  pools.add(pool);
  returnBroken(pool);
  return new PostgresDialect({ pool: new PreparingPool(pool) });
}
