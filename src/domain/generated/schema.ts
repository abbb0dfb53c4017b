import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ApplicationPasswordRecord, ApplicationPasswordPage, UserRecord, UserPage } from '../users/user.record.ts';
import type { TermRecord, TermPage } from '../terms/term.record.ts';
import type { HydratedEvent, EventPage } from '../events/event.record.ts';
import type { ImageRecord } from '../images/image.entity.ts';
import type { OrganizerRecord, OrganizerPage } from '../organizers/organizer.entity.ts';
import type { ListedPage } from '../content/page.ts';
import type { SeriesRecord } from '../series/series.record.ts';
import type { ShownChange } from '../resource/following.ts';
import type { VenueRecord, VenuePage } from '../venues/venue.entity.ts';
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
   * A date, with or without time. Forms: `YYYY-MM-DD[ HH:MM[:SS]]`, `DD.MM.YYYY[ HH:MM[:SS]]`, `YYYYMMDD`, or Unix seconds of nine digits or more.
   * English words work, too: `now`, `tomorrow 9am`, `+2 weeks`, `next wednesday 4pm`. The time zone is that of the argument, unless an offset such as
   * `+02:00` or `Z`, or a zone such as `Europe/Berlin`, follows the time.
   */
  DateInput: { input: string | number; output: string | number; }
  /** An instant with its offset from UTC (RFC 3339): `2027-06-12T20:00:00+02:00`. */
  DateTime: { input: string; output: string; }
  /** A JSON value. */
  JSON: { input: unknown; output: unknown; }
  /** A local date and time without an offset, `YYYY-MM-DD HH:MM:SS`. The description of the field specifies the time zone. */
  LocalDateTime: { input: string; output: string; }
  /** A price: a number, or text such as `$20`, `10 - 25 EUR` or `donation`. 0 is free. At most 200 characters. */
  Price: { input: string; output: string; }
  /** An `http` or `https` URL. In inputs the empty text means none. */
  Url: { input: string; output: string; }
};

/** A password for one program to log in as a user. The service stores only a keyed hash. */
export type ApplicationPassword = Node & {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** Number of the application password. */
  databaseId: Scalars['Int']['output'];
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Time of the last use, accurate to the hour. Null if never used. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Purpose of the password, such as the name of a program. */
  name: Scalars['String']['output'];
};

/** Reference to one application password. */
export type ApplicationPasswordBy =
  /** Number of the application password. */
  { databaseId: Scalars['Int']['input']; id?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; };

/** A page of application passwords. */
export type ApplicationPasswordConnection = {
  /** The application passwords of this page, each with its cursor. */
  edges: Array<ApplicationPasswordEdge>;
  /** The application passwords of this page. */
  nodes: Array<ApplicationPassword>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of application passwords on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An application password of a list and its cursor. */
export type ApplicationPasswordEdge = {
  /** Position in the list, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The application password. */
  node: ApplicationPassword;
};

/** A type of event, such as concerts. Categories form a tree. */
export type Category = Node & Term & {
  /** Categories directly below this one, by name. Includes empty ones unless `filter` is given. */
  children: CategoryConnection;
  /** Number of the category, unique among categories and tags. The `id` of the REST API. */
  databaseId: Scalars['Int']['output'];
  /** Description in sanitized HTML. Null if there is none. */
  description?: Maybe<Scalars['String']['output']>;
  /** Number of published events with this category, of any date. */
  eventCount: Scalars['Int']['output'];
  /** Events in this category or its descendants, in order of start. Without a condition on dates: from today up to two years ahead. */
  events: EventConnection;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Links to the category and its relatives in the REST API. */
  links: TermLinks;
  /** Name in plain text. */
  name: Scalars['String']['output'];
  /** The parent category. Null at the top level. */
  parent?: Maybe<Category>;
  /** Id of the parent category; 0 at the top level. */
  parentId?: Maybe<Scalars['Int']['output']>;
  /** Name of the category in URLs, unique among categories. */
  slug: Scalars['String']['output'];
  /** Taxonomy name for WordPress clients: `tribe_events_cat`. */
  taxonomy: Scalars['String']['output'];
  /** Web page of the category on this site. */
  url: Scalars['Url']['output'];
  /** URLs of the category in the REST API. */
  urls: TermUrls;
};


/** A type of event, such as concerts. Categories form a tree. */
export type CategoryChildrenArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CategoryFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TermOrder>;
};


/** A type of event, such as concerts. Categories form a tree. */
export type CategoryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<EventOrder>;
};

