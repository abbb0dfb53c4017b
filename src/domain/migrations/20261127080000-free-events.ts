import { StepMigration } from '../../platform/postgres/step-migration.ts';

/** The costs that may be free, for the filter `free` (rules#cost). */
export class Migration20261127080000 extends StepMigration {
  override up(): void {
    this.index(
      'event_free',
      `on "event" (cost) where cost <> '[]' and octet_length(cost::text) <= 1000 and cost::text collate "C" !~ '[1-9]'`,
    );
  }

  override down(): void {
    this.dropIndex('event_free');
  }
}
