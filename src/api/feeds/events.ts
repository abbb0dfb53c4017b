import type { DocumentNode } from 'graphql';
import { type Context, forkContext } from '../../domain/context/context.ts';
import { releaseUnlessLarge } from '../../domain/context/large-response.ts';
import { type Problems, ServiceError } from '../../lib/errors.ts';
import { isObject } from '../../lib/object.ts';
import { countCharacters } from '../../lib/response-size.ts';
import { EVENT_STATUSES } from '../../lib/statuses.ts';
import type { ValidatedOperation } from '../graphql/operation-validator.ts';
import { type RestDeps, RestQuery, type RestRequest } from '../rest/index.ts';
import { type FeedEvent, operationDocument, resultOf, SELECTION } from './document.ts';

export type OperationDeps = Pick<RestDeps, 'contract' | 'validators' | 'schema' | 'runner'>;

/** Events per page: writing one blocks other requests for a few milliseconds. */
const PER_PAGE = 100;
/** Events on the first page, and the characters of texts from which the next page becomes smaller. */
const FIRST_PAGE = 10;
const TARGET_PAGE_CHARACTERS = 500_000;
/** Arguments that feeds do not have. */
const PAGING = ['page', 'perPage', 'cursor'];
const TRASH = { message: 'cannot be trash in feeds', code: 'rest_invalid_param' };

type Variables = ValidatedOperation['variables'];
type Filter = Readonly<Record<string, unknown>>;
const filterIn = ({ filter }: Variables): Filter => (isObject(filter) ? filter : {});

function withoutTrash(variables: Variables): Problems {
  const { statuses } = filterIn(variables);
  return Array.isArray(statuses) && statuses.includes('trash') ? { 'filter.statuses': TRASH } : {};
}

const TIME_CONDITIONS = [
  ...['startsFrom', 'startsUntil', 'endsUntil', 'startsBefore', 'startsAfter', 'endsBefore', 'endsAfter'],
  ...['include', 'isOngoing', 'hasEnded', 'modifiedSince'],
];

/** Without a condition on the time, feeds exclude past events. */
const withoutPastEvents = (filter: Filter): Filter =>
  TIME_CONDITIONS.some((name) => (filter[name] ?? null) !== null) ? filter : { ...filter, hasEnded: false };

/** A parameter of feeds only: `canceled=hide` excludes canceled events, which some readers show as scheduled. */
const CANCELED = 'canceled';
const BAD_CANCELED = { message: 'must be hide or show', code: 'rest_not_in_enum' };
const NOTHING_LEFT = { message: 'hides every event that event_status requests', code: 'rest_invalid_param' };
const NOT_CANCELED = EVENT_STATUSES.filter((one) => one !== 'canceled');

/** The schedule statuses of a filter, except `canceled`. */
function statusesWithoutCanceled({ scheduleStatuses }: Filter): readonly unknown[] {
  return Array.isArray(scheduleStatuses)
    ? scheduleStatuses.filter((one) => one !== 'canceled')
    : NOT_CANCELED;
}

function canceledProblems(canceled: unknown, variables: Variables): Problems {
  if (canceled === undefined || canceled === 'show') return {};
  if (canceled !== 'hide') return { [CANCELED]: BAD_CANCELED };
  return statusesWithoutCanceled(filterIn(variables)).length === 0 ? { [CANCELED]: NOTHING_LEFT } : {};
}

/** Arguments for the last changed event. */
const LAST_CHANGED = { orderBy: { field: 'modified', direction: 'desc' }, page: 1, perPage: 1 } as const;

/** A feed of series reads all events of each series in order of their start, whatever `series=rule` means to lists. */
const SERIES = 'series';
const SERIES_UNSUPPORTED = ['filter.series', 'orderBy.field', 'orderBy.direction'];
const inSeriesOrder = (variables: Variables): Variables => ({
  ...variables,
  filter: { ...filterIn(variables), series: 'all' },
  orderBy: { field: 'start_date', direction: 'asc' },
});
/** The first and last day of the calendar; a list between them has all days. */
export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';
/** Conditions that can exclude later events of a series. */
const PARTIAL_CONDITIONS = ['startsBefore', 'endsBefore', 'include', 'isOngoing', 'modifiedSince'];
const ENDS = ['startsUntil', 'endsUntil'];

/** The part of its series that a list covers. */
export interface Extent {
  /** Whether the list includes all later events of its series. */
  readonly isEndless: boolean;
  readonly isWhole: boolean;
}

export function extentOf({ variables }: ValidatedOperation): Extent {
  const filter = filterIn(variables);
  const isAbsent = (name: string): boolean => (filter[name] ?? null) === null;
  const isToTheEnd = ENDS.every((name) => isAbsent(name) || filter[name] === LAST_DAY);
  const isEndless = isToTheEnd && filter.hasEnded !== true && PARTIAL_CONDITIONS.every(isAbsent);
  const isFromTheStart = filter.startsFrom === FIRST_DAY && isAbsent('startsAfter') && isAbsent('endsAfter');
  return { isEndless, isWhole: isEndless && isFromTheStart };
}

