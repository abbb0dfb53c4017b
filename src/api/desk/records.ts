import {
  assertMayCreate,
  assertMayManageTerms,
  mayChange,
  mayManageTerms,
} from '../../domain/access/policy.ts';
import type { Event, Tag, Venue } from '../../domain/generated/schema.ts';
import { ServiceError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { STATUSES, type Status } from '../../lib/statuses.ts';
import type { WordKey } from '../../lib/words.ts';
import { capitalize } from '../contract/endpoints.ts';
import type { ShownTimes } from '../pages/public/dates.ts';
import { document, type PageDocument, TIMES } from '../pages/public/page-documents.ts';
import type { Section, Visit } from './desk.ts';

export const KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const;
/** Records, and terms, which have no author and no status. */
export type Kind = (typeof KINDS)[number];

export const SECTION_OF = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<Kind, Section>;

/** The link to the form of a new record, and its title. */
export const NEW = {
  event: 'desk.new.event',
  venue: 'desk.new.venue',
  organizer: 'desk.new.organizer',
  category: 'desk.new.category',
  tag: 'desk.new.tag',
} as const satisfies Record<Kind, WordKey>;

export const isTerm = (kind: Kind): boolean => kind === 'category' || kind === 'tag';

/** The enum name of a status. */
export type StatusName = 'PUBLISHED' | Uppercase<Exclude<Status, 'publish'>>;
export const statusOf = (name: StatusName): Status =>
  STATUSES.find((status) => status.toUpperCase() === name) ?? 'publish';

/** One entry of a list. */
export interface Row extends Pick<Venue, 'databaseId' | 'name' | 'url'> {
  /** Absent for terms. */
  readonly status?: StatusName;
  readonly authorId?: number | null;
  /** Of venues. */
  readonly city?: string | null;
  /** Of categories. */
  readonly parent?: { readonly name: string } | null;
  /** Of terms. */
  readonly eventCount?: Tag['eventCount'];
}
export interface EventRow extends Row, ShownTimes, Pick<Event, 'isOnline'> {
  readonly venue: Pick<Venue, 'name' | 'city'> | null;
  readonly series: {
    readonly text: string;
    /** Those outside the trash. Only of a single record. */
    readonly occurrences?: { readonly totalCount: number };
  } | null;
}
export const isEventRow = (row: Row): row is EventRow => 'localStart' in row;

const OWNED = 'databaseId url status authorId';
const TERM = 'databaseId url name eventCount';
const ROWS: Readonly<Record<Kind, string>> = {
  event: `${OWNED} name: title isOnline ${TIMES} venue { name city } series { text }`,
  venue: `${OWNED} name city`,
  organizer: `${OWNED} name`,
  category: `${TERM} parent { name }`,
  tag: TERM,
};
const ORDERS: Readonly<Record<Kind, string>> = {
  event: ', orderBy: $orderBy',
  venue: ', orderBy: { field: NAME }',
  organizer: ', orderBy: { field: NAME }',
  category: '',
  tag: '',
};
const PER_PAGE = 25;

export interface RowsAnswer {
  readonly list: { readonly totalCount: number; readonly totalPages: number; readonly nodes: readonly Row[] };
}
const rowsDocument = (kind: Kind): PageDocument<RowsAnswer> =>
  document(`query ($filter: ${capitalize(kind)}Filter $page: Int ${kind === 'event' ? '$orderBy: EventOrder' : ''}) {
    list: ${SECTION_OF[kind]}(filter: $filter, page: $page, perPage: ${PER_PAGE}${ORDERS[kind]}) {
      totalCount totalPages nodes { ${ROWS[kind]} }
    }
  }`);
const rowDocument = (kind: Kind): PageDocument<{ readonly record: Row }> =>
  document(`query ($by: ${capitalize(kind)}By!) { record: ${kind}(by: $by) {
    ${ROWS[kind]} ${kind === 'event' ? 'series { occurrences(first: 1) { totalCount } }' : ''}
  } }`);

export const ofEach = <T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> => ({
  event: make('event'),
  venue: make('venue'),
  organizer: make('organizer'),
  category: make('category'),
  tag: make('tag'),
});
/** The result of a document that stores a record. */
interface SavedRecord {
  readonly saved: { readonly record: { readonly databaseId: number } };
}
const createDocument = (kind: Kind): PageDocument<SavedRecord> =>
  document(`mutation ($input: Create${capitalize(kind)}Input!) {
    saved: create${capitalize(kind)}(input: $input) { record: ${kind} { databaseId } }
  }`);
const updateDocument = (kind: Kind): PageDocument<SavedRecord> => {
  const [declared, passed] = kind === 'event' ? [' $scope: SeriesScope', ', scope: $scope'] : ['', ''];
  return document(`mutation ($by: ${capitalize(kind)}By! $input: Update${capitalize(kind)}Input!${declared}) {
    saved: update${capitalize(kind)}(by: $by, input: $input${passed}) { record: ${kind} { databaseId } }
  }`);
};

export const LISTS = ofEach(rowsDocument);
export const RECORDS = ofEach(rowDocument);
/** With the variable `input`. */
export const CREATIONS = ofEach(createDocument);
/** With the variables `by` and `input`; for events also `scope`. */
export const UPDATES = ofEach(updateDocument);

/** Whether the user may add records of a kind. @throws ServiceError rest_forbidden 401/403 */
export function assertMayAdd(kind: Kind, { context: { caller } }: Visit): void {
  if (isTerm(kind)) assertMayManageTerms(caller);
  else assertMayCreate(caller);
}

/** Whether the user may change a record. Only for what a page shows: the operations decide. */
export const mayEdit = (
  { context: { caller } }: Visit,
  { status, authorId }: Pick<Row, 'status' | 'authorId'>,
): boolean =>
  status === undefined
    ? mayManageTerms(caller)
    : mayChange(caller, { authorId: authorId ?? 0, status: statusOf(status) });

/** The number in a path. @throws ServiceError 404 for any other text */
export function idIn(text: string | undefined): number {
  const id = Number(text);
  if (!/^\d+$/.test(text ?? '') || !isId(id)) throw new ServiceError('rest_no_route');
  return id;
}
