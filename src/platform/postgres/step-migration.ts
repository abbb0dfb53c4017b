import { Migration } from '@mikro-orm/migrations';
import { MIGRATION_LOCK_MS } from './timeouts.ts';

/**
 * A migration of tables that are in use (decisions/0085): each statement is a transaction of its own, or none. An
 * interrupted one begins again with its first statement, so each may run twice.
 */
export abstract class StepMigration extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  /** Changes one table, without reading its rows: others wait until that is over. */
  protected step(sql: string): void {
    this.addSql(`set local lock_timeout = ${MIGRATION_LOCK_MS}; ${sql}`);
  }

  /**
   * Makes an index, while others read and write. The rest of an interrupted attempt is dropped first.
   * @param definition the part of `create index` behind the name of the index
   */
  protected index(name: string, definition: string, { unique = false } = {}): void {
    this.dropIndex(name);
    this.addSql(`create ${unique ? 'unique ' : ''}index concurrently "${name}" ${definition}`);
  }

  protected dropIndex(name: string): void {
    this.addSql(`drop index concurrently if exists "${name}"`);
  }
}
