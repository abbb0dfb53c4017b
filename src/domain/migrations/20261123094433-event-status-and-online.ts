import { StepMigration } from '../../platform/postgres/step-migration.ts';

/** Whether an event takes place as announced, online or not, and when it was announced before it was moved. */
export class Migration20261123094433 extends StepMigration {
  override up(): void {
    this.step(`alter table "event"
      add column if not exists "event_status" text not null default 'scheduled',
      add column if not exists "event_status_reason" text not null default '',
      add column if not exists "previous_starts_at" text not null default '',
      add column if not exists "is_virtual" boolean not null default false,
      add column if not exists "virtual_url" text not null default ''`);
    this.index('event_virtual', 'on "event" ("start_utc", "id") where is_virtual');
    this.index(
      'event_unscheduled',
      `on "event" ("start_utc", "id") include ("event_status") where event_status <> 'scheduled'`,
    );
  }

  override down(): void {
    this.step(
      `alter table "event" drop column if exists "event_status", drop column if exists "event_status_reason", drop column if exists "previous_starts_at", drop column if exists "is_virtual", drop column if exists "virtual_url"`,
    );
  }
}
