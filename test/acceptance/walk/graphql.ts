import { instant } from './clock.ts';
import { type Differences, fieldsOf, listOf, without } from './compare.ts';
import { type Created, linked } from './create.ts';
import { expectedIds, type Singles } from './rest.ts';
import type { Client } from './send.ts';
import type { Fields, World } from './world.ts';

const CONTENT =
  'databaseId author { databaseId } status publishedAt modifiedAt url description excerpt slug image { databaseId url extension } jsonLd';
const TERM = 'databaseId eventCount description name slug';
const MONEY = '{ amount currency }';
const EVENT = `${CONTENT} title isAllDay startsAt endsAt localStart localEnd timezone timezoneAbbr
  cost priceRange { min ${MONEY} max ${MONEY} } website showMap showMapLink isHidden isSticky isFeatured parent { databaseId }
  isTicketed scheduleStatus scheduleStatusReason isOnline onlineUrl`;

/** All event fields that both REST and GraphQL have, in one query. */
const QUERY = `query Walk($filter: EventFilter!, $after: String) {
  events(filter: $filter, first: 50, after: $after) {
    totalCount pageInfo { hasNextPage endCursor }
    nodes { ${EVENT}
      venue { databaseId }
      venues { ${CONTENT} name address city country province state zip phone website region latitude longitude showMap showMapLink }
      organizers { ${CONTENT} name phone website email }
      categories { ${TERM} parent { databaseId name } }
      tags { ${TERM} }
    }
  }
}`;

/** REST keys whose GraphQL name is not their camelCase form. */
const NAMES: Readonly<Record<string, string>> = {
  id: 'databaseId',
  all_day: 'isAllDay',
  start_date: 'localStart',
  end_date: 'localEnd',
  hide_from_listings: 'isHidden',
  sticky: 'isSticky',
  featured: 'isFeatured',
  ticketed: 'isTicketed',
  event_status_reason: 'scheduleStatusReason',
  is_virtual: 'isOnline',
  virtual_url: 'onlineUrl',
  stateprovince: 'region',
  geo_lat: 'latitude',
  geo_lng: 'longitude',
  count: 'eventCount',
};
/** Keys that GraphQL lacks, or has in another form. */
const REST_ONLY = [
  ...['global_id', 'global_id_lineage', 'rest_url', 'date', 'date_utc', 'modified', 'modified_utc', 'author'],
  ...['start_date_details', 'end_date_details', 'utc_start_date', 'utc_start_date_details', 'utc_end_date'],
  ...['utc_end_date_details', 'cost_details', 'post_parent', 'status', 'event_status', 'json_ld'],
];

const camel = (name: string): string =>
  NAMES[name] ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A record under its GraphQL names, without the fields that differ between the APIs. */
const renamed = (rest: Fields): Fields =>
  Object.fromEntries(
    Object.entries(without(rest, ...REST_ONLY)).map(([name, value]) => [camel(name), value]),
  );

const STATUSES: Readonly<Record<string, string>> = { publish: 'PUBLISHED' };
const isUnpublished = (status: string): boolean => status === 'draft' || status === 'pending';
const referenceTo = (id: unknown): Fields | null => (id === 0 ? null : { databaseId: id });

/** The common fields of events, venues and organizers. */
function content(rest: Fields): Fields {
  const { author, date, date_utc, modified, modified_utc, image, json_ld } = rest;
  const status = String(rest.status);
  return {
    description: '',
    excerpt: '',
    ...renamed(rest),
    status: STATUSES[status] ?? status.toUpperCase(),
    author: referenceTo(author),
    publishedAt: isUnpublished(status) ? null : instant(String(date), String(date_utc)),
    modifiedAt: instant(String(modified), String(modified_utc)),
    image: image ? renamed(fieldsOf(image)) : null,
    jsonLd: json_ld,
  };
}

/** Replaces empty texts by null, except in linked data, which is the same in both APIs. */
function withoutEmptyTexts(value: unknown): unknown {
  if (value === '') return null;
  if (Array.isArray(value)) return value.map(withoutEmptyTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === 'jsonLd' ? one : withoutEmptyTexts(one)]),
  );
}

