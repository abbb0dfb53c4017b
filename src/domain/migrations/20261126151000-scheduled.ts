import { RECORD_KINDS } from '../../lib/kinds.ts';
import { StepMigration } from '../../platform/postgres/step-migration.ts';

const STATUSES = "('publish', 'future', 'draft', 'pending', 'private', 'trash')";
const BEFORE = "('publish', 'draft', 'pending', 'private', 'trash')";

/** Scheduled records have a status of their own, until a job publishes them (decisions/0093). */
export class Migration20261126151000 extends StepMigration {
  override up(): void {
    for (const table of RECORD_KINDS) {
      this.step(`alter table "${table}" drop constraint if exists "${table}_status_check";
        alter table "${table}" add constraint "${table}_status_check" check (status in ${STATUSES}) not valid`);
      this.step(`alter table "${table}" validate constraint "${table}_status_check"`);
      this.index(`${table}_future`, `on "${table}" (published_utc) where status = 'future'`);
      this.step(
        `update "${table}" set status = 'future' where status = 'publish' and published_utc > now() at time zone 'UTC'`,
      );
    }
  }

  override down(): void {
    for (const table of RECORD_KINDS) {
      this.step(`update "${table}" set status = 'publish' where status = 'future'`);
      this.dropIndex(`${table}_future`);
      this.step(`alter table "${table}" drop constraint if exists "${table}_status_check";
        alter table "${table}" add constraint "${table}_status_check" check (status in ${BEFORE}) not valid`);
      this.step(`alter table "${table}" validate constraint "${table}_status_check"`);
    }
  }
}
