import {
  CATEGORY_PAGES,
  EVENTS_PAGE,
  pageAddress,
  recordPages,
  TAG_PAGES,
} from '../../../lib/page-addresses.ts';

/**
 * The addresses that The Events Calendar gives its pages (rules#pages). They are redirected to ours; its
 * names in queries are read as ours.
 */

type Query = Readonly<Record<string, unknown>>;

/** Its views, and ours. Those that it sells apart show lists in other ways. */
const VIEWS: Readonly<Record<string, 'list' | 'day' | 'month' | 'past'>> = {
  ...{ default: 'list', list: 'list', week: 'list', map: 'list', photo: 'list', summary: 'list' },
  ...{ day: 'day', today: 'day', month: 'month', past: 'past' },
};
/** Its names in queries, and ours. */
const NAMES = [
  ['tribe-bar-search', 'search'],
  ['tribe-bar-date', 'date'],
  ['eventDate', 'date'],
  ['tribe_paged', 'page'],
  ['paged', 'page'],
] as const;
const DISPLAYS = ['eventDisplay', 'tribe_event_display'] as const;

/** The view that its query asks for. */
function viewIn(query: Query): string | undefined {
  for (const name of DISPLAYS) {
    const value = query[name];
    if (typeof value === 'string' && Object.hasOwn(VIEWS, value)) return VIEWS[value];
  }
  return undefined;
}

/** A query with its names translated, where ours are absent. */
export function ownNames(query: Query): Query {
  const own: Record<string, unknown> = { view: viewIn(query) };
  for (const [name, ours] of NAMES) own[ours] ??= query[name];
  return { ...own, ...query };
}

/** Whether a name stands in a query, and not as switched off. */
const isOn = (value: unknown): boolean => typeof value === 'string' && !['', '0', 'false'].includes(value);

/** Which file a query asks for in the place of a page: `?ical=1`, `?outlook-ical=1`, `?feed=rss2`. */
export function fileIn(query: Query): 'ics' | 'rss' | null {
  if (isOn(query.ical) || isOn(query['outlook-ical'])) return 'ics';
  return isOn(query.feed) ? 'rss' : null;
}

const MONTH = /^\d{4}-\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Puts what the last parts of a path say into a query. @returns false if they are not of these addresses */
function readTail(tail: readonly string[], query: URLSearchParams): boolean {
  for (let at = 0; at < tail.length; at++) {
    const part = tail[at] ?? '';
    const next = tail[at + 1] ?? '';
    if (part === 'page' && /^\d{1,9}$/.test(next)) {
      query.set('page', next);
      at++;
    } else if (Object.hasOwn(VIEWS, part)) {
      const view = VIEWS[part] ?? 'list';
      if (view !== 'list') query.set('view', view);
    } else if (MONTH.test(part)) {
      query.set('month', part);
      query.set('view', 'month');
    } else if (DAY.test(part)) {
      query.set('date', part);
      if (query.get('view') !== 'month') query.set('view', 'day');
    } else if (part === 'featured') query.set('featured', 'true');
    else if (part === 'ical') query.set('ical', '1');
    else if (part === 'feed') query.set('feed', 'rss2');
    else return false;
  }
  return true;
}

/** The page of ours to which the beginning of a path leads, and the rest of the path, part by part. */
function split(parts: readonly string[]): { page: string; tail: readonly string[] }[] {
  const [root = '', kind, ...rest] = parts;
  if (kind === undefined) return [];
  if (['event', 'venue', 'organizer'].includes(root))
    return [{ page: pageAddress(recordPages(root), kind), tail: rest }];
  if (`/${root}` !== EVENTS_PAGE) return [];
  const [slug, ...tail] = rest;
  if (kind === 'tag' && slug !== undefined) return [{ page: pageAddress(TAG_PAGES, slug), tail }];
  if (kind !== 'category') return [{ page: `${EVENTS_PAGE}/`, tail: [kind, ...rest] }];
  // Categories may have those above them in their address: as much as possible is what follows.
  return rest.slice(1).map((_part, at) => ({
    page: pageAddress(CATEGORY_PAGES, ...rest.slice(0, at + 1)),
    tail: rest.slice(at + 1),
  }));
}

/**
 * Our address for one of The Events Calendar, without the site: `/events/?month=2031-03&view=month` for
 * `/events/month/2031-03/`; null for all others, and for ours.
 * @param path escaped, as it was sent
 * @param search the query as it was sent, without `?`
 */
export function ownAddress(path: string, search: string): string | null {
  const parts = path.split('/').filter((part) => part !== '');
  for (const { page, tail } of split(parts)) {
    const query = new URLSearchParams(search);
    if ((tail.length === 0 && parts[1] !== 'tag') || !readTail(tail, query)) continue;
    const text = query.toString();
    return text === '' ? page : `${page}?${text}`;
  }
  return null;
}
