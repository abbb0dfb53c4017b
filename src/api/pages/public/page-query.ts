import { BadValue, truncate } from '../../../lib/errors.ts';
import { foldForSearch, parseSearch } from '../../../lib/text.ts';
import type { WordKey } from '../../../lib/words.ts';
import { ownNames } from './tec.ts';

/**
 * `list`: current and upcoming events; `day`: the events of one day; `past`: past events, newest first; `month`: a
 * month as a table.
 */
export type View = 'list' | 'day' | 'month' | 'past';
const VIEWS: readonly View[] = ['list', 'day', 'month', 'past'];
/** The days of a list in words: the rest of today; the present or the next weekend. */
type When = 'today' | 'weekend';
const WHENS: readonly When[] = ['today', 'weekend'];

/** The filters of a list; null for unset ones. Terms by slug; venues and organizers by slug or id. */
export interface ListFilters {
  /** From this day on, `YYYY-MM-DD`; null: from today. */
  readonly date: string | null;
  /** Latest start, `YYYY-MM-DD`. */
  readonly until: string | null;
  /** Null if `date` or `until` is set. */
  readonly when: When | null;
  readonly search: string | null;
  readonly category: string | null;
  readonly tag: string | null;
  readonly venue: string | null;
  readonly organizer: string | null;
  /** The name of a city. */
  readonly city: string | null;
  readonly featured: 'true' | null;
  readonly free: 'true' | null;
  readonly online: 'true' | null;
}

/** The order of filters in URLs. */
export const FILTERS = [
  ...(['date', 'until', 'when', 'search', 'category', 'tag', 'venue', 'organizer', 'city'] as const),
  ...(['featured', 'free', 'online'] as const),
] satisfies (keyof ListFilters)[];

/** The query of a page's URL. */
export interface PageQuery extends ListFilters {
  readonly view: View;
  readonly page: number;
  /** `YYYY-MM`; null: this month. */
  readonly month: string | null;
  /** The day of the view `day`, `YYYY-MM-DD`; null: today. */
  readonly day: string | null;
}

/** A parameter with a value that the page ignores, because it cannot be read or names an unknown record. */
export interface IgnoredValue {
  readonly name: string;
  readonly value: string;
  /** The message for visitors, with `name`, `value` and `choices`. */
  readonly message: WordKey;
  readonly choices: readonly string[];
}

const MAX_SHOWN_VALUE = 60;
export const ignoredValue = (
  name: string,
  value: string,
  message: WordKey,
  choices: readonly string[] = [],
): IgnoredValue => ({
  name,
  value: truncate(value.replace(/\p{Cc}/gu, '\ufffd'), MAX_SHOWN_VALUE),
  message,
  choices,
});

type Query = Readonly<Record<string, unknown>>;

/** Reads the parameters of a query, and collects those with unreadable values. */
class QueryReader {
  readonly #query: Query;
  readonly ignored: IgnoredValue[] = [];

  constructor(query: Query) {
    this.#query = query;
  }

  /** The last value of a parameter; null if it is missing or blank. */
  #lastText(name: string): string | null {
    const values = this.#query[name];
    const last: unknown = Array.isArray(values) ? values.at(-1) : values;
    return typeof last === 'string' && last.trim() !== '' ? last.trim() : null;
  }

  /** @param reader returns null for an unreadable value */
  read<T>(name: string, reader: (text: string) => T | null, message: WordKey): T | null {
    const text = this.#lastText(name);
    if (text === null) return null;
    const value = reader(text);
    if (value === null) this.ignored.push(ignoredValue(name, text, message));
    return value;
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T | null {
    const text = this.#lastText(name);
    if (text === null) return null;
    const value = choices.find((one) => one === text);
    if (value === undefined) this.ignored.push(ignoredValue(name, text, 'filter.badChoice', choices));
    return value ?? null;
  }

  flag(name: string): 'true' | null {
    const text = this.#lastText(name)?.toLowerCase();
    if (text === undefined) return null;
    const value = FLAGS.get(text);
    if (value === undefined)
      this.ignored.push(ignoredValue(name, text, 'filter.badChoice', ['true', 'false']));
    return value ? 'true' : null;
  }
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['false', false],
  ['0', false],
]);

