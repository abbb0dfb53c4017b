import { Migration } from '@mikro-orm/migrations';
import { MIGRATION_LOCK_MS } from './timeouts.ts';

type Statement = Parameters<Migration['addSql']>[0];

/**
 * A migration of tables that are in use (decisions/0085): each statement is a transaction of its own, or none. One that
 * was interrupted begins again with its first statement, so each may run twice.
 */
export abstract class StepMigration extends Migration {
  /** The statements; those that are together are tried again together when somebody else uses a table. */
  readonly parts: (readonly Statement[])[] = [];

  override isTransactional(): boolean {
    return false;
  }

  override addSql(statement: Statement): void {
    this.#add(statement);
  }

  /** Changes one table, without reading its rows: others wait until that is over. */
  protected step(sql: string): void {
    this.#add(`set local lock_timeout = ${MIGRATION_LOCK_MS}; ${sql}`);
  }

  /**
   * Makes an index, while others read and write. What an interrupted attempt has left is dropped first.
   * @param definition what `create index` has behind the name of the index
   */
  protected index(name: string, definition: string, { unique = false } = {}): void {
    this.#add(
      `drop index concurrently if exists "${name}"`,
      `create ${unique ? 'unique ' : ''}index concurrently "${name}" ${definition}`,
    );
  }

  protected dropIndex(name: string): void {
    this.#add(`drop index concurrently if exists "${name}"`);
  }

  #add(...statements: Statement[]): void {
    this.parts.push(statements);
    for (const statement of statements) super.addSql(statement);
  }
}
