import { Migration } from '@mikro-orm/migrations';

/** Whether an event takes place as announced, online or not, and when it was announced before it was moved. */
export class Migration20261123094433 extends Migration {
  override up(): void {
    this.addSql(
      `alter table "event" add "event_status" text not null default 'scheduled', add "event_status_reason" text not null default '', add "previous_starts_at" text not null default '', add "is_virtual" boolean not null default false, add "virtual_url" text not null default ''`,
    );
    this.addSql(`create index "event_virtual" on "event" ("start_utc", "id") where is_virtual`);
    this.addSql(
      `create index "event_unscheduled" on "event" ("start_utc", "id") include ("event_status") where event_status <> 'scheduled'`,
    );
  }

  override down(): void {
    this.addSql(`drop index "event_virtual"`);
    this.addSql(`drop index "event_unscheduled"`);
    this.addSql(
      `alter table "event" drop column "event_status", drop column "event_status_reason", drop column "previous_starts_at", drop column "is_virtual", drop column "virtual_url"`,
    );
  }
}
