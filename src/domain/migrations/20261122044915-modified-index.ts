import { Migration } from '@mikro-orm/migrations';

export class Migration20261122044915 extends Migration {
  override up(): void {
    this.addSql(`create index "event_modified" on "event" ("modified_utc", "id")`);
  }

  override down(): void {
    this.addSql(`drop index "event_modified"`);
  }
}
