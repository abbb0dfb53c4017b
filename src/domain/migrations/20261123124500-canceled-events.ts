import { Migration } from '@mikro-orm/migrations';

/**
 * Messages say whether everybody was shown the record until then.
 * Messages to a webhook are listed, the latest first, and those that are parked counted.
 * The log of changes says when an event is canceled, and when it takes place again, beside its update: webhooks tell
 * the first by a name of its own. Other changes do not run the function.
 */
export class Migration20261123124500 extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function log_cancellation() returns trigger language plpgsql as $$ begin
        insert into change (kind, record_id, operation)
          values ('event', new.id, case new.event_status when 'canceled' then 'cancel' else 'reinstate' end);
        return null;
      end $$;
      create or replace trigger event_cancellation_logged after update of event_status on event for each row
        when ((old.event_status = 'canceled') <> (new.event_status = 'canceled')) execute function log_cancellation();`);
    this.addSql(`alter table "webhook_message" add column "was_public" boolean not null default false`);
    this.addSql(`create index "webhook_message_listed" on "webhook_message" ("webhook_id", "number")`);
    this.addSql(
      `create index "webhook_message_parked" on "webhook_message" ("webhook_id", "number") where state = 'parked'`,
    );
  }

  override down(): void {
    this.addSql(`
      drop trigger event_cancellation_logged on event;
      drop function log_cancellation;
      drop index "webhook_message_listed", "webhook_message_parked";
      alter table "webhook_message" drop column "was_public";`);
  }
}
