import fc from 'fast-check';

/** The calendar as plain data, and the expected lists: derived from the documents, not from the service. */

const DAY = 86_400_000;
/** The current time; the site is in UTC. */
export const NOW = '2031-05-14 12:00:00';
const TODAY = Math.floor(Date.parse(`${NOW}Z`) / DAY);

const WORDS = ['jazz', 'Río', 'café', 'walk', '100%', 'snow_man'] as const;
const PLAIN: Record<(typeof WORDS)[number], string> = {
  jazz: 'JAZZ',
  Río: 'rio',
  café: 'CAFE',
  walk: 'al',
  '100%': '0%',
  snow_man: '_',
};
export const LINKS = 4;
/** Category n is below category n - 2, so that there are two branches: 0-2-4 and 1-3-5. */
export const CATEGORIES = 6;
export const parentOf = (category: number): number | undefined => (category >= 2 ? category - 2 : undefined);

export interface ModelEvent {
  title: readonly string[];
  description: readonly string[];
  venues: readonly number[];
  organizers: readonly number[];
  categories: readonly number[];
  tags: readonly number[];
  featured: boolean;
  ticketed: boolean;
  hidden: boolean;
  state: 'publish' | 'draft' | 'private' | 'future';
  /** Minutes since the start of today, and the duration in minutes. */
  start: number;
  minutes: number;
}

const some = (below: number, most = 2) => fc.uniqueArray(fc.nat(below - 1), { maxLength: most });
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 3 });

export const anyEvent: fc.Arbitrary<ModelEvent> = fc.record({
  title: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }),
  description: words,
  venues: some(LINKS),
  organizers: some(LINKS),
  categories: some(CATEGORIES),
  tags: some(LINKS),
  featured: fc.boolean(),
  ticketed: fc.boolean(),
  hidden: fc.constantFrom(false, false, false, true),
  state: fc.constantFrom('publish', 'publish', 'publish', 'draft', 'private', 'future'),
  start: fc.integer({ min: -5 * 96, max: 5 * 96 }).map((quarter) => quarter * 15),
  minutes: fc.constantFrom(0, 60, 720, 1440, 2880),
});

export interface Filter {
  editor: boolean;
  search?: readonly { word: (typeof WORDS)[number]; exclude: boolean }[];
  categories?: readonly number[];
  tags?: readonly number[];
  venue?: readonly number[];
  organizer?: readonly number[];
  featured?: boolean;
  ticketed?: boolean;
  /** Quarters of an hour since the start of today. */
  start_date?: number;
  end_date?: number;
  starts_before?: number;
  starts_after?: number;
  ends_before?: number;
  ends_after?: number;
  strict_dates?: true;
}

const moment = fc.integer({ min: -5 * 96, max: 5 * 96 }).map((quarter) => quarter * 15);
const chosen = (below: number) => fc.uniqueArray(fc.nat(below - 1), { minLength: 1, maxLength: 3 });
const FILTERS = {
  search: fc.array(fc.record({ word: fc.constantFrom(...WORDS), exclude: fc.boolean() }), {
    minLength: 1,
    maxLength: 2,
  }),
  categories: chosen(CATEGORIES),
  tags: chosen(LINKS),
  venue: chosen(LINKS),
  organizer: chosen(LINKS),
  featured: fc.boolean(),
  ticketed: fc.boolean(),
  start_date: moment,
  end_date: moment,
  starts_before: moment,
  starts_after: moment,
  ends_before: moment,
  ends_after: moment,
  strict_dates: fc.constant(true as const),
};
/** Up to four filters at once. */
export const anyFilter: fc.Arbitrary<Filter> = fc
  .tuple(fc.boolean(), fc.record(FILTERS), fc.subarray(Object.keys(FILTERS), { maxLength: 4 }))
  .map(([editor, all, names]) => ({
    editor,
    ...Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
  }));

const utcOf = (minutes: number): string => new Date(TODAY * DAY + minutes * 60_000).toISOString();
export const local = (minutes: number): string => utcOf(minutes).slice(0, 16).replace('T', ' ');

/**
 * The filter as a REST query.
 * @param ids of the model's numbers, by parameter
 */
export function queryOf(
  { editor: _, search, ...rest }: Filter,
  ids: Record<string, readonly (number | string)[]>,
): string {
  const query = new URLSearchParams();
  if (search)
    query.set('search', search.map(({ word, exclude }) => (exclude ? '-' : '') + PLAIN[word]).join(' '));
  for (const [name, value] of Object.entries(rest)) {
    if (Array.isArray(value)) query.set(name, value.map((at: number) => ids[name]?.[at]).join(','));
    else if (value !== undefined) query.set(name, typeof value === 'number' ? local(value) : String(value));
  }
  return query.toString();
}

const DATES = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const;
const MINUTES = 1440;

/** rules#window and rules#days. */
function inWindow(event: ModelEvent, filter: Filter): boolean {
  const [start, end] = [event.start, event.start + event.minutes];
  const strict = filter.strict_dates === true;
  const from = (at: number): number => (strict ? at : Math.floor(at / MINUTES) * MINUTES);
  const next = (at: number): number => (Math.floor(at / MINUTES) + 1) * MINUTES;
  const lifted = DATES.slice(2).some((name) => filter[name] !== undefined);
  // A given end before it drops the default start (rules#window).
  const isPast = filter.end_date !== undefined && from(filter.end_date) < from(720);
  const first = filter.start_date ?? (lifted || isPast ? undefined : 720);
  // The default end is after all events of the model.
  return (
    (first === undefined || start >= from(first)) &&
    (filter.end_date === undefined || (strict ? end <= filter.end_date : end < next(filter.end_date))) &&
    (filter.starts_before === undefined ||
      start < (strict ? filter.starts_before : next(filter.starts_before))) &&
    (filter.starts_after === undefined ||
      (strict ? start > filter.starts_after : start >= next(filter.starts_after))) &&
    (filter.ends_before === undefined || end < (strict ? filter.ends_before : next(filter.ends_before))) &&
    (filter.ends_after === undefined || (strict ? end > filter.ends_after : end >= next(filter.ends_after)))
  );
}

const below = (category: number): number[] => [
  category,
  ...(category + 2 < CATEGORIES ? below(category + 2) : []),
];
const meets = (wanted: readonly number[] | undefined, has: readonly number[]): boolean =>
  !wanted || wanted.some((one) => has.includes(one));

/** Whether a list shows the event. */
export function shows(event: ModelEvent, filter: Filter): boolean {
  const words: readonly string[] = [...event.title, ...event.description];
  return (
    !event.hidden &&
    (filter.editor || event.state === 'publish') &&
    (filter.search ?? []).every(({ word, exclude }) => {
      // No other word contains `al`, `_` or `0%`.
      return words.includes(word) !== exclude;
    }) &&
    meets(filter.categories?.flatMap(below), event.categories) &&
    meets(filter.tags, event.tags) &&
    meets(filter.venue, event.venues) &&
    meets(filter.organizer, event.organizers) &&
    (filter.featured === undefined || event.featured === filter.featured) &&
    (filter.ticketed === undefined || event.ticketed === filter.ticketed) &&
    inWindow(event, filter)
  );
}
