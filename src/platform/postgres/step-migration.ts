import { Migration } from '@mikro-orm/migrations';
import { MIGRATION_LOCK_MS } from './timeouts.ts';

/**
 * A migration of tables in use (decisions/0085): each statement has its own transaction, or none. An interrupted
 * migration restarts with its first statement, so each statement may run twice.
 */
export abstract class StepMigration extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  /** Changes one table without reading its rows, because other transactions wait for the change. */
  protected step(sql: string): void {
    this.addSql(`set local lock_timeout = ${MIGRATION_LOCK_MS}; ${sql}`);
  }

  /**
   * Creates an index concurrently. Drops the remains of an interrupted attempt first.
   * @param definition the part of `create index` after the name
   */
  protected index(name: string, definition: string, { unique = false } = {}): void {
    this.dropIndex(name);
    this.addSql(`create ${unique ? 'unique ' : ''}index concurrently "${name}" ${definition}`);
  }

  protected dropIndex(name: string): void {
    this.addSql(`drop index concurrently if exists "${name}"`);
  }
}
