import { StepMigration } from '../../platform/postgres/step-migration.ts';

const TITLE_KEY = `left(regexp_replace(normalize(lower(left(title, 200)), nfkd), '[\u0300-\u036f]', '', 'g') collate "C", 200)`;

/** Lists in the order of titles sorted all of them. */
export class Migration20261123000500 extends StepMigration {
  override up(): void {
    this.index(
      'event_title',
      `on event ((${TITLE_KEY}), id) where status = 'publish' and not hide_from_listings`,
    );
  }

  override down(): void {
    this.dropIndex('event_title');
  }
}
