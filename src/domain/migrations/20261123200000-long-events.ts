import { StepMigration } from '../../platform/postgres/step-migration.ts';

/** Lists of what has not ended begin where the first of these do: decisions/0089. */
export class Migration20261123200000 extends StepMigration {
  override up(): void {
    this.index(
      'event_long',
      `on event (end_utc) include (start_utc) where status = 'publish' and not hide_from_listings and end_utc - start_utc > '3 days'::interval`,
    );
  }

  override down(): void {
    this.dropIndex('event_long');
  }
}
