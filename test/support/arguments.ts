import { type Kind, LISTS } from './words.ts';

/** The Boolean that REST reads. */
export const isTruthy = (value: unknown): boolean => /^(true|1|yes|on|y)$/i.test(String(value));

/** Words of REST with other names in enums of GraphQL. */
const NAMES: Readonly<Record<string, string>> = {
  START_DATE: 'START',
  END_DATE: 'END',
  DATE: 'PUBLISHED_AT',
  MODIFIED: 'MODIFIED_AT',
  ID: 'DATABASE_ID',
  COUNT: 'EVENT_COUNT',
  PUBLISH: 'PUBLISHED',
};
/** A word of REST as the name of an enum value. */
export const enumName = (word: string): string => NAMES[word.toUpperCase()] ?? word.toUpperCase();

type Read = (text: string) => unknown;

const asText: Read = (text) => text;
const number: Read = (text) => (/^-?[\d.]+$/.test(text) ? Number(text) : text);
const flag: Read = (text) => ['1', 'true'].includes(text) || (['0', 'false'].includes(text) ? false : text);
const listOf =
  (read: Read): Read =>
  (text) =>
    text.split(',').map((element) => read(element.trim()));
/** A record in GraphQL's form: by number, by slug, or by name. */
const by: Read = (text) => {
  if (/^-?[\d.]+$/.test(text)) return { databaseId: Number(text) };
  return /^[a-z0-9-]+$/.test(text) ? { slug: text } : { name: text };
};

/** Arguments of lists by their REST names: their path in GraphQL, and their values there. */
type Arguments = Readonly<Record<string, readonly [path: string, read: Read]>>;

const SHARED: Arguments = { search: ['filter.search', asText], per_page: ['first', number] };
const STATUS: Arguments = { status: ['filter.statuses', listOf(enumName)] };
const AUTHOR: Arguments = { author: ['filter.authorId', number] };
const ORDER: Arguments = {
  orderby: ['orderBy.field', enumName],
  order: ['orderBy.direction', enumName],
};
const EVENTS: Arguments = {
  ...SHARED,
  ...STATUS,
  ...AUTHOR,
  ...ORDER,
  start_date: ['filter.startsFrom', asText],
  end_date: ['filter.endsUntil', asText],
  starts_before: ['filter.startsBefore', asText],
  starts_after: ['filter.startsAfter', asText],
  ends_before: ['filter.endsBefore', asText],
  ends_after: ['filter.endsAfter', asText],
  strict_dates: ['filter.exact', isTruthy],
  search_linked: ['filter.searchLinked', flag],
  categories: ['filter.categories', listOf(by)],
  tags: ['filter.tags', listOf(by)],
  venue: ['filter.venues', listOf(by)],
  organizer: ['filter.organizers', listOf(by)],
  featured: ['filter.isFeatured', flag],
  geoloc: ['filter.hasCoordinates', flag],
  geoloc_lat: ['filter.near.latitude', number],
  geoloc_lng: ['filter.near.longitude', number],
  geoloc_radius: ['filter.near.radiusKm', number],
  include: ['filter.include', listOf(by)],
  post_parent: ['filter.parent', by],
  series_of: ['filter.seriesOf', by],
  series: ['filter.series', enumName],
  ticketed: ['filter.isTicketed', flag],
  event_status: ['filter.scheduleStatuses', listOf(enumName)],
  is_virtual: ['filter.isOnline', flag],
  free: ['filter.isFree', flag],
  city: ['filter.city', asText],
  hidden: ['filter.isHidden', flag],
  ongoing: ['filter.isOngoing', flag],
  ended: ['filter.hasEnded', flag],
  modified_after: ['filter.modifiedSince', asText],
};
const DIRECTORY: Arguments = {
  ...SHARED,
  ...STATUS,
  ...AUTHOR,
  event: ['filter.event', by],
  has_events: ['filter.hasEvents', isTruthy],
  only_with_upcoming: ['filter.onlyWithUpcoming', isTruthy],
};
const TERMS: Arguments = {
  ...SHARED,
  ...ORDER,
  exclude: ['filter.exclude', listOf(by)],
  include: ['filter.include', listOf(by)],
  hide_empty: ['filter.hideEmpty', flag],
  parent: ['filter.parent', by],
  event: ['filter.event', by],
  slug: ['filter.slug', asText],
};
const ARGUMENTS: Readonly<Record<Kind, Arguments>> = {
  event: EVENTS,
  venue: DIRECTORY,
  organizer: DIRECTORY,
  category: TERMS,
  tag: TERMS,
};

/** The REST name of a list argument of GraphQL: `filter.venues.2` is `venue`. */
export function restArgument(path: string, kind: Kind): string {
  const all = Object.entries(ARGUMENTS[kind]);
  return all.find(([, [own]]) => path === own || path.startsWith(`${own}.`))?.[0] ?? path;
}

const typeOf = (kind: Kind): string => kind.charAt(0).toUpperCase() + kind.slice(1);
const orderOf = (kind: Kind): string => (kind === 'category' || kind === 'tag' ? 'Term' : typeOf(kind));

/** A document of a list, with its arguments as variables. */
export const listDocument = (kind: Kind, selection: string): string =>
  `query ($filter: ${typeOf(kind)}Filter, $orderBy: ${orderOf(kind)}Order, $first: Int) {
    list: ${LISTS[kind]}(filter: $filter, orderBy: $orderBy, first: $first) { ${selection} } }`;

/**
 * A REST query as variables of {@link listDocument}: `search=jazz&per_page=5` is `{ filter: { search: 'jazz' }, first:
 * 5 }`.
 */
export function graphqlVariables(query: string, kind: Kind): Record<string, unknown> {
  const variables: Record<string, unknown> = {};
  const put = (path: readonly string[], value: unknown, into: Record<string, unknown> = variables): void => {
    const [name = '', ...rest] = path;
    if (rest.length === 0) into[name] = value;
    else {
      const inner = { ...Object(into[name]) };
      put(rest, value, inner);
      into[name] = inner;
    }
  };
  for (const pair of query === '' ? [] : query.split('&')) {
    const at = pair.indexOf('=');
    const [wire, text] = [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
    const [path, read] = ARGUMENTS[kind][wire] ?? [];
    if (path === undefined || !read) throw new Error(`GraphQL has no argument "${wire}" of ${LISTS[kind]}`);
    if (wire === 'parent' && text === '0') put(['filter', 'isTopLevel'], true);
    else put(path.split('.'), read(text));
  }
  return variables;
}
