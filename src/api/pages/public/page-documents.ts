import { type DocumentNode, parse } from 'graphql';
import type {
  Category,
  Event,
  EventConnection,
  Image,
  Organizer,
  Tag,
  Venue,
} from '../../../domain/generated/schema.ts';
import { type LinkedKind, PLURALS } from '../../../lib/kinds.ts';
import { capital } from '../../contract/endpoints.ts';
import type { ShownTimes } from './dates.ts';
import type { ShownSeries } from './other-dates.ts';

/** A document, with the type of its answer. */
export type PageDocument<T> = DocumentNode & { readonly answers?: T };
const document = <T>(text: string): PageDocument<T> => parse(text, { noLocation: true });

type Picture = Pick<Image, 'url'> | null;
export type TermLink = Pick<Tag, 'name' | 'url'>;
type PlaceLink = Pick<Venue, 'name' | 'city' | 'url'>;
/** An event as lists show it. */
export type Card = ShownTimes &
  Pick<Event, 'title' | 'url' | 'cost' | 'isFeatured' | 'excerpt' | 'isOnline'> & {
    image: Picture;
    venue: PlaceLink | null;
  };
export type CardList = Pick<EventConnection, 'totalCount' | 'totalPages'> & { nodes: readonly Card[] };

const TIMES =
  'scheduleStatus previousStartsAt isAllDay localStart localEnd startsAt endsAt utcStartDate utcEndDate timezone timezoneAbbr';
const CARD = `title url cost isFeatured excerpt isOnline ${TIMES} image { url } venue { name city url }`;
const CARDS = `totalCount totalPages nodes { ${CARD} }`;

/** The kind of term whose events a list shows; without one, all events. */
export type Within = 'category' | 'tag' | null;
const TERM = {
  category: `term: category(by: $by) {
    name url description parent { name url } children(filter: { hideEmpty: false }, first: $most) { nodes { name url } }
  }`,
  tag: 'term: tag(by: $by) { name url description }',
} as const;
const BY = { category: '$by: CategoryBy!', tag: '$by: TagBy!' } as const;

/** Filters that name a record or term. */
export type NamedFilter = 'category' | 'tag' | 'venue' | 'organizer';
export interface NamedAnswer {
  readonly named: Pick<Venue, 'databaseId' | 'name' | 'url'>;
}
const namedDocument = (filter: NamedFilter): PageDocument<NamedAnswer> =>
  document(`query ($by: ${capital(filter)}By!) { named: ${filter}(by: $by) { databaseId name url } }`);

/** What a list shows besides its events. */
interface Surroundings {
  /** The most frequent ones. */
  readonly categories: {
    readonly totalCount: number;
    readonly nodes: readonly (TermLink & Pick<Category, 'slug'>)[];
  };
  readonly term?: TermLink &
    Pick<Category, 'description'> & {
      parent?: TermLink | null;
      children?: { readonly nodes: readonly TermLink[] };
    };
}
const MOST_CATEGORIES = 14;
const CATEGORIES = `categories(perPage: ${MOST_CATEGORIES}, orderBy: { field: EVENT_COUNT, direction: DESC }) {
  totalCount nodes { name slug url }
}`;

/** A document for events, all of them or those of a term. @param types and `args` of the list besides the filter */
const eventsDocument = <T>(within: Within, types: string, args: string, selection: string) =>
  document<T>(`query ($filter: EventFilter ${types} ${within ? BY[within] : ''}) {
    events(filter: $filter, ${args}) { ${selection} } ${CATEGORIES} ${within ? TERM[within] : ''}
  }`);

export type Listing = Surroundings & { readonly events: CardList };
const listing = (within: Within): PageDocument<Listing> =>
  eventsDocument(
    within,
    `$page: Int $orderBy: EventOrder ${within === 'category' ? '$most: Int' : ''}`,
    'page: $page, orderBy: $orderBy',
    CARDS,
  );

/** An event as the page of a month shows it. */
export type Entry = ShownTimes & Pick<Event, 'title' | 'url' | 'isFeatured'>;
export type Sheet = Surroundings & {
  readonly events: Pick<EventConnection, 'totalCount'> & { nodes: readonly Entry[] };
};
const sheet = (within: Within): PageDocument<Sheet> =>
  eventsDocument(within, '$most: Int', 'first: $most', `totalCount nodes { title url isFeatured ${TIMES} }`);

export type VenuePart = Pick<
  Venue,
  | 'name'
  | 'url'
  | 'address'
  | 'city'
  | 'region'
  | 'zip'
  | 'country'
  | 'phone'
  | 'website'
  | 'latitude'
  | 'longitude'
  | 'showMapLink'
>;
const PLACE = 'name url address city region zip country phone website latitude longitude showMapLink';
export type Host = Pick<Organizer, 'name' | 'url' | 'phone' | 'website' | 'email'>;
const HOST = 'name url phone website email';
/** What the pages of events, venues and organizers show alike. */
export type Single = Pick<Event, 'databaseId' | 'slug' | 'url' | 'description' | 'excerpt' | 'jsonLd'> & {
  /** The name of the status. */
  status: 'PUBLISHED' | Uppercase<Exclude<Event['status'], 'publish'>>;
  image: Picture;
};
const SINGLE = 'databaseId slug url description excerpt status jsonLd image { url }';

