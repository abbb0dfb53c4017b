import { Migration } from '@mikro-orm/migrations';

const TABLES = ['event', 'venue', 'organizer'];

/** Nobody read it: who changes a row locks it first, and `If-Match` compares what the client has seen. */
export class Migration20261122020000 extends Migration {
  override up(): void {
    for (const table of TABLES) this.addSql(`alter table ${table} drop column version`);
  }

  override down(): void {
    for (const table of TABLES)
      this.addSql(`alter table ${table} add column version integer not null default 1`);
  }
}
