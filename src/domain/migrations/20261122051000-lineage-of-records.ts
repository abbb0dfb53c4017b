import { StepMigration } from '../../platform/postgres/step-migration.ts';

const TABLES = ['event', 'organizer', 'venue'];

export class Migration20261122051000 extends StepMigration {
  override up(): void {
    for (const table of TABLES)
      this.step(`alter table "${table}" add column if not exists "lineage" jsonb not null default '[]'`);
  }

  override down(): void {
    for (const table of TABLES) this.step(`alter table "${table}" drop column if exists "lineage"`);
  }
}
