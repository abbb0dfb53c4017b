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
import type { ShownTimes } from './dates.ts';
import { DATES, type ShownSeries } from './other-dates.ts';

/** A document, with the type of its answer. */
export type PageDocument<T> = DocumentNode & { readonly answers?: T };
const document = <T>(text: string): PageDocument<T> => parse(text, { noLocation: true });

type Picture = Pick<Image, 'url'> | null;
export type TermLink = Pick<Tag, 'name' | 'url'>;
type PlaceLink = Pick<Venue, 'name' | 'city' | 'url'>;
/** An event as lists show it. */
export type Card = ShownTimes &
  Pick<Event, 'title' | 'url' | 'cost' | 'featured' | 'excerpt' | 'isVirtual'> & {
    image: Picture;
    venue: PlaceLink | null;
  };
export type CardList = Pick<EventConnection, 'total' | 'totalPages'> & { events: readonly Card[] };

const TIMES =
  'eventStatus previousStartsAt allDay startDate endDate startsAt endsAt utcStartDate utcEndDate timezone timezoneAbbr';
const CARD = `title url cost featured excerpt isVirtual ${TIMES} image { url } venue { name city url }`;
const CARDS = `total totalPages events { ${CARD} }`;

/** Arguments for page, time and order. */
const SPAN_TYPES =
  '$page: Int $startDate: DateInput $endDate: DateInput $ended: Boolean $orderBy: EventOrderBy $order: Order';
const SPAN =
  'page: $page, startDate: $startDate, endDate: $endDate, ended: $ended, orderBy: $orderBy, order: $order';

/** Revision A has no such argument; its `endDate` bounds the start. */
const UNTIL = {
  A: { types: '', args: '' },
  B: {
    types: ' $startsBefore: DateInput $endsAfter: DateInput',
    args: ', startsBefore: $startsBefore, endsAfter: $endsAfter',
  },
} as const;
const FILTER_TYPES =
  '$search: String $searchLinked: Boolean $categories: [TermRef!] $tags: [TermRef!] $venues: [RecordRef!] $organizers: [RecordRef!] $featured: Boolean';
const FILTER =
  'search: $search, searchLinked: $searchLinked, categories: $categories, tags: $tags, venues: $venues, organizers: $organizers, featured: $featured';

/** The kind of term whose events a list shows; without one, all events. */
export type Within = 'category' | 'tag' | null;
const TERM = {
  category: 'term: category(slug: $slug) { name url description parent { name url } children { name url } }',
  tag: 'term: tag(slug: $slug) { name url description }',
} as const;

/** Filters that name a record or term. */
export type NamedFilter = 'category' | 'tag' | 'venue' | 'organizer';
export interface NamedAnswer {
  readonly named: Pick<Venue, 'id' | 'name' | 'url'>;
}
const namedDocument = (filter: NamedFilter): PageDocument<NamedAnswer> =>
  document(`query ($id: Int $slug: String) { named: ${filter}(id: $id, slug: $slug) { id name url } }`);

/** What a list shows besides its events. */
interface Surroundings {
  /** The most frequent ones. */
  readonly categories: {
    readonly total: number;
    readonly categories: readonly (TermLink & Pick<Category, 'slug'>)[];
  };
  readonly term?: TermLink &
    Pick<Category, 'description'> & { parent?: TermLink | null; children?: readonly TermLink[] };
}
const MOST_CATEGORIES = 14;
const CATEGORIES = `categories(perPage: ${MOST_CATEGORIES}, orderBy: COUNT, order: DESC) {
  total categories { name slug url }
}`;

/** The text of a document for events, all of them or those of a term. */
const eventsQuery = (within: Within, types: string, args: string, selection: string): string =>
  `query (${types} ${FILTER_TYPES} ${within ? '$slug: String' : ''}) {
    events(${args}, ${FILTER}) { ${selection} } ${CATEGORIES} ${within ? TERM[within] : ''}
  }`;

export type Listing = Surroundings & { readonly events: CardList };
const listing = (within: Within, revision: 'A' | 'B'): PageDocument<Listing> =>
  document(eventsQuery(within, SPAN_TYPES + UNTIL[revision].types, SPAN + UNTIL[revision].args, CARDS));

/** An event as the page of a month shows it. */
export type Entry = ShownTimes & Pick<Event, 'title' | 'url' | 'featured'>;
export type Sheet = Surroundings & {
  readonly events: Pick<EventConnection, 'total'> & { events: readonly Entry[] };
};
/** Revision A has no argument for events that began earlier: both of its bounds are about the start. */
const IN_MONTH = {
  A: 'startDate: $startDate, endDate: $endDate',
  B: 'endsAfter: $endsAfter, startsBefore: $startsBefore',
} as const;
const MONTH_TYPES = {
  A: '$perPage: Int $startDate: DateInput $endDate: DateInput',
  B: '$perPage: Int $endsAfter: DateInput $startsBefore: DateInput',
} as const;
const sheet = (within: Within, revision: 'A' | 'B'): PageDocument<Sheet> =>
  document(
    eventsQuery(
      within,
      MONTH_TYPES[revision],
      `perPage: $perPage, ${IN_MONTH[revision]}`,
      `total events { title url featured ${TIMES} }`,
    ),
  );

