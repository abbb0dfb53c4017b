import { type RawBuilder, sql } from 'kysely';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { LARGEST_ID } from '../../lib/ids.ts';
import type { Position } from './cursor.ts';
import { alphabeticalKey } from './search.ts';
import type { Condition } from './visibility.ts';

/** The first sort key of a list, before the id: a column or an expression. */
export interface SortKey {
  readonly column: RawBuilder<unknown>;
  /** The text in cursors. */
  readonly read: RawBuilder<string>;
  /** Converts the text of a cursor into a value of the column. */
  bound(value: string): RawBuilder<unknown>;
  /** Whether a text is a possible value of `read`. */
  isValid(value: string): boolean;
}

type Direction = 'asc' | 'desc';

/** The order of a list. The id makes it unique. */
export interface ListOrder {
  /** Null: sorts by id only. */
  readonly key: SortKey | null;
  readonly direction: Direction;
  readonly id: RawBuilder<number>;
  /** The direction of ids among equal keys. */
  readonly ties: Direction;
  /** Required if ids are not of the type `integer`. */
  readonly largestId?: number;
}

/** The part of a list that one statement reads. */
export interface Range {
  readonly after: Position | null;
  readonly before: Position | null;
  /** Whether the range includes the records at `after` and `before`. */
  readonly isInclusive: boolean;
  /** Whether to read from the end. */
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

/** A `timestamp`. @param column such as `event.start_utc` */
export const timeKey = (column: string): SortKey => ({
  column: sql.ref(column),
  read: sql.ref(column),
  bound: (value) => sql`${value}::timestamp`,
  isValid: isTimestamp,
});

/** A 32-bit integer. */
export const numberKey = (column: RawBuilder<number>): SortKey => ({
  column,
  read: sql`${column}::text`,
  bound: (value) => sql`${value}::integer`,
  isValid: (value) => String(Number(value) | 0) === value,
});

/**
 * A short text, or an expression of one.
 * @param text the text in cursors
 * @param derive creates the sorted expression
 */
export const textKey = (
  text: RawBuilder<string>,
  derive: (text: RawBuilder<string>) => RawBuilder<unknown>,
): SortKey => ({
  column: derive(text),
  read: text,
  bound: (value) => derive(sql`${value}::text`),
  isValid: isText,
});

/** Texts of unlimited length are sorted by this many characters, because cursors contain them. */
const SORT_PREFIX_LENGTH = 200;
export const sortPrefix = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`left(${text}, ${sql.lit(SORT_PREFIX_LENGTH)})`;

/**
 * Titles and names in alphabetical order, ignoring case. Shortened again after normalization, which expands some
 * letters: an index entry may have 2,700 bytes. The indexes of titles and names use the same expression.
 */
export const titleKey = (title: RawBuilder<string>): SortKey =>
  textKey(sortPrefix(title), (text) => sortPrefix(alphabeticalKey(sql`lower(${text})`)));

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const satisfies Record<Direction, Direction>;

export function orderBy({ key, direction, id, ties }: ListOrder, isReversed = false): RawBuilder<unknown> {
  const word = (one: Direction): RawBuilder<unknown> => sql.raw(isReversed ? OPPOSITE[one] : one);
  return key ? sql`${key.column} ${word(direction)}, ${id} ${word(ties)}` : sql`${id} ${word(direction)}`;
}

/** The `key` of a {@link Position}. */
export const keyColumn = ({ key }: ListOrder): RawBuilder<string> => key?.read ?? sql`''`;

/** Whether a position is valid for the order of a list. */
export const isPosition = (
  { key, largestId = LARGEST_ID }: ListOrder,
  { key: value, id }: Position,
): boolean => id <= largestId && (key ? key.isValid(value) : value === '');

/** Matches the records on one side of a position. */
function sideCondition(
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

/** The conditions of a range, without those of the list. */
export function rangeConditions(order: ListOrder, { after, before, isInclusive }: Range): Condition[] {
  const conditions: Condition[] = [];
  if (after) conditions.push(sideCondition(order, 'after', after, isInclusive));
  if (before) conditions.push(sideCondition(order, 'before', before, isInclusive));
  return conditions;
}