/** The given date; null if it does not exist. */
const existingDay = (text: string): string | null => {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return null;
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month) ? text : null;
};

/** The month of a day or month, `YYYY-MM`; null if it does not exist. */
const monthOf = (text: string): string | null =>
  existingDay(/^\d{4}-\d\d$/.test(text) ? `${text}-01` : text)?.slice(0, 7) ?? null;

/** The number of days of a month. @param month from 1 */
export const daysIn = (year: number, month: number): number =>
  Temporal.PlainYearMonth.from({ year, month }).daysInMonth;

export const MAX_NAME_LENGTH = 200;
const nameIn = (text: string): string | null =>
  text.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(text) ? text : null;
/** A slug or an id; null if the text can be neither. */
const slugOrId = (text: string): string | null => nameIn(text)?.toLowerCase() ?? null;
/** The name of a city; null for a text without visible characters. */
const cityIn = (text: string): string | null => (foldForSearch(text) === '' ? null : nameIn(text));

const MAX_SEARCH_LENGTH = 1_000;
/** A search that the API accepts; null for all others. */
function searchIn(text: string): string | null {
  if (text.length > MAX_SEARCH_LENGTH) return null;
  try {
    parseSearch(text);
    return text;
  } catch (error) {
    if (error instanceof BadValue) return null;
    throw error;
  }
}

const pageNumber = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

/** Reads the query of a URL. Ignores unknown names, and collects unreadable values. */
export function readPageQuery(query: Query): { pageQuery: PageQuery; ignored: readonly IgnoredValue[] } {
  const reader = new QueryReader(ownNames(query));
  const wantedMonth = reader.read(
    'month',
    (text) => existingDay(`${text}-01`)?.slice(0, 7) ?? null,
    'filter.badMonth',
  );
  const view = reader.oneOf('view', VIEWS) ?? (wantedMonth === null ? 'list' : 'month');
  const isList = view === 'list';
  const date = view === 'month' ? null : reader.read('date', existingDay, 'filter.badDay');
  const until = isList ? reader.read('until', existingDay, 'filter.badDay') : null;
  const when = reader.oneOf('when', WHENS);
  const pageQuery = {
    view,
    page: reader.read('page', pageNumber, 'filter.badPage') ?? 1,
    month: view === 'month' ? (wantedMonth ?? reader.read('date', monthOf, 'filter.badMonth')) : null,
    day: view === 'day' ? date : null,
    // The other views have bounds of their own.
    date: isList ? date : null,
    until,
    when: isList && date === null && until === null ? when : null,
    search: reader.read('search', searchIn, 'filter.badSearch'),
    category: reader.read('category', slugOrId, 'filter.noCategory'),
    tag: reader.read('tag', slugOrId, 'filter.noTag'),
    venue: reader.read('venue', slugOrId, 'filter.noVenue'),
    organizer: reader.read('organizer', slugOrId, 'filter.noOrganizer'),
    city: reader.read('city', cityIn, 'filter.badCity'),
    featured: reader.flag('featured'),
    free: reader.flag('free'),
    online: reader.flag('online'),
  };
  return { pageQuery, ignored: reader.ignored };
}

/** Whether the page repeats a typed text, which should not reach search engines through it. */
export const hasTypedText = ({ search, city }: ListFilters): boolean => search !== null || city !== null;

const DAY_FILTERS: ReadonlySet<string> = new Set(['date', 'until', 'when'] satisfies (keyof ListFilters)[]);

/** The address of a list, without parameters that have their default. */
export function listUrl(base: string, pageQuery: Partial<PageQuery>): string {
  const { view, page, month, day } = pageQuery;
  const query = new URLSearchParams();
  if (month) query.set('month', month);
  else if (view && view !== 'list') query.set('view', view);
  if (view === 'day' && day) query.set('date', day);
  const isList = query.size === 0;
  for (const filter of FILTERS) {
    const value = pageQuery[filter];
    if (value && (isList || !DAY_FILTERS.has(filter))) query.set(filter, value);
  }
  if (page && page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? base : `${base}?${text}`;
}
