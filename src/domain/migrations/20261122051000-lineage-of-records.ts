import { Migration } from '@mikro-orm/migrations';

export class Migration20261122051000 extends Migration {
  override up(): void {
    this.addSql(`alter table "event" add "lineage" jsonb not null default '[]'`);
    this.addSql(`alter table "organizer" add "lineage" jsonb not null default '[]'`);
    this.addSql(`alter table "venue" add "lineage" jsonb not null default '[]'`);
  }

  override down(): void {
    this.addSql(`alter table "event" drop column "lineage"`);
    this.addSql(`alter table "organizer" drop column "lineage"`);
    this.addSql(`alter table "venue" drop column "lineage"`);
  }
}
