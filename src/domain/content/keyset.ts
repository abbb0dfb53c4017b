import { type RawBuilder, sql } from 'kysely';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { LARGEST_ID } from '../../lib/ids.ts';
import type { Position } from './cursor.ts';
import { alphabetically } from './search.ts';
import type { Condition } from './visibility.ts';

/** What the records of a list are sorted by before their ids: a column, or what is made of one. */
export interface SortKey {
  readonly column: RawBuilder<unknown>;
  /** Its text in cursors. */
  readonly read: RawBuilder<string>;
  /** Turns such a text into a value of the column. */
  bound(value: string): RawBuilder<unknown>;
  /** Whether a text can be one of `read`. */
  isValid(value: string): boolean;
}

type Direction = 'asc' | 'desc';

/** The order of a list, in which no two records are equal. */
export interface ListOrder {
  /** Null where only ids count. */
  readonly key: SortKey | null;
  readonly direction: Direction;
  readonly id: RawBuilder<number>;
  /** The direction of ids where keys are equal. */
  readonly ties: Direction;
  /** Where ids are no `integer`. */
  readonly largestId?: number;
}

/** A part of a list, as one statement reads it. */
export interface Range {
  readonly after: Position | null;
  readonly before: Position | null;
  /** Whether what stands at these positions is part of it. */
  readonly isInclusive: boolean;
  /** Whether it is read from its end. */
  readonly isReversed: boolean;
  readonly limit: number;
  readonly offset: number;
}

function isTimestamp(value: string): boolean {
  try {
    return dateTimeFromSeconds(secondsOf(value)) === value;
  } catch {
    return false;
  }
}

const isText = (value: string): boolean => !value.includes('\0');

/** A date and time without zone. @param column as `event.start_utc` */
export const timeKey = (column: string): SortKey => ({
  column: sql.ref(column),
  read: sql.ref(column),
  bound: (value) => sql`${value}::timestamp`,
  isValid: isTimestamp,
});

/** A whole number of 32 bits. */
export const numberKey = (column: RawBuilder<number>): SortKey => ({
  column,
  read: sql`${column}::text`,
  bound: (value) => sql`${value}::integer`,
  isValid: (value) => String(Number(value) | 0) === value,
});

/**
 * A short text, or what is made of it.
 * @param text what cursors contain
 * @param made what it is sorted by
 */
export const textKey = (
  text: RawBuilder<string>,
  made: (text: RawBuilder<string>) => RawBuilder<unknown>,
): SortKey => ({
  column: made(text),
  read: text,
  bound: (value) => made(sql`${value}::text`),
  isValid: isText,
});

/** How many characters of texts without a bound are used for sorting: cursors contain them. */
const SORTED = 200;
/** The beginning of a text by which it is sorted. */
export const beginning = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`left(${text}, ${sql.lit(SORTED)})`;

/**
 * Titles and names in alphabetical order, without regard to case. Cut once more, because some letters become
 * many: an entry of an index may have 2,700 bytes. The indexes of titles and names have the same expression.
 */
export const titleKey = (title: RawBuilder<string>): SortKey =>
  textKey(beginning(title), (text) => beginning(alphabetically(sql`lower(${text})`)));

const opposite = { asc: 'desc', desc: 'asc' } as const satisfies Record<Direction, Direction>;

/** The `order by` of a list, from its beginning or from its end. */
export function orderBy({ key, direction, id, ties }: ListOrder, isReversed = false): RawBuilder<unknown> {
  const word = (one: Direction): RawBuilder<unknown> => sql.raw(isReversed ? opposite[one] : one);
  return key ? sql`${key.column} ${word(direction)}, ${id} ${word(ties)}` : sql`${id} ${word(direction)}`;
}

/** The `key` of a {@link Position}. */
export const keyColumn = ({ key }: ListOrder): RawBuilder<string> => key?.read ?? sql`''`;

/** Whether a record of a list can stand at a position. */
export const isPosition = (
  { key, largestId = LARGEST_ID }: ListOrder,
  { key: value, id }: Position,
): boolean => id <= largestId && (key ? key.isValid(value) : value === '');

/** The records on one side of a position. */
function beyond(
  { key, direction, id, ties }: ListOrder,
  side: 'after' | 'before',
  position: Position,
  isInclusive: boolean,
): Condition {
  const sign = (one: Direction): string => ((one === 'asc') === (side === 'after') ? '>' : '<');
  const compared = (one: Direction): RawBuilder<unknown> =>
    sql.raw(isInclusive ? `${sign(one)}=` : sign(one));
  if (!key) return sql`${id} ${compared(direction)} ${position.id}`;
  const bound = key.bound(position.key);
  if (direction === ties)
    return sql`(${key.column}, ${id}) ${compared(direction)} (${bound}, ${position.id})`;
  return sql`(${key.column} ${sql.raw(sign(direction))} ${bound}
    or (${key.column} = ${bound} and ${id} ${compared(ties)} ${position.id}))`;
}

/** The conditions of a part of a list, besides those of the list. */
export function within(order: ListOrder, { after, before, isInclusive }: Range): Condition[] {
  const conditions: Condition[] = [];
  if (after) conditions.push(beyond(order, 'after', after, isInclusive));
  if (before) conditions.push(beyond(order, 'before', before, isInclusive));
  return conditions;
}
