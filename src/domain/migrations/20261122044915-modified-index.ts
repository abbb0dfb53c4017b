import { StepMigration } from '../../platform/postgres/step-migration.ts';

export class Migration20261122044915 extends StepMigration {
  override up(): void {
    this.index('event_modified', 'on "event" ("modified_utc", "id")');
  }

  override down(): void {
    this.dropIndex('event_modified');
  }
}
