import { sql } from 'kysely';
import { type ListOrder, type SortKey, timeKey, titleKey } from '../content/keyset.ts';
import { type ListName, listName, type SortedList } from '../content/page.ts';
import type { EventOrder, EventOrderField, QueryEventsArgs } from '../generated/schema.ts';

const SORT_KEYS: Readonly<Record<EventOrderField, SortKey | null>> = {
  start_date: timeKey('event.start_utc'),
  end_date: timeKey('event.end_utc'),
  date: timeKey('event.published_utc'),
  modified: timeKey('event.modified_utc'),
  title: titleKey(sql`event.title`),
  id: null,
};

const ID = sql<number>`event.id`;

/** By start unless requested otherwise, and then by id. */
function eventOrder({ field = 'start_date', direction = 'asc' }: Partial<EventOrder>): ListOrder {
  return { key: SORT_KEYS[field], direction, id: ID, ties: direction };
}

/** The name and order of a list of events. @param scope the record of a nested list */
export const eventList = (args: QueryEventsArgs, scope = ''): SortedList & { name: ListName } => ({
  name: listName(scope, args),
  order: eventOrder(args.orderBy ?? {}),
});