interface Page<E> {
  readonly nodes: readonly E[];
  readonly nextCursor: string | null;
}

export interface ListState {
  readonly total: number;
  /** Changes when an event of the list is created, changed or erased; not when its venue or another record is. */
  readonly mark: string;
}

/**
 * All events of a list, for feeds and exports (rules#feeds), by the operation and the filters of `/events`. `E` is
 * the type of an event in the form of the selection.
 */
export class EventList<E = FeedEvent> {
  readonly #reading: RestQuery;
  readonly #document: DocumentNode;
  readonly #state: DocumentNode;
  readonly #isOfSeries: boolean;

  constructor(deps: OperationDeps, selection: string = SELECTION, isOfSeries = false) {
    const unread = isOfSeries ? [...PAGING, ...SERIES_UNSUPPORTED] : PAGING;
    this.#isOfSeries = isOfSeries;
    this.#reading = new RestQuery(deps, 'Query.events', unread, isOfSeries ? [CANCELED, SERIES] : [CANCELED]);
    this.#document = operationDocument(deps.schema, 'events', `{ nextCursor nodes ${selection} }`);
    this.#state = operationDocument(deps.schema, 'events', '{ totalCount nodes { databaseId modifiedUtc } }');
  }

  /** Reads the filters of a request. @throws ServiceError as `/events` does */
  async enter(request: RestRequest, context: Context): Promise<ValidatedOperation> {
    const { canceled } = request.query.values;
    const validated = await this.#reading.validateRequest(request, context, (variables) => ({
      ...withoutTrash(variables),
      ...canceledProblems(canceled, variables),
    }));
    const read = withoutPastEvents(filterIn(validated.variables));
    const filter = canceled === 'hide' ? { ...read, scheduleStatuses: statusesWithoutCanceled(read) } : read;
    return this.#ordered({ ...validated, variables: { ...validated.variables, filter } });
  }

  /**
   * Reads the filters of a command. @param query `categories=music&start_date=today`, as in a URL
   * @throws ServiceError as `/events` does, and for unknown names
   */
  async read(query: string, context: Context): Promise<ValidatedOperation> {
    return this.#ordered(await this.#reading.validateQuery(query, context, withoutTrash));
  }

  #ordered({ variables, record }: ValidatedOperation): ValidatedOperation {
    return { variables: this.#isOfSeries ? inSeriesOrder(variables) : variables, record };
  }

  /** The state of a list before its events are read. @param validated see {@link enter} */
  async state({ variables, record }: ValidatedOperation, context: Context): Promise<ListState> {
    const latest: ValidatedOperation = { variables: { ...variables, ...LAST_CHANGED }, record };
    const data = await this.#reading.run(this.#state, latest, context);
    const { totalCount: total, nodes } = resultOf<{ totalCount: number; nodes: unknown }>(data, 'events');
    return { total, mark: JSON.stringify([total, nodes]) };
  }

  /**
   * All events, each exactly once (rules#cursors). Reads a page when the previous one has been consumed.
   * @param validated see {@link enter} and {@link read}
   */
  async *pages({ variables, record }: ValidatedOperation, context: Context): AsyncGenerator<readonly E[]> {
    const most = Math.min(PER_PAGE, context.settings.maxPerPage);
    let perPage = Math.min(FIRST_PAGE, most);
    for (let cursor: string | null = '*'; cursor !== null; ) {
      const page: ValidatedOperation = { variables: { ...variables, cursor, perPage }, record };
      const own = forkContext(context);
      const data = await this.#reading.run(this.#document, page, own);
      // A feed has one page in memory, and its client may read slowly.
      releaseUnlessLarge(own);
      const { nodes: events, nextCursor } = resultOf<Page<E>>(data, 'events');
      cursor = nextCursor;
      const characters = countCharacters(events, Number.POSITIVE_INFINITY);
      perPage =
        characters > TARGET_PAGE_CHARACTERS
          ? Math.max(1, Math.floor((perPage * TARGET_PAGE_CHARACTERS) / characters))
          : Math.min(most, perPage * 2);
      yield events;
    }
  }
}

export class OneEvent {
  readonly #reading: RestQuery;
  readonly #document: DocumentNode;

  constructor(deps: OperationDeps) {
    this.#reading = new RestQuery(deps, 'Query.event');
    this.#document = operationDocument(deps.schema, 'event', SELECTION);
  }

  /** @throws ServiceError 404 or 403 */
  async of(request: RestRequest, context: Context): Promise<FeedEvent> {
    const validated = await this.#reading.validateRequest(request, context);
    const data = await this.#reading.run(this.#document, validated, context);
    const event = resultOf<FeedEvent>(data, 'event');
    if (event.status === 'trash') throw new ServiceError('event-not-found');
    return event;
  }
}
