import {
  type CompiledQuery,
  createQueryId,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  sql,
  type TransactionSettings,
} from 'kysely';
import type { Connection } from './connection.ts';

/** Where connections come from. */
export interface ConnectionSource {
  connect(): Promise<Connection>;
  /** Closes all of them. */
  end(): Promise<void>;
}

/** PostgreSQL for Kysely and MikroORM, over connections of ours. */
export class ConnectionDialect implements Dialect {
  readonly #source: ConnectionSource;

  constructor(source: ConnectionSource) {
    this.#source = source;
  }

  createDriver(): Driver {
    return new ConnectionDriver(this.#source);
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new PostgresIntrospector(db);
  }
}

type Compile = QueryCompiler['compileQuery'];

class ConnectionDriver implements Driver {
  readonly #source: ConnectionSource;

  constructor(source: ConnectionSource) {
    this.#source = source;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<Connection> {
    return this.#source.connect();
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release();
  }

  async beginTransaction(
    connection: Connection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    const mode = accessMode ? ` ${accessMode}` : '';
    await connection.run(`begin${level}${mode}${connection.transactionSettings}`);
  }

  async commitTransaction(connection: Connection): Promise<void> {
    await connection.run('commit');
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    // If the connection is lost, so is the transaction; the error that led here is the reason.
    await connection.run('rollback').catch(() => {});
  }

  async savepoint(connection: Connection, name: string, compile: Compile): Promise<void> {
    await connection.executeQuery(compiled(sql`savepoint ${sql.id(name)}`, compile));
  }

  async rollbackToSavepoint(connection: Connection, name: string, compile: Compile): Promise<void> {
    await connection.executeQuery(compiled(sql`rollback to savepoint ${sql.id(name)}`, compile));
  }

  async releaseSavepoint(connection: Connection, name: string, compile: Compile): Promise<void> {
    await connection.executeQuery(compiled(sql`release savepoint ${sql.id(name)}`, compile));
  }

  destroy(): Promise<void> {
    return this.#source.end();
  }
}

const compiled = (statement: ReturnType<typeof sql>, compile: Compile): CompiledQuery =>
  compile(statement.toOperationNode(), createQueryId());
