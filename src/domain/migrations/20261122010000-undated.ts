import { Migration } from '@mikro-orm/migrations';

const TABLES = ['event', 'venue', 'organizer'];

/**
 * Drafts that nobody has dated are dated by their first publication. Of those that are there already, only
 * the ones that were never changed since they were created are known to be such.
 */
export class Migration20261122010000 extends Migration {
  override up(): void {
    for (const table of TABLES) {
      this.addSql(`
        alter table ${table} add column undated boolean not null default false;
        update ${table} set undated = true where status in ('draft', 'pending') and version = 1 and published_utc = modified_utc;`);
    }
  }

  override down(): void {
    for (const table of TABLES) this.addSql(`alter table ${table} drop column undated`);
  }
}