/** Reference to one category. */
export type CategoryBy =
  /** Number of the category. */
  { databaseId: Scalars['Int']['input']; id?: never; name?: never; slug?: never; text?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; name?: never; slug?: never; text?: never; }
  |  /** Name of the category, ignoring case. If several have it, the one closest to the top level comes first, then the oldest. */
  { databaseId?: never; id?: never; name: Scalars['String']['input']; slug?: never; text?: never; }
  |  /** Slug of the category. */
  { databaseId?: never; id?: never; name?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name. */
  { databaseId?: never; id?: never; name?: never; slug?: never; text: Scalars['String']['input']; };

/** A page of categories. */
export type CategoryConnection = {
  /** The categories of this page, each with its cursor. */
  edges: Array<CategoryEdge>;
  /** The categories of this page. */
  nodes: Array<Category>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of categories on all pages. */
  totalCount: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** A category of a list and its cursor. */
export type CategoryEdge = {
  /** Position in the list, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The category. */
  node: Category;
};

/** Conditions for categories, combined with AND. */
export type CategoryFilter = {
  /** Only categories of this event. */
  event?: InputMaybe<EventBy>;
  /** All except these categories, at most 1,000. Unknown ones are ignored. */
  exclude?: InputMaybe<Array<CategoryBy>>;
  /** Whether to omit categories without published events in them or below them. */
  hideEmpty?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only these categories, at most 1,000. Unknown ones are ignored. */
  include?: InputMaybe<Array<CategoryBy>>;
  /** Only top-level categories if true, only others if false. */
  isTopLevel?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only direct children of this category. */
  parent?: InputMaybe<CategoryBy>;
  /** Only categories of this event. */
  post?: InputMaybe<EventBy>;
  /** Text that must occur in the name or slug. At most 1,000 characters. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Only the category with this slug. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** Reference to a category of an event. */
export type CategoryLink =
  /** Number of the category. */
  { databaseId: Scalars['Int']['input']; id?: never; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Name of the category, ignoring case. A category that does not exist is created if the caller may manage terms. */
  { databaseId?: never; id?: never; name: Scalars['String']['input']; record?: never; slug?: never; text?: never; }
  |  /** The category in the form that reads return. */
  { databaseId?: never; id?: never; name?: never; record: RecordInput; slug?: never; text?: never; }
  |  /** Slug of the category. */
  { databaseId?: never; id?: never; name?: never; record?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name. */
  { databaseId?: never; id?: never; name?: never; record?: never; slug?: never; text: Scalars['String']['input']; };

/** Kind of change, from the point of view of the caller. */
export type ChangeType =
  /** The record is new, or has become readable for the caller. */
  | 'added'
  /** The record was changed. */
  | 'modified'
  /** The record was deleted, or is no longer readable for the caller. */
  | 'removed';

/** Fields common to events, venues and organizers. */
export type Content = {
  /** Author of the record. Null if unknown. */
  author?: Maybe<User>;
  /** Number, unique among events, venues, organizers and images. The `id` of the REST API. */
  databaseId: Scalars['Int']['output'];
  /** Description in sanitized HTML. Null if there is none. */
  description?: Maybe<Scalars['String']['output']>;
  /** Short description in sanitized HTML. Null if there is none. */
  excerpt?: Maybe<Scalars['String']['output']>;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Featured image. Null if there is none. */
  image?: Maybe<Image>;
  /** The record as linked data (schema.org, JSON-LD). */
  jsonLd: Scalars['JSON']['output'];
  /** Time of the last change. */
  modifiedAt: Scalars['DateTime']['output'];
  /** Time of publication, past or future. Null for drafts and records waiting for review. */
  publishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Name of the record in URLs. */
  slug: Scalars['String']['output'];
  /** Publication status, which determines the readers of the record. */
  status: PublicationStatus;
  /** Web page of the record on this site. */
  url: Scalars['Url']['output'];
};

/** Amounts and currency of a price. */
export type CostDetails = {
  /** ISO 4217 code of the currency; empty if unknown. */
  currencyCode?: Maybe<Scalars['String']['output']>;
  /** Position of the symbol relative to the amount; null if there is none. */
  currencyPosition?: Maybe<CurrencyPosition>;
  /** Currency symbol or code as given with the amounts; empty if there is none or the price is in words. */
  currencySymbol?: Maybe<Scalars['String']['output']>;
  /** Amounts in ascending order, as text; words if the price is in words. */
  values: Array<Scalars['String']['output']>;
};

/** Name and owner of a new application password. */
export type CreateApplicationPasswordInput = {
  /** Purpose of the password, such as the name of the program. At most 100 characters. */
  name: Scalars['String']['input'];
  /** Owner of the password. The caller by default. */
  user?: InputMaybe<UserBy>;
};

/** Result of creating an application password. */
export type CreateApplicationPasswordPayload = {
  /** The new application password. */
  applicationPassword?: Maybe<ApplicationPassword>;
  /** The password in groups of four characters. It cannot be shown again. */
  password: Scalars['String']['output'];
};

/** Fields of a new category. */
export type CreateCategoryInput = {
  /** Description in HTML, which is sanitized. At most 20,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Name in plain text, unique under the same parent. At most 200 characters. */
  name: Scalars['String']['input'];
  /** Parent category. Null for the top level. */
  parent?: InputMaybe<CategoryBy>;
  /** Name in URLs. Generated from the name by default; gets a number if another category has it. At most 200 characters. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** Result of creating a category. */
export type CreateCategoryPayload = {
  /** The new category. */
  category?: Maybe<Category>;
};

/** Fields of a new event. */
export type CreateEventInput = {
  /** Author of the event. The caller by default; only editors can name another user. */
  author?: InputMaybe<UserBy>;
  /** Categories. Empty or null for none. At most 50. */
  categories?: InputMaybe<Array<CategoryLink>>;
  /** Prices. 0 is free. At most 20. */
  cost?: InputMaybe<Array<Scalars['Price']['input']>>;
  /** Date of publication, in UTC. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** Description in HTML, which is sanitized. At most 200,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** End in local time of `timezone`, or an instant with an offset. */
  end: Scalars['DateInput']['input'];
  /** Short description in HTML, which is sanitized. At most 200,000 characters. */
  excerpt?: InputMaybe<Scalars['String']['input']>;
  /** Featured image. */
  image?: InputMaybe<ImageLink>;
  /** Whether the event lasts whole days, without times of day. */
  isAllDay?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the event is featured. False by default. */
  isFeatured?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the event is hidden from lists. False by default. */
  isHidden?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether people can attend online. True by default with `onlineUrl`, false without. */
  isOnline?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether calendar views show the event first. False by default. */
  isSticky?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the event has tickets. False by default. */
  isTicketed?: InputMaybe<Scalars['Boolean']['input']>;
  /** URL for online attendance, visible to all readers of the event. Empty or null for none. */
  onlineUrl?: InputMaybe<Scalars['Url']['input']>;
  /** Existing or new organizers. Empty or null for none. At most 50. */
  organizers?: InputMaybe<Array<OrganizerLink>>;
  /** Parent event. Null for none. */
  parent?: InputMaybe<EventBy>;
  /** Date of publication, in the site's time zone. Now by default; a future date publishes the event then. */
  publishedAt?: InputMaybe<Scalars['DateInput']['input']>;
  /** Recurrence of the event. Each repetition is an event whose parent is this one. Null for a single event. */
  recurrence?: InputMaybe<RecurrenceInput>;
  /** Dates to exclude from the recurrence, in local time of `timezone`. A day without a time excludes all starts on that day. */
  recurrenceExceptions?: InputMaybe<Array<Scalars['DateInput']['input']>>;
  /** Start from which the recurrence counts, in local time of `timezone`. `start` by default. With another value, the event becomes the first date that is not excluded. */
  recurrenceStart?: InputMaybe<Scalars['DateInput']['input']>;
  /** Whether the event takes place as announced. `SCHEDULED` by default. */
  scheduleStatus?: InputMaybe<EventStatus>;
  /** Reason for the cancellation, postponement or move: one line of plain text, at most 1,000 characters. Empty or null for none. */
  scheduleStatusReason?: InputMaybe<Scalars['String']['input']>;
  /** Whether to show a map of the venue. True by default. */
  showMap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to link to a map of the venue. True by default. */
  showMapLink?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name in URLs. Generated from the title by default. At most 1,000 characters. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** Start in local time of `timezone`, such as `2027-06-12 20:00` or `tomorrow 8pm`, or an instant with an offset. */
  start: Scalars['DateInput']['input'];
  /** `PUBLISHED` by default. Without the right to publish: `DRAFT` by default, and `PENDING` instead of `PUBLISHED`, `FUTURE` or `PRIVATE`. */
  status?: InputMaybe<PublicationStatus>;
  /** Tags. Empty or null for none. At most 50. */
  tags?: InputMaybe<Array<TagLink>>;
  /** IANA time zone such as `Europe/Rome`, or an offset such as `UTC+5.5`. The site's time zone by default. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Title in plain text; HTML tags are removed. At most 1,000 characters. */
  title: Scalars['String']['input'];
  /** Existing or new venues. Empty or null for none. At most 50. */
  venues?: InputMaybe<Array<VenueLink>>;
  /** External web page about the event. Empty or null for none. */
  website?: InputMaybe<Scalars['Url']['input']>;
};

/** Result of creating an event. */
export type CreateEventPayload = {
  /** The new event. */
  event?: Maybe<Event>;
};

/** Fields of a new organizer. */
export type CreateOrganizerInput = {
  /** Author of the organizer. The caller by default; only editors can name another user. */
  author?: InputMaybe<UserBy>;
  /** Date of publication, in UTC. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** Description in HTML, which is sanitized. At most 200,000 characters. Empty or null for none. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address. At most 1,000 characters. Empty or null for none. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Featured image. */
  image?: InputMaybe<ImageLink>;
  /** Name in plain text; HTML tags are removed. At most 1,000 characters. */
  name: Scalars['String']['input'];
  /** Phone number. At most 1,000 characters. Empty or null for none. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Date of publication, in the site's time zone. Now by default. */
  publishedAt?: InputMaybe<Scalars['DateInput']['input']>;
  /** Name in URLs. Generated from the name by default; gets a number if another organizer has it. At most 1,000 characters. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** `PUBLISHED` by default. Without the right to publish: `DRAFT` by default, and `PENDING` instead of `PUBLISHED`, `FUTURE` or `PRIVATE`. */
  status?: InputMaybe<PublicationStatus>;
  /** External web page of the organizer. Empty or null for none. */
  website?: InputMaybe<Scalars['Url']['input']>;
};

/** Result of creating an organizer. */
export type CreateOrganizerPayload = {
  /** The new organizer. */
  organizer?: Maybe<Organizer>;
};

/** Fields of a new tag. */
export type CreateTagInput = {
  /** Description in HTML, which is sanitized. At most 20,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Name in plain text, unique among tags. At most 200 characters. */
  name: Scalars['String']['input'];
  /** Name in URLs. Generated from the name by default; gets a number if another tag has it. At most 200 characters. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** Result of creating a tag. */
export type CreateTagPayload = {
  /** The new tag. */
  tag?: Maybe<Tag>;
};

/** Fields of a new user. */
export type CreateUserInput = {
  /** Login, unique ignoring case: letters, digits and `. _ - @ +`, not only digits. */
  login: Scalars['String']['input'];
  /** Display name in plain text. Empty or null for none. At most 200 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Rights of the user. */
  role: Role;
};

/** Result of creating a user. */
export type CreateUserPayload = {
  /** The new user. */
  user?: Maybe<User>;
};

/** Fields of a new venue. */
export type CreateVenueInput = {
  /** Street and number. At most 1,000 characters. Empty or null for none. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** Author of the venue. The caller by default; only editors can name another user. */
  author?: InputMaybe<UserBy>;
  /** City. At most 1,000 characters. Empty or null for none. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country. At most 1,000 characters. Empty or null for none. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** Date of publication, in UTC. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** Description in HTML, which is sanitized. At most 200,000 characters. Empty or null for none. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Featured image. */
  image?: InputMaybe<ImageLink>;
  /** Degrees north, -90 to 90. Needs `longitude`. */
  latitude?: InputMaybe<Scalars['Float']['input']>;
  /** Degrees east, -180 to 180. Needs `latitude`. */
  longitude?: InputMaybe<Scalars['Float']['input']>;
  /** Name in plain text; HTML tags are removed. At most 1,000 characters. */
  name: Scalars['String']['input'];
  /** Phone number. At most 1,000 characters. Empty or null for none. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Province. At most 1,000 characters. Empty or null for none. */
  province?: InputMaybe<Scalars['String']['input']>;
  /** Date of publication, in the site's time zone. Now by default. */
  publishedAt?: InputMaybe<Scalars['DateInput']['input']>;
  /** State or province to show. By default the state in the United States, elsewhere the province. Empty or null for none. */
  region?: InputMaybe<Scalars['String']['input']>;
  /** Whether to show a map of the venue. True by default. */
  showMap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to link to a map of the venue. True by default. */
  showMapLink?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name in URLs. Generated from the name by default; gets a number if another venue has it. At most 1,000 characters. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** State. At most 1,000 characters. Empty or null for none. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** `PUBLISHED` by default. Without the right to publish: `DRAFT` by default, and `PENDING` instead of `PUBLISHED`, `FUTURE` or `PRIVATE`. */
  status?: InputMaybe<PublicationStatus>;
  /** External web page of the venue. Empty or null for none. */
  website?: InputMaybe<Scalars['Url']['input']>;
  /** Postal code. At most 1,000 characters. Empty or null for none. */
  zip?: InputMaybe<Scalars['String']['input']>;
};

/** Result of creating a venue. */
export type CreateVenuePayload = {
  /** The new venue. */
  venue?: Maybe<Venue>;
};

/** Fields of a new webhook. */
export type CreateWebhookInput = {
  /** Changes sent to the receiver. */
  types: Array<WebhookType>;
  /** URL of the receiver: `https`, a public host, no login. At most 2,000 characters. */
  url: Scalars['String']['input'];
  /** User whose rights limit the changes sent to the receiver. The caller by default. */
  user?: InputMaybe<UserBy>;
};

/** Result of creating a webhook. */
export type CreateWebhookPayload = {
  /** Secret that signs the messages. It cannot be shown again. */
  secret: Scalars['String']['output'];
  /** The new webhook. */
  webhook?: Maybe<Webhook>;
};

/** Position of the currency symbol relative to the amount. */
export type CurrencyPosition =
  /** After the amount. */
  | 'postfix'
  /** Before the amount. */
  | 'prefix';

/** Parts of a date and time, as zero-padded text. */
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

/** Result of deleting a category. */
export type DeleteCategoryPayload = {
  /** Last state of the category. */
  category?: Maybe<Category>;
  /** Global ID of the category. */
  deletedId: Scalars['ID']['output'];
};

/** Result of deleting an event. */
export type DeleteEventPayload = {
  /** Global ID of the event. */
  deletedId: Scalars['ID']['output'];
  /** The event in the trash, or its last state before permanent deletion. */
  event?: Maybe<Event>;
};

/** Result of deleting an organizer. */
export type DeleteOrganizerPayload = {
  /** Global ID of the organizer. */
  deletedId: Scalars['ID']['output'];
  /** The organizer in the trash, or its last state before permanent deletion. */
  organizer?: Maybe<Organizer>;
};

/** Result of deleting a tag. */
export type DeleteTagPayload = {
  /** Global ID of the tag. */
  deletedId: Scalars['ID']['output'];
  /** Last state of the tag. */
  tag?: Maybe<Tag>;
};

/** Result of deleting a user. */
export type DeleteUserPayload = {
  /** Global ID of the user. */
  deletedId: Scalars['ID']['output'];
  /** Last state of the user. */
  user?: Maybe<User>;
};

/** Result of deleting a venue. */
export type DeleteVenuePayload = {
  /** Global ID of the venue. */
  deletedId: Scalars['ID']['output'];
  /** The venue in the trash, or its last state before permanent deletion. */
  venue?: Maybe<Venue>;
};

/** Result of deleting a webhook. */
export type DeleteWebhookPayload = {
  /** Global ID of the webhook. */
  deletedId: Scalars['ID']['output'];
  /** Last state of the webhook. */
  webhook?: Maybe<Webhook>;
};

/**
 * Value of `extensions.code` of an error. `extensions.status` is the HTTP status of the same error in REST, and `extensions.params` maps the path
 * of each invalid argument to an error message.
 */
export type ErrorCode =
  /** The HTTP request is not a GraphQL request. 400, 405, 413, 415. */
  | 'BAD_REQUEST'
  /** An argument is missing, malformed or contradicts another. 400, 422. */
  | 'BAD_USER_INPUT'
  /** The record is in the trash or was changed meanwhile, or a name already exists. 400, 409, 410, 412. */
  | 'CONFLICT'
  /** The caller lacks the right, or may not read the record. 403. */
  | 'FORBIDDEN'
  /** The document is not valid GraphQL. 400. */
  | 'GRAPHQL_PARSE_FAILED'
  /** The document does not match this schema. 400. */
  | 'GRAPHQL_VALIDATION_FAILED'
  /** Server error. It is logged. 500. */
  | 'INTERNAL_SERVER_ERROR'
  /** The record does not exist. 404. */
  | 'NOT_FOUND'
  /** The operation name matches no operation of the document. 400. */
  | 'OPERATION_RESOLUTION_FAILURE'
  /** The hash of a persisted query is unknown. Send the document with its hash. 404. */
  | 'PERSISTED_QUERY_NOT_FOUND'
  /** The operation exceeds a limit on size or complexity. 400. */
  | 'QUERY_TOO_COMPLEX'
  /** Too many requests. Try again after `Retry-After`. 429. */
  | 'RATE_LIMITED'
  /** The operation needs a login, or the login is wrong. 401. */
  | 'UNAUTHENTICATED'
  /** The database cannot be reached. Try again after `Retry-After`. 503. */
  | 'UNAVAILABLE'
  /** The document is not among the trusted documents of this service. 400. */
  | 'UNTRUSTED_DOCUMENT';

/** An event of the calendar. */
export type Event = Content & Node & {
  /** Author of the event. Null if unknown. */
  author?: Maybe<User>;
  /** User id of the author of the event; 0 if unknown. */
  authorId?: Maybe<Scalars['Int']['output']>;
  /** Categories, ordered by name. At most 50. */
  categories: Array<Category>;
  /** Events whose parent is this one, of any date, in order of start. */
  children: EventConnection;
  /** Price as display text, such as `10 – 25 EUR` or `Free`. Null if unknown. */
  cost?: Maybe<Scalars['String']['output']>;
  /** Amounts and currency of the price. */
  costDetails: CostDetails;
  /** Number of the event, unique among events, venues, organizers and images. The `id` of the REST API. */
  databaseId: Scalars['Int']['output'];
  /** Date of publication, in the site's time zone. */
  date: Scalars['LocalDateTime']['output'];
  /** Date of publication, in UTC. */
  dateUtc: Scalars['LocalDateTime']['output'];
  /** Description in sanitized HTML. Null if there is none. */
  description?: Maybe<Scalars['String']['output']>;
  /** Parts of `localEnd`. */
  endDateDetails: DateDetails;
  /** End, with the offset of the event's time zone. */
  endsAt: Scalars['DateTime']['output'];
  /** Short description in sanitized HTML. Null if there is none. */
  excerpt?: Maybe<Scalars['String']['output']>;
  /** Id of the event, unique across sites: `<host>?id=<id>`. */
  globalId: Scalars['String']['output'];
  /** The global id, followed by the ids of the event on other sites, newest first. */
  globalIdLineage: Array<Scalars['String']['output']>;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Featured image. Null if there is none. */
  image?: Maybe<Image>;
  /** Whether the event lasts whole days, without times of day. */
  isAllDay: Scalars['Boolean']['output'];
  /** Whether the event was changed individually and no longer follows its series. Null for a single event. */
  isDetached?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the event is featured. */
  isFeatured: Scalars['Boolean']['output'];
  /** Whether the event is hidden from lists. */
  isHidden: Scalars['Boolean']['output'];
  /** Whether people can attend online. The event may also have a venue. */
  isOnline: Scalars['Boolean']['output'];
  /** Whether calendar views show the event first. */
  isSticky: Scalars['Boolean']['output'];
  /** Whether the event has tickets. */
  isTicketed: Scalars['Boolean']['output'];
  /** The event as linked data (schema.org, JSON-LD). */
  jsonLd: Scalars['JSON']['output'];
  /** End, in local time of `timezone`. */
  localEnd: Scalars['LocalDateTime']['output'];
  /** Start, in local time of `timezone`. */
  localStart: Scalars['LocalDateTime']['output'];
  /** Date of the last change, in the site's time zone. */
  modified: Scalars['LocalDateTime']['output'];
  /** Time of the last change, with the offset of the site's time zone. */
  modifiedAt: Scalars['DateTime']['output'];
  /** Date of the last change, in UTC. */
  modifiedUtc: Scalars['LocalDateTime']['output'];
  /** Next published event in order of start, of any date. Null for the last one. */
  next?: Maybe<Event>;
  /** URL for online attendance. Null if there is none. */
  onlineUrl?: Maybe<Scalars['Url']['output']>;
  /** Organizers in the given order. At most 50. */
  organizers: Array<Organizer>;
  /** Parent event: the first event of the series, or an event set as parent. Null if there is none or the caller may not read it. */
  parent?: Maybe<Event>;
  /** Id of the parent event; 0 if there is none. */
  parentId?: Maybe<Scalars['Int']['output']>;
  /** Start planned by the series, in local time of `timezone`, even if the event was moved. Null for a single event. */
  plannedLocalStart?: Maybe<Scalars['LocalDateTime']['output']>;
  /** Previous published event in order of start, of any date. Null for the first one. */
  previous?: Maybe<Event>;
  /** Start announced before the published event was moved. Null if it was not moved. */
  previousStartsAt?: Maybe<Scalars['DateTime']['output']>;
  /** Lowest and highest price. Null if `cost` states none. */
  priceRange?: Maybe<PriceRange>;
  /** Time of publication, past or future, with the offset of the site's time zone. Null for drafts and records waiting for review. */
  publishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Recurrence of the series: a rule, or dates separated by commas. Only the parent event has it. */
  recurrence?: Maybe<Scalars['String']['output']>;
  /** Dates excluded from the recurrence, in local time of the series. Only the parent event has them. */
  recurrenceExceptions?: Maybe<Array<Scalars['LocalDateTime']['output']>>;
  /** Start from which the recurrence counts, in local time of the series. Only the parent event has it. */
  recurrenceStart?: Maybe<Scalars['LocalDateTime']['output']>;
  /** Recurrence of the series in words. Absent for a single event. */
  recurrenceText?: Maybe<Scalars['String']['output']>;
  /** URL of the event in the REST API. */
  restUrl: Scalars['Url']['output'];
  /** Whether the event takes place as announced. */
  scheduleStatus: EventStatus;
  /** Reason for the cancellation, postponement or move, in plain text. Null if none was given. */
  scheduleStatusReason?: Maybe<Scalars['String']['output']>;
  /** Series of the event. Null for a single event. */
  series?: Maybe<Series>;
  /** Whether to show a map of the venue. */
  showMap: Scalars['Boolean']['output'];
  /** Whether to link to a map of the venue. */
  showMapLink: Scalars['Boolean']['output'];
  /** Name of the event in URLs, unique among events. */
  slug: Scalars['String']['output'];
  /** Parts of `localStart`. */
  startDateDetails: DateDetails;
  /** Start, with the offset of the event's time zone. */
  startsAt: Scalars['DateTime']['output'];
  /** Publication status, which determines the readers of the event. */
  status: PublicationStatus;
  /** Tags, ordered by name. At most 50. */
  tags: Array<Tag>;
  /** IANA time zone such as `Europe/Rome`, or a fixed offset such as `UTC+5.5`. */
  timezone: Scalars['String']['output'];
  /** Abbreviation of the time zone at the start, such as `CEST`. */
  timezoneAbbr: Scalars['String']['output'];
  /** Title in plain text. */
  title: Scalars['String']['output'];
  /** Web page of the event on this site. */
  url: Scalars['Url']['output'];
  /** End in UTC. */
  utcEndDate: Scalars['LocalDateTime']['output'];
  /** Parts of `utcEndDate`. */
  utcEndDateDetails: DateDetails;
  /** Start in UTC. */
  utcStartDate: Scalars['LocalDateTime']['output'];
  /** Parts of `utcStartDate`. */
  utcStartDateDetails: DateDetails;
  /** The first venue. Null if there is none. */
  venue?: Maybe<Venue>;
  /** All venues in the given order. At most 50. */
  venues: Array<Venue>;
  /** External web page about the event. Null if there is none. */
  website?: Maybe<Scalars['Url']['output']>;
};


/** An event of the calendar. */
export type EventChildrenArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<EventOrder>;
};

/** Reference to one event. */
export type EventBy =
  /** Number of the event. */
  { databaseId: Scalars['Int']['input']; id?: never; slug?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; slug?: never; }
  |  /** Slug of the event. */
  { databaseId?: never; id?: never; slug: Scalars['String']['input']; };

/** A page of events. */
export type EventConnection = {
  /** The events of this page, each with its cursor. */
  edges: Array<EventEdge>;
  /** Cursor of the next page of a list read by `cursor`. Null on the last page. */
  nextCursor?: Maybe<Scalars['String']['output']>;
  /** The events of this page. */
  nodes: Array<Event>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of events on all pages. */
  totalCount: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** An event of a list and its cursor. */
export type EventEdge = {
  /** Position in the list, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The event. */
  node: Event;
};

/** Conditions for events, combined with AND. Dates are days in the site's time zone; all-day events count by their own dates. */
export type EventFilter = {
  /** Only events whose author has this number. Empty for an unknown one. */
  authorId?: InputMaybe<Scalars['Int']['input']>;
  /** Only events in any of these categories or their descendants. */
  categories?: InputMaybe<Array<CategoryBy>>;
  /** Only events at a venue in this city, regardless of case and accents. At most 200 characters. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Ends on a later day. With `exact`: after this time. */
  endsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  /** Ends on this day or earlier. With `exact`: before this time. */
  endsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  /** Ends on this day or earlier. With `exact`: at this time or earlier. */
  endsUntil?: InputMaybe<Scalars['DateInput']['input']>;
  /** Whether dates are compared as exact times. By default each date means its whole day. */
  exact?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only events with a venue that has coordinates if true, only others if false. */
  hasCoordinates?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only past events if true, only current and upcoming events if false. Removes the default dates. */
  hasEnded?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only these events, at most 1,000. Conditions on dates are then ignored. */
  include?: InputMaybe<Array<EventBy>>;
  /** Only featured events if true, only others if false. */
  isFeatured?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only events with a price of 0 and no other price if true, only others if false. An event without a price is not free. */
  isFree?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only events hidden from lists if true, only others if false. True is for editors and administrators, and with `authorId` for that author. */
  isHidden?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only current events if true, only others if false. True removes the default dates. */
  isOngoing?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only events that take place online (with or without a venue) if true, only others if false. */
  isOnline?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only events with tickets if true, only others if false. */
  isTicketed?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only events changed at this time or later. A day means its beginning in the site's time zone. Removes the default dates. */
  modifiedSince?: InputMaybe<Scalars['DateInput']['input']>;
  /** Only events within a distance of a place. */
  near?: InputMaybe<NearInput>;
  /** Only events of any of these organizers. */
  organizers?: InputMaybe<Array<OrganizerBy>>;
  /** Only children of this event. */
  parent?: InputMaybe<EventBy>;
  /** Only events with one of these statuses. */
  scheduleStatuses?: InputMaybe<Array<EventStatus>>;
  /** Words that must all occur in title, description or excerpt, separated by spaces or commas. Quotes enclose a phrase; a leading minus excludes a word. At most 1,000 characters. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Whether to search the names of venues, organizers, categories and tags, and the cities of venues, too. */
  searchLinked?: InputMaybe<Scalars['Boolean']['input']>;
  /** Which events of a series to list. */
  series?: InputMaybe<SeriesInLists>;
  /** Only events of the same series as this event, of any date. */
  seriesOf?: InputMaybe<EventBy>;
  /** Starts on a later day. With `exact`: after this time. */
  startsAfter?: InputMaybe<Scalars['DateInput']['input']>;
  /** Starts on this day or earlier. With `exact`: before this time. */
  startsBefore?: InputMaybe<Scalars['DateInput']['input']>;
  /** Starts on this day or later. With `exact`: at this time or later. */
  startsFrom?: InputMaybe<Scalars['DateInput']['input']>;
  /** Starts on this day or earlier. */
  startsUntil?: InputMaybe<Scalars['DateInput']['input']>;
  /** Only records with one of these publication statuses. By default: everything the caller may read, except the trash. */
  statuses?: InputMaybe<Array<PublicationStatus>>;
  /** Only events with any of these tags. */
  tags?: InputMaybe<Array<TagBy>>;
  /** Only events at any of these venues. */
  venues?: InputMaybe<Array<VenueBy>>;
};

/** Order of a list of events. */
export type EventOrder = {
  /** Ascending or descending. */
  direction: SortDirection;
  /** Sort key. */
  field: EventOrderField;
};

/** Sort key of a list of events. */
export type EventOrderField =
  /** Date of publication. */
  | 'date'
  /** End. */
  | 'end_date'
  /** Number of the event. */
  | 'id'
  /** Date of the last change. */
  | 'modified'
  /** Start. */
  | 'start_date'
  /** Title, ignoring case. */
  | 'title';

/** Whether an event takes place as announced. */
export type EventStatus =
  /** Does not take place. */
  | 'canceled'
  /** Takes place later; the new date is not known yet. */
  | 'postponed'
  /** Takes place as announced. */
  | 'scheduled';

/** A picture of an event, venue or organizer. */
export type Image = Node & {
  /** Text in place of the picture, for example for screen readers. Null if there is none. */
  alt?: Maybe<Scalars['String']['output']>;
  /** Number of the image, unique among events, venues, organizers and images. The `id` of the REST API. */
  databaseId: Scalars['Int']['output'];
  /** File name extension, such as `png`. Null if the URL has none. */
  extension?: Maybe<Scalars['String']['output']>;
  /** Height in pixels. Null for a picture that is stored elsewhere. */
  height?: Maybe<Scalars['Int']['output']>;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** URL of the picture. */
  url: Scalars['Url']['output'];
  /** Width in pixels. Null for a picture that is stored elsewhere. */
  width?: Maybe<Scalars['Int']['output']>;
};

/** Reference to a known image, or the URL of a new one. */
export type ImageLink =
  /** Number of the image. */
  { databaseId: Scalars['Int']['input']; id?: never; url?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; url?: never; }
  |  /** An `http` or `https` URL. It is stored, never fetched. */
  { databaseId?: never; id?: never; url: Scalars['Url']['input']; };

/** A link. */
export type Link = {
  /** URL of the link target. */
  href: Scalars['String']['output'];
};

/** An amount of money. */
export type Money = {
  /** Amount in units of the currency, such as 12.5. 0 is free. */
  amount: Scalars['Float']['output'];
  /** ISO 4217 code such as `EUR`. Null if unknown. */
  currency?: Maybe<Scalars['String']['output']>;
};

/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type Mutation = {
  /** Create an application password and return it once. Users create their own; administrators create them for any user. */
  createApplicationPassword?: Maybe<CreateApplicationPasswordPayload>;
  /** Create a category. */
  createCategory?: Maybe<CreateCategoryPayload>;
  /** Create an event, together with the venues and organizers given as `create`. */
  createEvent?: Maybe<CreateEventPayload>;
  /** Create an organizer. */
  createOrganizer?: Maybe<CreateOrganizerPayload>;
  /** Create a tag. */
  createTag?: Maybe<CreateTagPayload>;
  /** Create a user. Only for administrators. */
  createUser?: Maybe<CreateUserPayload>;
  /** Create a venue. */
  createVenue?: Maybe<CreateVenuePayload>;
  /** Create a webhook and return its secret once. It receives changes stored from now on. Only for administrators. */
  createWebhook?: Maybe<CreateWebhookPayload>;
  /** Delete a category permanently. Its children move up to its parent. */
  deleteCategory?: Maybe<DeleteCategoryPayload>;
  /** Move an event to the trash, or delete it permanently. */
  deleteEvent?: Maybe<DeleteEventPayload>;
  /** Move an organizer to the trash, or delete it permanently. Events keep the link to an organizer in the trash, but hide it until it is restored. */
  deleteOrganizer?: Maybe<DeleteOrganizerPayload>;
  /** Delete a tag permanently. */
  deleteTag?: Maybe<DeleteTagPayload>;
  /** Delete a user with all application passwords. Records of the user stay. Only for administrators. */
  deleteUser?: Maybe<DeleteUserPayload>;
  /** Move a venue to the trash, or delete it permanently. Events keep the link to a venue in the trash, but hide it until it is restored. */
  deleteVenue?: Maybe<DeleteVenuePayload>;
  /** Delete a webhook and its pending messages. Only for administrators. */
  deleteWebhook?: Maybe<DeleteWebhookPayload>;
  /**
   * Replace the secret of a webhook and return the new one once. It signs all messages from now on; messages that the receiver refuses meanwhile
   * are sent again. Only for administrators.
   */
  renewWebhookSecret?: Maybe<RenewWebhookSecretPayload>;
  /** Send messages again, with their original IDs: the parked ones, all since a time, or a single one. Reactivates the webhook. Only for administrators. */
  replayWebhook?: Maybe<ReplayWebhookPayload>;
  /** Revoke an application password with immediate effect. Users revoke their own; administrators revoke any. */
  revokeApplicationPassword?: Maybe<RevokeApplicationPasswordPayload>;
  /** Change the given fields of a category. The others stay unchanged. */
  updateCategory?: Maybe<UpdateCategoryPayload>;
  /** Change the given fields of an event. The others stay unchanged. */
  updateEvent?: Maybe<UpdateEventPayload>;
  /** Change the given fields of an organizer. The others stay unchanged. */
  updateOrganizer?: Maybe<UpdateOrganizerPayload>;
  /** Change the given fields of a tag. The others stay unchanged. */
  updateTag?: Maybe<UpdateTagPayload>;
  /** Change the role or the name of a user. Only for administrators. */
  updateUser?: Maybe<UpdateUserPayload>;
  /** Change the given fields of a venue. The others stay unchanged. */
  updateVenue?: Maybe<UpdateVenuePayload>;
  /** Change the given fields of a webhook. The others stay unchanged. Only for administrators. */
  updateWebhook?: Maybe<UpdateWebhookPayload>;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationCreateApplicationPasswordArgs = {
  input: CreateApplicationPasswordInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationCreateCategoryArgs = {
  input: CreateCategoryInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationCreateEventArgs = {
  input: CreateEventInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationCreateOrganizerArgs = {
  input: CreateOrganizerInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationCreateTagArgs = {
  input: CreateTagInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationCreateUserArgs = {
  input: CreateUserInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationCreateVenueArgs = {
  input: CreateVenueInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationDeleteCategoryArgs = {
  by: CategoryBy;
  force?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationDeleteEventArgs = {
  by: EventBy;
  force?: InputMaybe<Scalars['Boolean']['input']>;
  scope?: InputMaybe<SeriesScope>;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationDeleteOrganizerArgs = {
  by: OrganizerBy;
  force?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationDeleteTagArgs = {
  by: TagBy;
  force?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationDeleteUserArgs = {
  by: UserBy;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationDeleteVenueArgs = {
  by: VenueBy;
  force?: InputMaybe<Scalars['Boolean']['input']>;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationDeleteWebhookArgs = {
  by: WebhookBy;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationRenewWebhookSecretArgs = {
  by: WebhookBy;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationReplayWebhookArgs = {
  by: WebhookBy;
  messageId?: InputMaybe<Scalars['String']['input']>;
  since?: InputMaybe<Scalars['DateInput']['input']>;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationRevokeApplicationPasswordArgs = {
  by: ApplicationPasswordBy;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationUpdateCategoryArgs = {
  by: CategoryBy;
  input: UpdateCategoryInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationUpdateEventArgs = {
  by: EventBy;
  input: UpdateEventInput;
  scope?: InputMaybe<SeriesScope>;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationUpdateOrganizerArgs = {
  by: OrganizerBy;
  input: UpdateOrganizerInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationUpdateTagArgs = {
  by: TagBy;
  input: UpdateTagInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationUpdateUserArgs = {
  by: UserBy;
  input: UpdateUserInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationUpdateVenueArgs = {
  by: VenueBy;
  input: UpdateVenueInput;
};


/** Writes. Each field is one transaction, stored completely or not at all. The fields of an operation run one after another. */
export type MutationUpdateWebhookArgs = {
  by: WebhookBy;
  input: UpdateWebhookInput;
};

/** A circle on the map. */
export type NearInput = {
  /** Degrees north, -90 to 90. */
  latitude: Scalars['Float']['input'];
  /** Degrees east, -180 to 180. */
  longitude: Scalars['Float']['input'];
  /** Radius in kilometers, 0 to 20,040. */
  radiusKm?: Scalars['Float']['input'];
};

/** An object with a global ID. */
export type Node = {
  /** Global ID, unique among all objects. Opaque: do not parse or build it. */
  id: Scalars['ID']['output'];
};

/** A person or group that runs events. */
export type Organizer = Content & Node & {
  /** Author of the organizer. Null if unknown. */
  author?: Maybe<User>;
  /** User id of the author of the organizer; 0 if unknown. */
  authorId?: Maybe<Scalars['Int']['output']>;
  /** Number of the organizer, unique among events, venues, organizers and images. The `id` of the REST API. */
  databaseId: Scalars['Int']['output'];
  /** Date of publication, in the site's time zone. */
  date: Scalars['LocalDateTime']['output'];
  /** Date of publication, in UTC. */
  dateUtc: Scalars['LocalDateTime']['output'];
  /** Description in sanitized HTML. Null if there is none. */
  description?: Maybe<Scalars['String']['output']>;
  /** E-mail address. */
  email?: Maybe<Scalars['String']['output']>;
  /** Events of this organizer in order of start. Without a condition on dates: from today up to two years ahead. */
  events: EventConnection;
  /** Short description in sanitized HTML. Null if there is none. */
  excerpt?: Maybe<Scalars['String']['output']>;
  /** Id of the organizer, unique across sites: `<host>?id=<id>`. */
  globalId: Scalars['String']['output'];
  /** The global id, followed by the ids of the organizer on other sites, newest first. */
  globalIdLineage: Array<Scalars['String']['output']>;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Featured image. Null if there is none. */
  image?: Maybe<Image>;
  /** The organizer as linked data (schema.org, JSON-LD). */
  jsonLd: Scalars['JSON']['output'];
  /** Date of the last change, in the site's time zone. */
  modified: Scalars['LocalDateTime']['output'];
  /** Time of the last change, with the offset of the site's time zone. */
  modifiedAt: Scalars['DateTime']['output'];
  /** Date of the last change, in UTC. */
  modifiedUtc: Scalars['LocalDateTime']['output'];
  /** Name in plain text. */
  name: Scalars['String']['output'];
  /** Phone number. */
  phone?: Maybe<Scalars['String']['output']>;
  /** Time of publication, past or future, with the offset of the site's time zone. Null for drafts and records waiting for review. */
  publishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Name of the organizer in URLs, unique among organizers. */
  slug: Scalars['String']['output'];
  /** Publication status, which determines the readers of the organizer. */
  status: PublicationStatus;
  /** Web page of the organizer on this site. */
  url: Scalars['Url']['output'];
  /** External web page of the organizer. */
  website?: Maybe<Scalars['Url']['output']>;
};


/** A person or group that runs events. */
export type OrganizerEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<EventOrder>;
};

/** Reference to one organizer. */
export type OrganizerBy =
  /** Number of the organizer. */
  { databaseId: Scalars['Int']['input']; id?: never; name?: never; slug?: never; text?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; name?: never; slug?: never; text?: never; }
  |  /** Name of the organizer, ignoring case. Refused if several have it. */
  { databaseId?: never; id?: never; name: Scalars['String']['input']; slug?: never; text?: never; }
  |  /** Slug of the organizer. */
  { databaseId?: never; id?: never; name?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name. */
  { databaseId?: never; id?: never; name?: never; slug?: never; text: Scalars['String']['input']; };

/** A page of organizers. */
export type OrganizerConnection = {
  /** The organizers of this page, each with its cursor. */
  edges: Array<OrganizerEdge>;
  /** The organizers of this page. */
  nodes: Array<Organizer>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of organizers on all pages. */
  totalCount: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** An organizer of a list and its cursor. */
export type OrganizerEdge = {
  /** Position in the list, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The organizer. */
  node: Organizer;
};

/** Conditions for organizers, combined with AND. */
export type OrganizerFilter = {
  /** Only organizers whose author has this number. Empty for an unknown one. */
  authorId?: InputMaybe<Scalars['Int']['input']>;
  /** Only organizers of this event. */
  event?: InputMaybe<EventBy>;
  /** Only organizers with events if true, only others if false. */
  hasEvents?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to list only organizers with current or upcoming events. */
  onlyWithUpcoming?: InputMaybe<Scalars['Boolean']['input']>;
  /** Words that must all occur in name, description, excerpt, phone, e-mail address or website. At most 1,000 characters. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Only records with one of these publication statuses. By default: everything the caller may read, except the trash. */
  statuses?: InputMaybe<Array<PublicationStatus>>;
};

/** Reference to an existing organizer, or the fields of a new one. */
export type OrganizerLink =
  /** Fields of a new organizer. An existing one with the same name and no contradicting field is used instead. */
  { create: CreateOrganizerInput; databaseId?: never; id?: never; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Number of the organizer. */
  { create?: never; databaseId: Scalars['Int']['input']; id?: never; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Global ID. */
  { create?: never; databaseId?: never; id: Scalars['ID']['input']; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Name of an existing organizer, ignoring case. Refused if several have it. */
  { create?: never; databaseId?: never; id?: never; name: Scalars['String']['input']; record?: never; slug?: never; text?: never; }
  |  /** The organizer in the form that reads return. */
  { create?: never; databaseId?: never; id?: never; name?: never; record: RecordInput; slug?: never; text?: never; }
  |  /** Slug of the organizer. */
  { create?: never; databaseId?: never; id?: never; name?: never; record?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name. */
  { create?: never; databaseId?: never; id?: never; name?: never; record?: never; slug?: never; text: Scalars['String']['input']; };

/** Order of a list of organizers. */
export type OrganizerOrder = {
  /** Ascending or descending. */
  direction: SortDirection;
  /** Sort key. */
  field: OrganizerOrderField;
};

/** Sort key of a list of organizers. */
export type OrganizerOrderField =
  /** Date of publication. */
  | 'date'
  /** Number of the organizer. */
  | 'id'
  /** Date of the last change. */
  | 'modified'
  /** Name, ignoring case. */
  | 'name';

/** Position of a page in its list. */
export type PageInfo = {
  /** Cursor of the last record of the page. Null if the page is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are records after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are records before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** Cursor of the first record of the page. Null if the page is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** Lowest and highest price of an event. */
export type PriceRange = {
  /** Highest price. */
  max: Money;
  /** Lowest price. */
  min: Money;
};

/** Publication status, which determines the readers of an event, venue or organizer. */
export type PublicationStatus =
  /** Being written. Readable only by its author and editors. */
  | 'draft'
  /** To be published at a future date. Until then, readable only by its author and editors. */
  | 'future'
  /** Waiting for an editor to publish it. Readable only by its author and editors. */
  | 'pending'
  /** Private: readable only by its author and editors. */
  | 'private'
  /** Readable without a login. */
  | 'publish'
  /** In the trash. Setting another status restores it. */
  | 'trash';

/** Reads. Published records need no login. */
export type Query = {
  /** List categories by name. */
  categories?: Maybe<CategoryConnection>;
  /** Get a category. Returns the error `NOT_FOUND` if it does not exist. */
  category?: Maybe<Category>;
  /** Get an event. Returns the error `NOT_FOUND` if it does not exist. */
  event?: Maybe<Event>;
  /**
   * List events in order of start. Without a condition on dates: events from today up to two years ahead. If only one end is given and the default
   * of the other contradicts it, that default does not apply.
   */
  events?: Maybe<EventConnection>;
  /** Get any object by its global ID. Returns null if it does not exist or the caller may not read it. */
  node?: Maybe<Node>;
  /** Get several objects by their global IDs, in the same order. Null replaces each object that does not exist or that the caller may not read. */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /** Get an organizer. Returns the error `NOT_FOUND` if it does not exist. */
  organizer?: Maybe<Organizer>;
  /** List organizers, newest first. */
  organizers?: Maybe<OrganizerConnection>;
  /** Get the settings of this service that clients need. */
  service: Service;
  /** Get a tag. Returns the error `NOT_FOUND` if it does not exist. */
  tag?: Maybe<Tag>;
  /** List tags by name. */
  tags?: Maybe<TagConnection>;
  /** List users by login. Only for administrators. */
  users?: Maybe<UserConnection>;
  /** Get a venue. Returns the error `NOT_FOUND` if it does not exist. */
  venue?: Maybe<Venue>;
  /** List venues, newest first. */
  venues?: Maybe<VenueConnection>;
  /** Get the logged-in user. Returns null without a login. */
  viewer?: Maybe<User>;
  /** Get a webhook. Only for administrators. */
  webhook?: Maybe<Webhook>;
  /** List webhooks, oldest first. Only for administrators. */
  webhooks?: Maybe<WebhookConnection>;
};


/** Reads. Published records need no login. */
export type QueryCategoriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<CategoryFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TermOrder>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
};


/** Reads. Published records need no login. */
export type QueryCategoryArgs = {
  by: CategoryBy;
};


/** Reads. Published records need no login. */
export type QueryEventArgs = {
  by: EventBy;
};


/** Reads. Published records need no login. */
export type QueryEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  cursor?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<EventOrder>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
};


/** Reads. Published records need no login. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** Reads. Published records need no login. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** Reads. Published records need no login. */
export type QueryOrganizerArgs = {
  by: OrganizerBy;
};


/** Reads. Published records need no login. */
export type QueryOrganizersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<OrganizerFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<OrganizerOrder>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
};


/** Reads. Published records need no login. */
export type QueryTagArgs = {
  by: TagBy;
};


/** Reads. Published records need no login. */
export type QueryTagsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<TagFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<TermOrder>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
};


/** Reads. Published records need no login. */
export type QueryUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** Reads. Published records need no login. */
export type QueryVenueArgs = {
  by: VenueBy;
};


/** Reads. Published records need no login. */
export type QueryVenuesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<VenueFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<VenueOrder>;
  page?: InputMaybe<Scalars['Int']['input']>;
  perPage?: InputMaybe<Scalars['Int']['input']>;
};


/** Reads. Published records need no login. */
export type QueryWebhookArgs = {
  by: WebhookBy;
};


/** Reads. Published records need no login. */
export type QueryWebhooksArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A change of a record from the point of view of the caller. */
export type RecordChange = {
  /** Kind of the record. */
  kind: RecordKind;
  /** Current state of the record. Null after its removal. */
  record?: Maybe<Node>;
  /** Number of the record, even after its removal. */
  recordDatabaseId: Scalars['Int']['output'];
  /** Global ID of the record, even after its removal. */
  recordId: Scalars['ID']['output'];
  /** Kind of change. */
  type: ChangeType;
};

/** A record in the form that reads return: its id, and its name or slug to rule out a record of another site with the same id. */
export type RecordInput = {
  /** Id of the record. */
  id: Scalars['Int']['input'];
  /** Name of the record. It must match the record with this id. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Slug of the record. Without a name, it must match the record with this id. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** A kind of record. */
export type RecordKind =
  /** A category. */
  | 'category'
  /** An event. */
  | 'event'
  /** An organizer. */
  | 'organizer'
  /** A tag. */
  | 'tag'
  /** A venue. */
  | 'venue';

/** Recurrence of an event: a rule or a list of dates. */
export type RecurrenceInput =
  /** Start dates, in the event's time zone. At most 1,000. */
  { dates: Array<Scalars['DateInput']['input']>; rule?: never; }
  |  /** RFC 5545 rule without `DTSTART`, in the event's time zone: `FREQ=WEEKLY;BYDAY=TU;COUNT=10`. At most 2,000 characters and 1,000 dates. */
  { dates?: never; rule: Scalars['String']['input']; };

/** Result of replacing the secret of a webhook. */
export type RenewWebhookSecretPayload = {
  /** Secret that signs the messages from now on. It cannot be shown again. */
  secret: Scalars['String']['output'];
  /** The webhook. */
  webhook?: Maybe<Webhook>;
};

/** Result of sending messages again. */
export type ReplayWebhookPayload = {
  /** Number of messages to send again. */
  messageCount: Scalars['Int']['output'];
  /** The webhook. */
  webhook?: Maybe<Webhook>;
};

/** Result of revoking an application password. */
export type RevokeApplicationPasswordPayload = {
  /** Last state of the application password. */
  applicationPassword?: Maybe<ApplicationPassword>;
  /** Global ID of the application password. */
  deletedId: Scalars['ID']['output'];
};

/** Rights of a user. */
export type Role =
  /** Full access, including users, application passwords and webhooks. */
  | 'administrator'
  /** Write and publish own events, venues and organizers. */
  | 'author'
  /** Write own events, venues and organizers, for an editor to publish. */
  | 'contributor'
  /** Full access to all events, venues, organizers, categories and tags. */
  | 'editor'
  /** Read only. */
  | 'subscriber';

/** A series of repeating events. Each is an event of its own; the first one is the parent of the others. */
export type Series = Node & {
  /** Number of the series, unique among series. */
  databaseId: Scalars['Int']['output'];
  /** Dates of a series without a rule, in its local time. Empty for a series with a rule. */
  dates: Array<Scalars['LocalDateTime']['output']>;
  /** Excluded dates, in local time of the series. */
  exceptions: Array<Scalars['LocalDateTime']['output']>;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Start from which the rule counts, in local time of the series, even if that date is excluded. */
  localStart: Scalars['LocalDateTime']['output'];
  /** Events of the series, of any date, in order of start. */
  occurrences: EventConnection;
  /** Parent event, which has the recurrence. Null if the caller may not read it. */
  parent?: Maybe<Event>;
  /** RFC 5545 rule without `DTSTART`. Null for a series of listed dates. */
  rule?: Maybe<Scalars['String']['output']>;
  /** Recurrence in words. */
  text: Scalars['String']['output'];
  /** Identifier of the series in iCalendar feeds. It stays the same when another event becomes the parent. */
  uid: Scalars['String']['output'];
};


/** A series of repeating events. Each is an event of its own; the first one is the parent of the others. */
export type SeriesOccurrencesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<EventOrder>;
};

/** Events of a series that a list shows. */
export type SeriesInLists =
  /** All events of a series. */
  | 'all'
  /** Only the first event of each series that meets the other conditions. */
  | 'first';

/** Events of a series that a change or deletion affects. */
export type SeriesScope =
  /** All events that follow the series. */
  | 'all'
  /** This event and all later ones. They become a series of their own. */
  | 'following'
  /** Only this event. It no longer follows its series. */
  | 'this';

/** Settings of this service that clients need. */
export type Service = {
  /** Records on a page if neither `first` nor `last` is given (`PER_PAGE`). */
  defaultPageSize: Scalars['Int']['output'];
  /** All values of `extensions.code` of an error. */
  errorCodes: Array<ErrorCode>;
  /** The site's language as a BCP 47 tag. */
  locale: Scalars['String']['output'];
  /** Largest value of `first` and `last` (`MAX_PER_PAGE`). */
  maxPageSize: Scalars['Int']['output'];
  /** The site's IANA time zone. */
  timezone: Scalars['String']['output'];
  /** Version of the service. */
  version: Scalars['String']['output'];
};

/** Direction of an order. */
export type SortDirection =
  /** Ascending: smallest, oldest or first in the alphabet first. */
  | 'asc'
  /** Descending: largest, newest or last in the alphabet first. */
  | 'desc';

/** Live changes over Server-Sent Events (`Accept: text/event-stream`), one connection per operation. Query the current state after connecting: earlier changes are not sent. */
export type Subscription = {
  /** Receive each change of a record that the caller may read. Rapid changes of one record may arrive as one. */
  recordChanged: RecordChange;
};


/** Live changes over Server-Sent Events (`Accept: text/event-stream`), one connection per operation. Query the current state after connecting: earlier changes are not sent. */
export type SubscriptionRecordChangedArgs = {
  ids?: InputMaybe<Array<Scalars['ID']['input']>>;
  kinds?: InputMaybe<Array<RecordKind>>;
};

/** A keyword for events. */
export type Tag = Node & Term & {
  /** Number of the tag, unique among categories and tags. The `id` of the REST API. */
  databaseId: Scalars['Int']['output'];
  /** Description in sanitized HTML. Null if there is none. */
  description?: Maybe<Scalars['String']['output']>;
  /** Number of published events with this tag, of any date. */
  eventCount: Scalars['Int']['output'];
  /** Events with this tag in order of start. Without a condition on dates: from today up to two years ahead. */
  events: EventConnection;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Links to the tag and its relatives in the REST API. */
  links: TermLinks;
  /** Name in plain text. */
  name: Scalars['String']['output'];
  /** Name of the tag in URLs, unique among tags. */
  slug: Scalars['String']['output'];
  /** Taxonomy name for WordPress clients: `post_tag`. */
  taxonomy: Scalars['String']['output'];
  /** Web page of the tag on this site. */
  url: Scalars['Url']['output'];
  /** URLs of the tag in the REST API. */
  urls: TermUrls;
};


/** A keyword for events. */
export type TagEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<EventOrder>;
};

/** Reference to one tag. */
export type TagBy =
  /** Number of the tag. */
  { databaseId: Scalars['Int']['input']; id?: never; name?: never; slug?: never; text?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; name?: never; slug?: never; text?: never; }
  |  /** Name of the tag, ignoring case. */
  { databaseId?: never; id?: never; name: Scalars['String']['input']; slug?: never; text?: never; }
  |  /** Slug of the tag. */
  { databaseId?: never; id?: never; name?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name. */
  { databaseId?: never; id?: never; name?: never; slug?: never; text: Scalars['String']['input']; };

/** A page of tags. */
export type TagConnection = {
  /** The tags of this page, each with its cursor. */
  edges: Array<TagEdge>;
  /** The tags of this page. */
  nodes: Array<Tag>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of tags on all pages. */
  totalCount: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** A tag of a list and its cursor. */
export type TagEdge = {
  /** Position in the list, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The tag. */
  node: Tag;
};

/** Conditions for tags, combined with AND. */
export type TagFilter = {
  /** Only tags of this event. */
  event?: InputMaybe<EventBy>;
  /** All except these tags, at most 1,000. Unknown ones are ignored. */
  exclude?: InputMaybe<Array<TagBy>>;
  /** Whether to omit tags without published events. */
  hideEmpty?: InputMaybe<Scalars['Boolean']['input']>;
  /** Only these tags, at most 1,000. Unknown ones are ignored. */
  include?: InputMaybe<Array<TagBy>>;
  /** Only tags of this event. */
  post?: InputMaybe<EventBy>;
  /** Text that must occur in the name or slug. At most 1,000 characters. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Only the tag with this slug. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** Reference to a tag of an event. */
export type TagLink =
  /** Number of the tag. */
  { databaseId: Scalars['Int']['input']; id?: never; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Name of the tag, ignoring case. A tag that does not exist is created if the caller may manage terms. */
  { databaseId?: never; id?: never; name: Scalars['String']['input']; record?: never; slug?: never; text?: never; }
  |  /** The tag in the form that reads return. */
  { databaseId?: never; id?: never; name?: never; record: RecordInput; slug?: never; text?: never; }
  |  /** Slug of the tag. */
  { databaseId?: never; id?: never; name?: never; record?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name. */
  { databaseId?: never; id?: never; name?: never; record?: never; slug?: never; text: Scalars['String']['input']; };

/** Fields common to categories and tags. */
export type Term = {
  /** Number, unique among categories and tags. */
  databaseId: Scalars['Int']['output'];
  /** Description in sanitized HTML. Null if there is none. */
  description?: Maybe<Scalars['String']['output']>;
  /** Number of published events with this term, of any date. */
  eventCount: Scalars['Int']['output'];
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Name in plain text. */
  name: Scalars['String']['output'];
  /** Name in URLs. */
  slug: Scalars['String']['output'];
  /** Web page on this site. */
  url: Scalars['Url']['output'];
};

/** Links of a term, by relation. */
export type TermLinks = {
  /** The list of all terms of its kind. */
  collection: Array<Link>;
  /** The term itself. */
  self: Array<Link>;
  /** The parent term. */
  up: Array<Link>;
};

/** Order of a list of categories or tags. */
export type TermOrder = {
  /** Ascending or descending. */
  direction: SortDirection;
  /** Sort key. */
  field: TermOrderField;
};

/** Sort key of a list of categories and tags. */
export type TermOrderField =
  /** Number of published events. */
  | 'count'
  /** Description, ignoring case. */
  | 'description'
  /** Number of the term. */
  | 'id'
  /** Order of the records in the condition `include`. */
  | 'include'
  /** Order of the slug filter. It accepts only one slug, so the list is sorted by name. */
  | 'include_slugs'
  /** Name, ignoring case. */
  | 'name'
  /** No particular order; the list is sorted by id. */
  | 'none'
  /** Number of the parent category, top level first. */
  | 'parent'
  /** Slug. */
  | 'slug'
  /** Term group. All terms are in one group, so the list is sorted by name. */
  | 'term_group'
  /** Same as `id`. */
  | 'term_id';

/** URLs of a term in the REST API. */
export type TermUrls = {
  /** The list of all terms of its kind. */
  collection: Scalars['String']['output'];
  /** The term itself. */
  self: Scalars['String']['output'];
  /** The parent term. */
  up?: Maybe<Scalars['String']['output']>;
};

/** Fields of a category to change. Omitted fields stay unchanged. */
export type UpdateCategoryInput = {
  /** Description in HTML, which is sanitized. At most 20,000 characters. Empty or null removes it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Name in plain text, unique under the same parent. At most 200 characters. Null leaves it unchanged. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Parent category. Null for the top level. */
  parent?: InputMaybe<CategoryBy>;
  /** Name in URLs. Refused if another category has it. At most 200 characters. Null leaves it unchanged. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** Result of changing a category. */
export type UpdateCategoryPayload = {
  /** The changed category. */
  category?: Maybe<Category>;
};

/** Fields of an event to change. Omitted fields stay unchanged. */
export type UpdateEventInput = {
  /** New author of the event. Null leaves it unchanged. Only editors can name another user. */
  author?: InputMaybe<UserBy>;
  /** All categories of the event. Empty or null removes them. At most 50. */
  categories?: InputMaybe<Array<CategoryLink>>;
  /** Prices. 0 is free. Empty or null removes them. At most 20. */
  cost?: InputMaybe<Array<Scalars['Price']['input']>>;
  /** Date of publication, in UTC. If `publishedAt` is also given, both must be the same instant. Null leaves it unchanged. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** Description in HTML, which is sanitized. At most 200,000 characters. Empty or null removes it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** End in local time of `timezone`, or an instant with an offset. Null leaves it unchanged. */
  end?: InputMaybe<Scalars['DateInput']['input']>;
  /** Short description in HTML, which is sanitized. At most 200,000 characters. Empty or null removes it. */
  excerpt?: InputMaybe<Scalars['String']['input']>;
  /** Featured image. Null removes it. */
  image?: InputMaybe<ImageLink>;
  /** Whether the event lasts whole days. If omitted or null, a date with a time of day makes it false. */
  isAllDay?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the event is featured. Null leaves it unchanged. */
  isFeatured?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the event is hidden from lists. Null leaves it unchanged. */
  isHidden?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether people can attend online. If omitted or null, a new `onlineUrl` makes it true. */
  isOnline?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether calendar views show the event first. Null leaves it unchanged. */
  isSticky?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether the event has tickets. Null leaves it unchanged. */
  isTicketed?: InputMaybe<Scalars['Boolean']['input']>;
  /** URL for online attendance, visible to all readers of the event. Empty or null removes it. */
  onlineUrl?: InputMaybe<Scalars['Url']['input']>;
  /** All organizers of the event. Empty or null removes them. At most 50. */
  organizers?: InputMaybe<Array<OrganizerLink>>;
  /** Parent event. Null removes it. */
  parent?: InputMaybe<EventBy>;
  /** Date of publication, in the site's time zone. Null leaves it unchanged. */
  publishedAt?: InputMaybe<Scalars['DateInput']['input']>;
  /** New recurrence of the series, set on its parent event. Null moves the other events of the series to the trash. */
  recurrence?: InputMaybe<RecurrenceInput>;
  /** All dates excluded from the series, in its local time. A day without a time excludes all starts on that day. Empty or null for none. */
  recurrenceExceptions?: InputMaybe<Array<Scalars['DateInput']['input']>>;
  /** Start from which the recurrence counts, if the event becomes the first of a series. In an existing series it moves with the events; another value is refused. */
  recurrenceStart?: InputMaybe<Scalars['DateInput']['input']>;
  /** Whether the event takes place as announced. Null leaves it unchanged. `SCHEDULED` removes the reason unless one is sent. */
  scheduleStatus?: InputMaybe<EventStatus>;
  /** Reason for the cancellation, postponement or move: one line of plain text, at most 1,000 characters. Empty or null removes it. */
  scheduleStatusReason?: InputMaybe<Scalars['String']['input']>;
  /** Whether to show a map of the venue. Null leaves it unchanged. */
  showMap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to link to a map of the venue. Null leaves it unchanged. */
  showMapLink?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name in URLs; gets a number if another event has it. At most 1,000 characters. Null leaves it unchanged. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** Start in local time of `timezone`, or an instant with an offset. Null leaves it unchanged. */
  start?: InputMaybe<Scalars['DateInput']['input']>;
  /** Null leaves it unchanged. Without the right to publish: `PENDING` instead of `PUBLISHED`, `FUTURE` or `PRIVATE`. */
  status?: InputMaybe<PublicationStatus>;
  /** All tags of the event. Empty or null removes them. At most 50. */
  tags?: InputMaybe<Array<TagLink>>;
  /** IANA time zone, an offset such as `UTC+5.5`, or the empty text for the site's time zone. Null leaves it unchanged. */
  timezone?: InputMaybe<Scalars['String']['input']>;
  /** Title in plain text; HTML tags are removed. At most 1,000 characters. Null leaves it unchanged. */
  title?: InputMaybe<Scalars['String']['input']>;
  /** All venues of the event. Empty or null removes them. At most 50. */
  venues?: InputMaybe<Array<VenueLink>>;
  /** External web page about the event. Empty or null removes it. */
  website?: InputMaybe<Scalars['Url']['input']>;
};

/** Result of changing an event. */
export type UpdateEventPayload = {
  /** Number of events changed: more than one for a series, 0 if nothing differed. */
  changedOccurrences: Scalars['Int']['output'];
  /** The changed event. */
  event?: Maybe<Event>;
};

/** Fields of an organizer to change. Omitted fields stay unchanged. */
export type UpdateOrganizerInput = {
  /** New author of the organizer. Null leaves it unchanged. Only editors can name another user. */
  author?: InputMaybe<UserBy>;
  /** Date of publication, in UTC. If `publishedAt` is also given, both must be the same instant. Null leaves it unchanged. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** Description in HTML, which is sanitized. At most 200,000 characters. Empty or null removes it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** E-mail address. At most 1,000 characters. Empty or null removes it. */
  email?: InputMaybe<Scalars['String']['input']>;
  /** Featured image. Null removes it. */
  image?: InputMaybe<ImageLink>;
  /** Name in plain text; HTML tags are removed. At most 1,000 characters. Null leaves it unchanged. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Phone number. At most 1,000 characters. Empty or null removes it. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Date of publication, in the site's time zone. Null leaves it unchanged. */
  publishedAt?: InputMaybe<Scalars['DateInput']['input']>;
  /** Name in URLs; gets a number if another organizer has it. At most 1,000 characters. Null leaves it unchanged. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** Null leaves it unchanged. Without the right to publish: `PENDING` instead of `PUBLISHED`, `FUTURE` or `PRIVATE`. */
  status?: InputMaybe<PublicationStatus>;
  /** External web page of the organizer. Empty or null removes it. */
  website?: InputMaybe<Scalars['Url']['input']>;
};

/** Result of changing an organizer. */
export type UpdateOrganizerPayload = {
  /** The changed organizer. */
  organizer?: Maybe<Organizer>;
};

/** Fields of a tag to change. Omitted fields stay unchanged. */
export type UpdateTagInput = {
  /** Description in HTML, which is sanitized. At most 20,000 characters. Empty or null removes it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Name in plain text, unique among tags. At most 200 characters. Null leaves it unchanged. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Name in URLs. Refused if another tag has it. At most 200 characters. Null leaves it unchanged. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** Result of changing a tag. */
export type UpdateTagPayload = {
  /** The changed tag. */
  tag?: Maybe<Tag>;
};

/** Fields of a user to change. Omitted fields stay unchanged. */
export type UpdateUserInput = {
  /** Display name in plain text. Empty or null removes it. At most 200 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Rights of the user. Null leaves it unchanged. */
  role?: InputMaybe<Role>;
};

/** Result of changing a user. */
export type UpdateUserPayload = {
  /** The changed user. */
  user?: Maybe<User>;
};

/** Fields of a venue to change. Omitted fields stay unchanged. */
export type UpdateVenueInput = {
  /** Street and number. At most 1,000 characters. Empty or null removes it. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** New author of the venue. Null leaves it unchanged. Only editors can name another user. */
  author?: InputMaybe<UserBy>;
  /** City. At most 1,000 characters. Empty or null removes it. */
  city?: InputMaybe<Scalars['String']['input']>;
  /** Country. At most 1,000 characters. Empty or null removes it. */
  country?: InputMaybe<Scalars['String']['input']>;
  /** Date of publication, in UTC. If `publishedAt` is also given, both must be the same instant. Null leaves it unchanged. */
  dateUtc?: InputMaybe<Scalars['DateInput']['input']>;
  /** Description in HTML, which is sanitized. At most 200,000 characters. Empty or null removes it. */
  description?: InputMaybe<Scalars['String']['input']>;
  /** Featured image. Null removes it. */
  image?: InputMaybe<ImageLink>;
  /** Degrees north, -90 to 90. Needs `longitude`. Null removes it. */
  latitude?: InputMaybe<Scalars['Float']['input']>;
  /** Degrees east, -180 to 180. Needs `latitude`. Null removes it. */
  longitude?: InputMaybe<Scalars['Float']['input']>;
  /** Name in plain text; HTML tags are removed. At most 1,000 characters. Null leaves it unchanged. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Phone number. At most 1,000 characters. Empty or null removes it. */
  phone?: InputMaybe<Scalars['String']['input']>;
  /** Province. At most 1,000 characters. Empty or null removes it. */
  province?: InputMaybe<Scalars['String']['input']>;
  /** Date of publication, in the site's time zone. Null leaves it unchanged. */
  publishedAt?: InputMaybe<Scalars['DateInput']['input']>;
  /** State or province to show. If omitted, derived from country, state and province when one of them changes. Empty or null removes it. */
  region?: InputMaybe<Scalars['String']['input']>;
  /** Whether to show a map of the venue. Null leaves it unchanged. */
  showMap?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to link to a map of the venue. Null leaves it unchanged. */
  showMapLink?: InputMaybe<Scalars['Boolean']['input']>;
  /** Name in URLs; gets a number if another venue has it. At most 1,000 characters. Null leaves it unchanged. */
  slug?: InputMaybe<Scalars['String']['input']>;
  /** State. At most 1,000 characters. Empty or null removes it. */
  state?: InputMaybe<Scalars['String']['input']>;
  /** Null leaves it unchanged. Without the right to publish: `PENDING` instead of `PUBLISHED`, `FUTURE` or `PRIVATE`. */
  status?: InputMaybe<PublicationStatus>;
  /** External web page of the venue. Empty or null removes it. */
  website?: InputMaybe<Scalars['Url']['input']>;
  /** Postal code. At most 1,000 characters. Empty or null removes it. */
  zip?: InputMaybe<Scalars['String']['input']>;
};

/** Result of changing a venue. */
export type UpdateVenuePayload = {
  /** The changed venue. */
  venue?: Maybe<Venue>;
};

/** Fields of a webhook to change. Omitted fields stay unchanged. */
export type UpdateWebhookInput = {
  /** Whether messages are sent. Reactivation resumes pending messages; changes stored while inactive are not sent. Null leaves it unchanged. */
  isActive?: InputMaybe<Scalars['Boolean']['input']>;
  /** Changes sent to the receiver from now on. Null leaves it unchanged. */
  types?: InputMaybe<Array<WebhookType>>;
  /** URL of the receiver, also for pending messages. Null leaves it unchanged. */
  url?: InputMaybe<Scalars['String']['input']>;
};

/** Result of changing a webhook. */
export type UpdateWebhookPayload = {
  /** The changed webhook. */
  webhook?: Maybe<Webhook>;
};

/** A user of the service. */
export type User = Node & {
  /** Application passwords of the user, oldest first. Null unless the caller is an administrator or this user. */
  applicationPasswords?: Maybe<ApplicationPasswordConnection>;
  /** Time of creation. Null unless the caller is an administrator or this user. */
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  /** Number of the user. */
  databaseId: Scalars['Int']['output'];
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Login, unique ignoring case. Null unless the caller is an administrator or this user. */
  login?: Maybe<Scalars['String']['output']>;
  /** Public display name, never the login. Null if there is none. */
  name?: Maybe<Scalars['String']['output']>;
  /** Rights of the user. Null unless the caller is an administrator or this user. */
  role?: Maybe<Role>;
};


/** A user of the service. */
export type UserApplicationPasswordsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Reference to one user. */
export type UserBy =
  /** Number of the user. */
  { databaseId: Scalars['Int']['input']; id?: never; login?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; login?: never; }
  |  /** Login, ignoring case. */
  { databaseId?: never; id?: never; login: Scalars['String']['input']; };

/** A page of users. */
export type UserConnection = {
  /** The users of this page, each with its cursor. */
  edges: Array<UserEdge>;
  /** The users of this page. */
  nodes: Array<User>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of users on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A user of a list and its cursor. */
export type UserEdge = {
  /** Position in the list, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The user. */
  node: User;
};

/** A place where events take place. */
export type Venue = Content & Node & {
  /** Street and number. */
  address?: Maybe<Scalars['String']['output']>;
  /** Author of the venue. Null if unknown. */
  author?: Maybe<User>;
  /** User id of the author of the venue; 0 if unknown. */
  authorId?: Maybe<Scalars['Int']['output']>;
  /** City. */
  city?: Maybe<Scalars['String']['output']>;
  /** Country. */
  country?: Maybe<Scalars['String']['output']>;
  /** Number of the venue, unique among events, venues, organizers and images. The `id` of the REST API. */
  databaseId: Scalars['Int']['output'];
  /** Date of publication, in the site's time zone. */
  date: Scalars['LocalDateTime']['output'];
  /** Date of publication, in UTC. */
  dateUtc: Scalars['LocalDateTime']['output'];
  /** Description in sanitized HTML. Null if there is none. */
  description?: Maybe<Scalars['String']['output']>;
  /** Events at this venue in order of start. Without a condition on dates: from today up to two years ahead. */
  events: EventConnection;
  /** Short description in sanitized HTML. Null if there is none. */
  excerpt?: Maybe<Scalars['String']['output']>;
  /** Id of the venue, unique across sites: `<host>?id=<id>`. */
  globalId: Scalars['String']['output'];
  /** The global id, followed by the ids of the venue on other sites, newest first. */
  globalIdLineage: Array<Scalars['String']['output']>;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Featured image. Null if there is none. */
  image?: Maybe<Image>;
  /** The venue as linked data (schema.org, JSON-LD). */
  jsonLd: Scalars['JSON']['output'];
  /** Degrees north, -90 to 90. Null if unknown. */
  latitude?: Maybe<Scalars['Float']['output']>;
  /** Degrees east, -180 to 180. Null if unknown. */
  longitude?: Maybe<Scalars['Float']['output']>;
  /** Date of the last change, in the site's time zone. */
  modified: Scalars['LocalDateTime']['output'];
  /** Time of the last change, with the offset of the site's time zone. */
  modifiedAt: Scalars['DateTime']['output'];
  /** Date of the last change, in UTC. */
  modifiedUtc: Scalars['LocalDateTime']['output'];
  /** Name in plain text. */
  name: Scalars['String']['output'];
  /** Phone number. */
  phone?: Maybe<Scalars['String']['output']>;
  /** Province. */
  province?: Maybe<Scalars['String']['output']>;
  /** Time of publication, past or future, with the offset of the site's time zone. Null for drafts and records waiting for review. */
  publishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** State or province, depending on the country. */
  region?: Maybe<Scalars['String']['output']>;
  /** Whether to show a map of the venue. */
  showMap: Scalars['Boolean']['output'];
  /** Whether to link to a map of the venue. */
  showMapLink: Scalars['Boolean']['output'];
  /** Name of the venue in URLs, unique among venues. */
  slug: Scalars['String']['output'];
  /** State. */
  state?: Maybe<Scalars['String']['output']>;
  /** Publication status, which determines the readers of the venue. */
  status: PublicationStatus;
  /** Web page of the venue on this site. */
  url: Scalars['Url']['output'];
  /** External web page of the venue. */
  website?: Maybe<Scalars['Url']['output']>;
  /** Postal code. */
  zip?: Maybe<Scalars['String']['output']>;
};


/** A place where events take place. */
export type VenueEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<EventFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<EventOrder>;
};

/** Reference to one venue. */
export type VenueBy =
  /** Number of the venue. */
  { databaseId: Scalars['Int']['input']; id?: never; name?: never; slug?: never; text?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; name?: never; slug?: never; text?: never; }
  |  /** Name of the venue, ignoring case. Refused if several have it. */
  { databaseId?: never; id?: never; name: Scalars['String']['input']; slug?: never; text?: never; }
  |  /** Slug of the venue. */
  { databaseId?: never; id?: never; name?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name. */
  { databaseId?: never; id?: never; name?: never; slug?: never; text: Scalars['String']['input']; };

/** A page of venues. */
export type VenueConnection = {
  /** The venues of this page, each with its cursor. */
  edges: Array<VenueEdge>;
  /** The venues of this page. */
  nodes: Array<Venue>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of venues on all pages. */
  totalCount: Scalars['Int']['output'];
  /** Number of pages. */
  totalPages: Scalars['Int']['output'];
};

/** A venue of a list and its cursor. */
export type VenueEdge = {
  /** Position in the list, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The venue. */
  node: Venue;
};

/** Conditions for venues, combined with AND. */
export type VenueFilter = {
  /** Only venues whose author has this number. Empty for an unknown one. */
  authorId?: InputMaybe<Scalars['Int']['input']>;
  /** Only venues of this event. */
  event?: InputMaybe<EventBy>;
  /** Only venues with events if true, only others if false. */
  hasEvents?: InputMaybe<Scalars['Boolean']['input']>;
  /** Whether to list only venues with current or upcoming events. */
  onlyWithUpcoming?: InputMaybe<Scalars['Boolean']['input']>;
  /** Words that must all occur in name, description, excerpt, address, city, province, state, zip, country, phone or website. At most 1,000 characters. */
  search?: InputMaybe<Scalars['String']['input']>;
  /** Only records with one of these publication statuses. By default: everything the caller may read, except the trash. */
  statuses?: InputMaybe<Array<PublicationStatus>>;
};

/** Reference to an existing venue, or the fields of a new one. */
export type VenueLink =
  /** Fields of a new venue. An existing one with the same name and no contradicting field is used instead. */
  { create: CreateVenueInput; databaseId?: never; id?: never; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Number of the venue. */
  { create?: never; databaseId: Scalars['Int']['input']; id?: never; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Global ID. */
  { create?: never; databaseId?: never; id: Scalars['ID']['input']; name?: never; record?: never; slug?: never; text?: never; }
  |  /** Name of an existing venue, ignoring case. Refused if several have it. */
  { create?: never; databaseId?: never; id?: never; name: Scalars['String']['input']; record?: never; slug?: never; text?: never; }
  |  /** The venue in the form that reads return. */
  { create?: never; databaseId?: never; id?: never; name?: never; record: RecordInput; slug?: never; text?: never; }
  |  /** Slug of the venue. */
  { create?: never; databaseId?: never; id?: never; name?: never; record?: never; slug: Scalars['String']['input']; text?: never; }
  |  /** Slug or name. */
  { create?: never; databaseId?: never; id?: never; name?: never; record?: never; slug?: never; text: Scalars['String']['input']; };

/** Order of a list of venues. */
export type VenueOrder = {
  /** Ascending or descending. */
  direction: SortDirection;
  /** Sort key. */
  field: VenueOrderField;
};

/** Sort key of a list of venues. */
export type VenueOrderField =
  /** Date of publication. */
  | 'date'
  /** Number of the venue. */
  | 'id'
  /** Date of the last change. */
  | 'modified'
  /** Name, ignoring case. */
  | 'name';

/** A URL that receives changes as messages signed according to Standard Webhooks. */
export type Webhook = Node & {
  /** Time of creation. */
  createdAt: Scalars['DateTime']['output'];
  /** Number of the webhook. */
  databaseId: Scalars['Int']['output'];
  /** Time of the last delivery. Null if there was none within seven days. */
  deliveredAt?: Maybe<Scalars['DateTime']['output']>;
  /** Messages, newest first. Delivered ones are stored for seven days. */
  deliveries: WebhookDeliveryConnection;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Whether messages are sent. False after the receiver responded with 410, or after `updateWebhook` deactivated the webhook. */
  isActive: Scalars['Boolean']['output'];
  /** Error of a pending or parked message. Null if none failed. */
  lastError?: Maybe<Scalars['String']['output']>;
  /** Number of messages parked after a day of failed attempts. `replayWebhook` sends them again. */
  parkedCount: Scalars['Int']['output'];
  /** Number of messages waiting to be sent. */
  pendingCount: Scalars['Int']['output'];
  /** Changes sent to the receiver. */
  types: Array<WebhookType>;
  /** URL of the receiver. */
  url: Scalars['Url']['output'];
  /** User whose rights limit the changes sent to the receiver. Deleting this user deletes the webhook. */
  user: User;
};


/** A URL that receives changes as messages signed according to Standard Webhooks. */
export type WebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<WebhookDeliveryFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** Reference to one webhook. */
export type WebhookBy =
  /** Number of the webhook. */
  { databaseId: Scalars['Int']['input']; id?: never; }
  |  /** Global ID. */
  { databaseId?: never; id: Scalars['ID']['input']; };

/** A page of webhooks. */
export type WebhookConnection = {
  /** The webhooks of this page, each with its cursor. */
  edges: Array<WebhookEdge>;
  /** The webhooks of this page. */
  nodes: Array<Webhook>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of webhooks on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A message to a webhook. */
export type WebhookDelivery = Node & {
  /** Number of attempts. */
  attempts: Scalars['Int']['output'];
  /** Time at which the change was stored. */
  createdAt: Scalars['DateTime']['output'];
  /** Reason why the last attempt got no response. Null if it got one. */
  error?: Maybe<Scalars['String']['output']>;
  /** Time of delivery, parking or skipping. Null while the message is pending. */
  finishedAt?: Maybe<Scalars['DateTime']['output']>;
  /** HTTP status of the last response. Null if there was none. */
  httpStatus?: Maybe<Scalars['Int']['output']>;
  /** Global ID. */
  id: Scalars['ID']['output'];
  /** Kind of the record. */
  kind: RecordKind;
  /** The `webhook-id` header, the same for each attempt. */
  messageId: Scalars['String']['output'];
  /** Time of the next attempt. Null unless the message is pending. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** Number of the record. */
  recordDatabaseId: Scalars['Int']['output'];
  /** Global ID of the record. */
  recordId: Scalars['ID']['output'];
  /** Delivery state. */
  state: WebhookDeliveryState;
  /** Kind of change of the record. */
  type: WebhookType;
};

/** A page of messages. */
export type WebhookDeliveryConnection = {
  /** The messages of this page, each with its cursor. */
  edges: Array<WebhookDeliveryEdge>;
  /** The messages of this page. */
  nodes: Array<WebhookDelivery>;
  /** Position of this page in the list. */
  pageInfo: PageInfo;
  /** Number of messages on all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A message of a list and its cursor. */
export type WebhookDeliveryEdge = {
  /** Position in the list, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The message. */
  node: WebhookDelivery;
};

/** Conditions for messages to a webhook. */
export type WebhookDeliveryFilter = {
  /** Only messages in one of these states. */
  states?: InputMaybe<Array<WebhookDeliveryState>>;
};

/** Delivery state of a message to a webhook. */
export type WebhookDeliveryState =
  /** Accepted by the receiver. */
  | 'delivered'
  /** Abandoned after a day of failed attempts, or because the receiver responded with 410. */
  | 'parked'
  /** Waiting for the first or next attempt. */
  | 'pending'
  /** Not sent, because the user of the webhook may not read the record. */
  | 'skipped';

/** A webhook of a list and its cursor. */
export type WebhookEdge = {
  /** Position in the list, for `after` and `before`. */
  cursor: Scalars['String']['output'];
  /** The webhook. */
  node: Webhook;
};

/** Kind of change that a webhook receives. */
export type WebhookType =
  /** All changes. */
  | 'all'
  /** All changes of categories. */
  | 'category_all'
  /** A category was created or became visible. */
  | 'category_created'
  /** A category was deleted permanently or is no longer visible. */
  | 'category_deleted'
  /** A category was changed. */
  | 'category_updated'
  /** All changes of events. */
  | 'event_all'
  /** An event was canceled. */
  | 'event_canceled'
  /** An event was created or became visible. */
  | 'event_created'
  /** An event was deleted permanently or is no longer visible. */
  | 'event_deleted'
  /** An event was restored from the trash. */
  | 'event_restored'
  /** An event was moved to the trash. */
  | 'event_trashed'
  /** An event was changed. */
  | 'event_updated'
  /** All changes of organizers. */
  | 'organizer_all'
  /** An organizer was created or became visible. */
  | 'organizer_created'
  /** An organizer was deleted permanently or is no longer visible. */
  | 'organizer_deleted'
  /** An organizer was restored from the trash. */
  | 'organizer_restored'
  /** An organizer was moved to the trash. */
  | 'organizer_trashed'
  /** An organizer was changed. */
  | 'organizer_updated'
  /** All changes of tags. */
  | 'tag_all'
  /** A tag was created or became visible. */
  | 'tag_created'
  /** A tag was deleted permanently or is no longer visible. */
  | 'tag_deleted'
  /** A tag was changed. */
  | 'tag_updated'
  /** All changes of venues. */
  | 'venue_all'
  /** A venue was created or became visible. */
  | 'venue_created'
  /** A venue was deleted permanently or is no longer visible. */
  | 'venue_deleted'
  /** A venue was restored from the trash. */
  | 'venue_restored'
  /** A venue was moved to the trash. */
  | 'venue_trashed'
  /** A venue was changed. */
  | 'venue_updated';



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
    | ( ApplicationPasswordRecord )
    | ( TermRecord )
    | ( HydratedEvent )
    | ( ImageRecord )
    | ( OrganizerRecord )
    | ( SeriesRecord )
    | ( TermRecord )
    | ( UserRecord )
    | ( VenueRecord )
    | ( WebhookRecord )
    | ( DeliveryRecord )
  ;
  Term:
    | ( TermRecord )
    | ( TermRecord )
  ;
};

/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  ApplicationPassword: ResolverTypeWrapper<ApplicationPasswordRecord>;
  ApplicationPasswordBy: ApplicationPasswordBy;
  ApplicationPasswordConnection: ResolverTypeWrapper<ApplicationPasswordPage>;
  ApplicationPasswordEdge: ResolverTypeWrapper<Omit<ApplicationPasswordEdge, 'node'> & { node: ResolversTypes['ApplicationPassword'] }>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  Category: ResolverTypeWrapper<TermRecord>;
  CategoryBy: CategoryBy;
  CategoryConnection: ResolverTypeWrapper<TermPage>;
  CategoryEdge: ResolverTypeWrapper<Omit<CategoryEdge, 'node'> & { node: ResolversTypes['Category'] }>;
  CategoryFilter: CategoryFilter;
  CategoryLink: CategoryLink;
  ChangeType: ChangeType;
  Content: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Content']>;
  CostDetails: ResolverTypeWrapper<CostDetails>;
  CreateApplicationPasswordInput: CreateApplicationPasswordInput;
  CreateApplicationPasswordPayload: ResolverTypeWrapper<Omit<CreateApplicationPasswordPayload, 'applicationPassword'> & { applicationPassword?: Maybe<ResolversTypes['ApplicationPassword']> }>;
  CreateCategoryInput: CreateCategoryInput;
  CreateCategoryPayload: ResolverTypeWrapper<Omit<CreateCategoryPayload, 'category'> & { category?: Maybe<ResolversTypes['Category']> }>;
  CreateEventInput: CreateEventInput;
  CreateEventPayload: ResolverTypeWrapper<Omit<CreateEventPayload, 'event'> & { event?: Maybe<ResolversTypes['Event']> }>;
  CreateOrganizerInput: CreateOrganizerInput;
  CreateOrganizerPayload: ResolverTypeWrapper<Omit<CreateOrganizerPayload, 'organizer'> & { organizer?: Maybe<ResolversTypes['Organizer']> }>;
  CreateTagInput: CreateTagInput;
  CreateTagPayload: ResolverTypeWrapper<Omit<CreateTagPayload, 'tag'> & { tag?: Maybe<ResolversTypes['Tag']> }>;
  CreateUserInput: CreateUserInput;
  CreateUserPayload: ResolverTypeWrapper<Omit<CreateUserPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  CreateVenueInput: CreateVenueInput;
  CreateVenuePayload: ResolverTypeWrapper<Omit<CreateVenuePayload, 'venue'> & { venue?: Maybe<ResolversTypes['Venue']> }>;
  CreateWebhookInput: CreateWebhookInput;
  CreateWebhookPayload: ResolverTypeWrapper<Omit<CreateWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversTypes['Webhook']> }>;
  CurrencyPosition: CurrencyPosition;
  DateDetails: ResolverTypeWrapper<DateDetails>;
  DateInput: ResolverTypeWrapper<Scalars['DateInput']['output']>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeleteCategoryPayload: ResolverTypeWrapper<Omit<DeleteCategoryPayload, 'category'> & { category?: Maybe<ResolversTypes['Category']> }>;
  DeleteEventPayload: ResolverTypeWrapper<Omit<DeleteEventPayload, 'event'> & { event?: Maybe<ResolversTypes['Event']> }>;
  DeleteOrganizerPayload: ResolverTypeWrapper<Omit<DeleteOrganizerPayload, 'organizer'> & { organizer?: Maybe<ResolversTypes['Organizer']> }>;
  DeleteTagPayload: ResolverTypeWrapper<Omit<DeleteTagPayload, 'tag'> & { tag?: Maybe<ResolversTypes['Tag']> }>;
  DeleteUserPayload: ResolverTypeWrapper<Omit<DeleteUserPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  DeleteVenuePayload: ResolverTypeWrapper<Omit<DeleteVenuePayload, 'venue'> & { venue?: Maybe<ResolversTypes['Venue']> }>;
  DeleteWebhookPayload: ResolverTypeWrapper<Omit<DeleteWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversTypes['Webhook']> }>;
  ErrorCode: ErrorCode;
  Event: ResolverTypeWrapper<HydratedEvent>;
  EventBy: EventBy;
  EventConnection: ResolverTypeWrapper<EventPage>;
  EventEdge: ResolverTypeWrapper<Omit<EventEdge, 'node'> & { node: ResolversTypes['Event'] }>;
  EventFilter: EventFilter;
  EventOrder: EventOrder;
  EventOrderField: EventOrderField;
  EventStatus: EventStatus;
  Float: ResolverTypeWrapper<Scalars['Float']['output']>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Image: ResolverTypeWrapper<ImageRecord>;
  ImageLink: ImageLink;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  JSON: ResolverTypeWrapper<Scalars['JSON']['output']>;
  Link: ResolverTypeWrapper<Link>;
  LocalDateTime: ResolverTypeWrapper<Scalars['LocalDateTime']['output']>;
  Money: ResolverTypeWrapper<Money>;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NearInput: NearInput;
  Node: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Node']>;
  Organizer: ResolverTypeWrapper<OrganizerRecord>;
  OrganizerBy: OrganizerBy;
  OrganizerConnection: ResolverTypeWrapper<OrganizerPage>;
  OrganizerEdge: ResolverTypeWrapper<Omit<OrganizerEdge, 'node'> & { node: ResolversTypes['Organizer'] }>;
  OrganizerFilter: OrganizerFilter;
  OrganizerLink: OrganizerLink;
  OrganizerOrder: OrganizerOrder;
  OrganizerOrderField: OrganizerOrderField;
  PageInfo: ResolverTypeWrapper<ListedPage>;
  Price: ResolverTypeWrapper<Scalars['Price']['output']>;
  PriceRange: ResolverTypeWrapper<PriceRange>;
  PublicationStatus: PublicationStatus;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RecordChange: ResolverTypeWrapper<ShownChange>;
  RecordInput: RecordInput;
  RecordKind: RecordKind;
  RecurrenceInput: RecurrenceInput;
  RenewWebhookSecretPayload: ResolverTypeWrapper<Omit<RenewWebhookSecretPayload, 'webhook'> & { webhook?: Maybe<ResolversTypes['Webhook']> }>;
  ReplayWebhookPayload: ResolverTypeWrapper<Omit<ReplayWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversTypes['Webhook']> }>;
  RevokeApplicationPasswordPayload: ResolverTypeWrapper<Omit<RevokeApplicationPasswordPayload, 'applicationPassword'> & { applicationPassword?: Maybe<ResolversTypes['ApplicationPassword']> }>;
  Role: Role;
  Series: ResolverTypeWrapper<SeriesRecord>;
  SeriesInLists: SeriesInLists;
  SeriesScope: SeriesScope;
  Service: ResolverTypeWrapper<Service>;
  SortDirection: SortDirection;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Subscription: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Tag: ResolverTypeWrapper<TermRecord>;
  TagBy: TagBy;
  TagConnection: ResolverTypeWrapper<TermPage>;
  TagEdge: ResolverTypeWrapper<Omit<TagEdge, 'node'> & { node: ResolversTypes['Tag'] }>;
  TagFilter: TagFilter;
  TagLink: TagLink;
  Term: ResolverTypeWrapper<ResolversInterfaceTypes<ResolversTypes>['Term']>;
  TermLinks: ResolverTypeWrapper<TermLinks>;
  TermOrder: TermOrder;
  TermOrderField: TermOrderField;
  TermUrls: ResolverTypeWrapper<TermUrls>;
  UpdateCategoryInput: UpdateCategoryInput;
  UpdateCategoryPayload: ResolverTypeWrapper<Omit<UpdateCategoryPayload, 'category'> & { category?: Maybe<ResolversTypes['Category']> }>;
  UpdateEventInput: UpdateEventInput;
  UpdateEventPayload: ResolverTypeWrapper<Omit<UpdateEventPayload, 'event'> & { event?: Maybe<ResolversTypes['Event']> }>;
  UpdateOrganizerInput: UpdateOrganizerInput;
  UpdateOrganizerPayload: ResolverTypeWrapper<Omit<UpdateOrganizerPayload, 'organizer'> & { organizer?: Maybe<ResolversTypes['Organizer']> }>;
  UpdateTagInput: UpdateTagInput;
  UpdateTagPayload: ResolverTypeWrapper<Omit<UpdateTagPayload, 'tag'> & { tag?: Maybe<ResolversTypes['Tag']> }>;
  UpdateUserInput: UpdateUserInput;
  UpdateUserPayload: ResolverTypeWrapper<Omit<UpdateUserPayload, 'user'> & { user?: Maybe<ResolversTypes['User']> }>;
  UpdateVenueInput: UpdateVenueInput;
  UpdateVenuePayload: ResolverTypeWrapper<Omit<UpdateVenuePayload, 'venue'> & { venue?: Maybe<ResolversTypes['Venue']> }>;
  UpdateWebhookInput: UpdateWebhookInput;
  UpdateWebhookPayload: ResolverTypeWrapper<Omit<UpdateWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversTypes['Webhook']> }>;
  Url: ResolverTypeWrapper<Scalars['Url']['output']>;
  User: ResolverTypeWrapper<UserRecord>;
  UserBy: UserBy;
  UserConnection: ResolverTypeWrapper<UserPage>;
  UserEdge: ResolverTypeWrapper<Omit<UserEdge, 'node'> & { node: ResolversTypes['User'] }>;
  Venue: ResolverTypeWrapper<VenueRecord>;
  VenueBy: VenueBy;
  VenueConnection: ResolverTypeWrapper<VenuePage>;
  VenueEdge: ResolverTypeWrapper<Omit<VenueEdge, 'node'> & { node: ResolversTypes['Venue'] }>;
  VenueFilter: VenueFilter;
  VenueLink: VenueLink;
  VenueOrder: VenueOrder;
  VenueOrderField: VenueOrderField;
  Webhook: ResolverTypeWrapper<WebhookRecord>;
  WebhookBy: WebhookBy;
  WebhookConnection: ResolverTypeWrapper<WebhookPage>;
  WebhookDelivery: ResolverTypeWrapper<DeliveryRecord>;
  WebhookDeliveryConnection: ResolverTypeWrapper<DeliveryPage>;
  WebhookDeliveryEdge: ResolverTypeWrapper<Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversTypes['WebhookDelivery'] }>;
  WebhookDeliveryFilter: WebhookDeliveryFilter;
  WebhookDeliveryState: WebhookDeliveryState;
  WebhookEdge: ResolverTypeWrapper<Omit<WebhookEdge, 'node'> & { node: ResolversTypes['Webhook'] }>;
  WebhookType: WebhookType;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  ApplicationPassword: ApplicationPasswordRecord;
  ApplicationPasswordBy: ApplicationPasswordBy;
  ApplicationPasswordConnection: ApplicationPasswordPage;
  ApplicationPasswordEdge: Omit<ApplicationPasswordEdge, 'node'> & { node: ResolversParentTypes['ApplicationPassword'] };
  Boolean: Scalars['Boolean']['output'];
  Category: TermRecord;
  CategoryBy: CategoryBy;
  CategoryConnection: TermPage;
  CategoryEdge: Omit<CategoryEdge, 'node'> & { node: ResolversParentTypes['Category'] };
  CategoryFilter: CategoryFilter;
  CategoryLink: CategoryLink;
  Content: ResolversInterfaceTypes<ResolversParentTypes>['Content'];
  CostDetails: CostDetails;
  CreateApplicationPasswordInput: CreateApplicationPasswordInput;
  CreateApplicationPasswordPayload: Omit<CreateApplicationPasswordPayload, 'applicationPassword'> & { applicationPassword?: Maybe<ResolversParentTypes['ApplicationPassword']> };
  CreateCategoryInput: CreateCategoryInput;
  CreateCategoryPayload: Omit<CreateCategoryPayload, 'category'> & { category?: Maybe<ResolversParentTypes['Category']> };
  CreateEventInput: CreateEventInput;
  CreateEventPayload: Omit<CreateEventPayload, 'event'> & { event?: Maybe<ResolversParentTypes['Event']> };
  CreateOrganizerInput: CreateOrganizerInput;
  CreateOrganizerPayload: Omit<CreateOrganizerPayload, 'organizer'> & { organizer?: Maybe<ResolversParentTypes['Organizer']> };
  CreateTagInput: CreateTagInput;
  CreateTagPayload: Omit<CreateTagPayload, 'tag'> & { tag?: Maybe<ResolversParentTypes['Tag']> };
  CreateUserInput: CreateUserInput;
  CreateUserPayload: Omit<CreateUserPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  CreateVenueInput: CreateVenueInput;
  CreateVenuePayload: Omit<CreateVenuePayload, 'venue'> & { venue?: Maybe<ResolversParentTypes['Venue']> };
  CreateWebhookInput: CreateWebhookInput;
  CreateWebhookPayload: Omit<CreateWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversParentTypes['Webhook']> };
  DateDetails: DateDetails;
  DateInput: Scalars['DateInput']['output'];
  DateTime: Scalars['DateTime']['output'];
  DeleteCategoryPayload: Omit<DeleteCategoryPayload, 'category'> & { category?: Maybe<ResolversParentTypes['Category']> };
  DeleteEventPayload: Omit<DeleteEventPayload, 'event'> & { event?: Maybe<ResolversParentTypes['Event']> };
  DeleteOrganizerPayload: Omit<DeleteOrganizerPayload, 'organizer'> & { organizer?: Maybe<ResolversParentTypes['Organizer']> };
  DeleteTagPayload: Omit<DeleteTagPayload, 'tag'> & { tag?: Maybe<ResolversParentTypes['Tag']> };
  DeleteUserPayload: Omit<DeleteUserPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  DeleteVenuePayload: Omit<DeleteVenuePayload, 'venue'> & { venue?: Maybe<ResolversParentTypes['Venue']> };
  DeleteWebhookPayload: Omit<DeleteWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversParentTypes['Webhook']> };
  Event: HydratedEvent;
  EventBy: EventBy;
  EventConnection: EventPage;
  EventEdge: Omit<EventEdge, 'node'> & { node: ResolversParentTypes['Event'] };
  EventFilter: EventFilter;
  EventOrder: EventOrder;
  Float: Scalars['Float']['output'];
  ID: Scalars['ID']['output'];
  Image: ImageRecord;
  ImageLink: ImageLink;
  Int: Scalars['Int']['output'];
  JSON: Scalars['JSON']['output'];
  Link: Link;
  LocalDateTime: Scalars['LocalDateTime']['output'];
  Money: Money;
  Mutation: Record<PropertyKey, never>;
  NearInput: NearInput;
  Node: ResolversInterfaceTypes<ResolversParentTypes>['Node'];
  Organizer: OrganizerRecord;
  OrganizerBy: OrganizerBy;
  OrganizerConnection: OrganizerPage;
  OrganizerEdge: Omit<OrganizerEdge, 'node'> & { node: ResolversParentTypes['Organizer'] };
  OrganizerFilter: OrganizerFilter;
  OrganizerLink: OrganizerLink;
  OrganizerOrder: OrganizerOrder;
  PageInfo: ListedPage;
  Price: Scalars['Price']['output'];
  PriceRange: PriceRange;
  Query: Record<PropertyKey, never>;
  RecordChange: ShownChange;
  RecordInput: RecordInput;
  RecurrenceInput: RecurrenceInput;
  RenewWebhookSecretPayload: Omit<RenewWebhookSecretPayload, 'webhook'> & { webhook?: Maybe<ResolversParentTypes['Webhook']> };
  ReplayWebhookPayload: Omit<ReplayWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversParentTypes['Webhook']> };
  RevokeApplicationPasswordPayload: Omit<RevokeApplicationPasswordPayload, 'applicationPassword'> & { applicationPassword?: Maybe<ResolversParentTypes['ApplicationPassword']> };
  Series: SeriesRecord;
  Service: Service;
  String: Scalars['String']['output'];
  Subscription: Record<PropertyKey, never>;
  Tag: TermRecord;
  TagBy: TagBy;
  TagConnection: TermPage;
  TagEdge: Omit<TagEdge, 'node'> & { node: ResolversParentTypes['Tag'] };
  TagFilter: TagFilter;
  TagLink: TagLink;
  Term: ResolversInterfaceTypes<ResolversParentTypes>['Term'];
  TermLinks: TermLinks;
  TermOrder: TermOrder;
  TermUrls: TermUrls;
  UpdateCategoryInput: UpdateCategoryInput;
  UpdateCategoryPayload: Omit<UpdateCategoryPayload, 'category'> & { category?: Maybe<ResolversParentTypes['Category']> };
  UpdateEventInput: UpdateEventInput;
  UpdateEventPayload: Omit<UpdateEventPayload, 'event'> & { event?: Maybe<ResolversParentTypes['Event']> };
  UpdateOrganizerInput: UpdateOrganizerInput;
  UpdateOrganizerPayload: Omit<UpdateOrganizerPayload, 'organizer'> & { organizer?: Maybe<ResolversParentTypes['Organizer']> };
  UpdateTagInput: UpdateTagInput;
  UpdateTagPayload: Omit<UpdateTagPayload, 'tag'> & { tag?: Maybe<ResolversParentTypes['Tag']> };
  UpdateUserInput: UpdateUserInput;
  UpdateUserPayload: Omit<UpdateUserPayload, 'user'> & { user?: Maybe<ResolversParentTypes['User']> };
  UpdateVenueInput: UpdateVenueInput;
  UpdateVenuePayload: Omit<UpdateVenuePayload, 'venue'> & { venue?: Maybe<ResolversParentTypes['Venue']> };
  UpdateWebhookInput: UpdateWebhookInput;
  UpdateWebhookPayload: Omit<UpdateWebhookPayload, 'webhook'> & { webhook?: Maybe<ResolversParentTypes['Webhook']> };
  Url: Scalars['Url']['output'];
  User: UserRecord;
  UserBy: UserBy;
  UserConnection: UserPage;
  UserEdge: Omit<UserEdge, 'node'> & { node: ResolversParentTypes['User'] };
  Venue: VenueRecord;
  VenueBy: VenueBy;
  VenueConnection: VenuePage;
  VenueEdge: Omit<VenueEdge, 'node'> & { node: ResolversParentTypes['Venue'] };
  VenueFilter: VenueFilter;
  VenueLink: VenueLink;
  VenueOrder: VenueOrder;
  Webhook: WebhookRecord;
  WebhookBy: WebhookBy;
  WebhookConnection: WebhookPage;
  WebhookDelivery: DeliveryRecord;
  WebhookDeliveryConnection: DeliveryPage;
  WebhookDeliveryEdge: Omit<WebhookDeliveryEdge, 'node'> & { node: ResolversParentTypes['WebhookDelivery'] };
  WebhookDeliveryFilter: WebhookDeliveryFilter;
  WebhookEdge: Omit<WebhookEdge, 'node'> & { node: ResolversParentTypes['Webhook'] };
};

export type ApplicationPasswordResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApplicationPassword'] = ResolversParentTypes['ApplicationPassword']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ApplicationPasswordConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApplicationPasswordConnection'] = ResolversParentTypes['ApplicationPasswordConnection']> = {
  edges?: Resolver<Array<ResolversTypes['ApplicationPasswordEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['ApplicationPassword']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type ApplicationPasswordEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ApplicationPasswordEdge'] = ResolversParentTypes['ApplicationPasswordEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['ApplicationPassword'], ParentType, ContextType>;
};

export type CategoryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Category'] = ResolversParentTypes['Category']> = {
  children?: Resolver<ResolversTypes['CategoryConnection'], ParentType, ContextType, RequireFields<CategoryChildrenArgs, 'filter'>>;
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  eventCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<CategoryEventsArgs, 'filter'>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  links?: Resolver<ResolversTypes['TermLinks'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taxonomy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['Url'], ParentType, ContextType>;
  urls?: Resolver<ResolversTypes['TermUrls'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type CategoryConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CategoryConnection'] = ResolversParentTypes['CategoryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['CategoryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Category']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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

export type CreateApplicationPasswordPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateApplicationPasswordPayload'] = ResolversParentTypes['CreateApplicationPasswordPayload']> = {
  applicationPassword?: Resolver<Maybe<ResolversTypes['ApplicationPassword']>, ParentType, ContextType>;
  password?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type CreateCategoryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateCategoryPayload'] = ResolversParentTypes['CreateCategoryPayload']> = {
  category?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType>;
};

export type CreateEventPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateEventPayload'] = ResolversParentTypes['CreateEventPayload']> = {
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
};

export type CreateOrganizerPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateOrganizerPayload'] = ResolversParentTypes['CreateOrganizerPayload']> = {
  organizer?: Resolver<Maybe<ResolversTypes['Organizer']>, ParentType, ContextType>;
};

export type CreateTagPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateTagPayload'] = ResolversParentTypes['CreateTagPayload']> = {
  tag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType>;
};

export type CreateUserPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateUserPayload'] = ResolversParentTypes['CreateUserPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type CreateVenuePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateVenuePayload'] = ResolversParentTypes['CreateVenuePayload']> = {
  venue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType>;
};

export type CreateWebhookPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['CreateWebhookPayload'] = ResolversParentTypes['CreateWebhookPayload']> = {
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
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

export type DeleteCategoryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteCategoryPayload'] = ResolversParentTypes['DeleteCategoryPayload']> = {
  category?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType>;
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type DeleteEventPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteEventPayload'] = ResolversParentTypes['DeleteEventPayload']> = {
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
};

export type DeleteOrganizerPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteOrganizerPayload'] = ResolversParentTypes['DeleteOrganizerPayload']> = {
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  organizer?: Resolver<Maybe<ResolversTypes['Organizer']>, ParentType, ContextType>;
};

export type DeleteTagPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteTagPayload'] = ResolversParentTypes['DeleteTagPayload']> = {
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  tag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType>;
};

export type DeleteUserPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteUserPayload'] = ResolversParentTypes['DeleteUserPayload']> = {
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type DeleteVenuePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteVenuePayload'] = ResolversParentTypes['DeleteVenuePayload']> = {
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  venue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType>;
};

export type DeleteWebhookPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['DeleteWebhookPayload'] = ResolversParentTypes['DeleteWebhookPayload']> = {
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
};

export type EventResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Event'] = ResolversParentTypes['Event']> = {
  author?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  authorId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  categories?: Resolver<Array<ResolversTypes['Category']>, ParentType, ContextType>;
  children?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<EventChildrenArgs, 'filter'>>;
  cost?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  costDetails?: Resolver<ResolversTypes['CostDetails'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  dateUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  endDateDetails?: Resolver<ResolversTypes['DateDetails'], ParentType, ContextType>;
  endsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  excerpt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  globalId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  globalIdLineage?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  isAllDay?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isDetached?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  isFeatured?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isHidden?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isOnline?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isSticky?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isTicketed?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  jsonLd?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  localEnd?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  localStart?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  modified?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  next?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  onlineUrl?: Resolver<Maybe<ResolversTypes['Url']>, ParentType, ContextType>;
  organizers?: Resolver<Array<ResolversTypes['Organizer']>, ParentType, ContextType>;
  parent?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  parentId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  plannedLocalStart?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  previous?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  previousStartsAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  priceRange?: Resolver<Maybe<ResolversTypes['PriceRange']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  recurrence?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  recurrenceExceptions?: Resolver<Maybe<Array<ResolversTypes['LocalDateTime']>>, ParentType, ContextType>;
  recurrenceStart?: Resolver<Maybe<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  recurrenceText?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  restUrl?: Resolver<ResolversTypes['Url'], ParentType, ContextType>;
  scheduleStatus?: Resolver<ResolversTypes['EventStatus'], ParentType, ContextType>;
  scheduleStatusReason?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  series?: Resolver<Maybe<ResolversTypes['Series']>, ParentType, ContextType>;
  showMap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  showMapLink?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  startDateDetails?: Resolver<ResolversTypes['DateDetails'], ParentType, ContextType>;
  startsAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PublicationStatus'], ParentType, ContextType>;
  tags?: Resolver<Array<ResolversTypes['Tag']>, ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  timezoneAbbr?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  title?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['Url'], ParentType, ContextType>;
  utcEndDate?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  utcEndDateDetails?: Resolver<ResolversTypes['DateDetails'], ParentType, ContextType>;
  utcStartDate?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  utcStartDateDetails?: Resolver<ResolversTypes['DateDetails'], ParentType, ContextType>;
  venue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType>;
  venues?: Resolver<Array<ResolversTypes['Venue']>, ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['Url']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type EventConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EventConnection'] = ResolversParentTypes['EventConnection']> = {
  edges?: Resolver<Array<ResolversTypes['EventEdge']>, ParentType, ContextType>;
  nextCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Event']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type EventEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['EventEdge'] = ResolversParentTypes['EventEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Event'], ParentType, ContextType>;
};

export type ImageResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Image'] = ResolversParentTypes['Image']> = {
  alt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  extension?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  height?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['Url'], ParentType, ContextType>;
  width?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
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

export type MoneyResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Money'] = ResolversParentTypes['Money']> = {
  amount?: Resolver<ResolversTypes['Float'], ParentType, ContextType>;
  currency?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type MutationResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  createApplicationPassword?: Resolver<Maybe<ResolversTypes['CreateApplicationPasswordPayload']>, ParentType, ContextType, RequireFields<MutationCreateApplicationPasswordArgs, 'input'>>;
  createCategory?: Resolver<Maybe<ResolversTypes['CreateCategoryPayload']>, ParentType, ContextType, RequireFields<MutationCreateCategoryArgs, 'input'>>;
  createEvent?: Resolver<Maybe<ResolversTypes['CreateEventPayload']>, ParentType, ContextType, RequireFields<MutationCreateEventArgs, 'input'>>;
  createOrganizer?: Resolver<Maybe<ResolversTypes['CreateOrganizerPayload']>, ParentType, ContextType, RequireFields<MutationCreateOrganizerArgs, 'input'>>;
  createTag?: Resolver<Maybe<ResolversTypes['CreateTagPayload']>, ParentType, ContextType, RequireFields<MutationCreateTagArgs, 'input'>>;
  createUser?: Resolver<Maybe<ResolversTypes['CreateUserPayload']>, ParentType, ContextType, RequireFields<MutationCreateUserArgs, 'input'>>;
  createVenue?: Resolver<Maybe<ResolversTypes['CreateVenuePayload']>, ParentType, ContextType, RequireFields<MutationCreateVenueArgs, 'input'>>;
  createWebhook?: Resolver<Maybe<ResolversTypes['CreateWebhookPayload']>, ParentType, ContextType, RequireFields<MutationCreateWebhookArgs, 'input'>>;
  deleteCategory?: Resolver<Maybe<ResolversTypes['DeleteCategoryPayload']>, ParentType, ContextType, RequireFields<MutationDeleteCategoryArgs, 'by' | 'force'>>;
  deleteEvent?: Resolver<Maybe<ResolversTypes['DeleteEventPayload']>, ParentType, ContextType, RequireFields<MutationDeleteEventArgs, 'by' | 'force'>>;
  deleteOrganizer?: Resolver<Maybe<ResolversTypes['DeleteOrganizerPayload']>, ParentType, ContextType, RequireFields<MutationDeleteOrganizerArgs, 'by' | 'force'>>;
  deleteTag?: Resolver<Maybe<ResolversTypes['DeleteTagPayload']>, ParentType, ContextType, RequireFields<MutationDeleteTagArgs, 'by' | 'force'>>;
  deleteUser?: Resolver<Maybe<ResolversTypes['DeleteUserPayload']>, ParentType, ContextType, RequireFields<MutationDeleteUserArgs, 'by'>>;
  deleteVenue?: Resolver<Maybe<ResolversTypes['DeleteVenuePayload']>, ParentType, ContextType, RequireFields<MutationDeleteVenueArgs, 'by' | 'force'>>;
  deleteWebhook?: Resolver<Maybe<ResolversTypes['DeleteWebhookPayload']>, ParentType, ContextType, RequireFields<MutationDeleteWebhookArgs, 'by'>>;
  renewWebhookSecret?: Resolver<Maybe<ResolversTypes['RenewWebhookSecretPayload']>, ParentType, ContextType, RequireFields<MutationRenewWebhookSecretArgs, 'by'>>;
  replayWebhook?: Resolver<Maybe<ResolversTypes['ReplayWebhookPayload']>, ParentType, ContextType, RequireFields<MutationReplayWebhookArgs, 'by'>>;
  revokeApplicationPassword?: Resolver<Maybe<ResolversTypes['RevokeApplicationPasswordPayload']>, ParentType, ContextType, RequireFields<MutationRevokeApplicationPasswordArgs, 'by'>>;
  updateCategory?: Resolver<Maybe<ResolversTypes['UpdateCategoryPayload']>, ParentType, ContextType, RequireFields<MutationUpdateCategoryArgs, 'by' | 'input'>>;
  updateEvent?: Resolver<Maybe<ResolversTypes['UpdateEventPayload']>, ParentType, ContextType, RequireFields<MutationUpdateEventArgs, 'by' | 'input'>>;
  updateOrganizer?: Resolver<Maybe<ResolversTypes['UpdateOrganizerPayload']>, ParentType, ContextType, RequireFields<MutationUpdateOrganizerArgs, 'by' | 'input'>>;
  updateTag?: Resolver<Maybe<ResolversTypes['UpdateTagPayload']>, ParentType, ContextType, RequireFields<MutationUpdateTagArgs, 'by' | 'input'>>;
  updateUser?: Resolver<Maybe<ResolversTypes['UpdateUserPayload']>, ParentType, ContextType, RequireFields<MutationUpdateUserArgs, 'by' | 'input'>>;
  updateVenue?: Resolver<Maybe<ResolversTypes['UpdateVenuePayload']>, ParentType, ContextType, RequireFields<MutationUpdateVenueArgs, 'by' | 'input'>>;
  updateWebhook?: Resolver<Maybe<ResolversTypes['UpdateWebhookPayload']>, ParentType, ContextType, RequireFields<MutationUpdateWebhookArgs, 'by' | 'input'>>;
};

export type NodeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'ApplicationPassword' | 'Category' | 'Event' | 'Image' | 'Organizer' | 'Series' | 'Tag' | 'User' | 'Venue' | 'Webhook' | 'WebhookDelivery', ParentType, ContextType>;
};

export type OrganizerResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Organizer'] = ResolversParentTypes['Organizer']> = {
  author?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  authorId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  dateUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  email?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<OrganizerEventsArgs, 'filter'>>;
  excerpt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  globalId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  globalIdLineage?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  jsonLd?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  modified?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PublicationStatus'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['Url'], ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['Url']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OrganizerConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['OrganizerConnection'] = ResolversParentTypes['OrganizerConnection']> = {
  edges?: Resolver<Array<ResolversTypes['OrganizerEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Organizer']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
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

export type PriceRangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['PriceRange'] = ResolversParentTypes['PriceRange']> = {
  max?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
  min?: Resolver<ResolversTypes['Money'], ParentType, ContextType>;
};

export type QueryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  categories?: Resolver<Maybe<ResolversTypes['CategoryConnection']>, ParentType, ContextType, RequireFields<QueryCategoriesArgs, 'filter'>>;
  category?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType, RequireFields<QueryCategoryArgs, 'by'>>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType, RequireFields<QueryEventArgs, 'by'>>;
  events?: Resolver<Maybe<ResolversTypes['EventConnection']>, ParentType, ContextType, RequireFields<QueryEventsArgs, 'filter'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<Array<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  organizer?: Resolver<Maybe<ResolversTypes['Organizer']>, ParentType, ContextType, RequireFields<QueryOrganizerArgs, 'by'>>;
  organizers?: Resolver<Maybe<ResolversTypes['OrganizerConnection']>, ParentType, ContextType, RequireFields<QueryOrganizersArgs, 'filter'>>;
  service?: Resolver<ResolversTypes['Service'], ParentType, ContextType>;
  tag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType, RequireFields<QueryTagArgs, 'by'>>;
  tags?: Resolver<Maybe<ResolversTypes['TagConnection']>, ParentType, ContextType, RequireFields<QueryTagsArgs, 'filter'>>;
  users?: Resolver<Maybe<ResolversTypes['UserConnection']>, ParentType, ContextType, Partial<QueryUsersArgs>>;
  venue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType, RequireFields<QueryVenueArgs, 'by'>>;
  venues?: Resolver<Maybe<ResolversTypes['VenueConnection']>, ParentType, ContextType, RequireFields<QueryVenuesArgs, 'filter'>>;
  viewer?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType, RequireFields<QueryWebhookArgs, 'by'>>;
  webhooks?: Resolver<Maybe<ResolversTypes['WebhookConnection']>, ParentType, ContextType, Partial<QueryWebhooksArgs>>;
};

export type RecordChangeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RecordChange'] = ResolversParentTypes['RecordChange']> = {
  kind?: Resolver<ResolversTypes['RecordKind'], ParentType, ContextType>;
  record?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType>;
  recordDatabaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  recordId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['ChangeType'], ParentType, ContextType>;
};

export type RenewWebhookSecretPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RenewWebhookSecretPayload'] = ResolversParentTypes['RenewWebhookSecretPayload']> = {
  secret?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
};

export type ReplayWebhookPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['ReplayWebhookPayload'] = ResolversParentTypes['ReplayWebhookPayload']> = {
  messageCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
};

export type RevokeApplicationPasswordPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['RevokeApplicationPasswordPayload'] = ResolversParentTypes['RevokeApplicationPasswordPayload']> = {
  applicationPassword?: Resolver<Maybe<ResolversTypes['ApplicationPassword']>, ParentType, ContextType>;
  deletedId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
};

export type SeriesResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Series'] = ResolversParentTypes['Series']> = {
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  dates?: Resolver<Array<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  exceptions?: Resolver<Array<ResolversTypes['LocalDateTime']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  localStart?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  occurrences?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<SeriesOccurrencesArgs, 'filter'>>;
  parent?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
  rule?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  text?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  uid?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type ServiceResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Service'] = ResolversParentTypes['Service']> = {
  defaultPageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  errorCodes?: Resolver<Array<ResolversTypes['ErrorCode']>, ParentType, ContextType>;
  locale?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  maxPageSize?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  timezone?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  version?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type SubscriptionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Subscription'] = ResolversParentTypes['Subscription']> = {
  recordChanged?: SubscriptionResolver<ResolversTypes['RecordChange'], "recordChanged", ParentType, ContextType, Partial<SubscriptionRecordChangedArgs>>;
};

export type TagResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Tag'] = ResolversParentTypes['Tag']> = {
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  eventCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<TagEventsArgs, 'filter'>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  links?: Resolver<ResolversTypes['TermLinks'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  taxonomy?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['Url'], ParentType, ContextType>;
  urls?: Resolver<ResolversTypes['TermUrls'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TagConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TagConnection'] = ResolversParentTypes['TagConnection']> = {
  edges?: Resolver<Array<ResolversTypes['TagEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Tag']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TagEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TagEdge'] = ResolversParentTypes['TagEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Tag'], ParentType, ContextType>;
};

export type TermResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Term'] = ResolversParentTypes['Term']> = {
  __resolveType: TypeResolveFn<'Category' | 'Tag', ParentType, ContextType>;
};

export type TermLinksResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TermLinks'] = ResolversParentTypes['TermLinks']> = {
  collection?: Resolver<Array<ResolversTypes['Link']>, ParentType, ContextType>;
  self?: Resolver<Array<ResolversTypes['Link']>, ParentType, ContextType>;
  up?: Resolver<Array<ResolversTypes['Link']>, ParentType, ContextType>;
};

export type TermUrlsResolvers<ContextType = Context, ParentType extends ResolversParentTypes['TermUrls'] = ResolversParentTypes['TermUrls']> = {
  collection?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  self?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  up?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type UpdateCategoryPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateCategoryPayload'] = ResolversParentTypes['UpdateCategoryPayload']> = {
  category?: Resolver<Maybe<ResolversTypes['Category']>, ParentType, ContextType>;
};

export type UpdateEventPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateEventPayload'] = ResolversParentTypes['UpdateEventPayload']> = {
  changedOccurrences?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  event?: Resolver<Maybe<ResolversTypes['Event']>, ParentType, ContextType>;
};

export type UpdateOrganizerPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateOrganizerPayload'] = ResolversParentTypes['UpdateOrganizerPayload']> = {
  organizer?: Resolver<Maybe<ResolversTypes['Organizer']>, ParentType, ContextType>;
};

export type UpdateTagPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateTagPayload'] = ResolversParentTypes['UpdateTagPayload']> = {
  tag?: Resolver<Maybe<ResolversTypes['Tag']>, ParentType, ContextType>;
};

export type UpdateUserPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateUserPayload'] = ResolversParentTypes['UpdateUserPayload']> = {
  user?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type UpdateVenuePayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateVenuePayload'] = ResolversParentTypes['UpdateVenuePayload']> = {
  venue?: Resolver<Maybe<ResolversTypes['Venue']>, ParentType, ContextType>;
};

export type UpdateWebhookPayloadResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UpdateWebhookPayload'] = ResolversParentTypes['UpdateWebhookPayload']> = {
  webhook?: Resolver<Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
};

export interface UrlScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['Url'], any> {
  name: 'Url';
}

export type UserResolvers<ContextType = Context, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  applicationPasswords?: Resolver<Maybe<ResolversTypes['ApplicationPasswordConnection']>, ParentType, ContextType, Partial<UserApplicationPasswordsArgs>>;
  createdAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  login?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  role?: Resolver<Maybe<ResolversTypes['Role']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserConnection'] = ResolversParentTypes['UserConnection']> = {
  edges?: Resolver<Array<ResolversTypes['UserEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['User']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type UserEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['UserEdge'] = ResolversParentTypes['UserEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type VenueResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Venue'] = ResolversParentTypes['Venue']> = {
  address?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  author?: Resolver<Maybe<ResolversTypes['User']>, ParentType, ContextType>;
  authorId?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  city?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  country?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  date?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  dateUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  description?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<ResolversTypes['EventConnection'], ParentType, ContextType, RequireFields<VenueEventsArgs, 'filter'>>;
  excerpt?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  globalId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  globalIdLineage?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['Image']>, ParentType, ContextType>;
  jsonLd?: Resolver<ResolversTypes['JSON'], ParentType, ContextType>;
  latitude?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  longitude?: Resolver<Maybe<ResolversTypes['Float']>, ParentType, ContextType>;
  modified?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  modifiedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  modifiedUtc?: Resolver<ResolversTypes['LocalDateTime'], ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  phone?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  province?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  publishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  region?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  showMap?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  showMapLink?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['PublicationStatus'], ParentType, ContextType>;
  url?: Resolver<ResolversTypes['Url'], ParentType, ContextType>;
  website?: Resolver<Maybe<ResolversTypes['Url']>, ParentType, ContextType>;
  zip?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type VenueConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VenueConnection'] = ResolversParentTypes['VenueConnection']> = {
  edges?: Resolver<Array<ResolversTypes['VenueEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Venue']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  totalPages?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type VenueEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['VenueEdge'] = ResolversParentTypes['VenueEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Venue'], ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = Context, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  deliveredAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  deliveries?: Resolver<ResolversTypes['WebhookDeliveryConnection'], ParentType, ContextType, RequireFields<WebhookDeliveriesArgs, 'filter'>>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastError?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  parkedCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  pendingCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  types?: Resolver<Array<ResolversTypes['WebhookType']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['Url'], ParentType, ContextType>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookConnection'] = ResolversParentTypes['WebhookConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Webhook']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  error?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  finishedAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  httpStatus?: Resolver<Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['RecordKind'], ParentType, ContextType>;
  messageId?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  recordDatabaseId?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  recordId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['WebhookDeliveryState'], ParentType, ContextType>;
  type?: Resolver<ResolversTypes['WebhookType'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type WebhookDeliveryConnectionResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] = ResolversParentTypes['WebhookDeliveryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type WebhookDeliveryEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
};

export type WebhookEdgeResolvers<ContextType = Context, ParentType extends ResolversParentTypes['WebhookEdge'] = ResolversParentTypes['WebhookEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Webhook'], ParentType, ContextType>;
};

export type Resolvers<ContextType = Context> = {
  ApplicationPassword?: ApplicationPasswordResolvers<ContextType>;
  ApplicationPasswordConnection?: ApplicationPasswordConnectionResolvers<ContextType>;
  ApplicationPasswordEdge?: ApplicationPasswordEdgeResolvers<ContextType>;
  Category?: CategoryResolvers<ContextType>;
  CategoryConnection?: CategoryConnectionResolvers<ContextType>;
  CategoryEdge?: CategoryEdgeResolvers<ContextType>;
  Content?: ContentResolvers<ContextType>;
  CostDetails?: CostDetailsResolvers<ContextType>;
  CreateApplicationPasswordPayload?: CreateApplicationPasswordPayloadResolvers<ContextType>;
  CreateCategoryPayload?: CreateCategoryPayloadResolvers<ContextType>;
  CreateEventPayload?: CreateEventPayloadResolvers<ContextType>;
  CreateOrganizerPayload?: CreateOrganizerPayloadResolvers<ContextType>;
  CreateTagPayload?: CreateTagPayloadResolvers<ContextType>;
  CreateUserPayload?: CreateUserPayloadResolvers<ContextType>;
  CreateVenuePayload?: CreateVenuePayloadResolvers<ContextType>;
  CreateWebhookPayload?: CreateWebhookPayloadResolvers<ContextType>;
  DateDetails?: DateDetailsResolvers<ContextType>;
  DateInput?: GraphQLScalarType;
  DateTime?: GraphQLScalarType;
  DeleteCategoryPayload?: DeleteCategoryPayloadResolvers<ContextType>;
  DeleteEventPayload?: DeleteEventPayloadResolvers<ContextType>;
  DeleteOrganizerPayload?: DeleteOrganizerPayloadResolvers<ContextType>;
  DeleteTagPayload?: DeleteTagPayloadResolvers<ContextType>;
  DeleteUserPayload?: DeleteUserPayloadResolvers<ContextType>;
  DeleteVenuePayload?: DeleteVenuePayloadResolvers<ContextType>;
  DeleteWebhookPayload?: DeleteWebhookPayloadResolvers<ContextType>;
  Event?: EventResolvers<ContextType>;
  EventConnection?: EventConnectionResolvers<ContextType>;
  EventEdge?: EventEdgeResolvers<ContextType>;
  Image?: ImageResolvers<ContextType>;
  JSON?: GraphQLScalarType;
  Link?: LinkResolvers<ContextType>;
  LocalDateTime?: GraphQLScalarType;
  Money?: MoneyResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  Organizer?: OrganizerResolvers<ContextType>;
  OrganizerConnection?: OrganizerConnectionResolvers<ContextType>;
  OrganizerEdge?: OrganizerEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Price?: GraphQLScalarType;
  PriceRange?: PriceRangeResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RecordChange?: RecordChangeResolvers<ContextType>;
  RenewWebhookSecretPayload?: RenewWebhookSecretPayloadResolvers<ContextType>;
  ReplayWebhookPayload?: ReplayWebhookPayloadResolvers<ContextType>;
  RevokeApplicationPasswordPayload?: RevokeApplicationPasswordPayloadResolvers<ContextType>;
  Series?: SeriesResolvers<ContextType>;
  Service?: ServiceResolvers<ContextType>;
  Subscription?: SubscriptionResolvers<ContextType>;
  Tag?: TagResolvers<ContextType>;
  TagConnection?: TagConnectionResolvers<ContextType>;
  TagEdge?: TagEdgeResolvers<ContextType>;
  Term?: TermResolvers<ContextType>;
  TermLinks?: TermLinksResolvers<ContextType>;
  TermUrls?: TermUrlsResolvers<ContextType>;
  UpdateCategoryPayload?: UpdateCategoryPayloadResolvers<ContextType>;
  UpdateEventPayload?: UpdateEventPayloadResolvers<ContextType>;
  UpdateOrganizerPayload?: UpdateOrganizerPayloadResolvers<ContextType>;
  UpdateTagPayload?: UpdateTagPayloadResolvers<ContextType>;
  UpdateUserPayload?: UpdateUserPayloadResolvers<ContextType>;
  UpdateVenuePayload?: UpdateVenuePayloadResolvers<ContextType>;
  UpdateWebhookPayload?: UpdateWebhookPayloadResolvers<ContextType>;
  Url?: GraphQLScalarType;
  User?: UserResolvers<ContextType>;
  UserConnection?: UserConnectionResolvers<ContextType>;
  UserEdge?: UserEdgeResolvers<ContextType>;
  Venue?: VenueResolvers<ContextType>;
  VenueConnection?: VenueConnectionResolvers<ContextType>;
  VenueEdge?: VenueEdgeResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookConnection?: WebhookConnectionResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>;
  WebhookDeliveryEdge?: WebhookDeliveryEdgeResolvers<ContextType>;
  WebhookEdge?: WebhookEdgeResolvers<ContextType>;
};

