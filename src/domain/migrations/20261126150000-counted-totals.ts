import { StepMigration } from '../../platform/postgres/step-migration.ts';

const LINK_TABLES = ['event_venue', 'event_organizer', 'event_term'] as const;
const OPERATIONS = ['insert', 'update', 'delete'] as const;

/**
 * Reads count totals; triggers no longer maintain them. Release 0.2.0 reads these tables: while they are empty it
 * counts as well, and an error stops it from filling them. The next release drops them (decisions/0093).
 */
export class Migration20261126150000 extends StepMigration {
  override up(): void {
    this.step(`
      create or replace function totals_are_counted() returns trigger language plpgsql as $$
      begin
        raise exception 'a newer release runs on this database, and counts totals';
      end $$`);
    this.step(`
      create or replace trigger totals_are_counted before insert on event_total_scope
      for each statement execute function totals_are_counted()`);
    this.step('delete from event_total_scope');

    this.step(
      ['insert', 'update', 'delete', 'truncate']
        .map((operation) => `drop trigger if exists event_unmerged_by_${operation} on event;`)
        .join(' '),
    );
    this.step('drop trigger if exists term_unmerged_by_delete on term');
    for (const table of LINK_TABLES)
      this.step(
        [...OPERATIONS, 'truncate']
          .map((operation) => `drop trigger if exists ${table}_unmerged_by_${operation} on ${table};`)
          .join(' '),
      );
    const functions = LINK_TABLES.flatMap((table) =>
      OPERATIONS.map((operation) => `${table}_${operation}_unmerges`),
    );
    this.step(`
      drop function if exists event_inserted, event_updated, event_going, term_going, events_truncated,
        ${functions.join(', ')}, unmerge_events`);

    for (const table of ['event_total', 'event_unmerged', 'event_total_delta'])
      this.step(`delete from ${table}`);
    this.dropIndex('event_end_unlisted');
  }
}
