import { StepMigration } from '../../platform/postgres/step-migration.ts';

/**
 * Each webhook message is claimed and retried independently (decisions/0095). The columns of leases and pauses stay for
 * one release, because instances of 0.2.0 use them.
 */
export class Migration20261126213000 extends StepMigration {
  override up(): void {
    this.step(`
      alter table webhook_message add column if not exists locked_utc timestamp(3),
        alter column begun_utc drop not null, alter column begun_utc drop default`);
    // The column used to store the time of creation.
    this.step(`update webhook_message set begun_utc = null where state = 'pending' and attempts = 0`);
    this.index(
      'webhook_message_due',
      `on "webhook_message" ("webhook_id", "due_utc", "number") where state = 'pending'`,
    );
    this.index('webhook_message_locked', `on "webhook_message" ("webhook_id") where locked_utc is not null`);
    this.dropIndex('webhook_message_pending');
    this.dropIndex('webhook_message_record');
  }
}