const EMPTY_VENUE = {
  address: '',
  city: '',
  country: '',
  province: '',
  state: '',
  zip: '',
  phone: '',
  website: '',
  region: '',
  latitude: null,
  longitude: null,
};

function venue(rest: Fields): Fields {
  const { venue: name, ...others } = content(rest);
  return { ...EMPTY_VENUE, ...others, name };
}

function organizer(rest: Fields): Fields {
  const { organizer: name, ...others } = content(rest);
  return { phone: '', website: '', email: '', ...others, name };
}

const term = (rest: Fields): Fields =>
  renamed(without(rest, 'term_group', 'term_taxonomy_id', 'filter', 'parent', 'taxonomy', 'urls'));

/** The lowest and highest price, by the parts of a price; the word `free` is 0 in the site's currency. */
function priceRange({ values, currency_code }: Fields): Fields | null {
  const amounts = [values].flat().map((value) => (value === 'free' ? 0 : Number(value)));
  if (amounts.length === 0 || amounts.some(Number.isNaN)) return null;
  const money = (amount: number | undefined): Fields => ({ amount, currency: currency_code || 'USD' });
  return { min: money(amounts[0]), max: money(amounts.at(-1)) };
}

/** The expected GraphQL fields of an event, from its REST response. */
function expected(rest: Fields, { venues, organizers, categories }: Singles): Fields {
  const links = linked(rest.venue);
  /** Only single records include linked data. */
  const single = (records: Singles['venues'], record: Fields): Fields => ({
    ...record,
    json_ld: records.get(Number(record.id))?.json_ld,
  });
  const event = {
    ...content(without(rest, 'venue', 'organizer', 'categories', 'tags')),
    startsAt: instant(String(rest.start_date), String(rest.utc_start_date)),
    endsAt: instant(String(rest.end_date), String(rest.utc_end_date)),
    priceRange: priceRange(fieldsOf(rest.cost_details)),
    parent: referenceTo(rest.post_parent),
    scheduleStatus: String(rest.event_status).toUpperCase(),
    venue: links[0] ? { databaseId: links[0].id } : null,
    venues: links.map((one) => venue(single(venues, one))),
    organizers: linked(rest.organizer).map((one) => organizer(single(organizers, one))),
    categories: linked(rest.categories).map((category) => {
      const parent = categories.get(Number(category.parent));
      return { ...term(category), parent: parent ? { databaseId: parent.id, name: parent.name } : null };
    }),
    tags: linked(rest.tags).map(term),
  };
  return fieldsOf(withoutEmptyTexts(event));
}

const numberOf = ({ databaseId }: Fields): number => Number(databaseId);

/** Reads the year page by page with one nested query, and compares it with the REST responses. */
export async function checkGraphql(
  client: Client,
  world: World,
  created: Created,
  singles: Singles,
  differences: Differences,
): Promise<void> {
  const filter = {
    tags: [{ databaseId: created.tags.get(world.mark) }],
    startsFrom: `${world.year - 1}-12-30`,
    endsUntil: `${world.year + 1}-01-15`,
  };
  const events: Fields[] = [];
  for (let after: unknown = null, isEnd = false; !isEnd; ) {
    const page = fieldsOf((await client.graphql(QUERY, { filter, after })).events);
    const { hasNextPage, endCursor } = fieldsOf(page.pageInfo);
    events.push(...listOf(page.nodes));
    after = endCursor;
    isEnd = hasNextPage !== true;
    if (isEnd) differences.same('GraphQL total', page.totalCount, events.length);
  }
  const wanted = expectedIds(world, created, (event) => event.expected.hide_from_listings !== true);
  differences.same('order of the events in GraphQL', wanted, events.map(numberOf));
  for (const event of events)
    differences.same(
      `GraphQL event ${event.databaseId}`,
      expected(singles.events.get(numberOf(event)) ?? {}, singles),
      event,
    );
}