export type VenuePart = Pick<
  Venue,
  | 'name'
  | 'url'
  | 'address'
  | 'city'
  | 'stateprovince'
  | 'zip'
  | 'country'
  | 'phone'
  | 'website'
  | 'geoLat'
  | 'geoLng'
  | 'showMapLink'
>;
const PLACE = 'name url address city stateprovince zip country phone website geoLat geoLng showMapLink';
export type Host = Pick<Organizer, 'name' | 'url' | 'phone' | 'website' | 'email'>;
const HOST = 'name url phone website email';
/** What the pages of events, venues and organizers show alike. */
type Single = Pick<Event, 'id' | 'slug' | 'url' | 'description' | 'excerpt' | 'jsonLd'> & {
  /** The name of the status. */
  status: Uppercase<Event['status']>;
  image: Picture;
};
const SINGLE = 'id slug url description excerpt status jsonLd image { url }';

/** The event before another one, or after it. */
type Beside = Pick<Event, 'title' | 'url'>;
export type EventAnswer = {
  readonly event: Single &
    Card &
    Pick<Event, 'restUrl' | 'website' | 'showMapLink' | 'eventStatusReason' | 'virtualUrl'> & {
      venues: readonly VenuePart[];
      organizers: readonly Host[];
      categories: readonly TermLink[];
      tags: readonly TermLink[];
      series: ShownSeries | null;
      previous: Beside | null;
      next: Beside | null;
    };
};
export type VenueAnswer = { readonly record: Single & VenuePart & { events: CardList } };
export type OrganizerAnswer = { readonly record: Single & Host & { events: CardList } };

/** A venue or organizer as the list of all of them shows it. */
type IndexEntry = Pick<Venue, 'name' | 'url'> & { readonly city?: string | null };
export interface IndexAnswer {
  readonly index: Pick<EventConnection, 'total' | 'totalPages'> & { readonly entries: readonly IndexEntry[] };
}
const indexDocument = (list: 'venues' | 'organizers', fields: string): PageDocument<IndexAnswer> =>
  document(`query ($page: Int $search: String) {
    index: ${list}(page: $page, perPage: 50, search: $search) { total totalPages entries: ${list} { ${fields} } }
  }`);

/** The lists of which a sitemap is made. */
export const MAPPED = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
export type Mapped = (typeof MAPPED)[number];
const PUBLIC = 'status: [PUBLISH]';
/** Always the same, so that pages of the list do not overlap. */
const EVER = `${PUBLIC}, startDate: "0001-01-01", endDate: "9999-12-31", orderBy: ID`;
const MAPPED_ARGS: Readonly<Record<Mapped, string>> = {
  events: EVER,
  venues: PUBLIC,
  organizers: PUBLIC,
  categories: 'orderBy: ID',
  tags: 'orderBy: ID',
};
type SizesAnswer = Readonly<Record<Mapped, { readonly total: number }>>;
interface MapAnswer {
  readonly map: { readonly entries: readonly { readonly url: string; readonly modifiedUtc?: string }[] };
}
const mapDocument = (list: Mapped): PageDocument<MapAnswer> => {
  const modified = list === 'categories' || list === 'tags' ? '' : 'modifiedUtc';
  return document(`query ($page: Int $perPage: Int) {
    map: ${list}(page: $page, perPage: $perPage, ${MAPPED_ARGS[list]}) { entries: ${list} { url ${modified} } }
  }`);
};

/** All documents of pages, for one revision. */
export function pageDocuments(revision: 'A' | 'B') {
  const ofEach = <T>(make: (within: Within) => T) => ({
    all: make(null),
    category: make('category'),
    tag: make('tag'),
  });
  return {
    list: ofEach((within) => listing(within, revision)),
    month: ofEach((within) => sheet(within, revision)),
    /** How many events there are at any time. */
    any: document<{ readonly events: { readonly total: number } }>(
      `{ events(perPage: 1, ${EVER}) { total } }`,
    ),
    index: {
      venue: indexDocument('venues', 'name url city'),
      organizer: indexDocument('organizers', 'name url'),
    },
    sizes: document<SizesAnswer>(
      `{ ${MAPPED.map((list) => `${list}(perPage: 1, ${MAPPED_ARGS[list]}) { total }`).join(' ')} }`,
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
    event: document<EventAnswer>(`query ($slug: String) { event(slug: $slug) {
      ${SINGLE} ${CARD} restUrl website showMapLink eventStatusReason virtualUrl venues { ${PLACE} } organizers { ${HOST} }
      categories { name url } tags { name url } previous { title url } next { title url }
      series { text occurrences(ended: false, first: ${DATES + 1}) { total nodes { id url ${TIMES} } } }
    } }`),
    venue: document<VenueAnswer>(
      `query ($slug: String ${SPAN_TYPES}) {
        record: venue(slug: $slug) { ${SINGLE} ${PLACE} events(${SPAN}) { ${CARDS} } }
      }`,
    ),
    organizer: document<OrganizerAnswer>(
      `query ($slug: String ${SPAN_TYPES}) {
        record: organizer(slug: $slug) { ${SINGLE} ${HOST} events(${SPAN}) { ${CARDS} } }
      }`,
    ),
  };
}

export type PageDocuments = ReturnType<typeof pageDocuments>;
