import type { RecordRef } from '../../lib/kinds.ts';
import type { TermRef } from '../terms/term.refs.ts';
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ApplicationPasswordRecord, UserRecord, UserPage } from '../users/user.record.ts';
import type { TermRecord, TermPage } from '../terms/term.record.ts';
import type { HydratedEvent, EventPage } from '../events/event.record.ts';
import type { ImageRecord } from '../images/image.record.ts';
import type { OrganizerRecord, OrganizerPage } from '../organizers/organizer.record.ts';
import type { ListedPage } from '../content/page.ts';
import type { SeriesRecord } from '../series/series.record.ts';
import type { ShownChange } from '../resource/following.ts';
import type { VenueRecord, VenuePage } from '../venues/venue.record.ts';
import type { WebhookRecord, WebhookPage, DeliveryRecord, DeliveryPage } from '../webhooks/webhook.record.ts';
import type { Context } from '../context/context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = T | null | undefined;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /**
   * A moment, in any of these forms: `YYYY-MM-DD[ HH:MM[:SS]]` or `DD.MM.YYYY[ HH:MM[:SS]]` (read from the clock that the argument names, unless the
   * time is followed by an offset such as `+02:00`, `Z`, or a zone such as `Europe/Berlin`), `YYYYMMDD`, Unix seconds of nine digits or more as number or text, or English words such as `now`, `tomorrow 9am`, `+2 weeks`, `next wednesday 4pm`.
   */
  DateInput: { input: string | number; output: string | number; }
  /** An instant with its offset from UTC, as in RFC 3339: `2027-06-12T20:00:00+02:00`. */
  DateTime: { input: string; output: string; }
  /** A JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A date and time without zone, `YYYY-MM-DD HH:MM:SS`. Which clock it is on, the field says. */
  LocalDateTime: { input: string; output: string; }
  /** A price: a number, or a text such as `$20`, `10 - 25 EUR` or `donation`; 0 means free. */
  Price: { input: string; output: string; }
  /** A venue or organizer: its id as a number, or as text its id in digits, its slug or its name, of which there must be only one. */
  RecordRef: { input: RecordRef; output: RecordRef; }
  /** A category or tag: its id as a number, its slug or name as text, or an object with an integer `id`, as events show their terms. */
  TermRef: { input: TermRef; output: TermRef; }
  /** An `http` or `https` URL; the empty text means none. */
  Url: { input: string; output: string; }
  /** A user: the id as a number, or the login as text. A text of digits is an id; it is refused while a user has it as login. */
  UserRef: { input: string | number; output: string | number; }
};

/** A password that one program uses to log in as a user. It is stored as a keyed hash and shown only when it is created. */
export type ApplicationPassword = {
  /** When it was created, in UTC. */
  createdUtc: Scalars['LocalDateTime']['output'];
  /** Id of the application password. */
  id: Scalars['Int']['output'];
  /** When it was last used, in UTC, to the hour; null when never. */
  lastUsedUtc?: Maybe<Scalars['LocalDateTime']['output']>;
  /** What the password is for. */
  name: Scalars['String']['output'];
};

/** A kind of event; categories form a tree. */
export type Category = Node & {
  /** The categories directly below this one, by name. */
  children: Array<Category>;
  /** Number of published events with this category. */
  count: Scalars['Int']['output'];
  /** Description, sanitised HTML. */
  description?: Maybe<Scalars['String']['output']>;
  /** Events with this category or one below it, in order of their start; by default those from today to two years ahead. */
  events: EventConnection;
  /** Id, unique among categories and tags. */
  id: Scalars['Int']['output'];
  /** Links to the category and its relatives in the REST API. */
  links: TermLinks;
  /** Name, plain text. */
  name: Scalars['String']['output'];
  /** Id in the whole graph. */
  nodeId: Scalars['ID']['output'];
  /** The parent category. */
  parent?: Maybe<Category>;
  /** Id of the parent category; null at the top level. */
  parentId?: Maybe<Scalars['Int']['output']>;
  /** Name of the category in addresses. */
  slug: Scalars['String']['output'];
  /** Kind of term, as clients written for WordPress know it: `tribe_events_cat`. */
  taxonomy: Scalars['String']['output'];
  /** Address of the category's page. */
  url: Scalars['String']['output'];
  /** Addresses of the category in the REST API. */
  urls: TermUrls;
};


/** A kind of event; categories form a tree. */
export type CategoryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  categories?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['DateInput']['input']>;
  ended?: InputMaybe<Scalars['Boolean']['input']>;
  endsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  endsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  eventStatus?: InputMaybe<Array<EventStatus>>;
  featured?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  geoloc?: InputMaybe<Scalars['Boolean']['input']>;
  geolocLat?: InputMaybe<Scalars['Float']['input']>;
  geolocLng?: InputMaybe<Scalars['Float']['input']>;
  geolocRadius?: InputMaybe<Scalars['Float']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  include?: InputMaybe<Array<Scalars['Int']['input']>>;
  isVirtual?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  modifiedAfter?: InputMaybe<Scalars['DateInput']['input']>;
  ongoing?: InputMaybe<Scalars['Boolean']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<EventOrderBy>;
  organizer?: InputMaybe<Array<Scalars['Int']['input']>>;
  organizers?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  searchLinked?: InputMaybe<Scalars['Boolean']['input']>;
  series?: InputMaybe<SeriesInLists>;
  startDate?: InputMaybe<Scalars['DateInput']['input']>;
  startsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  startsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  status?: InputMaybe<Array<Status>>;
  strictDates?: InputMaybe<Scalars['Boolean']['input']>;
  tags?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  ticketed?: InputMaybe<Scalars['Boolean']['input']>;
  venue?: InputMaybe<Array<Scalars['Int']['input']>>;
  venues?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
};