/** The event before another one, or after it. */
type Beside = Pick<Event, 'title' | 'url'>;
export type EventAnswer = {
  readonly event: Single &
    Card &
    Pick<Event, 'restUrl' | 'website' | 'showMapLink' | 'scheduleStatusReason' | 'onlineUrl'> & {
      venues: readonly VenuePart[];
      organizers: readonly Host[];
      categories: readonly TermLink[];
      tags: readonly TermLink[];
      series: ShownSeries | null;
      previous: Beside | null;
      next: Beside | null;
    };
};
export type VenueAnswer = { readonly record: Single & VenuePart; readonly events: CardList };
export type OrganizerAnswer = { readonly record: Single & Host; readonly events: CardList };

/** A venue or organizer as the list of all of them shows it. */
type IndexEntry = Pick<Venue, 'name' | 'url'> & { readonly city?: string | null };
export interface IndexAnswer {
  readonly index: Pick<EventConnection, 'totalCount' | 'totalPages'> & {
    readonly nodes: readonly IndexEntry[];
  };
}
const indexDocument = (kind: LinkedKind, fields: string): PageDocument<IndexAnswer> =>
  document(`query ($page: Int $filter: ${capital(kind)}Filter) {
    index: ${PLURALS[kind]}(page: $page, perPage: 50, filter: $filter) { totalCount totalPages nodes { ${fields} } }
  }`);

/** The lists of which a sitemap is made. */
export const MAPPED = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type Mapped = (typeof MAPPED)[number];
const PUBLIC = 'filter: { statuses: [PUBLISHED] }';
const BY_NUMBER = 'orderBy: { field: DATABASE_ID }';
/** Always the same, so that pages of the list do not overlap. */
const EVER = `filter: { statuses: [PUBLISHED], startsFrom: "0001-01-01", endsUntil: "9999-12-31" }, ${BY_NUMBER}`;
const MAPPED_ARGS: Readonly<Record<Mapped, string>> = {
  events: EVER,
  venues: PUBLIC,
  organizers: PUBLIC,
  categories: BY_NUMBER,
  tags: BY_NUMBER,
};
type SizesAnswer = Readonly<Record<Mapped, { readonly totalCount: number }>>;
interface MapAnswer {
  readonly map: { readonly nodes: readonly { readonly url: string; readonly modifiedUtc?: string }[] };
}
const mapDocument = (list: Mapped): PageDocument<MapAnswer> => {
  const modified = list === 'categories' || list === 'tags' ? '' : 'modifiedUtc';
  return document(`query ($page: Int $perPage: Int) {
    map: ${list}(page: $page, perPage: $perPage, ${MAPPED_ARGS[list]}) { nodes { url ${modified} } }
  }`);
};

const ofEach = <T>(make: (within: Within) => T) => ({
  all: make(null),
  category: make('category'),
  tag: make('tag'),
});
/** A venue or organizer, and a page of its events. */
const holderDocument = <T>(kind: LinkedKind, fields: string): PageDocument<T> =>
  document(`query ($by: ${capital(kind)}By! $filter: EventFilter $page: Int $orderBy: EventOrder) {
    record: ${kind}(by: $by) { ${SINGLE} ${fields} }
    events(filter: $filter, page: $page, orderBy: $orderBy) { ${CARDS} }
  }`);

/** All documents of pages. */
export const DOCUMENTS = {
  list: ofEach(listing),
  month: ofEach(sheet),
  /** How many events there are at any time. */
  any: document<{ readonly events: { readonly totalCount: number } }>(
    `{ events(first: 1, ${EVER}) { totalCount } }`,
  ),
  index: {
    venue: indexDocument('venue', 'name url city'),
    organizer: indexDocument('organizer', 'name url'),
  },
  sizes: document<SizesAnswer>(
    `{ ${MAPPED.map((list) => `${list}(first: 1, ${MAPPED_ARGS[list]}) { totalCount }`).join(' ')} }`,
  ),
  map: {
    events: mapDocument('events'),
    venues: mapDocument('venues'),
    organizers: mapDocument('organizers'),
    categories: mapDocument('categories'),
    tags: mapDocument('tags'),
  },
  named: {
    category: namedDocument('category'),
    tag: namedDocument('tag'),
    venue: namedDocument('venue'),
    organizer: namedDocument('organizer'),
  },
  event: document<EventAnswer>(`query ($by: EventBy! $dates: Int) { event(by: $by) {
    ${SINGLE} ${CARD} restUrl website showMapLink scheduleStatusReason onlineUrl venues { ${PLACE} } organizers { ${HOST} }
    categories { name url } tags { name url } previous { title url } next { title url }
    series { text occurrences(filter: { hasEnded: false }, first: $dates) { totalCount nodes { databaseId url ${TIMES} } } }
  } }`),
  holder: {
    venue: holderDocument<VenueAnswer>('venue', PLACE),
    organizer: holderDocument<OrganizerAnswer>('organizer', HOST),
  },
};
