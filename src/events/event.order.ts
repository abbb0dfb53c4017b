import { type RawBuilder, sql } from 'kysely';
import type { EventOrderBy, QueryEventsArgs } from '../generated/schema.ts';
import { alphabetically } from '../records/search.ts';

const SORT_KEYS: Readonly<Record<EventOrderBy, RawBuilder<unknown>>> = {
  start_date: sql`event.start_utc`,
  end_date: sql`event.end_utc`,
  date: sql`event.published_utc`,
  modified: sql`event.modified_utc`,
  title: alphabetically(sql`lower(event.title)`),
  id: sql`event.id`,
};

/**
 * What stands behind `order by` in a list of events: by its start unless asked otherwise, and by id where
 * that is equal.
 */
export function eventOrder({
  orderBy,
  order,
}: Pick<QueryEventsArgs, 'orderBy' | 'order'>): RawBuilder<unknown> {
  const direction = sql.raw(order ?? 'asc');
  return sql`${SORT_KEYS[orderBy ?? 'start_date']} ${direction}, event.id ${direction}`;
}
