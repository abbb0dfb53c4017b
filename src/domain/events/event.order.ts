import { type RawBuilder, sql } from 'kysely';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { BadValue } from '../../lib/errors.ts';
import { type CursorPosition, cursorAfter, positionOf } from '../content/cursor.ts';
import { alphabetically } from '../content/search.ts';
import type { Condition } from '../content/visibility.ts';
import type { EventOrderBy, QueryEventsArgs } from '../generated/schema.ts';

/** The id of an event of a list, before its record is read. */
export interface SortedId {
  readonly id: number;
  /** The value that it was sorted by; its record may be older or newer. */
  readonly key: string;
}

/** What events are sorted by: a column, or what is made of one. */
interface SortKey {
  column: RawBuilder<unknown>;
  /** Its text in cursors. */
  read: RawBuilder<string>;
  /** Turns such a value into one of the column. */
  bound(value: string): RawBuilder<unknown>;
  /** Whether a value can be one of `read`. */
  isValid(value: string): boolean;
}

function isTimestamp(value: string): boolean {
  try {
    return dateTimeFromSeconds(secondsOf(value)) === value;
  } catch {
    return false;
  }
}

/** How many characters of titles are used for sorting: cursors contain them, and are part of addresses. */
const SORTED = 200;
const beginning = (title: RawBuilder<string>): RawBuilder<string> => sql`left(${title}, ${sql.lit(SORTED)})`;
/**
 * Cut once more, because some letters become many: an entry of an index may have 2,700 bytes. The index
 * `event_title` has the same expression.
 */
const byTitle = (title: RawBuilder<string>): RawBuilder<unknown> =>
  beginning(alphabetically(sql`lower(${beginning(title)})`));

const timeKey = (column: string): SortKey => ({
  column: sql.ref(`event.${column}`),
  read: sql.ref(`event.${column}`),
  bound: (value) => sql`${value}::timestamp`,
  isValid: isTimestamp,
});

const SORT_KEYS: Readonly<Record<EventOrderBy, SortKey>> = {
  start_date: timeKey('start_utc'),
  end_date: timeKey('end_utc'),
  date: timeKey('published_utc'),
  modified: timeKey('modified_utc'),
  title: {
    column: byTitle(sql`event.title`),
    read: beginning(sql`event.title`),
    bound: (value) => byTitle(sql`${value}::text`),
    isValid: (value) => !value.includes('\0'),
  },
  id: { column: sql`event.id`, read: sql`''`, bound: () => sql`event.id`, isValid: (value) => value === '' },
};

type Order = Pick<QueryEventsArgs, 'orderBy' | 'order'>;

const sortKeyOf = ({ orderBy }: Order): SortKey => SORT_KEYS[orderBy ?? 'start_date'];

/** The `order by` of a list of events: by start unless the arguments say otherwise, and then by id. */
export function eventOrder(args: Order): RawBuilder<unknown> {
  const direction = sql.raw(args.order ?? 'asc');
  return sql`${sortKeyOf(args).column} ${direction}, event.id ${direction}`;
}

/** The columns of a {@link SortedId}. */
export const sortedIdColumns = (args: Order): RawBuilder<unknown> =>
  sql`event.id, ${sortKeyOf(args).read} as key`;

/** The events after a position in the same order. */
export function afterPosition(args: Order, { value, id }: CursorPosition): Condition {
  const key = sortKeyOf(args);
  const comparison = sql.raw(args.order === 'desc' ? '<' : '>');
  if (args.orderBy === 'id') return sql`event.id ${comparison} ${id}`;
  return sql`(${key.column}, event.id) ${comparison} (${key.bound(value)}, ${id})`;
}

/** Arguments that say which page, and not which list. */
const PAGING: ReadonlySet<string> = new Set(['page', 'perPage', 'cursor']);

/** A text that is different for each list. @param scope the record that it belongs to */
function listOf(args: QueryEventsArgs, scope: string): string {
  const present = Object.entries(args).filter(
    ([name, value]) => !PAGING.has(name) && value !== null && value !== undefined,
  );
  return JSON.stringify([scope, ...present.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/** The cursor after an event of a list. */
export const cursorOf = (args: QueryEventsArgs, { key, id }: SortedId, scope = ''): string =>
  cursorAfter(listOf(args, scope), { value: key, id });

/**
 * The position after which the page of a cursor begins; null for the first page.
 * @throws BadValue for a cursor that is not of this list, and for a page number beside it
 */
export function pageStart(args: Partial<QueryEventsArgs>, scope = ''): CursorPosition | null {
  const { cursor, page } = args;
  if (typeof cursor !== 'string') return null;
  if (typeof page === 'number' && page > 1) throw new BadValue('says where the page begins: leave out page');
  return positionOf(listOf(args, scope), cursor, (value) => sortKeyOf(args).isValid(value));
}
