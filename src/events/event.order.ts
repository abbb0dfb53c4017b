import { type RawBuilder, sql } from 'kysely';
import { BadValue } from '../errors.ts';
import type { EventOrderBy, QueryEventsArgs } from '../generated/schema.ts';
import { secondsOf, wallFrom } from '../kernel/civil.ts';
import { type CursorPosition, cursorBehind, positionOf } from '../records/cursor.ts';
import { alphabetically } from '../records/search.ts';
import type { Condition } from '../records/visibility.ts';
import type { EventRecord } from './event.record.ts';

/** What events are sorted by: a column, or what is made of one. */
interface SortKey {
  column: RawBuilder<unknown>;
  /** Gives the value in an event that was read. */
  of(event: EventRecord): string;
  /** Turns such a value into one of the column. */
  bound(value: string): RawBuilder<unknown>;
  /** Whether `of` can have given a value. */
  knows(value: string): boolean;
}

function isTimestamp(value: string): boolean {
  try {
    return wallFrom(secondsOf(value)) === value;
  } catch {
    return false;
  }
}

/** How many characters of titles are used for sorting: cursors contain them, and are part of addresses. */
const SORTED = 200;
const beginning = (title: string): string => [...title.slice(0, 2 * SORTED)].slice(0, SORTED).join('');
const byTitle = (title: RawBuilder<string>): RawBuilder<unknown> =>
  alphabetically(sql`lower(left(${title}, ${sql.lit(SORTED)}))`);

const timeKey = (column: string, of: SortKey['of']): SortKey => ({
  column: sql.ref(`event.${column}`),
  of,
  bound: (value) => sql`${value}::timestamp`,
  knows: isTimestamp,
});

const SORT_KEYS: Readonly<Record<EventOrderBy, SortKey>> = {
  start_date: timeKey('start_utc', (event) => event.utcStartDate),
  end_date: timeKey('end_utc', (event) => event.utcEndDate),
  date: timeKey('published_utc', (event) => event.dateUtc),
  modified: timeKey('modified_utc', (event) => event.modifiedUtc),
  title: {
    column: byTitle(sql`event.title`),
    of: (event) => beginning(event.title),
    bound: (value) => byTitle(sql`${value}::text`),
    knows: (value) => !value.includes('\0'),
  },
  id: { column: sql`event.id`, of: () => '', bound: () => sql`event.id`, knows: (value) => value === '' },
};

type Order = Pick<QueryEventsArgs, 'orderBy' | 'order'>;

const sortKeyOf = ({ orderBy }: Order): SortKey => SORT_KEYS[orderBy ?? 'start_date'];

/** The `order by` of a list of events: by start unless asked otherwise, and then by id. */
export function eventOrder(args: Order): RawBuilder<unknown> {
  const direction = sql.raw(args.order ?? 'asc');
  return sql`${sortKeyOf(args).column} ${direction}, event.id ${direction}`;
}

/** The events after a position in the same order. */
export function behind(args: Order, { value, id }: CursorPosition): Condition {
  const key = sortKeyOf(args);
  const comparison = sql.raw(args.order === 'desc' ? '<' : '>');
  if (args.orderBy === 'id') return sql`event.id ${comparison} ${id}`;
  return sql`(${key.column}, event.id) ${comparison} (${key.bound(value)}, ${id})`;
}

/** Arguments that say which page, and not which list. */
const PAGING: ReadonlySet<string> = new Set(['page', 'perPage', 'cursor']);

/** A text that is different for each list. @param scope the record that it belongs to */
function listOf(args: QueryEventsArgs, scope: string): string {
  const given = Object.entries(args).filter(
    ([name, value]) => !PAGING.has(name) && value !== null && value !== undefined,
  );
  return JSON.stringify([scope, ...given.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/** The cursor after an event of a list. */
export const cursorOf = (args: QueryEventsArgs, event: EventRecord, scope = ''): string =>
  cursorBehind(listOf(args, scope), { value: sortKeyOf(args).of(event), id: event.id });

/**
 * The position after which a page begins that is asked for by a cursor; null for the first page.
 * @throws BadValue for a cursor that was not given by this list, and for a page number beside it
 */
export function pageStart(args: Partial<QueryEventsArgs>, scope = ''): CursorPosition | null {
  const { cursor, page } = args;
  if (typeof cursor !== 'string') return null;
  if (typeof page === 'number' && page > 1) throw new BadValue('says where the page begins: leave out page');
  return positionOf(listOf(args, scope), cursor, (value) => sortKeyOf(args).knows(value));
}
