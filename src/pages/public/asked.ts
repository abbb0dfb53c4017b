import { invalidParams } from '../../errors.ts';

/** `list`: what is on and to come; `past`: what is over, the latest first; `month`: a calendar sheet. */
export type View = 'list' | 'past' | 'month';
const VIEWS: readonly View[] = ['list', 'past', 'month'];

/** What the query of a page's address asks for. */
export interface Asked {
  readonly view: View;
  readonly page: number;
  readonly search: string | null;
  /** From this day on, `YYYY-MM-DD`; null: from today. */
  readonly date: string | null;
  /** `YYYY-MM`; null: this month. */
  readonly month: string | null;
}

export type Query = Readonly<Record<string, unknown>>;

/** The last value of a name; null when it is missing or blank. */
function textOf(query: Query, name: string): string | null {
  const given = query[name];
  const last: unknown = Array.isArray(given) ? given.at(-1) : given;
  return typeof last === 'string' && last.trim() !== '' ? last.trim() : null;
}

/** @throws ServiceError rest_invalid_param */
function read<T>(query: Query, name: string, reader: (text: string) => T | null, message: string): T | null {
  const text = textOf(query, name);
  if (text === null) return null;
  const value = reader(text);
  if (value === null) throw invalidParams({ [name]: { message } });
  return value;
}

/** A date that the calendar has, as it was given. */
const day = (text: string): string | null => {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return null;
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month) ? text : null;
};

/** The number of days of a month, which counts from 1. */
export const daysIn = (year: number, month: number): number =>
  Temporal.PlainYearMonth.from({ year, month }).daysInMonth;

/** Reads the query of an address; names it does not know do not matter. @throws ServiceError rest_invalid_param */
export function readAsked(query: Query): Asked {
  const month = read(query, 'month', (text) => day(`${text}-01`)?.slice(0, 7) ?? null, 'is no YYYY-MM');
  const view = read(query, 'view', (text) => VIEWS.find((one) => one === text) ?? null, 'is no view');
  const page = read(
    query,
    'page',
    (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null),
    'is no page',
  );
  return {
    view: view ?? (month === null ? 'list' : 'month'),
    page: page ?? 1,
    search: textOf(query, 'search'),
    date: read(query, 'date', day, 'is no YYYY-MM-DD'),
    month,
  };
}

/** The address of a list, with nothing in its query that goes without saying. */
export function addressOf(base: string, { view, page, search, date, month }: Partial<Asked>): string {
  const query = new URLSearchParams();
  if (month) query.set('month', month);
  else if (view && view !== 'list') query.set('view', view);
  if (date) query.set('date', date);
  if (search) query.set('search', search);
  if (page && page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? base : `${base}?${text}`;
}
