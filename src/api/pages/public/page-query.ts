import { invalidParams } from '../../../lib/errors.ts';
import { ownNames } from './tec.ts';

/**
 * `list`: current and upcoming events; `day`: the events of one day; `past`: past events, newest first; `month`: a
 * month as a table.
 */
type View = 'list' | 'day' | 'month' | 'past';
const VIEWS: readonly View[] = ['list', 'day', 'month', 'past'];

/** The filters of a list; null for unset ones. Terms by slug; venues and organizers by slug or id. */
export interface ListFilters {
  readonly search: string | null;
  /** From this day on, `YYYY-MM-DD`; null: from today. */
  readonly date: string | null;
  /** Latest start, `YYYY-MM-DD`. */
  readonly until: string | null;
  readonly category: string | null;
  readonly tag: string | null;
  readonly venue: string | null;
  readonly organizer: string | null;
  readonly featured: 'true' | null;
}

/** The order of filters in URLs. */
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

/** The query of a page's URL. */
export interface PageQuery extends ListFilters {
  readonly view: View;
  readonly page: number;
  /** `YYYY-MM`; null: this month. */
  readonly month: string | null;
  /** The day of the view `day`, `YYYY-MM-DD`; null: today. */
  readonly day: string | null;
}

type Query = Readonly<Record<string, unknown>>;

/** The last value of a name; null if it is missing or blank. */
function lastText(query: Query, name: string): string | null {
  const values = query[name];
  const last: unknown = Array.isArray(values) ? values.at(-1) : values;
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

const MAX_NAME_LENGTH = 200;
/** A slug or an id; null if the text can be neither. */
const slugOrId = (text: string): string | null =>
  text.length <= MAX_NAME_LENGTH && !/\p{Cc}/u.test(text) ? text.toLowerCase() : null;

const FEATURED: Readonly<Record<string, boolean>> = { true: true, 1: true, on: true, false: false, 0: false };

/** Whether only featured events are requested. @throws ServiceError rest_invalid_param */
const featuredIn = (query: Query): 'true' | null =>
  readParameter(query, 'featured', (text) => FEATURED[text.toLowerCase()] ?? null, 'must be true or false')
    ? 'true'
    : null;

/**
 * Reads the query of a URL; ignores unknown names.
 * @throws ServiceError rest_invalid_param
 */
export function readPageQuery(query: Query): PageQuery {
  const own = ownNames(query);
  const dayIn = (name: 'date' | 'until'): string | null =>
    readParameter(own, name, existingDay, 'must be a day, such as 2031-03-14');
  const nameIn = (name: 'category' | 'tag' | 'venue' | 'organizer'): string | null =>
    readParameter(own, name, slugOrId, 'must be the slug from its page address');
  const wantedMonth = readParameter(
    own,
    'month',
    (text) => existingDay(`${text}-01`)?.slice(0, 7) ?? null,
    'must be a month, such as 2031-03',
  );
  const wantedView = readParameter(
    own,
    'view',
    (text) => VIEWS.find((one) => one === text) ?? null,
    `must be one of ${VIEWS.join(', ')}`,
  );
  const page = readParameter(
    own,
    'page',
    (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null),
    'must be a number, 1 or more',
  );
  const view = wantedView ?? (wantedMonth === null ? 'list' : 'month');
  const monthOfDate = (): string | null =>
    readParameter(own, 'date', monthOf, 'must be a month or a day in it, such as 2031-03');
  const date = view === 'month' ? null : dayIn('date');
  const until = view === 'list' ? dayIn('until') : null;
  return {
    view,
    page: page ?? 1,
    month: view === 'month' ? (wantedMonth ?? monthOfDate()) : null,
    day: view === 'day' ? date : null,
    // The other views have bounds of their own.
    date: view === 'list' ? date : null,
    until,
    search: lastText(own, 'search'),
    category: nameIn('category'),
    tag: nameIn('tag'),
    venue: nameIn('venue'),
    organizer: nameIn('organizer'),
    featured: featuredIn(own),
  };
}

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
    if (value && (isList || (filter !== 'date' && filter !== 'until'))) query.set(filter, value);
  }
  if (page && page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? base : `${base}?${text}`;
}
