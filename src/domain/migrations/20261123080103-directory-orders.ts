import { StepMigration } from '../../platform/postgres/step-migration.ts';

const NAME_KEY = `left(regexp_replace(normalize(lower(left(name, 200)), nfkd), '[\u0300-\u036f]', '', 'g') collate "C", 200)`;

/** Lists of venues and organizers by name, and by their last change. */
export class Migration20261123080103 extends StepMigration {
  override up(): void {
    for (const table of ['venue', 'organizer']) {
      this.index(`${table}_name`, `on ${table} ((${NAME_KEY}), id)`);
      this.index(`${table}_modified`, `on ${table} (modified_utc, id)`);
    }
  }

  override down(): void {
    for (const table of ['venue', 'organizer'])
      for (const order of ['name', 'modified']) this.dropIndex(`${table}_${order}`);
  }
}
