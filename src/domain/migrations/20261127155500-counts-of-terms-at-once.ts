import { Migration } from '@mikro-orm/migrations';

/**
 * Counts the events of terms with one statement when links are added or removed (decisions/0008). Before, it called a
 * function with two more statements, which PostgreSQL planned at each call. Locks terms in the order of their ids, so
 * that concurrent writers do not deadlock.
 */
export class Migration20261127155500 extends Migration {
  override up(): void {
    this.addSql(countingFunction('event_term_added', 'added', '+'));
    this.addSql(countingFunction('event_term_removed', 'removed', '-'));
  }
}

const countingFunction = (name: string, changed: string, sign: '+' | '-'): string => `
  create or replace function ${name}() returns trigger language plpgsql as $$ begin
    update term set event_count = event_count ${sign} counted.events
    from (
      select term.id, links.events from (
        select term_id, count(*)::integer as events
        from ${changed} join event on event.id = ${changed}.event_id
        where event.status = 'publish' group by term_id
      ) as links join term on term.id = links.term_id
      order by term.id for no key update of term
    ) as counted where term.id = counted.id;
    return null;
  end $$`;
