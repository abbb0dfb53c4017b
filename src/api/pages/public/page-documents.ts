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
import { capitalize } from '../../contract/endpoints.ts';
import type { ShownTimes } from './dates.ts';
import type { ShownSeries } from './other-dates.ts';

/** A document, with the type of its result. */
export type PageDocument<T> = DocumentNode & { readonly answers?: T };
export const document = <T>(text: string): PageDocument<T> => parse(text, { noLocation: true });

export type Picture = Pick<Image, 'url' | 'alt' | 'width'>;
export type TermLink = Pick<Tag, 'name' | 'url'>;
type PlaceLink = Pick<Venue, 'name' | 'city' | 'url'>;
export type Card = ShownTimes &
  Pick<Event, 'title' | 'url' | 'cost' | 'isFeatured' | 'excerpt' | 'isOnline'> & {
    image: Picture | null;
    venue: PlaceLink | null;
  };
export type CardList = Pick<EventConnection, 'totalCount' | 'totalPages'> & { nodes: readonly Card[] };

/** The fields of {@link ShownTimes}. */
export const TIMES =
  'scheduleStatus previousStartsAt isAllDay localStart localEnd startsAt endsAt utcStartDate utcEndDate timezone';
const CARD = `title url cost isFeatured excerpt isOnline ${TIMES} image { url alt width } venue { name city url }`;
const CARDS = `totalCount totalPages nodes { ${CARD} }`;

/** The kind of term that limits a list; null for all events. */
export type TermKind = 'category' | 'tag' | null;
const TERM = {
  category: `term: category(by: $by) {
    name url description parent { name url } children(filter: { hideEmpty: false }, first: $most) { nodes { name url } }
  }`,
  tag: 'term: tag(by: $by) { name url description }',
} as const;
const BY = { category: '$by: CategoryBy!', tag: '$by: TagBy!' } as const;

/** Filters that name a record or term. */
export type NamedFilter = 'category' | 'tag' | 'venue' | 'organizer';
/** A record or term that a filter can name. */
export type Choice = Pick<Venue, 'databaseId' | 'name' | 'slug'>;
export interface Choices {
  readonly nodes: readonly Choice[];
}
export interface NamedAnswer {
  readonly named: Choice;
}
const namedDocument = (filter: NamedFilter): PageDocument<NamedAnswer> =>
  document(`query ($by: ${capitalize(filter)}By!) { named: ${filter}(by: $by) { databaseId name slug } }`);

/** The parts of a list besides its events. */
interface Surroundings {
  /** The most frequent ones. */
  readonly categories: {
    readonly totalCount: number;
    readonly nodes: readonly (TermLink & Choice)[];
  };
  /** The most frequent ones. */
  readonly tags: Choices;
  /** Those with current or upcoming events. */
  readonly venues: Choices;
  readonly term?: TermLink &
    Pick<Category, 'description'> & {
      parent?: TermLink | null;
      children?: { readonly nodes: readonly TermLink[] };
    };
}
const MAX_CATEGORIES = 14;
const MAX_TAGS = 30;
const MAX_VENUES = 50;
const FREQUENT = 'orderBy: { field: EVENT_COUNT, direction: DESC }';
const CHOICES = `
  categories(perPage: ${MAX_CATEGORIES}, ${FREQUENT}) { totalCount nodes { databaseId name slug url } }
  tags(perPage: ${MAX_TAGS}, ${FREQUENT}) { nodes { databaseId name slug } }
  venues(perPage: ${MAX_VENUES}, filter: { onlyWithUpcoming: true }, orderBy: { field: NAME }) { nodes { databaseId name slug } }
`;

/** A document for all events, or those of a term. @param types and `args` of the list besides the filter */
const eventsDocument = <T>(within: TermKind, types: string, args: string, selection: string) =>
  document<T>(`query ($filter: EventFilter ${types} ${within ? BY[within] : ''}) {
    events(filter: $filter, ${args}) { ${selection} } ${CHOICES} ${within ? TERM[within] : ''}
  }`);

export type Listing = Surroundings & { readonly events: CardList };
const listing = (within: TermKind): PageDocument<Listing> =>
  eventsDocument(
    within,
    `$page: Int $orderBy: EventOrder ${within === 'category' ? '$most: Int' : ''}`,
    'page: $page, orderBy: $orderBy',
    CARDS,
  );

export type Entry = ShownTimes & Pick<Event, 'title' | 'url' | 'isFeatured'>;
export type Sheet = Surroundings & {
  readonly events: Pick<EventConnection, 'totalCount'> & { nodes: readonly Entry[] };
};
const sheet = (within: TermKind): PageDocument<Sheet> =>
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
/** The common part of the pages of events, venues and organizers. */
export type RecordPart = Pick<Event, 'databaseId' | 'slug' | 'url' | 'description' | 'excerpt' | 'jsonLd'> & {
  /** The enum name of the status. */
  status: 'PUBLISHED' | Uppercase<Exclude<Event['status'], 'publish'>>;
  image: Picture | null;
};
const RECORD = 'databaseId slug url description excerpt status jsonLd image { url alt width }';

