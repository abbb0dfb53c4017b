import {
  CATEGORY_PAGES,
  EVENTS_PAGE,
  pageAddress,
  recordPages,
  TAG_PAGES,
} from '../../../lib/page-addresses.ts';

/**
 * Page addresses of The Events Calendar (rules#pages). They are redirected to ours; its query parameters are
 * translated to ours.
 */

type Query = Readonly<Record<string, unknown>>;

/** Its views, and ours. Views of its paid add-ons are other displays of a list. */
const VIEWS: Readonly<Record<string, 'list' | 'day' | 'month' | 'past'>> = {
  ...{ default: 'list', list: 'list', week: 'list', map: 'list', photo: 'list', summary: 'list' },
  ...{ day: 'day', today: 'day', month: 'month', past: 'past' },
};
const NAMES = [
  ['tribe-bar-search', 'search'],
  ['tribe-bar-date', 'date'],
  ['eventDate', 'date'],
  ['tribe_paged', 'page'],
  ['paged', 'page'],
] as const;
const DISPLAYS = ['eventDisplay', 'tribe_event_display'] as const;

function viewIn(query: Query): string | undefined {
  for (const name of DISPLAYS) {
    const value = query[name];
    if (typeof value === 'string' && Object.hasOwn(VIEWS, value)) return VIEWS[value];
  }
  return undefined;
}

/** A query with its names translated, if ours are absent. */
export function ownNames(query: Query): Query {
  const own: Record<string, unknown> = { view: viewIn(query) };
  for (const [name, ours] of NAMES) own[ours] ??= query[name];
  return { ...own, ...query };
}

/** Whether a flag in a query is on. */
const isOn = (value: unknown): boolean => typeof value === 'string' && !['', '0', 'false'].includes(value);

/** The file that a query requests in place of a page: `?ical=1`, `?outlook-ical=1`, `?feed=rss2`. */
export function fileIn(query: Query): 'ics' | 'rss' | null {
  if (isOn(query.ical) || isOn(query['outlook-ical'])) return 'ics';
  return isOn(query.feed) ? 'rss' : null;
}

const MONTH = /^\d{4}-\d\d$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Translates the last parts of a path to query parameters. @returns false if a part is unknown */
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

/** Our page for the beginning of a path, and the remaining parts. */
function split(parts: readonly string[]): { page: string; tail: readonly string[] }[] {
  const [root = '', kind, ...rest] = parts;
  if (kind === undefined) return [];
  if (['event', 'venue', 'organizer'].includes(root))
    return [{ page: pageAddress(recordPages(root), kind), tail: rest }];
  if (`/${root}` !== EVENTS_PAGE) return [];
  const [slug, ...tail] = rest;
  if (kind === 'tag' && slug !== undefined) return [{ page: pageAddress(TAG_PAGES, slug), tail }];
  if (kind !== 'category') return [{ page: `${EVENTS_PAGE}/`, tail: [kind, ...rest] }];
  // A category path may include parents: tries every possible length.
  return rest.slice(1).map((_part, at) => ({
    page: pageAddress(CATEGORY_PAGES, ...rest.slice(0, at + 1)),
    tail: rest.slice(at + 1),
  }));
}

/**
 * Our address for one of The Events Calendar, without the site: `/events/?month=2031-03&view=month` for
 * `/events/month/2031-03/`; null for all others, and for ours.
 * @param path escaped, as the client sent it
 * @param search the query as the client sent it, without `?`
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