/** One page of event categories. */
export type CategoryConnection = {
  /**
   * The categories on this page.
   * @deprecated Use `nodes`.
   */
  categories: Array<Category>;
  /** The records on this page, and the cursor of each. */
  edges: Array<CategoryEdge>;
  /**
   * Whether there is a page after this one.
   * @deprecated Use `pageInfo`.
   */
  hasNextPage: Scalars['Boolean']['output'];
  /** The records on this page. */
  nodes: Array<Category>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** Number of categories on all pages. */
  total: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** A record of a list, and its place there. */
export type CategoryEdge = {
  /** The place of the record in the list; an argument after or before leads on from here. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Category;
};

/** How far a change or deletion of an event of a series goes. */
export type ChangeScope =
  /** All events of the series that follow it. */
  | 'all'
  /** The event and those after it, which become a series of their own. */
  | 'following'
  /** The event alone, which then no longer follows its series. */
  | 'this';

/** What a change means for the caller. */
export type ChangeType =
  /** The record is new, or may be read from now on. */
  | 'added'
  /** The record has changed. */
  | 'modified'
  /** The record is erased, or may no longer be read. */
  | 'removed';

/** What events, venues and organizers have in common. */
export type Content = {
  /** The user who wrote the record; null when unknown. */
  author?: Maybe<User>;
  /** Id of the user who wrote the record; null when unknown. */
  authorId?: Maybe<Scalars['Int']['output']>;
  /** Publication date, on the site's clock. */
  date: Scalars['LocalDateTime']['output'];
  /** Publication date, in UTC. */
  dateUtc: Scalars['LocalDateTime']['output'];
  /** Description, sanitised HTML. */
  description?: Maybe<Scalars['String']['output']>;
  /** Short description, sanitised HTML. */
  excerpt?: Maybe<Scalars['String']['output']>;
  /** Id that is unique across sites: the host of this one, and the record's id. */
  globalId: Scalars['String']['output'];
  /** The global id, followed by those the record had elsewhere. */
  globalIdLineage: Array<Scalars['String']['output']>;
  /** Id, unique among events, venues, organizers and images. */
  id: Scalars['Int']['output'];
  /** Featured image. */
  image?: Maybe<Image>;
  /** The record as schema.org linked data. */
  jsonLd: Scalars['JSON']['output'];
  /** Date of the last change, on the site's clock. */
  modified: Scalars['LocalDateTime']['output'];
  /** Date of the last change as an instant, with the offset of the site's clock. */
  modifiedAt: Scalars['DateTime']['output'];
  /** Date of the last change, in UTC. */
  modifiedUtc: Scalars['LocalDateTime']['output'];
  /** Id in the whole graph. */
  nodeId: Scalars['ID']['output'];
  /** Publication date as an instant, with the offset of the site's clock. */
  publishedAt: Scalars['DateTime']['output'];
  /** Name of the record in addresses. */
  slug: Scalars['String']['output'];
  /** State of the record. */
  status: Status;
  /** Address of the record's page. */
  url: Scalars['String']['output'];
};

/** The parts of a price. */
export type CostDetails = {
  /** ISO 4217 code of the currency; null when unknown. */
  currencyCode?: Maybe<Scalars['String']['output']>;
  /** Side of the amount on which the symbol stands; null when there is none. */
  currencyPosition?: Maybe<CurrencyPosition>;
  /** Currency symbol or code as given with the amounts; null when none, and when the price is in words. */
  currencySymbol?: Maybe<Scalars['String']['output']>;
  /** The amounts, ascending, as text. */
  values: Array<Scalars['String']['output']>;
};

/** The fields of a new category. */
export type CreateCategoryInput = {
  /** Description; HTML is sanitised. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Name of the category, plain text; unique under the same parent. */
  name: Scalars['String']['input'];
  /** Id of the parent category; 0, empty or null for the top level. */
  parentId?: InputMaybe<Scalars['Int']['input']>;
  /** Name of the category in addresses; made from the name unless given, and with a number when another category has it. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** The fields of a new event. */
export type CreateEventInput = {
  /** Whether the event takes whole days. */
  allDay?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the user who counts as the author; the caller unless given. Only editors can name someone else. */
  authorId?: InputMaybe<Scalars['Int']['input']>;
  /** Ids, slugs or names of the event's categories; an empty list or null for none. */
  categories?: InputMaybe<Array<TermLinkInput>>;
  /** Price: a number or text, or a list of them; 0 means free. */
  cost?: InputMaybe<Array<Scalars['Price']['input']>>;
  /** Publication date, on the site's clock; the present unless given. */
  date?: InputMaybe<Scalars['DateInput']['input']>;
  /** Publication date, in UTC. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** Description; HTML is sanitised. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** End, on the clock of the event's time zone. */
  endDate: Scalars['DateInput']['input'];
  /** Whether the event takes place: `SCHEDULED` unless given, `CANCELED` or `POSTPONED`. */
  eventStatus?: InputMaybe<EventStatus>;
  /** Why the event is canceled, postponed or has been moved, plain text of one line; empty or null for none. */
  eventStatusReason?: InputMaybe<Scalars['String']['input']>;
  /** Short description; HTML is sanitised. */
  excerpt?: InputMaybe<Scalars['String']['input']>;
  /** Whether the event is featured on the site. */
  featured?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether lists leave the event out. */
  hideFromListings?: InputMaybe<Scalars['Boolean']['input']>;
  /** Featured image: id of a known image, or its URL. */
  image?: InputMaybe<ImageLinkInput>;
  /** Whether the event takes place online; yes for one with a virtualUrl unless given, else no. */
  isVirtual?: InputMaybe<Scalars['Boolean']['input']>;
  /** The organizers, by id, slug or name, or as data of new ones; empty or null for none. */
  organizers?: InputMaybe<Array<OrganizerLinkInput>>;
  /** Id of the parent event; 0, empty or null for none. */
  parentId?: InputMaybe<Scalars['Int']['input']>;
  /** When the event repeats; each repetition is an event of its own, whose parent this one is. Null for an event by itself. */
  recurrence?: InputMaybe<RecurrenceInput>;
  /** Dates of the recurrence to leave out, on the event's clock; a day without a time stands for what begins on it. */
  recurrenceExceptions?: InputMaybe<Array<Scalars['DateInput']['input']>>;
  /** Start from which the recurrence counts, on the event's clock; the event's own unless given. The event then is the first date that is not left out, detached where it starts at another time. */
  recurrenceStart?: InputMaybe<Scalars['DateInput']['input']>;
  /** Whether to show a map of the venue; yes unless given. */
  showMap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to link to a map of the venue; yes unless given. */
  showMapLink?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the event in addresses; made from the title unless given. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** Start, on the clock of the event's time zone. */
  startDate: Scalars['DateInput']['input'];
  /** State of the event; `PUBLISH` unless given; callers who may not publish get `DRAFT`, or `PENDING` for what is beyond their rights. */
  status?: InputMaybe<Status>;
  /** Whether the event stays on top in calendar views. */
  sticky?: InputMaybe<Scalars['Boolean']['input']>;
  /** Ids, slugs or names of the event's tags; an empty list or null for none. */
  tags?: InputMaybe<Array<TermLinkInput>>;
  /** Whether tickets are sold or given for the event. */
  ticketed?: InputMaybe<Scalars['Boolean']['input']>;
  /** Time zone of the event: an IANA name such as `Europe/Rome` or an offset such as `UTC+5.5`; the site's unless given. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Title, plain text; tags are removed. */
  title: Scalars['String']['input'];
  /** The venue or venues, by id, slug or name, or as data of a new one; empty or null for none. */
  venues?: InputMaybe<Array<VenueLinkInput>>;
  /** URL by which to take part online, which everybody sees who sees the event; empty or null for none. */
  virtualUrl?: InputMaybe<Scalars['Url']['input']>;
  /** URL of the event's own site; empty or null for none. */
  website?: InputMaybe<Scalars['Url']['input']>;
};

/** The fields of a new organizer. */
export type CreateOrganizerInput = {
  /** Id of the user who counts as the author; the caller unless given. Only editors can name someone else. */
  authorId?: InputMaybe<Scalars['Int']['input']>;
  /** Publication date, on the site's clock; the present unless given. */
  date?: InputMaybe<Scalars['DateInput']['input']>;
  /** Publication date, in UTC. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** Description; HTML is sanitised. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Featured image: id of a known image, or its URL. */
  image?: InputMaybe<ImageLinkInput>;
  /** Name of the organizer, plain text; tags are removed. */
  name: Scalars['String']['input'];
  /** Phone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Name of the organizer in addresses; made from the name unless given, and with a number when another organizer has it. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** State of the organizer; `PUBLISH` unless given; callers who may not publish get `DRAFT`, or `PENDING` for what is beyond their rights. */
  status?: InputMaybe<Status>;
  /** URL of the organizer's site; empty for none. */
  website?: InputMaybe<Scalars['Url']['input']>;
};

/** The fields of a new tag. */
export type CreateTagInput = {
  /** Description; HTML is sanitised. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Name of the tag, plain text; unique. */
  name: Scalars['String']['input'];
  /** Name of the tag in addresses; made from the name unless given, and with a number when another tag has it. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** A new user. */
export type CreateUserInput = {
  /** Login, unique without regard to case and width of its letters (NFKC): letters, digits and `. _ - @ +`, not digits alone. */
  login: Scalars['String']['input'];
  /** Name that is shown to everybody, plain text; empty or null for none. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** What the user may do. */
  role: Role;
};

/** The fields of a new venue. */
export type CreateVenueInput = {
  /** Street and number. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Id of the user who counts as the author; the caller unless given. Only editors can name someone else. */
  authorId?: InputMaybe<Scalars['Int']['input']>;
  /** City. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** Publication date, on the site's clock; the present unless given. */
  date?: InputMaybe<Scalars['DateInput']['input']>;
  /** Publication date, in UTC. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** Description; HTML is sanitised. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Latitude in degrees. */
  geoLat?: InputMaybe<Scalars['Float']['input']>;
  /** Longitude in degrees. */
  geoLng?: InputMaybe<Scalars['Float']['input']>;
  /** Featured image: id of a known image, or its URL. */
  image?: InputMaybe<ImageLinkInput>;
  /** Name of the venue, plain text; tags are removed. */
  name: Scalars['String']['input'];
  /** Phone number. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Province. */
  province?: InputMaybe<Scalars['String']['input']>;
  /** Whether to show a map of the venue, as text or boolean; yes unless given. */
  showMap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to link to a map of the venue, as text or boolean; yes unless given. */
  showMapLink?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name of the venue in addresses; made from the name unless given, and with a number when another venue has it. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** State. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** State or province, whichever the country has. */
  stateprovince?: InputMaybe<Scalars['String']['input']>;
  /** State of the venue; `PUBLISH` unless given; callers who may not publish get `DRAFT`, or `PENDING` for what is beyond their rights. */
  status?: InputMaybe<Status>;
  /** URL of the venue's site; empty for none. */
  website?: InputMaybe<Scalars['Url']['input']>;
  /** ZIP or postal code. */
  zip?: InputMaybe<Scalars['String']['input']>;
};

/** A new webhook. */
export type CreateWebhookInput = {
  /** What it is sent: `*`, all of a kind as in `event.*`, or types as in `event.canceled`. */
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Where messages are sent: an https address of a public host, without a login. */
  url: Scalars['String']['input'];
  /** Id or login of the user with whose rights it reads; the caller unless given. */
  user?: InputMaybe<Scalars['UserRef']['input']>;
};

/** Side of the amount on which the currency symbol stands. */
export type CurrencyPosition =
  /** After the amount. */
  | 'postfix'
  /** Before the amount. */
  | 'prefix';

/** The parts of a date and time, as text padded with zeros. */
export type DateDetails = {
  /** Day of the month, `01` to `31`. */
  day: Scalars['String']['output'];
  /** Hour, `00` to `23`. */
  hour: Scalars['String']['output'];
  /** Minutes, `00` to `59`. */
  minutes: Scalars['String']['output'];
  /** Month, `01` to `12`. */
  month: Scalars['String']['output'];
  /** Seconds, `00` to `59`. */
  seconds: Scalars['String']['output'];
  /** Year, four digits. */
  year: Scalars['String']['output'];
};

/** What venues and organizers can be sorted by. */
export type DirectoryOrderBy =
  /** The publication date. */
  | 'date'
  /** The id. */
  | 'id'
  /** The date of the last change. */
  | 'modified'
  /** The name, ignoring case. */
  | 'name';

/** An entry of the calendar: something that happens from one moment to another. */
export type Event = Content & Node & {
  /** Whether the event takes whole days. */
  allDay: Scalars['Boolean']['output'];
  /** The user who wrote the event; null when unknown. */
  author?: Maybe<User>;
  /** Id of the user who wrote the event; null when unknown. */
  authorId?: Maybe<Scalars['Int']['output']>;
  /** Categories, by name. */
  categories: Array<Category>;
  /** Events whose parent is this one, in order of their start; by default those from today to two years ahead. */
  children: EventConnection;
  /** Price, ready to show; null when none is known. */
  cost?: Maybe<Scalars['String']['output']>;
  /** The parts of the price. */
  costDetails: CostDetails;
  /** Publication date, on the site's clock. */
  date: Scalars['LocalDateTime']['output'];
  /** Publication date, in UTC. */
  dateUtc: Scalars['LocalDateTime']['output'];
  /** Description, sanitised HTML. */
  description?: Maybe<Scalars['String']['output']>;
  /** End, on the clock of the event's time zone. */
  endDate: Scalars['LocalDateTime']['output'];
  /** The parts of endDate. */
  endDateDetails: DateDetails;
  /** End as an instant, with the offset of the event's time zone. */
  endsAt: Scalars['DateTime']['output'];
  /** Whether the event takes place as it was announced, is canceled or postponed. */
  eventStatus: EventStatus;
  /** Why the event is canceled, postponed or has been moved; null when nobody has said it. */
  eventStatusReason?: Maybe<Scalars['String']['output']>;
  /** Short description, sanitised HTML. */
  excerpt?: Maybe<Scalars['String']['output']>;
  /** Whether the event is featured. */
  featured: Scalars['Boolean']['output'];
  /** Id that is unique across sites: the host of this one, and the event's id. */
  globalId: Scalars['String']['output'];
  /** The global id, followed by those the event had elsewhere. */
  globalIdLineage: Array<Scalars['String']['output']>;
  /** Whether lists leave the event out. */
  hideFromListings: Scalars['Boolean']['output'];
  /** Id, unique among events, venues, organizers and images. */
  id: Scalars['Int']['output'];
  /** Featured image. */
  image?: Maybe<Image>;
  /** Whether the event was changed by itself, so that it no longer follows its series; null when it is by itself. */
  isDetached?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the event takes place online; with a venue it does both. */
  isVirtual: Scalars['Boolean']['output'];
  /** The event as schema.org linked data. */
  jsonLd: Scalars['JSON']['output'];
  /** Date of the last change, on the site's clock. */
  modified: Scalars['LocalDateTime']['output'];
  /** Date of the last change as an instant, with the offset of the site's clock. */
  modifiedAt: Scalars['DateTime']['output'];
  /** Date of the last change, in UTC. */
  modifiedUtc: Scalars['LocalDateTime']['output'];
  /** The published event after this one in the order of their start, whenever that is; null for the last one. */
  next?: Maybe<Event>;
  /** Id in the whole graph. */
  nodeId: Scalars['ID']['output'];
  /** Organizers, in the order in which they were given. */
  organizers: Array<Organizer>;
  /** The parent event; null when there is none that the caller may read. */
  parent?: Maybe<Event>;
  /** Id of the parent event; null when there is none. */
  parentId?: Maybe<Scalars['Int']['output']>;
  /**
   * Id of the parent event; 0 when there is none.
   * @deprecated Use `parentId`, which is null when there is none.
   */
  postParent: Scalars['Int']['output'];
  /** The published event before this one in the order of their start, whenever that is; null for the first one. */
  previous?: Maybe<Event>;
  /** Start that was announced, as an instant, where the event has been moved since it was published; null where it has not. */
  previousStartsAt?: Maybe<Scalars['DateTime']['output']>;
  /** Publication date as an instant, with the offset of the site's clock. */
  publishedAt: Scalars['DateTime']['output'];
  /** When the series repeats: its rule, or its dates with commas between them; only its parent event has it. */
  recurrence?: Maybe<Scalars['String']['output']>;
  /** Dates of the recurrence that are left out, on the clock of the series; only its parent event has them. */
  recurrenceExceptions?: Maybe<Array<Scalars['LocalDateTime']['output']>>;
  /** When the series has the event begin, on the clock of its time zone, also where it was moved; null when it is by itself. */
  recurrenceId?: Maybe<Scalars['LocalDateTime']['output']>;
  /** The start from which the recurrence counts, on the clock of the series; only its parent event has it. */
  recurrenceStart?: Maybe<Scalars['LocalDateTime']['output']>;
  /** When the series repeats, in words; null when the event is by itself. */
  recurrenceText?: Maybe<Scalars['String']['output']>;
  /** Address of the event in the REST API. */
  restUrl: Scalars['String']['output'];
  /** The series that the event is one of; null when it is by itself. */
  series?: Maybe<Series>;
  /** Whether to show a map of the venue. */
  showMap: Scalars['Boolean']['output'];
  /** Whether to link to a map of the venue. */
  showMapLink: Scalars['Boolean']['output'];
  /** Name of the event in addresses. */
  slug: Scalars['String']['output'];
  /** Start, on the clock of the event's time zone. */
  startDate: Scalars['LocalDateTime']['output'];
  /** The parts of startDate. */
  startDateDetails: DateDetails;
  /** Start as an instant, with the offset of the event's time zone. */
  startsAt: Scalars['DateTime']['output'];
  /** State of the event. */
  status: Status;
  /** Whether the event stays on top in calendar views. */
  sticky: Scalars['Boolean']['output'];
  /** Tags, by name. */
  tags: Array<Tag>;
  /** Whether tickets are sold or given for the event. */
  ticketed: Scalars['Boolean']['output'];
  /** Time zone: an IANA name such as `Europe/Rome`, or a fixed offset such as `UTC+5.5`. */
  timezone: Scalars['String']['output'];
  /** Abbreviation of the time zone at the start, such as `CEST`. */
  timezoneAbbr: Scalars['String']['output'];
  /** Title, plain text. */
  title: Scalars['String']['output'];
  /** Address of the event's page. */
  url: Scalars['String']['output'];
  /** End, in UTC. */
  utcEndDate: Scalars['LocalDateTime']['output'];
  /** The parts of utcEndDate. */
  utcEndDateDetails: DateDetails;
  /** Start, in UTC. */
  utcStartDate: Scalars['LocalDateTime']['output'];
  /** The parts of utcStartDate. */
  utcStartDateDetails: DateDetails;
  /** The venue; the first one when there are several. */
  venue?: Maybe<Venue>;
  /** All venues. */
  venues: Array<Venue>;
  /** Address by which to take part online; null when there is none. */
  virtualUrl?: Maybe<Scalars['String']['output']>;
  /** Address of the event's own site; null when there is none. */
  website?: Maybe<Scalars['String']['output']>;
};


/** An entry of the calendar: something that happens from one moment to another. */
export type EventChildrenArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  categories?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['DateInput']['input']>;
  ended?: InputMaybe<Scalars['Boolean']['input']>;
  endsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  endsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  eventStatus?: InputMaybe<Array<EventStatus>>;
  featured?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  geoloc?: InputMaybe<Scalars['Boolean']['input']>;
  geolocLat?: InputMaybe<Scalars['Float']['input']>;
  geolocLng?: InputMaybe<Scalars['Float']['input']>;
  geolocRadius?: InputMaybe<Scalars['Float']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  include?: InputMaybe<Array<Scalars['Int']['input']>>;
  isVirtual?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  modifiedAfter?: InputMaybe<Scalars['DateInput']['input']>;
  ongoing?: InputMaybe<Scalars['Boolean']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<EventOrderBy>;
  organizer?: InputMaybe<Array<Scalars['Int']['input']>>;
  organizers?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  searchLinked?: InputMaybe<Scalars['Boolean']['input']>;
  series?: InputMaybe<SeriesInLists>;
  startDate?: InputMaybe<Scalars['DateInput']['input']>;
  startsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  startsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  status?: InputMaybe<Array<Status>>;
  strictDates?: InputMaybe<Scalars['Boolean']['input']>;
  tags?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  ticketed?: InputMaybe<Scalars['Boolean']['input']>;
  venue?: InputMaybe<Array<Scalars['Int']['input']>>;
  venues?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
};

/** One page of events. */
export type EventConnection = {
  /** The records on this page, and the cursor of each. */
  edges: Array<EventEdge>;
  /**
   * The events on this page.
   * @deprecated Use `nodes`.
   */
  events: Array<Event>;
  /**
   * Whether there is a page after this one.
   * @deprecated Use `pageInfo`.
   */
  hasNextPage: Scalars['Boolean']['output'];
  /**
   * Leads to the next page as the argument cursor, where this page was asked for by one; null on the last page.
   * @deprecated Use `endCursor` of `pageInfo`.
   */
  nextCursor?: Maybe<Scalars['String']['output']>;
  /** The records on this page. */
  nodes: Array<Event>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** Number of events on all pages. */
  total: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** A record of a list, and its place there. */
export type EventEdge = {
  /** The place of the record in the list; an argument after or before leads on from here. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Event;
};

/** What events can be sorted by. */
export type EventOrderBy =
  /** The publication date. */
  | 'date'
  /** The end. */
  | 'end_date'
  /** The id. */
  | 'id'
  /** The date of the last change. */
  | 'modified'
  /** The start. */
  | 'start_date'
  /** The title, ignoring case. */
  | 'title';

/** Whether an event takes place as it was announced. */
export type EventStatus =
  /** It does not take place. */
  | 'canceled'
  /** It takes place later; when, is not known yet. */
  | 'postponed'
  /** It takes place. */
  | 'scheduled';

/** A picture that belongs to an event, venue or organizer. */
export type Image = Node & {
  /** File name extension, such as `png`; null when the address has none. */
  extension?: Maybe<Scalars['String']['output']>;
  /** Id, unique among events, venues, organizers and images. */
  id: Scalars['Int']['output'];
  /** Id in the whole graph. */
  nodeId: Scalars['ID']['output'];
  /** Address of the picture. */
  url: Scalars['String']['output'];
};

/** An image of a record. */
export type ImageLinkInput =
  /** Id of a known image. */
  { id: Scalars['Int']['input']; url?: never; }
  |  /** An http or https URL, which is recorded but never fetched. */
  { id?: never; url: Scalars['Url']['input']; };

/** A link. */
export type Link = {
  /** Address the link leads to. */
  href: Scalars['String']['output'];
};

/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type Mutation = {
  /** Creates an application password and shows it, this once: for oneself, or as an administrator for any user. */
  createApplicationPassword?: Maybe<NewApplicationPassword>;
  /** Creates an event category. */
  createCategory?: Maybe<Category>;
  /** Creates an event, and the venues and organizers given as objects; all of it or nothing. */
  createEvent?: Maybe<Event>;
  /** Creates an organizer. */
  createOrganizer?: Maybe<Organizer>;
  /** Creates an event tag. */
  createTag?: Maybe<Tag>;
  /** Creates a user. For administrators. */
  createUser?: Maybe<User>;
  /** Creates a venue. */
  createVenue?: Maybe<Venue>;
  /** Adds a webhook, which is sent what is stored from now on, and shows its secret, this once. For administrators. */
  createWebhook?: Maybe<NewWebhook>;
  /** Deletes an event category for good; its children move up to its parent. */
  deleteCategory?: Maybe<Category>;
  /** Moves an event to the trash, or erases it. */
  deleteEvent?: Maybe<Event>;
  /** Moves an organizer to the trash, where its events keep it for when it is restored but show it no longer; or erases it. */
  deleteOrganizer?: Maybe<Organizer>;
  /** Deletes an event tag for good. */
  deleteTag?: Maybe<Tag>;
  /** Deletes a user with all application passwords; what the user wrote stays. For administrators. */
  deleteUser?: Maybe<User>;
  /** Moves a venue to the trash, where its events keep it for when it is restored but show it no longer; or erases it. */
  deleteVenue?: Maybe<Venue>;
  /** Deletes a webhook with all that it was still to be sent. For administrators. */
  deleteWebhook?: Maybe<Webhook>;
  /**
   * Gives a webhook another secret, by which everything is signed from now on, and shows it, this once. What its receiver refuses until it knows it
   * is sent again. For administrators.
   */
  renewWebhookSecret?: Maybe<NewWebhook>;
  /** Sends again what was parked, or one message, with the ids that they had, and lets a webhook that has ended go on. For administrators. */
  replayWebhook?: Maybe<WebhookReplay>;
  /** Revokes an application password at once: one's own, or as an administrator anybody's. To renew one, create another and then revoke it. */
  revokeApplicationPassword?: Maybe<ApplicationPassword>;
  /** Changes the given fields of an event category and leaves the others as they are. */
  updateCategory?: Maybe<Category>;
  /** Changes the given fields of an event and leaves the others as they are. */
  updateEvent?: Maybe<Event>;
  /** Changes the given fields of an organizer and leaves the others as they are. */
  updateOrganizer?: Maybe<Organizer>;
  /** Changes the given fields of an event tag and leaves the others as they are. */
  updateTag?: Maybe<Tag>;
  /** Changes the role or the name of a user. For administrators. */
  updateUser?: Maybe<User>;
  /** Changes the given fields of a venue and leaves the others as they are. */
  updateVenue?: Maybe<Venue>;
  /** Changes the given fields of a webhook and leaves the others as they are. For administrators. */
  updateWebhook?: Maybe<Webhook>;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationCreateApplicationPasswordArgs = {
  name: Scalars['String']['input'];
  user?: InputMaybe<Scalars['UserRef']['input']>;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationCreateCategoryArgs = {
  input: CreateCategoryInput;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationCreateEventArgs = {
  input: CreateEventInput;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationCreateOrganizerArgs = {
  input: CreateOrganizerInput;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationCreateTagArgs = {
  input: CreateTagInput;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationCreateUserArgs = {
  input: CreateUserInput;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationCreateVenueArgs = {
  input: CreateVenueInput;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationDeleteCategoryArgs = {
  force?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['Int']['input'];
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationDeleteEventArgs = {
  force?: InputMaybe<Scalars['Boolean']['input']>;
  id?: InputMaybe<Scalars['Int']['input']>;
  scope?: InputMaybe<ChangeScope>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationDeleteOrganizerArgs = {
  force?: InputMaybe<Scalars['Boolean']['input']>;
  id?: InputMaybe<Scalars['Int']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationDeleteTagArgs = {
  force?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['Int']['input'];
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationDeleteUserArgs = {
  user: Scalars['UserRef']['input'];
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationDeleteVenueArgs = {
  force?: InputMaybe<Scalars['Boolean']['input']>;
  id?: InputMaybe<Scalars['Int']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationDeleteWebhookArgs = {
  id: Scalars['Int']['input'];
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationRenewWebhookSecretArgs = {
  id: Scalars['Int']['input'];
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationReplayWebhookArgs = {
  id: Scalars['Int']['input'];
  messageId?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['DateInput']['input']>;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationRevokeApplicationPasswordArgs = {
  id: Scalars['Int']['input'];
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationUpdateCategoryArgs = {
  id: Scalars['Int']['input'];
  input: UpdateCategoryInput;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationUpdateEventArgs = {
  id?: InputMaybe<Scalars['Int']['input']>;
  input: UpdateEventInput;
  scope?: InputMaybe<ChangeScope>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationUpdateOrganizerArgs = {
  id?: InputMaybe<Scalars['Int']['input']>;
  input: UpdateOrganizerInput;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationUpdateTagArgs = {
  id: Scalars['Int']['input'];
  input: UpdateTagInput;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationUpdateUserArgs = {
  input: UpdateUserInput;
  user: Scalars['UserRef']['input'];
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationUpdateVenueArgs = {
  id?: InputMaybe<Scalars['Int']['input']>;
  input: UpdateVenueInput;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be written. Each field is one transaction: stored whole, or not at all. Several in one request run one after another. */
export type MutationUpdateWebhookArgs = {
  id: Scalars['Int']['input'];
  input: UpdateWebhookInput;
};

/** A new application password. */
export type NewApplicationPassword = {
  /** Id of the application password. */
  id: Scalars['Int']['output'];
  /** What the password is for. */
  name: Scalars['String']['output'];
  /** The password, in groups of four characters. It cannot be shown again. */
  password: Scalars['String']['output'];
};

/** A webhook with its new secret. */
export type NewWebhook = {
  /** The secret by which its messages are signed. It cannot be shown again. */
  secret: Scalars['String']['output'];
  /** The webhook. */
  webhook: Webhook;
};

/** A record with an id of its own in the whole graph. */
export type Node = {
  /** Id in the whole graph, by which `node` finds the record; clients take it as it is. */
  nodeId: Scalars['ID']['output'];
};

/** Direction of a sort. */
export type Order =
  /** Ascending: smallest, oldest or first in the alphabet first. */
  | 'asc'
  /** Descending: largest, newest or last in the alphabet first. */
  | 'desc';

/** A person or group that runs events. */
export type Organizer = Content & Node & {
  /** The user who wrote the organizer; null when unknown. */
  author?: Maybe<User>;
  /** Id of the user who wrote the organizer; null when unknown. */
  authorId?: Maybe<Scalars['Int']['output']>;
  /** Publication date, on the site's clock. */
  date: Scalars['LocalDateTime']['output'];
  /** Publication date, in UTC. */
  dateUtc: Scalars['LocalDateTime']['output'];
  /** Description, sanitised HTML. */
  description?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  email?: Maybe<Scalars['String']['output']>;
  /** Events of this organizer in order of their start; by default those from today to two years ahead. */
  events: EventConnection;
  /** Short description, sanitised HTML. */
  excerpt?: Maybe<Scalars['String']['output']>;
  /** Id that is unique across sites: the host of this one, and the organizer's id. */
  globalId: Scalars['String']['output'];
  /** The global id, followed by those the organizer had elsewhere. */
  globalIdLineage: Array<Scalars['String']['output']>;
  /** Id, unique among events, venues, organizers and images. */
  id: Scalars['Int']['output'];
  /** Featured image. */
  image?: Maybe<Image>;
  /** The organizer as schema.org linked data. */
  jsonLd: Scalars['JSON']['output'];
  /** Date of the last change, on the site's clock. */
  modified: Scalars['LocalDateTime']['output'];
  /** Date of the last change as an instant, with the offset of the site's clock. */
  modifiedAt: Scalars['DateTime']['output'];
  /** Date of the last change, in UTC. */
  modifiedUtc: Scalars['LocalDateTime']['output'];
  /** Name of the organizer, plain text. */
  name: Scalars['String']['output'];
  /** Id in the whole graph. */
  nodeId: Scalars['ID']['output'];
  /** Phone number. */
  phone?: Maybe<Scalars['String']['output']>;
  /** Publication date as an instant, with the offset of the site's clock. */
  publishedAt: Scalars['DateTime']['output'];
  /** Name of the organizer in addresses. */
  slug: Scalars['String']['output'];
  /** State of the organizer. */
  status: Status;
  /** Address of the organizer's page. */
  url: Scalars['String']['output'];
  /** Address of the organizer's site. */
  website?: Maybe<Scalars['String']['output']>;
};


/** A person or group that runs events. */
export type OrganizerEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  categories?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['DateInput']['input']>;
  ended?: InputMaybe<Scalars['Boolean']['input']>;
  endsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  endsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  eventStatus?: InputMaybe<Array<EventStatus>>;
  featured?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  geoloc?: InputMaybe<Scalars['Boolean']['input']>;
  geolocLat?: InputMaybe<Scalars['Float']['input']>;
  geolocLng?: InputMaybe<Scalars['Float']['input']>;
  geolocRadius?: InputMaybe<Scalars['Float']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  include?: InputMaybe<Array<Scalars['Int']['input']>>;
  isVirtual?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  modifiedAfter?: InputMaybe<Scalars['DateInput']['input']>;
  ongoing?: InputMaybe<Scalars['Boolean']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<EventOrderBy>;
  organizer?: InputMaybe<Array<Scalars['Int']['input']>>;
  organizers?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  searchLinked?: InputMaybe<Scalars['Boolean']['input']>;
  series?: InputMaybe<SeriesInLists>;
  startDate?: InputMaybe<Scalars['DateInput']['input']>;
  startsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  startsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  status?: InputMaybe<Array<Status>>;
  strictDates?: InputMaybe<Scalars['Boolean']['input']>;
  tags?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  ticketed?: InputMaybe<Scalars['Boolean']['input']>;
  venue?: InputMaybe<Array<Scalars['Int']['input']>>;
  venues?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
};

/** One page of organizers. */
export type OrganizerConnection = {
  /** The records on this page, and the cursor of each. */
  edges: Array<OrganizerEdge>;
  /**
   * Whether there is a page after this one.
   * @deprecated Use `pageInfo`.
   */
  hasNextPage: Scalars['Boolean']['output'];
  /** The records on this page. */
  nodes: Array<Organizer>;
  /**
   * The organizers on this page.
   * @deprecated Use `nodes`.
   */
  organizers: Array<Organizer>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** Number of organizers on all pages. */
  total: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** A record of a list, and its place there. */
export type OrganizerEdge = {
  /** The place of the record in the list; an argument after or before leads on from here. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Organizer;
};

/** An organizer of an event: one that exists, or a new one. */
export type OrganizerLinkInput =
  /** Fields of a new organizer; one of the same name that nothing contradicts is used again. */
  { create: CreateOrganizerInput; id?: never; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Id of the organizer. */
  { create?: never; id: Scalars['Int']['input']; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Name of the organizer, which no other must have. */
  { create?: never; id?: never; name: Scalars['String']['input']; record?: never; slug?: never; text?: never; }
  |  /** The organizer as it was read. */
  { create?: never; id?: never; name?: never; record: RecordInput; slug?: never; text?: never; }
  |  /** Slug of the organizer. */
  { create?: never; id?: never; name?: never; record?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name of the organizer, whichever it has. */
  { create?: never; id?: never; name?: never; record?: never; slug?: never; text: Scalars['String']['input']; };

/** Where a page is in its list. */
export type PageInfo = {
  /** Cursor of the last record of the page; null when it has none. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are records behind this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are records ahead of this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first record of the page; null when it has none. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** What can be read. Lists come in pages; a page past the last one is empty. */
export type Query = {
  /** Event categories, by name unless asked otherwise. */
  categories: CategoryConnection;
  /** One event category, by id or by slug. */
  category?: Maybe<Category>;
  /** One event, by id or by slug. */
  event?: Maybe<Event>;
  /**
   * Events in order of their start. Without date arguments: those from today to two years ahead. A default that contradicts the date
   * that is given does not count: startDate in five years alone lists what comes after it, endDate in the past alone what came before it.
   */
  events: EventConnection;
  /** The record with a nodeId, whatever its type; null when there is none, or none that the caller may read. */
  node?: Maybe<Node>;
  /** The records with these ids, in their order, as `node` answers each; as many as a page has at most. */
  nodes: Array<Maybe<Node>>;
  /** One organizer, by id or by slug. */
  organizer?: Maybe<Organizer>;
  /** Organizers, latest published first. */
  organizers: OrganizerConnection;
  /** One event tag, by id or by slug. */
  tag?: Maybe<Tag>;
  /** Event tags, by name unless asked otherwise. */
  tags: TagConnection;
  /** Users, by login. For administrators. */
  users: UserConnection;
  /** One venue, by id or by slug. */
  venue?: Maybe<Venue>;
  /** Venues, latest published first. */
  venues: VenueConnection;
  /** The caller, or null for an anonymous one. */
  viewer?: Maybe<User>;
  /** A webhook by its id. For administrators. */
  webhook?: Maybe<Webhook>;
  /** Webhooks, the oldest first. For administrators. */
  webhooks: WebhookConnection;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryCategoriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  event?: InputMaybe<Scalars['Int']['input']>;
  exclude?: InputMaybe<Array<Scalars['Int']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  hideEmpty?: InputMaybe<Scalars['Boolean']['input']>;
  include?: InputMaybe<Array<Scalars['Int']['input']>>;
  last?: InputMaybe<Scalars['Int']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<TermOrderBy>;
  page?: InputMaybe<Scalars['Int']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  post?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryCategoryArgs = {
  id?: InputMaybe<Scalars['Int']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryEventArgs = {
  id?: InputMaybe<Scalars['Int']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  categories?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['DateInput']['input']>;
  ended?: InputMaybe<Scalars['Boolean']['input']>;
  endsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  endsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  eventStatus?: InputMaybe<Array<EventStatus>>;
  featured?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  geoloc?: InputMaybe<Scalars['Boolean']['input']>;
  geolocLat?: InputMaybe<Scalars['Float']['input']>;
  geolocLng?: InputMaybe<Scalars['Float']['input']>;
  geolocRadius?: InputMaybe<Scalars['Float']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  include?: InputMaybe<Array<Scalars['Int']['input']>>;
  isVirtual?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  modifiedAfter?: InputMaybe<Scalars['DateInput']['input']>;
  ongoing?: InputMaybe<Scalars['Boolean']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<EventOrderBy>;
  organizer?: InputMaybe<Array<Scalars['Int']['input']>>;
  organizers?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  searchLinked?: InputMaybe<Scalars['Boolean']['input']>;
  series?: InputMaybe<SeriesInLists>;
  startDate?: InputMaybe<Scalars['DateInput']['input']>;
  startsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  startsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  status?: InputMaybe<Array<Status>>;
  strictDates?: InputMaybe<Scalars['Boolean']['input']>;
  tags?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  ticketed?: InputMaybe<Scalars['Boolean']['input']>;
  venue?: InputMaybe<Array<Scalars['Int']['input']>>;
  venues?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryNodeArgs = {
  nodeId: Scalars['ID']['input'];
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryNodesArgs = {
  nodeIds: Array<Scalars['ID']['input']>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryOrganizerArgs = {
  id?: InputMaybe<Scalars['Int']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryOrganizersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  event?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  hasEvents?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  onlyWithUpcoming?: InputMaybe<Scalars['Boolean']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<DirectoryOrderBy>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<Array<Status>>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryTagArgs = {
  id?: InputMaybe<Scalars['Int']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryTagsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  event?: InputMaybe<Scalars['Int']['input']>;
  exclude?: InputMaybe<Array<Scalars['Int']['input']>>;
  first?: InputMaybe<Scalars['Int']['input']>;
  hideEmpty?: InputMaybe<Scalars['Boolean']['input']>;
  include?: InputMaybe<Array<Scalars['Int']['input']>>;
  last?: InputMaybe<Scalars['Int']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<TermOrderBy>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  post?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryVenueArgs = {
  id?: InputMaybe<Scalars['Int']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryVenuesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  event?: InputMaybe<Scalars['Int']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  hasEvents?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  onlyWithUpcoming?: InputMaybe<Scalars['Boolean']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<DirectoryOrderBy>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<Array<Status>>;
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryWebhookArgs = {
  id: Scalars['Int']['input'];
};


/** What can be read. Lists come in pages; a page past the last one is empty. */
export type QueryWebhooksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
};

/** A change of a record, as it is for the caller. */
export type RecordChange = {
  /** Kind of the record. */
  kind: RecordKind;
  /** The record as it is now; null once it is removed. */
  record?: Maybe<Node>;
  /** Id of the record. */
  recordId: Scalars['Int']['output'];
  /** Id of the record in the whole graph, also once it is removed. */
  recordNodeId: Scalars['ID']['output'];
  /** What has become of the record. */
  type: ChangeType;
};

/** A record as it was read: its id, and its name or slug, so that a record of another site is not taken for a stranger that has its number here. */
export type RecordInput = {
  /** Id of the record. */
  id: Scalars['Int']['input'];
  /** Its name, which must be that of the record with this id. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Its slug, which must be that of the record with this id unless a name is given. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** Kinds of records whose changes are told. */
export type RecordKind =
  /** An event category. */
  | 'category'
  /** An event. */
  | 'event'
  /** An organizer. */
  | 'organizer'
  /** An event tag. */
  | 'tag'
  /** A venue. */
  | 'venue';

/** When an event repeats. */
export type RecurrenceInput =
  /** The dates on which it begins, on its clock. */
  { dates: Array<Scalars['DateInput']['input']>; rule?: never; }
  |  /** A rule, as RFC 5545 has it, without `DTSTART`: `FREQ=WEEKLY;BYDAY=TU;COUNT=10`. Its days and times are those of the event's clock. */
  { dates?: never; rule: Scalars['String']['input']; };

/** What a user may do. */
export type Role =
  /** Everything, users and application passwords included. */
  | 'administrator'
  /** Write and publish own events, venues and organizers. */
  | 'author'
  /** Write own events, venues and organizers; an editor has to publish them. */
  | 'contributor'
  /** Everything with events, venues, organizers, categories and tags of everyone. */
  | 'editor'
  /** Read only. */
  | 'subscriber';

/** Events that repeat: each is an event like any other, whose parent is the first of them. */
export type Series = Node & {
  /** The dates of a series without a rule, on the clock of its time zone. */
  dates: Array<Scalars['LocalDateTime']['output']>;
  /** Dates that are left out, on the clock of its time zone. */
  exceptions: Array<Scalars['LocalDateTime']['output']>;
  /** The name of the series in feeds, which it keeps when another event becomes its parent. */
  globalId: Scalars['String']['output'];
  /** Id of the series, unique among series. */
  id: Scalars['Int']['output'];
  /** Id in the whole graph, by which `node` finds the series. */
  nodeId: Scalars['ID']['output'];
  /** Its events, in order of their start; by default those from today to two years ahead. */
  occurrences: EventConnection;
  /** The parent event, which has the rule; null when the caller may not read it. */
  parent?: Maybe<Event>;
  /** The rule, in the form of RFC 5545 without `DTSTART`; null when the series is a list of dates. */
  rule?: Maybe<Scalars['String']['output']>;
  /** The start from which the rule counts, on the clock of its time zone: the first date, whether that is left out or not. */
  start: Scalars['LocalDateTime']['output'];
  /** When it repeats, in words. */
  text: Scalars['String']['output'];
};


/** Events that repeat: each is an event like any other, whose parent is the first of them. */
export type SeriesOccurrencesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  categories?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['DateInput']['input']>;
  ended?: InputMaybe<Scalars['Boolean']['input']>;
  endsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  endsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  eventStatus?: InputMaybe<Array<EventStatus>>;
  featured?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  geoloc?: InputMaybe<Scalars['Boolean']['input']>;
  geolocLat?: InputMaybe<Scalars['Float']['input']>;
  geolocLng?: InputMaybe<Scalars['Float']['input']>;
  geolocRadius?: InputMaybe<Scalars['Float']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  include?: InputMaybe<Array<Scalars['Int']['input']>>;
  isVirtual?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  modifiedAfter?: InputMaybe<Scalars['DateInput']['input']>;
  ongoing?: InputMaybe<Scalars['Boolean']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<EventOrderBy>;
  organizer?: InputMaybe<Array<Scalars['Int']['input']>>;
  organizers?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  searchLinked?: InputMaybe<Scalars['Boolean']['input']>;
  series?: InputMaybe<SeriesInLists>;
  startDate?: InputMaybe<Scalars['DateInput']['input']>;
  startsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  startsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  status?: InputMaybe<Array<Status>>;
  strictDates?: InputMaybe<Scalars['Boolean']['input']>;
  tags?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  ticketed?: InputMaybe<Scalars['Boolean']['input']>;
  venue?: InputMaybe<Array<Scalars['Int']['input']>>;
  venues?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
};

/** How lists show the events of a series. */
export type SeriesInLists =
  /** Each by itself. */
  | 'all'
  /** Of each series only the first that the other arguments find. */
  | 'first';

/** State of an event, venue or organizer. */
export type Status =
  /** Being written; only its author and editors can read it. */
  | 'draft'
  /** Published, but with a publication date that is still to come; until then only its author and editors can read it. */
  | 'future'
  /** Waits for an editor to publish it. */
  | 'pending'
  /** Only its author and editors can read it. */
  | 'private'
  /** Everyone can read it. */
  | 'publish'
  /** Deleted, but can be restored by giving it another status. */
  | 'trash';

/**
 * What is told while the client stays connected, over Server-Sent Events (`Accept: text/event-stream`, one connection for each operation).
 * Whoever connects, and connects again, asks for the present state by a query then: what was stored before is not told.
 */
export type Subscription = {
  /**
   * The event after each of its changes; null when the caller may not read it any more. A change of its venue is a change of that alone.
   * Ends once the event is erased.
   */
  eventChanged?: Maybe<Event>;
  /** Each change of a record that the caller may read. A record that changes again before it was told is told once. */
  recordChanged: RecordChange;
};


/**
 * What is told while the client stays connected, over Server-Sent Events (`Accept: text/event-stream`, one connection for each operation).
 * Whoever connects, and connects again, asks for the present state by a query then: what was stored before is not told.
 */
export type SubscriptionEventChangedArgs = {
  id: Scalars['Int']['input'];
};


/**
 * What is told while the client stays connected, over Server-Sent Events (`Accept: text/event-stream`, one connection for each operation).
 * Whoever connects, and connects again, asks for the present state by a query then: what was stored before is not told.
 */
export type SubscriptionRecordChangedArgs = {
  ids?: InputMaybe<Array<Scalars['Int']['input']>>;
  kinds?: InputMaybe<Array<RecordKind>>;
};

/** A word that describes events. */
export type Tag = Node & {
  /** Number of published events with this tag. */
  count: Scalars['Int']['output'];
  /** Description, sanitised HTML. */
  description?: Maybe<Scalars['String']['output']>;
  /** Events with this tag in order of their start; by default those from today to two years ahead. */
  events: EventConnection;
  /** Id, unique among categories and tags. */
  id: Scalars['Int']['output'];
  /** Links to the tag and its relatives in the REST API. */
  links: TermLinks;
  /** Name, plain text. */
  name: Scalars['String']['output'];
  /** Id in the whole graph. */
  nodeId: Scalars['ID']['output'];
  /** Name of the tag in addresses. */
  slug: Scalars['String']['output'];
  /** Kind of term, as clients written for WordPress know it: `post_tag`. */
  taxonomy: Scalars['String']['output'];
  /** Address of the tag's page. */
  url: Scalars['String']['output'];
  /** Addresses of the tag in the REST API. */
  urls: TermUrls;
};


/** A word that describes events. */
export type TagEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  categories?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['DateInput']['input']>;
  ended?: InputMaybe<Scalars['Boolean']['input']>;
  endsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  endsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  eventStatus?: InputMaybe<Array<EventStatus>>;
  featured?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  geoloc?: InputMaybe<Scalars['Boolean']['input']>;
  geolocLat?: InputMaybe<Scalars['Float']['input']>;
  geolocLng?: InputMaybe<Scalars['Float']['input']>;
  geolocRadius?: InputMaybe<Scalars['Float']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  include?: InputMaybe<Array<Scalars['Int']['input']>>;
  isVirtual?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  modifiedAfter?: InputMaybe<Scalars['DateInput']['input']>;
  ongoing?: InputMaybe<Scalars['Boolean']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<EventOrderBy>;
  organizer?: InputMaybe<Array<Scalars['Int']['input']>>;
  organizers?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  searchLinked?: InputMaybe<Scalars['Boolean']['input']>;
  series?: InputMaybe<SeriesInLists>;
  startDate?: InputMaybe<Scalars['DateInput']['input']>;
  startsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  startsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  status?: InputMaybe<Array<Status>>;
  strictDates?: InputMaybe<Scalars['Boolean']['input']>;
  tags?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  ticketed?: InputMaybe<Scalars['Boolean']['input']>;
  venue?: InputMaybe<Array<Scalars['Int']['input']>>;
  venues?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
};

/** One page of event tags. */
export type TagConnection = {
  /** The records on this page, and the cursor of each. */
  edges: Array<TagEdge>;
  /**
   * Whether there is a page after this one.
   * @deprecated Use `pageInfo`.
   */
  hasNextPage: Scalars['Boolean']['output'];
  /** The records on this page. */
  nodes: Array<Tag>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /**
   * The tags on this page.
   * @deprecated Use `nodes`.
   */
  tags: Array<Tag>;
  /** Number of tags on all pages. */
  total: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** A record of a list, and its place there. */
export type TagEdge = {
  /** The place of the record in the list; an argument after or before leads on from here. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Tag;
};

/** A category or tag of an event. */
export type TermLinkInput =
  /** Id of the term. */
  { id: Scalars['Int']['input']; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Name of the term; callers who may manage terms create it by naming it. */
  { id?: never; name: Scalars['String']['input']; record?: never; slug?: never; text?: never; }
  |  /** The term as it was read. */
  { id?: never; name?: never; record: RecordInput; slug?: never; text?: never; }
  |  /** Slug of the term. */
  { id?: never; name?: never; record?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name of the term, whichever it has; else as name. */
  { id?: never; name?: never; record?: never; slug?: never; text: Scalars['String']['input']; };

/** Links of a term, by relation. */
export type TermLinks = {
  /** The list of all terms of its kind. */
  collection: Array<Link>;
  /** The term itself. */
  self: Array<Link>;
  /** The parent term. */
  up: Array<Link>;
};

/** What categories and tags can be sorted by. */
export type TermOrderBy =
  /** The number of published events. */
  | 'count'
  /** The description, ignoring case. */
  | 'description'
  /** The id. */
  | 'id'
  /** The order of the ids in `include`. */
  | 'include'
  /** The order of the slug filter; as that names one slug, this sorts by name. */
  | 'include_slugs'
  /** The name, ignoring case. */
  | 'name'
  /** No particular order, which is that of the ids. */
  | 'none'
  /** The id of the parent; terms of the top level come first. */
  | 'parent'
  /** The slug. */
  | 'slug'
  /** The term group; all terms are in one group, so this sorts by name. */
  | 'term_group'
  /** The id, under another name. */
  | 'term_id';

/** Addresses of a term in the REST API. */
export type TermUrls = {
  /** The list of all terms of its kind. */
  collection: Scalars['String']['output'];
  /** The term itself. */
  self: Scalars['String']['output'];
  /** The parent term. */
  up?: Maybe<Scalars['String']['output']>;
};

/** The fields of a category to change; those left out stay as they are. */
export type UpdateCategoryInput = {
  /** New description; HTML is sanitised. Not sent: left as it is; empty or null: removed. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** New name of the category, plain text; unique under the same parent. Not sent or null: left as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Id of the new parent category. Not sent: left as it is; 0, empty or null: the top level. */
  parentId?: InputMaybe<Scalars['Int']['input']>;
  /** New name of the category in addresses; refused when another category has it. Not sent or null: left as it is. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** The fields of an event to change; those left out stay as they are. */
export type UpdateEventInput = {
  /** Whether the event takes whole days. Not sent or null: left as it is, but a date with a time of day makes it false. */
  allDay?: InputMaybe<Scalars['Boolean']['input']>;
  /** Id of the user who counts as the author from now on; not sent or null: left as it is. Only editors can name someone else. */
  authorId?: InputMaybe<Scalars['Int']['input']>;
  /** Ids, slugs or names of all categories that the event shall have. Not sent: left as they are; an empty list or null: removed. */
  categories?: InputMaybe<Array<TermLinkInput>>;
  /** New price: a number or text, or a list of them; 0 means free. Not sent: left as it is; empty or null: removed. */
  cost?: InputMaybe<Array<Scalars['Price']['input']>>;
  /** New publication date, on the site's clock; not sent or null: left as it is. */
  date?: InputMaybe<Scalars['DateInput']['input']>;
  /** New publication date, in UTC, which wins over date; not sent or null: left as it is. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** New description; HTML is sanitised. Not sent: left as it is; empty or null: removed. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** New end, on the clock of the event's time zone; not sent or null: left as it is. */
  endDate?: InputMaybe<Scalars['DateInput']['input']>;
  /** Whether the event takes place: `SCHEDULED`, `CANCELED` or `POSTPONED`; not sent or null: left as it is. */
  eventStatus?: InputMaybe<EventStatus>;
  /** Why the event is canceled, postponed or has been moved, plain text of one line. Not sent: left as it is, but removed where `SCHEDULED` is sent; empty or null: removed. */
  eventStatusReason?: InputMaybe<Scalars['String']['input']>;
  /** New short description; HTML is sanitised. Not sent: left as it is; empty or null: removed. */
  excerpt?: InputMaybe<Scalars['String']['input']>;
  /** Whether the event is featured on the site; not sent or null: left as it is. */
  featured?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether lists leave the event out; not sent or null: left as it is. */
  hideFromListings?: InputMaybe<Scalars['Boolean']['input']>;
  /** New featured image: id of a known image, or its URL. Not sent: left as it is; empty or null: removed. */
  image?: InputMaybe<ImageLinkInput>;
  /** Whether the event takes place online. Not sent or null: left as it is, but a new virtualUrl makes it true. */
  isVirtual?: InputMaybe<Scalars['Boolean']['input']>;
  /** All organizers that the event shall have, by id or as data of new ones. Not sent: left as they are; empty or null: removed. */
  organizers?: InputMaybe<Array<OrganizerLinkInput>>;
  /** Id of the new parent event. Not sent: left as it is; 0, empty or null: removed. */
  parentId?: InputMaybe<Scalars['Int']['input']>;
  /** When the series repeats from now on; its parent event has it. Not sent: left as it is; null: its other events go to the trash. */
  recurrence?: InputMaybe<RecurrenceInput>;
  /** All dates that the series leaves out, on its clock; a day without a time stands for what begins on it. Not sent: left as they are; empty or null: none. */
  recurrenceExceptions?: InputMaybe<Array<Scalars['DateInput']['input']>>;
  /** Start from which the recurrence counts, for an event that becomes the first of a series; in a series it moves with the events, so that another one is refused. */
  recurrenceStart?: InputMaybe<Scalars['DateInput']['input']>;
  /** Whether to show a map of the venue; not sent or null: left as it is. */
  showMap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to link to a map of the venue; not sent or null: left as it is. */
  showMapLink?: InputMaybe<Scalars['Boolean']['input']>;
  /** New name of the event in addresses; it gets a number when another event has it. Not sent or null: left as it is. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** New start, on the clock of the event's time zone; not sent or null: left as it is. */
  startDate?: InputMaybe<Scalars['DateInput']['input']>;
  /** New state of the event; not sent or null: left as it is. Callers who may not publish get `PENDING` for what is beyond their rights. */
  status?: InputMaybe<Status>;
  /** Whether the event stays on top in calendar views; not sent or null: left as it is. */
  sticky?: InputMaybe<Scalars['Boolean']['input']>;
  /** Ids, slugs or names of all tags that the event shall have. Not sent: left as they are; an empty list or null: removed. */
  tags?: InputMaybe<Array<TermLinkInput>>;
  /** Whether tickets are sold or given for the event; not sent or null: left as it is. */
  ticketed?: InputMaybe<Scalars['Boolean']['input']>;
  /** New time zone: an IANA name such as `Europe/Rome`, an offset such as `UTC+5.5`, or the empty text for the site's. Not sent or null: left as it is. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** New title, plain text; tags are removed. Not sent or null: left as it is. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** The venue or venues that the event shall have, by id or as data of a new one. Not sent: left as they are; empty or null: removed. */
  venues?: InputMaybe<Array<VenueLinkInput>>;
  /** New URL by which to take part online, which everybody sees who sees the event. Not sent: left as it is; empty or null: removed. */
  virtualUrl?: InputMaybe<Scalars['Url']['input']>;
  /** New URL of the event's own site. Not sent: left as it is; empty or null: removed. */
  website?: InputMaybe<Scalars['Url']['input']>;
};

/** The fields of an organizer to change; those left out stay as they are. */
export type UpdateOrganizerInput = {
  /** Id of the user who counts as the author from now on; not sent or null: left as it is. Only editors can name someone else. */
  authorId?: InputMaybe<Scalars['Int']['input']>;
  /** New publication date, on the site's clock; not sent or null: left as it is. */
  date?: InputMaybe<Scalars['DateInput']['input']>;
  /** New publication date, in UTC, which wins over date; not sent or null: left as it is. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** New description; HTML is sanitised. Not sent: left as it is; empty or null: removed. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** New e-mail address. Not sent: left as it is; empty or null: removed. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** New featured image: id of a known image, or its URL. Not sent: left as it is; empty or null: removed. */
  image?: InputMaybe<ImageLinkInput>;
  /** New name of the organizer, plain text; tags are removed. Not sent or null: left as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** New phone number. Not sent: left as it is; empty or null: removed. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** New name of the organizer in addresses; it gets a number when another organizer has it. Not sent or null: left as it is. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** New state of the organizer; not sent or null: left as it is. Callers who may not publish get `PENDING` for what is beyond their rights. */
  status?: InputMaybe<Status>;
  /** New URL of the organizer's site. Not sent: left as it is; empty or null: removed. */
  website?: InputMaybe<Scalars['Url']['input']>;
};

/** The fields of a tag to change; those left out stay as they are. */
export type UpdateTagInput = {
  /** New description; HTML is sanitised. Not sent: left as it is; empty or null: removed. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** New name of the tag, plain text; unique. Not sent or null: left as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** New name of the tag in addresses; refused when another tag has it. Not sent or null: left as it is. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** What to change of a user; what is left out stays as it is. */
export type UpdateUserInput = {
  /** New name that is shown to everybody, plain text. Not sent: left as it is; empty or null: removed. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** What the user may do from now on; not sent or null: left as it is. */
  role?: InputMaybe<Role>;
};

/** The fields of a venue to change; those left out stay as they are. */
export type UpdateVenueInput = {
  /** New street and number. Not sent: left as it is; empty or null: removed. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Id of the user who counts as the author from now on; not sent or null: left as it is. Only editors can name someone else. */
  authorId?: InputMaybe<Scalars['Int']['input']>;
  /** New city. Not sent: left as it is; empty or null: removed. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** New country. Not sent: left as it is; empty or null: removed. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** New publication date, on the site's clock; not sent or null: left as it is. */
  date?: InputMaybe<Scalars['DateInput']['input']>;
  /** New publication date, in UTC, which wins over date; not sent or null: left as it is. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** New description; HTML is sanitised. Not sent: left as it is; empty or null: removed. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** New latitude in degrees. Not sent: left as it is; empty or null: removed. */
  geoLat?: InputMaybe<Scalars['Float']['input']>;
  /** New longitude in degrees. Not sent: left as it is; empty or null: removed. */
  geoLng?: InputMaybe<Scalars['Float']['input']>;
  /** New featured image: id of a known image, or its URL. Not sent: left as it is; empty or null: removed. */
  image?: InputMaybe<ImageLinkInput>;
  /** New name of the venue, plain text; tags are removed. Not sent or null: left as it is. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** New phone number. Not sent: left as it is; empty or null: removed. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** New province. Not sent: left as it is; empty or null: removed. */
  province?: InputMaybe<Scalars['String']['input']>;
  /** Whether to show a map of the venue, as text or boolean; not sent or null: left as it is. */
  showMap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to link to a map of the venue, as text or boolean; not sent or null: left as it is. */
  showMapLink?: InputMaybe<Scalars['Boolean']['input']>;
  /** New name of the venue in addresses; it gets a number when another venue has it. Not sent or null: left as it is. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** New state. Not sent: left as it is; empty or null: removed. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** State or province to show, whichever the country has. Not sent: follows from country, state and province when one of them changes; empty or null: removed. */
  stateprovince?: InputMaybe<Scalars['String']['input']>;
  /** New state of the venue; not sent or null: left as it is. Callers who may not publish get `PENDING` for what is beyond their rights. */
  status?: InputMaybe<Status>;
  /** New URL of the venue's site. Not sent: left as it is; empty or null: removed. */
  website?: InputMaybe<Scalars['Url']['input']>;
  /** New ZIP or postal code. Not sent: left as it is; empty or null: removed. */
  zip?: InputMaybe<Scalars['String']['input']>;
};

/** What to change of a webhook; what is left out stays as it is. */
export type UpdateWebhookInput = {
  /** Whether it is sent anything: what waits goes on once it is again, what is stored meanwhile is not sent. Not sent or null: left as it is. */
  isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** What it is sent of what is stored from now on; not sent or null: left as it is. */
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  /** New address, also for what waits; not sent or null: left as it is. */
  url?: InputMaybe<Scalars['String']['input']>;
};

/** Someone who can log in. */
export type User = Node & {
  /** Application passwords of the user; null for all but administrators and the user. */
  applicationPasswords?: Maybe<Array<ApplicationPassword>>;
  /** When the user was created, in UTC; null for all but administrators and the user. */
  createdUtc?: Maybe<Scalars['LocalDateTime']['output']>;
  /** Id of the user. */
  id: Scalars['Int']['output'];
  /** Login, unique without regard to case; null for all but administrators and the user. */
  login?: Maybe<Scalars['String']['output']>;
  /** Name that is shown to everybody, never the login; null when none is set. */
  name?: Maybe<Scalars['String']['output']>;
  /** Id in the whole graph. */
  nodeId: Scalars['ID']['output'];
  /** What the user may do; null for all but administrators and the user. */
  role?: Maybe<Role>;
};

/** One page of users. */
export type UserConnection = {
  /** The records on this page, and the cursor of each. */
  edges: Array<UserEdge>;
  /** The records on this page. */
  nodes: Array<User>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** Number of users on all pages. */
  total: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
  /**
   * The users on this page.
   * @deprecated Use `nodes`.
   */
  users: Array<User>;
};

/** A record of a list, and its place there. */
export type UserEdge = {
  /** The place of the record in the list; an argument after or before leads on from here. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: User;
};

/** A place where events happen. */
export type Venue = Content & Node & {
  /** Street and number. */
  address?: Maybe<Scalars['String']['output']>;
  /** The user who wrote the venue; null when unknown. */
  author?: Maybe<User>;
  /** Id of the user who wrote the venue; null when unknown. */
  authorId?: Maybe<Scalars['Int']['output']>;
  /** City. */
  city?: Maybe<Scalars['String']['output']>;
  /** Country. */
  country?: Maybe<Scalars['String']['output']>;
  /** Publication date, on the site's clock. */
  date: Scalars['LocalDateTime']['output'];
  /** Publication date, in UTC. */
  dateUtc: Scalars['LocalDateTime']['output'];
  /** Description, sanitised HTML. */
  description?: Maybe<Scalars['String']['output']>;
  /** Events at this venue in order of their start; by default those from today to two years ahead. */
  events: EventConnection;
  /** Short description, sanitised HTML. */
  excerpt?: Maybe<Scalars['String']['output']>;
  /** Latitude in degrees. */
  geoLat?: Maybe<Scalars['Float']['output']>;
  /** Longitude in degrees. */
  geoLng?: Maybe<Scalars['Float']['output']>;
  /** Id that is unique across sites: the host of this one, and the venue's id. */
  globalId: Scalars['String']['output'];
  /** The global id, followed by those the venue had elsewhere. */
  globalIdLineage: Array<Scalars['String']['output']>;
  /** Id, unique among events, venues, organizers and images. */
  id: Scalars['Int']['output'];
  /** Featured image. */
  image?: Maybe<Image>;
  /** The venue as schema.org linked data. */
  jsonLd: Scalars['JSON']['output'];
  /** Date of the last change, on the site's clock. */
  modified: Scalars['LocalDateTime']['output'];
  /** Date of the last change as an instant, with the offset of the site's clock. */
  modifiedAt: Scalars['DateTime']['output'];
  /** Date of the last change, in UTC. */
  modifiedUtc: Scalars['LocalDateTime']['output'];
  /** Name of the venue, plain text. */
  name: Scalars['String']['output'];
  /** Id in the whole graph. */
  nodeId: Scalars['ID']['output'];
  /** Phone number. */
  phone?: Maybe<Scalars['String']['output']>;
  /** Province. */
  province?: Maybe<Scalars['String']['output']>;
  /** Publication date as an instant, with the offset of the site's clock. */
  publishedAt: Scalars['DateTime']['output'];
  /** Whether to show a map of the venue. */
  showMap: Scalars['Boolean']['output'];
  /** Whether to link to a map of the venue. */
  showMapLink: Scalars['Boolean']['output'];
  /** Name of the venue in addresses. */
  slug: Scalars['String']['output'];
  /** State. */
  state?: Maybe<Scalars['String']['output']>;
  /** State or province, whichever the country has. */
  stateprovince?: Maybe<Scalars['String']['output']>;
  /** State of the venue. */
  status: Status;
  /** Address of the venue's page. */
  url: Scalars['String']['output'];
  /** Address of the venue's site. */
  website?: Maybe<Scalars['String']['output']>;
  /** ZIP or postal code. */
  zip?: Maybe<Scalars['String']['output']>;
};


/** A place where events happen. */
export type VenueEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  categories?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  endDate?: InputMaybe<Scalars['DateInput']['input']>;
  ended?: InputMaybe<Scalars['Boolean']['input']>;
  endsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  endsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  eventStatus?: InputMaybe<Array<EventStatus>>;
  featured?: InputMaybe<Scalars['Boolean']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  geoloc?: InputMaybe<Scalars['Boolean']['input']>;
  geolocLat?: InputMaybe<Scalars['Float']['input']>;
  geolocLng?: InputMaybe<Scalars['Float']['input']>;
  geolocRadius?: InputMaybe<Scalars['Float']['input']>;
  hidden?: InputMaybe<Scalars['Boolean']['input']>;
  include?: InputMaybe<Array<Scalars['Int']['input']>>;
  isVirtual?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  modifiedAfter?: InputMaybe<Scalars['DateInput']['input']>;
  ongoing?: InputMaybe<Scalars['Boolean']['input']>;
  order?: InputMaybe<Order>;
  orderBy?: InputMaybe<EventOrderBy>;
  organizer?: InputMaybe<Array<Scalars['Int']['input']>>;
  organizers?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
  page?: InputMaybe<Scalars['Int']['input']>;
  parentId?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  search?: InputMaybe<Scalars['String']['input']>;
  searchLinked?: InputMaybe<Scalars['Boolean']['input']>;
  series?: InputMaybe<SeriesInLists>;
  startDate?: InputMaybe<Scalars['DateInput']['input']>;
  startsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  startsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  status?: InputMaybe<Array<Status>>;
  strictDates?: InputMaybe<Scalars['Boolean']['input']>;
  tags?: InputMaybe<Array<Scalars['TermRef']['input']>>;
  ticketed?: InputMaybe<Scalars['Boolean']['input']>;
  venue?: InputMaybe<Array<Scalars['Int']['input']>>;
  venues?: InputMaybe<Array<Scalars['RecordRef']['input']>>;
};

/** One page of venues. */
export type VenueConnection = {
  /** The records on this page, and the cursor of each. */
  edges: Array<VenueEdge>;
  /**
   * Whether there is a page after this one.
   * @deprecated Use `pageInfo`.
   */
  hasNextPage: Scalars['Boolean']['output'];
  /** The records on this page. */
  nodes: Array<Venue>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** Number of venues on all pages. */
  total: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
  /**
   * The venues on this page.
   * @deprecated Use `nodes`.
   */
  venues: Array<Venue>;
};

/** A record of a list, and its place there. */
export type VenueEdge = {
  /** The place of the record in the list; an argument after or before leads on from here. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Venue;
};

/** A venue of an event: one that exists, or a new one. */
export type VenueLinkInput =
  /** Fields of a new venue; one of the same name that nothing contradicts is used again. */
  { create: CreateVenueInput; id?: never; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Id of the venue. */
  { create?: never; id: Scalars['Int']['input']; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Name of the venue, which no other must have. */
  { create?: never; id?: never; name: Scalars['String']['input']; record?: never; slug?: never; text?: never; }
  |  /** The venue as it was read. */
  { create?: never; id?: never; name?: never; record: RecordInput; slug?: never; text?: never; }
  |  /** Slug of the venue. */
  { create?: never; id?: never; name?: never; record?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name of the venue, whichever it has. */
  { create?: never; id?: never; name?: never; record?: never; slug?: never; text: Scalars['String']['input']; };

/** An address that is sent what changes, signed by Standard Webhooks. */
export type Webhook = Node & {
  /** When it was created, in UTC. */
  createdUtc: Scalars['LocalDateTime']['output'];
  /** When a message was delivered last, in UTC; null when none was within a week. */
  deliveredUtc?: Maybe<Scalars['LocalDateTime']['output']>;
  /** What it is sent, the latest first; of what is delivered that of a week. */
  deliveries: WebhookDeliveryConnection;
  /** Why a message that waits or is parked was not delivered; null when none was refused. */
  error?: Maybe<Scalars['String']['output']>;
  /** Id of the webhook. */
  id: Scalars['Int']['output'];
  /** Whether it is sent anything; no once its receiver has answered 410, or it was switched off. */
  isActive: Scalars['Boolean']['output'];
  /** Id in the whole graph, by which `node` finds the webhook for administrators. */
  nodeId: Scalars['ID']['output'];
  /** How many messages were given up after a day, and can be sent again by `replayWebhook`. */
  parked: Scalars['Int']['output'];
  /** How many messages wait. */
  pending: Scalars['Int']['output'];
  /** What it is sent, as in `event.*`, `event.canceled` or `*`. */
  types: Array<Scalars['String']['output']>;
  /** Where messages are sent. */
  url: Scalars['String']['output'];
  /** With whose rights it reads; it is deleted with this user. */
  user: User;
};


/** An address that is sent what changes, signed by Standard Webhooks. */
export type WebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
  state?: InputMaybe<WebhookDeliveryState>;
};

/** One page of webhooks. */
export type WebhookConnection = {
  /** The records on this page, and the cursor of each. */
  edges: Array<WebhookEdge>;
  /** The records on this page. */
  nodes: Array<Webhook>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** Number of webhooks on all pages. */
  total: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** A message to a webhook. */
export type WebhookDelivery = {
  /** How often it was sent. */
  attempts: Scalars['Int']['output'];
  /** Why there was no answer to the last attempt; null when there was one. */
  error?: Maybe<Scalars['String']['output']>;
  /** When it was delivered, parked or left out, in UTC; null while it waits. */
  finishedUtc?: Maybe<Scalars['LocalDateTime']['output']>;
  /** Kind of the record. */
  kind: RecordKind;
  /** Its `webhook-id`, which each attempt has. */
  messageId: Scalars['String']['output'];
  /** When it is sent next, in UTC, or soon afterwards; null unless it waits. */
  nextAttemptUtc?: Maybe<Scalars['LocalDateTime']['output']>;
  /** Id of the record. */
  recordId: Scalars['Int']['output'];
  /** What has become of the message. */
  state: WebhookDeliveryState;
  /** Status of the last answer; null when there was none. */
  status?: Maybe<Scalars['Int']['output']>;
  /** When the change was stored, in UTC. */
  storedUtc: Scalars['LocalDateTime']['output'];
  /** What has become of the record, as in `event.updated`. */
  type: Scalars['String']['output'];
};

/** One page of what a webhook is sent. */
export type WebhookDeliveryConnection = {
  /** The records on this page, and the cursor of each. */
  edges: Array<WebhookDeliveryEdge>;
  /** The records on this page. */
  nodes: Array<WebhookDelivery>;
  /** Where this page is in the list. */
  pageInfo: PageInfo;
  /** Number of messages on all pages. */
  total: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** A record of a list, and its place there. */
export type WebhookDeliveryEdge = {
  /** The place of the record in the list; an argument after or before leads on from here. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: WebhookDelivery;
};

/** What has become of a message to a webhook. */
export type WebhookDeliveryState =
  /** Its receiver has answered that it has arrived. */
  | 'delivered'
  /** It was given up after a day, or because its receiver said that it is gone. */
  | 'parked'
  /** It waits to be sent, for the first time or again. */
  | 'pending'
  /** It was left out, because the user of the webhook may not know of it. */
  | 'skipped';

/** A record of a list, and its place there. */
export type WebhookEdge = {
  /** The place of the record in the list; an argument after or before leads on from here. */
  cursor: Scalars['String']['output'];
  /** The record. */
  node: Webhook;
};

/** What is sent again. */
export type WebhookReplay = {
  /** How many messages are sent again. */
  messages: Scalars['Int']['output'];
  /** The webhook. */
  webhook: Webhook;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;




/** Mapping of interface types */
export type ResolversInterfaceTypes<_RefType extends Record<string, unknown>> = {
  Content:
    | ( HydratedEvent )
    | ( OrganizerRecord )
    | ( VenueRecord )
  ;
  Node:
    | ( TermRecord )
    | ( HydratedEvent )
    | ( ImageRecord )
    | ( OrganizerRecord )
    | ( SeriesRecord )
    | ( TermRecord )
    | ( UserRecord )
    | ( VenueRecord )
    | ( WebhookRecord )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApplicationPassword: ResolverTypeWrapper<ApplicationPasswordRecord>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Category: ResolverTypeWrapper<TermRecord>;
  CategoryConnection: ResolverTypeWrapper<TermPage>;
  CategoryEdge: ResolverTypeWrapper<Omit<CategoryEdge, 'node'> & { node: ResolversTypes['Category'] }>;
  ChangeScope: ChangeScope;
  ChangeType: ChangeType;
  Content: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Content']>;
  CostDetails: ResolverTypeWrapper<CostDetails>;
  CreateCategoryInput: CreateCategoryInput;
  CreateEventInput: CreateEventInput;
  CreateOrganizerInput: CreateOrganizerInput;
  CreateTagInput: CreateTagInput;
  CreateUserInput: CreateUserInput;
  CreateVenueInput: CreateVenueInput;
  CreateWebhookInput: CreateWebhookInput;
  CurrencyPosition: CurrencyPosition;
  DateDetails: ResolverTypeWrapper<DateDetails>;
  DateInput: ResolverTypeWrapper<Scalars['DateInput']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DirectoryOrderBy: DirectoryOrderBy;
  Event: ResolverTypeWrapper<HydratedEvent>;
  EventConnection: ResolverTypeWrapper<EventPage>;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  EventOrderBy: EventOrderBy;
  EventStatus: EventStatus;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Image: ResolverTypeWrapper<ImageRecord>;
  ImageLinkInput: ImageLinkInput;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Link: ResolverTypeWrapper<Link>;
  LocalDateTime: ResolverTypeWrapper<Scalars['LocalDateTime']['output']>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NewApplicationPassword: ResolverTypeWrapper<NewApplicationPassword>;
  NewWebhook: ResolverTypeWrapper<Omit<NewWebhook, 'webhook'> & { webhook: ResolversTypes['Webhook'] }>;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  Order: Order;
  Organizer: ResolverTypeWrapper<OrganizerRecord>;
  OrganizerConnection: ResolverTypeWrapper<OrganizerPage>;
  OrganizerEdge: ResolverTypeWrapper<Omit<OrganizerEdge, 'node'> & { node: ResolversTypes['Organizer'] }>;
  OrganizerLinkInput: OrganizerLinkInput;
  PageInfo: ResolverTypeWrapper<ListedPage>;
  Price: ResolverTypeWrapper<Scalars['Price']['output']>;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RecordChange: ResolverTypeWrapper<ShownChange>;
  RecordInput: RecordInput;
  RecordKind: RecordKind;
  RecordRef: ResolverTypeWrapper<Scalars['RecordRef']['output']>;
  RecurrenceInput: RecurrenceInput;
  Role: Role;
  Series: ResolverTypeWrapper<SeriesRecord>;
  SeriesInLists: SeriesInLists;
  Status: Status;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Tag: ResolverTypeWrapper<TermRecord>;
  TagConnection: ResolverTypeWrapper<TermPage>;
  TagEdge: ResolverTypeWrapper<Omit<TagEdge, 'node'> & { node: ResolversTypes['Tag'] }>;
  TermLinkInput: TermLinkInput;
  TermLinks: ResolverTypeWrapper<TermLinks>;
  TermOrderBy: TermOrderBy;
  TermRef: ResolverTypeWrapper<Scalars['TermRef']['output']>;
  TermUrls: ResolverTypeWrapper<TermUrls>;
  UpdateCategoryInput: UpdateCategoryInput;
  UpdateEventInput: UpdateEventInput;
  UpdateOrganizerInput: UpdateOrganizerInput;
  UpdateTagInput: UpdateTagInput;
  UpdateUserInput: UpdateUserInput;
  UpdateVenueInput: UpdateVenueInput;
  UpdateWebhookInput: UpdateWebhookInput;
  Url: ResolverTypeWrapper<Scalars['Url']['output']>;
  User: ResolverTypeWrapper<UserRecord>;
  UserConnection: ResolverTypeWrapper<UserPage>;
  UserEdge: ResolverTypeWrapper<Omit<UserEdge, 'node'> & { node: ResolversTypes['User'] }>;
  UserRef: ResolverTypeWrapper<Scalars['UserRef']['output']>;
  Venue: ResolverTypeWrapper<VenueRecord>;
  VenueConnection: ResolverTypeWrapper<VenuePage>;
  VenueEdge: ResolverTypeWrapper<Omit<VenueEdge, 'node'> & { node: ResolversTypes['Venue'] }>;
  VenueLinkInput: VenueLinkInput;
  Webhook: ResolverTypeWrapper<WebhookRecord>;
  WebhookConnection: ResolverTypeWrapper<WebhookPage>;
  WebhookDelivery: ResolverTypeWrapper<DeliveryRecord>;
  WebhookDeliveryConnection: ResolverTypeWrapper<DeliveryPage>;
  WebhookDeliveryEdge: ResolverTypeWrapper<Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversTypes['WebhookDelivery'] }>;
  WebhookDeliveryState: WebhookDeliveryState;
  WebhookEdge: ResolverTypeWrapper<Omit<WebhookEdge, 'node'> & { node: ResolversTypes['Webhook'] }>;
  WebhookReplay: ResolverTypeWrapper<Omit<WebhookReplay, 'webhook'> & { webhook: ResolversTypes['Webhook'] }>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApplicationPassword: ApplicationPasswordRecord;
  Boolean: Scalars['Boolean']['output'];
  Category: TermRecord;
  CategoryConnection: TermPage;
  CategoryEdge: Omit<CategoryEdge, 'node'> & { node: ResolversParentTypes['Category'] };
  Content: ResolversInterfaceTypes<ResolversParentTypes>['Content'];
  CostDetails: CostDetails;
  CreateCategoryInput: CreateCategoryInput;
  CreateEventInput: CreateEventInput;
  CreateOrganizerInput: CreateOrganizerInput;
  CreateTagInput: CreateTagInput;
  CreateUserInput: CreateUserInput;
  CreateVenueInput: CreateVenueInput;
  CreateWebhookInput: CreateWebhookInput;
  DateDetails: DateDetails;
  DateInput: Scalars['DateInput']['output'];
  DateTime: Scalars['DateTime']['output'];
  Event: HydratedEvent;
  EventConnection: EventPage;
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  Float: Scalars['Float']['output'];
  ID: Scalars['ID']['output'];
  Image: ImageRecord;
  ImageLinkInput: ImageLinkInput;
  Int: Scalars['Int']['output'];
  JSON: Scalars['JSON']['output'];
  Link: Link;
  LocalDateTime: Scalars['LocalDateTime']['output'];
  Mutation: Record<PropertyKey, never>;
  NewApplicationPassword: NewApplicationPassword;
  NewWebhook: Omit<NewWebhook, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] };
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  Organizer: OrganizerRecord;
  OrganizerConnection: OrganizerPage;
  OrganizerEdge: Omit<OrganizerEdge, 'node'> & { node: ResolversParentTypes['Organizer'] };
  OrganizerLinkInput: OrganizerLinkInput;
  PageInfo: ListedPage;
  Price: Scalars['Price']['output'];
  Query: Record<PropertyKey, never>;
  RecordChange: ShownChange;
  RecordInput: RecordInput;
  RecordRef: Scalars['RecordRef']['output'];
  RecurrenceInput: RecurrenceInput;
  Series: SeriesRecord;
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  Tag: TermRecord;
  TagConnection: TermPage;
  TagEdge: Omit<TagEdge, 'node'> & { node: ResolversParentTypes['Tag'] };
  TermLinkInput: TermLinkInput;
  TermLinks: TermLinks;
  TermRef: Scalars['TermRef']['output'];
  TermUrls: TermUrls;
  UpdateCategoryInput: UpdateCategoryInput;
  UpdateEventInput: UpdateEventInput;
  UpdateOrganizerInput: UpdateOrganizerInput;
  UpdateTagInput: UpdateTagInput;
  UpdateUserInput: UpdateUserInput;
  UpdateVenueInput: UpdateVenueInput;
  UpdateWebhookInput: UpdateWebhookInput;
  Url: Scalars['Url']['output'];
  User: UserRecord;
  UserConnection: UserPage;
  UserEdge: Omit<UserEdge, 'node'> & { node: ResolversParentTypes['User'] };
  UserRef: Scalars['UserRef']['output'];
  Venue: VenueRecord;
  VenueConnection: VenuePage;
  VenueEdge: Omit<VenueEdge, 'node'> & { node: ResolversParentTypes['Venue'] };
  VenueLinkInput: VenueLinkInput;
  Webhook: WebhookRecord;
  WebhookConnection: WebhookPage;
  WebhookDelivery: DeliveryRecord;
  WebhookDeliveryConnection: DeliveryPage;
  WebhookDeliveryEdge: Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversParentTypes['WebhookDelivery'] };
  WebhookEdge: Omit<WebhookEdge, 'node'> & { node: ResolversParentTypes['Webhook'] };
  WebhookReplay: Omit<WebhookReplay, 'webhook'> & { webhook: ResolversParentTypes['Webhook'] };
};

export type ApplicationPasswordResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApplicationPassword'] = ResolversParentTypes['ApplicationPassword']> = {
  createdUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  lastUsedUtc?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CategoryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Category'] = ResolversParentTypes['Category']> = {
  children?: Resolver<Array<ResolversTypes['Category']>, ParentType, ContextType>;
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<CategoryEventsArgs>>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  links?: Resolver<ResolversTypes['TermLinks'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taxonomy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  urls?: Resolver<ResolversTypes['TermUrls'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CategoryConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CategoryConnection'] = ResolversParentTypes['CategoryConnection']> = {
  categories?: Resolver<Array<ResolversTypes['Category']>, ParentType, ContextType>;
  edges?: Resolver<Array<ResolversTypes['CategoryEdge']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Category']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type CategoryEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CategoryEdge'] = ResolversParentTypes['CategoryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Category'], ParentType, ContextType>;
};

export type ContentResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Content'] = ResolversParentTypes['Content']> = {
  __resolveType: TypeResolveFn<'Event' | 'Organizer' | 'Venue', ParentType, ContextType>;
};

export type CostDetailsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CostDetails'] = ResolversParentTypes['CostDetails']> = {
  currencyCode?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  currencyPosition?: Resolver<Maybe<ResolversTypes['CurrencyPosition']>, ParentType, ContextType>;
  currencySymbol?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  values?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type DateDetailsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DateDetails'] = ResolversParentTypes['DateDetails']> = {
  day?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  hour?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  minutes?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  month?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  seconds?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  year?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface DateInputScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateInput'], any> {
  name: 'DateInput';
}

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type EventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  allDay?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  author?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  authorId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  categories?: Resolver<Array<ResolversTypes['Category']>, ParentType, ContextType>;
  children?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<EventChildrenArgs>>;
  cost?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  costDetails?: Resolver<ResolversTypes['CostDetails'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  dateUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endDate?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  endDateDetails?: Resolver<ResolversTypes['DateDetails'], ParentType, ContextType>;
  endsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  eventStatus?: Resolver<ResolversTypes['EventStatus'], ParentType, ContextType>;
  eventStatusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  excerpt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  featured?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  globalId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  globalIdLineage?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  hideFromListings?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  isDetached?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isVirtual?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  jsonLd?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  modified?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  organizers?: Resolver<Array<ResolversTypes['Organizer']>, ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  postParent?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  previous?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  previousStartsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  recurrence?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recurrenceExceptions?: Resolver<Maybe<Array<ResolversTypes['LocalDateTime']>>, ParentType, ContextType>;
  recurrenceId?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  recurrenceStart?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  recurrenceText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  restUrl?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  series?: Resolver<Maybe<ResolversTypes['Series']>, ParentType, ContextType>;
  showMap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  showMapLink?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startDate?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  startDateDetails?: Resolver<ResolversTypes['DateDetails'], ParentType, ContextType>;
  startsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Status'], ParentType, ContextType>;
  sticky?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['Tag']>, ParentType, ContextType>;
  ticketed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timezoneAbbr?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  utcEndDate?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  utcEndDateDetails?: Resolver<ResolversTypes['DateDetails'], ParentType, ContextType>;
  utcStartDate?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  utcStartDateDetails?: Resolver<ResolversTypes['DateDetails'], ParentType, ContextType>;
  venue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType>;
  venues?: Resolver<Array<ResolversTypes['Venue']>, ParentType, ContextType>;
  virtualUrl?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  events?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EventEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EventEdge'] = ResolversParentTypes['EventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Event'], ParentType, ContextType>;
};

export type ImageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Image'] = ResolversParentTypes['Image']> = {
  extension?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export interface JsonScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSON'], any> {
  name: 'JSON';
}

export type LinkResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Link'] = ResolversParentTypes['Link']> = {
  href?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export interface LocalDateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['LocalDateTime'], any> {
  name: 'LocalDateTime';
}

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createApplicationPassword?: Resolver<Maybe<ResolversTypes['NewApplicationPassword']>, ParentType, ContextType, RequireFields<MutationCreateApplicationPasswordArgs, 'name'>>;
  createCategory?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType, RequireFields<MutationCreateCategoryArgs, 'input'>>;
  createEvent?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<MutationCreateEventArgs, 'input'>>;
  createOrganizer?: Resolver<Maybe<ResolversTypes['Organizer']>, ParentType, ContextType, RequireFields<MutationCreateOrganizerArgs, 'input'>>;
  createTag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType, RequireFields<MutationCreateTagArgs, 'input'>>;
  createUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<MutationCreateUserArgs, 'input'>>;
  createVenue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType, RequireFields<MutationCreateVenueArgs, 'input'>>;
  createWebhook?: Resolver<Maybe<ResolversTypes['NewWebhook']>, ParentType, ContextType, RequireFields<MutationCreateWebhookArgs, 'input'>>;
  deleteCategory?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType, RequireFields<MutationDeleteCategoryArgs, 'force' | 'id'>>;
  deleteEvent?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<MutationDeleteEventArgs, 'force'>>;
  deleteOrganizer?: Resolver<Maybe<ResolversTypes['Organizer']>, ParentType, ContextType, RequireFields<MutationDeleteOrganizerArgs, 'force'>>;
  deleteTag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType, RequireFields<MutationDeleteTagArgs, 'force' | 'id'>>;
  deleteUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<MutationDeleteUserArgs, 'user'>>;
  deleteVenue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType, RequireFields<MutationDeleteVenueArgs, 'force'>>;
  deleteWebhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'id'>>;
  renewWebhookSecret?: Resolver<Maybe<ResolversTypes['NewWebhook']>, ParentType, ContextType, RequireFields<MutationRenewWebhookSecretArgs, 'id'>>;
  replayWebhook?: Resolver<Maybe<ResolversTypes['WebhookReplay']>, ParentType, ContextType, RequireFields<MutationReplayWebhookArgs, 'id'>>;
  revokeApplicationPassword?: Resolver<Maybe<ResolversTypes['ApplicationPassword']>, ParentType, ContextType, RequireFields<MutationRevokeApplicationPasswordArgs, 'id'>>;
  updateCategory?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType, RequireFields<MutationUpdateCategoryArgs, 'id' | 'input'>>;
  updateEvent?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<MutationUpdateEventArgs, 'input'>>;
  updateOrganizer?: Resolver<Maybe<ResolversTypes['Organizer']>, ParentType, ContextType, RequireFields<MutationUpdateOrganizerArgs, 'input'>>;
  updateTag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType, RequireFields<MutationUpdateTagArgs, 'id' | 'input'>>;
  updateUser?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType, RequireFields<MutationUpdateUserArgs, 'input' | 'user'>>;
  updateVenue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType, RequireFields<MutationUpdateVenueArgs, 'input'>>;
  updateWebhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<MutationUpdateWebhookArgs, 'id' | 'input'>>;
};

export type NewApplicationPasswordResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NewApplicationPassword'] = ResolversParentTypes['NewApplicationPassword']> = {
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  password?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type NewWebhookResolvers<ContextType = Context, ParentType extends ResolversParentTypes['NewWebhook'] = ResolversParentTypes['NewWebhook']> = {
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Category' | 'Event' | 'Image' | 'Organizer' | 'Series' | 'Tag' | 'User' | 'Venue' | 'Webhook', ParentType, ContextType>;
};

export type OrganizerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Organizer'] = ResolversParentTypes['Organizer']> = {
  author?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  authorId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  date?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  dateUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<OrganizerEventsArgs>>;
  excerpt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  globalId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  globalIdLineage?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  jsonLd?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  modified?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Status'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OrganizerConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrganizerConnection'] = ResolversParentTypes['OrganizerConnection']> = {
  edges?: Resolver<Array<ResolversTypes['OrganizerEdge']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Organizer']>, ParentType, ContextType>;
  organizers?: Resolver<Array<ResolversTypes['Organizer']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OrganizerEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrganizerEdge'] = ResolversParentTypes['OrganizerEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Organizer'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface PriceScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Price'], any> {
  name: 'Price';
}

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  categories?: Resolver<ResolversTypes['CategoryConnection'], ParentType, ContextType, RequireFields<QueryCategoriesArgs, 'hideEmpty'>>;
  category?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType, Partial<QueryCategoryArgs>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, Partial<QueryEventArgs>>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<QueryEventsArgs>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'nodeId'>>;
  nodes?: Resolver<Array<Maybe<ResolversTypes['Node']>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'nodeIds'>>;
  organizer?: Resolver<Maybe<ResolversTypes['Organizer']>, ParentType, ContextType, Partial<QueryOrganizerArgs>>;
  organizers?: Resolver<ResolversTypes['OrganizerConnection'], ParentType, ContextType, Partial<QueryOrganizersArgs>>;
  tag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType, Partial<QueryTagArgs>>;
  tags?: Resolver<ResolversTypes['TagConnection'], ParentType, ContextType, RequireFields<QueryTagsArgs, 'hideEmpty'>>;
  users?: Resolver<ResolversTypes['UserConnection'], ParentType, ContextType, Partial<QueryUsersArgs>>;
  venue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType, Partial<QueryVenueArgs>>;
  venues?: Resolver<ResolversTypes['VenueConnection'], ParentType, ContextType, Partial<QueryVenuesArgs>>;
  viewer?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'id'>>;
  webhooks?: Resolver<ResolversTypes['WebhookConnection'], ParentType, ContextType, Partial<QueryWebhooksArgs>>;
};

export type RecordChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordChange'] = ResolversParentTypes['RecordChange']> = {
  kind?: Resolver<ResolversTypes['RecordKind'], ParentType, ContextType>;
  record?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  recordId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  recordNodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ChangeType'], ParentType, ContextType>;
};

export interface RecordRefScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['RecordRef'], any> {
  name: 'RecordRef';
}

export type SeriesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Series'] = ResolversParentTypes['Series']> = {
  dates?: Resolver<Array<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  exceptions?: Resolver<Array<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  globalId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  occurrences?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<SeriesOccurrencesArgs>>;
  parent?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  start?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  eventChanged?: SubscriptionResolver<Maybe<ResolversTypes['Event']>, "eventChanged", ParentType, ContextType, RequireFields<SubscriptionEventChangedArgs, 'id'>>;
  recordChanged?: SubscriptionResolver<ResolversTypes['RecordChange'], "recordChanged", ParentType, ContextType, Partial<SubscriptionRecordChangedArgs>>;
};

export type TagResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Tag'] = ResolversParentTypes['Tag']> = {
  count?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<TagEventsArgs>>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  links?: Resolver<ResolversTypes['TermLinks'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taxonomy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  urls?: Resolver<ResolversTypes['TermUrls'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TagConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TagConnection'] = ResolversParentTypes['TagConnection']> = {
  edges?: Resolver<Array<ResolversTypes['TagEdge']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Tag']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['Tag']>, ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TagEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TagEdge'] = ResolversParentTypes['TagEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Tag'], ParentType, ContextType>;
};

export type TermLinksResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TermLinks'] = ResolversParentTypes['TermLinks']> = {
  collection?: Resolver<Array<ResolversTypes['Link']>, ParentType, ContextType>;
  self?: Resolver<Array<ResolversTypes['Link']>, ParentType, ContextType>;
  up?: Resolver<Array<ResolversTypes['Link']>, ParentType, ContextType>;
};

export interface TermRefScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['TermRef'], any> {
  name: 'TermRef';
}

export type TermUrlsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TermUrls'] = ResolversParentTypes['TermUrls']> = {
  collection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  self?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  up?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export interface UrlScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Url'], any> {
  name: 'Url';
}

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  applicationPasswords?: Resolver<Maybe<Array<ResolversTypes['ApplicationPassword']>>, ParentType, ContextType>;
  createdUtc?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  login?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserConnection'] = ResolversParentTypes['UserConnection']> = {
  edges?: Resolver<Array<ResolversTypes['UserEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  users?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
};

export type UserEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserEdge'] = ResolversParentTypes['UserEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export interface UserRefScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['UserRef'], any> {
  name: 'UserRef';
}

export type VenueResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Venue'] = ResolversParentTypes['Venue']> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  author?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  authorId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  city?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  date?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  dateUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, Partial<VenueEventsArgs>>;
  excerpt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  geoLat?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  geoLng?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  globalId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  globalIdLineage?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  jsonLd?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  modified?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  province?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  showMap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  showMapLink?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  stateprovince?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['Status'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  zip?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type VenueConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VenueConnection'] = ResolversParentTypes['VenueConnection']> = {
  edges?: Resolver<Array<ResolversTypes['VenueEdge']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Venue']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  venues?: Resolver<Array<ResolversTypes['Venue']>, ParentType, ContextType>;
};

export type VenueEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VenueEdge'] = ResolversParentTypes['VenueEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Venue'], ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  createdUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  deliveredUtc?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  deliveries?: Resolver<ResolversTypes['WebhookDeliveryConnection'], ParentType, ContextType, Partial<WebhookDeliveriesArgs>>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  nodeId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  parked?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pending?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  types?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookConnection'] = ResolversParentTypes['WebhookConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Webhook']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  finishedUtc?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['RecordKind'], ParentType, ContextType>;
  messageId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextAttemptUtc?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  recordId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['WebhookDeliveryState'], ParentType, ContextType>;
  status?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  storedUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WebhookDeliveryConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] = ResolversParentTypes['WebhookDeliveryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  total?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookDeliveryEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
};

export type WebhookEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookEdge'] = ResolversParentTypes['WebhookEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type WebhookReplayResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookReplay'] = ResolversParentTypes['WebhookReplay']> = {
  messages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  webhook?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  ApplicationPassword?: ApplicationPasswordResolvers<ContextType>;
  Category?: CategoryResolvers<ContextType>;
  CategoryConnection?: CategoryConnectionResolvers<ContextType>;
  CategoryEdge?: CategoryEdgeResolvers<ContextType>;
  Content?: ContentResolvers<ContextType>;
  CostDetails?: CostDetailsResolvers<ContextType>;
  DateDetails?: DateDetailsResolvers<ContextType>;
  DateInput?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  Event?: EventResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  Image?: ImageResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  Link?: LinkResolvers<ContextType>;
  LocalDateTime?: GraphQLScalarType;
  Mutation?: MutationResolvers<ContextType>;
  NewApplicationPassword?: NewApplicationPasswordResolvers<ContextType>;
  NewWebhook?: NewWebhookResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  Organizer?: OrganizerResolvers<ContextType>;
  OrganizerConnection?: OrganizerConnectionResolvers<ContextType>;
  OrganizerEdge?: OrganizerEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Price?: GraphQLScalarType;
  Query?: QueryResolvers<ContextType>;
  RecordChange?: RecordChangeResolvers<ContextType>;
  RecordRef?: GraphQLScalarType;
  Series?: SeriesResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Tag?: TagResolvers<ContextType>;
  TagConnection?: TagConnectionResolvers<ContextType>;
  TagEdge?: TagEdgeResolvers<ContextType>;
  TermLinks?: TermLinksResolvers<ContextType>;
  TermRef?: GraphQLScalarType;
  TermUrls?: TermUrlsResolvers<ContextType>;
  Url?: GraphQLScalarType;
  User?: UserResolvers<ContextType>;
  UserConnection?: UserConnectionResolvers<ContextType>;
  UserEdge?: UserEdgeResolvers<ContextType>;
  UserRef?: GraphQLScalarType;
  Venue?: VenueResolvers<ContextType>;
  VenueConnection?: VenueConnectionResolvers<ContextType>;
  VenueEdge?: VenueEdgeResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookConnection?: WebhookConnectionResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>;
  WebhookDeliveryEdge?: WebhookDeliveryEdgeResolvers<ContextType>;
  WebhookEdge?: WebhookEdgeResolvers<ContextType>;
  WebhookReplay?: WebhookReplayResolvers<ContextType>;
};