type AdjacentEvent = Pick<Event, 'title' | 'url'>;
export type EventAnswer = {
  readonly event: RecordPart &
    Card &
    Pick<Event, 'restUrl' | 'website' | 'showMapLink' | 'scheduleStatusReason' | 'onlineUrl'> & {
      venues: readonly VenuePart[];
      organizers: readonly Host[];
      categories: readonly TermLink[];
      tags: readonly TermLink[];
      series: ShownSeries | null;
      previous: AdjacentEvent | null;
      next: AdjacentEvent | null;
    };
};
export type VenueAnswer = { readonly record: RecordPart & VenuePart; readonly events: CardList };
export type OrganizerAnswer = { readonly record: RecordPart & Host; readonly events: CardList };

export type IndexEntry = Pick<Venue, 'name' | 'url'> & {
  readonly city?: string | null;
  readonly image: Picture | null;
  /** Current and upcoming ones. */
  readonly events: { readonly totalCount: number };
};
export interface IndexAnswer {
  readonly index: Pick<EventConnection, 'totalCount' | 'totalPages'> & {
    readonly nodes: readonly IndexEntry[];
  };
}
const indexDocument = (kind: LinkedKind, fields: string): PageDocument<IndexAnswer> =>
  document(`query ($page: Int $filter: ${capitalize(kind)}Filter) {
    index: ${PLURALS[kind]}(page: $page, perPage: 50, filter: $filter, orderBy: { field: NAME }) {
      totalCount totalPages
      nodes { ${fields} image { url alt width } events(filter: { hasEnded: false }, first: 1) { totalCount } }
    }
  }`);

/** The lists in the sitemap. */
export const SITEMAP_LISTS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type SitemapList = (typeof SITEMAP_LISTS)[number];
const PUBLIC = 'filter: { statuses: [PUBLISHED] }';
const BY_NUMBER = 'orderBy: { field: DATABASE_ID }';
/** A stable selection, so that pages of the list do not overlap. */
const AT_ANY_TIME = `filter: { statuses: [PUBLISHED], startsFrom: "0001-01-01", endsUntil: "9999-12-31" }, ${BY_NUMBER}`;
const SITEMAP_ARGS: Readonly<Record<SitemapList, string>> = {
  events: AT_ANY_TIME,
  venues: PUBLIC,
  organizers: PUBLIC,
  categories: BY_NUMBER,
  tags: BY_NUMBER,
};
type SizesAnswer = Readonly<Record<SitemapList, { readonly totalCount: number }>>;
interface MapAnswer {
  readonly map: { readonly nodes: readonly { readonly url: string; readonly modifiedUtc?: string }[] };
}
const mapDocument = (list: SitemapList): PageDocument<MapAnswer> => {
  const modified = list === 'categories' || list === 'tags' ? '' : 'modifiedUtc';
  return document(`query ($page: Int $perPage: Int) {
    map: ${list}(page: $page, perPage: $perPage, ${SITEMAP_ARGS[list]}) { nodes { url ${modified} } }
  }`);
};

const ofEach = <T>(make: (within: TermKind) => T) => ({
  all: make(null),
  category: make('category'),
  tag: make('tag'),
});
const holderDocument = <T>(kind: LinkedKind, fields: string): PageDocument<T> =>
  document(`query ($by: ${capitalize(kind)}By! $filter: EventFilter $page: Int $orderBy: EventOrder) {
    record: ${kind}(by: $by) { ${RECORD} ${fields} }
    events(filter: $filter, page: $page, orderBy: $orderBy) { ${CARDS} }
  }`);

export const DOCUMENTS = {
  list: ofEach(listing),
  month: ofEach(sheet),
  /** The number of events at any time. */
  any: document<{ readonly events: { readonly totalCount: number } }>(
    `{ events(first: 1, ${AT_ANY_TIME}) { totalCount } }`,
  ),
  index: {
    venue: indexDocument('venue', 'name url city'),
    organizer: indexDocument('organizer', 'name url'),
  },
  sizes: document<SizesAnswer>(
    `{ ${SITEMAP_LISTS.map((list) => `${list}(first: 1, ${SITEMAP_ARGS[list]}) { totalCount }`).join(' ')} }`,
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
    ${RECORD} ${CARD} restUrl website showMapLink scheduleStatusReason onlineUrl venues { ${PLACE} } organizers { ${HOST} }
    categories { name url } tags { name url } previous { title url } next { title url }
    series { text occurrences(filter: { hasEnded: false }, first: $dates) { totalCount nodes { databaseId url ${TIMES} } } }
  } }`),
  holder: {
    venue: holderDocument<VenueAnswer>('venue', PLACE),
    organizer: holderDocument<OrganizerAnswer>('organizer', HOST),
  },
};

const { list, month, named, index, map, holder, ...others } = DOCUMENTS;
/** All documents, for the test that checks them against the schema. */
export const ALL_DOCUMENTS: readonly DocumentNode[] = [
  list,
  month,
  named,
  index,
  map,
  holder,
  others,
].flatMap((group) => Object.values<DocumentNode>(group));
