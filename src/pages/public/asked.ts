import { invalidParams } from '../../errors.ts';

/** `list`: what is on and to come; `past`: what is over, the latest first; `month`: a calendar sheet. */
type View = 'list' | 'past' | 'month';
const VIEWS: readonly View[] = ['list', 'past', 'month'];

/** The filters of a list; null where nothing is filtered. */
export interface ListFilters {
  readonly search: string | null;
  /** From this day on, `YYYY-MM-DD`; null: from today. */
  readonly date: string | null;
  /** Until this day, `YYYY-MM-DD`: that of the start. */
  readonly until: string | null;
  /** A slug. */
  readonly category: string | null;
  /** A slug. */
  readonly tag: string | null;
  /** A slug or an id. */
  readonly venue: string | null;
  /** A slug or an id. */
  readonly organizer: string | null;
  readonly featured: 'true' | null;
}

/** The order of filters in addresses. */
export const FILTERS = [
  'date',
  'until',
  'search',
  'category',
  'tag',
  'venue',
  'organizer',
  'featured',
] as const satisfies (keyof ListFilters)[];

/** What the query of a page's address asks for. */
export interface Asked extends ListFilters {
  readonly view: View;
  readonly page: number;
  /** `YYYY-MM`; null: this month. */
  readonly month: string | null;
}

type Query = Readonly<Record<string, unknown>>;

/** The last value of a name; null when it is missing or blank. */
function lastText(query: Query, name: string): string | null {
  const given = query[name];
  const last: unknown = Array.isArray(given) ? given.at(-1) : given;
  return typeof last === 'string' && last.trim() !== '' ? last.trim() : null;
}

/** @throws ServiceError rest_invalid_param */
function readParameter<T>(
  query: Query,
  name: string,
  reader: (text: string) => T | null,
  message: string,
): T | null {
  const text = lastText(query, name);
  if (text === null) return null;
  const value = reader(text);
  if (value === null) throw invalidParams({ [name]: { message } });
  return value;
}

/** The date as it was given; null if it does not exist. */
const existingDay = (text: string): string | null => {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return null;
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month) ? text : null;
};

/** The number of days of a month, which counts from 1. */
export const daysIn = (year: number, month: number): number =>
  Temporal.PlainYearMonth.from({ year, month }).daysInMonth;

const MOST_NAME = 200;
/** A slug or an id; null for what can be neither. */
const slugOrId = (text: string): string | null =>
  text.length <= MOST_NAME && !/\p{Cc}/u.test(text) ? text.toLowerCase() : null;

const FEATURED: Readonly<Record<string, boolean>> = { true: true, 1: true, on: true, false: false, 0: false };

/** Only featured events, or all of them. @throws ServiceError rest_invalid_param */
const featuredIn = (query: Query): 'true' | null =>
  readParameter(query, 'featured', (text) => FEATURED[text.toLowerCase()] ?? null, 'is not true or false')
    ? 'true'
    : null;

/**
 * Reads the query of an address; unknown names are ignored.
 * @throws ServiceError rest_invalid_param
 */
export function readAsked(query: Query): Asked {
  const month = readParameter(
    query,
    'month',
    (text) => existingDay(`${text}-01`)?.slice(0, 7) ?? null,
    'is no YYYY-MM',
  );
  const asked = readParameter(
    query,
    'view',
    (text) => VIEWS.find((one) => one === text) ?? null,
    'is no view',
  );
  const page = readParameter(
    query,
    'page',
    (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null),
    'is no page',
  );
  const view = asked ?? (month === null ? 'list' : 'month');
  const dayIn = (of: 'date' | 'until'): string | null =>
    readParameter(query, of, existingDay, 'is no YYYY-MM-DD');
  const nameIn = (of: 'category' | 'tag' | 'venue' | 'organizer'): string | null =>
    readParameter(query, of, slugOrId, 'is no name');
  const [date, until] = [dayIn('date'), dayIn('until')];
  return {
    view,
    page: page ?? 1,
    month,
    // The other views have bounds of their own.
    date: view === 'list' ? date : null,
    until: view === 'list' ? until : null,
    search: lastText(query, 'search'),
    category: nameIn('category'),
    tag: nameIn('tag'),
    venue: nameIn('venue'),
    organizer: nameIn('organizer'),
    featured: featuredIn(query),
  };
}

/** The address of a list, without parameters that have their default. */
export function listUrl(base: string, asked: Partial<Asked>): string {
  const { view, page, month } = asked;
  const query = new URLSearchParams();
  if (month) query.set('month', month);
  else if (view && view !== 'list') query.set('view', view);
  const isList = query.size === 0;
  for (const filter of FILTERS) {
    const value = asked[filter];
    if (value && (isList || (filter !== 'date' && filter !== 'until'))) query.set(filter, value);
  }
  if (page && page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? base : `${base}?${text}`;
}
