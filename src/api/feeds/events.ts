import type { DocumentNode } from 'graphql';
import { type Context, forkContext } from '../../domain/context/context.ts';
import { releaseUnlessLarge } from '../../domain/context/large-answer.ts';
import { charactersIn } from '../../lib/answer-size.ts';
import { type Problems, ServiceError } from '../../lib/errors.ts';
import { isObject } from '../../lib/object.ts';
import { EVENT_STATUSES } from '../../lib/statuses.ts';
import type { ValidatedOperation } from '../graphql/operation-validator.ts';
import { Reading, type RestDeps, type RestRequest } from '../rest/index.ts';
import { answerOf, type FeedEvent, operationDocument, SELECTION } from './document.ts';

/** What is needed to run the operations of REST and GraphQL. */
export type OperationDeps = Pick<RestDeps, 'contract' | 'validators' | 'schema' | 'runner'>;

/** How many events are read at a time: writing so many leaves others waiting for some milliseconds. */
const PER_PAGE = 100;
/** How many are read first, and how many characters of texts a page may have before the next one is smaller. */
const FIRST_PAGE = 10;
const MANY_CHARACTERS = 500_000;
/** Parameters that feeds do not have. */
const PAGING = ['page', 'perPage', 'cursor'];
const TRASH = { message: 'feeds show nothing of the trash', code: 'rest_invalid_param' };

type Variables = ValidatedOperation['variables'];
type Filter = Readonly<Record<string, unknown>>;
const filterIn = ({ filter }: Variables): Filter => (isObject(filter) ? filter : {});

function withoutTrash(variables: Variables): Problems {
  const { statuses } = filterIn(variables);
  return Array.isArray(statuses) && statuses.includes('trash') ? { 'filter.statuses': TRASH } : {};
}

/** Conditions on the time of events. */
const TIMES = [
  ...['startsFrom', 'startsUntil', 'endsUntil', 'startsBefore', 'startsAfter', 'endsBefore', 'endsAfter'],
  ...['include', 'isOngoing', 'hasEnded', 'modifiedSince'],
];

/** Without a condition on the time a feed has what has not ended. */
const orNotEnded = (filter: Filter): Filter =>
  TIMES.some((name) => (filter[name] ?? null) !== null) ? filter : { ...filter, hasEnded: false };

/** A parameter of feeds alone: `canceled=hide` leaves out what is canceled, which some readers take for what takes place. */
const CANCELED = 'canceled';
const BAD_CANCELED = { message: 'must be hide or show', code: 'rest_not_in_enum' };
const NOTHING_LEFT = { message: 'hides all that event_status asks for', code: 'rest_invalid_param' };
const NOT_CANCELED = EVENT_STATUSES.filter((one) => one !== 'canceled');

/** The filter of a feed without what is canceled. */
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

/** Arguments for the event that was changed last. */
const LATEST = { orderBy: { field: 'modified', direction: 'desc' }, page: 1, perPage: 1 } as const;

/** A feed of series reads events in order of their start, all of each series, whatever `series=rule` says to lists. */
const SERIES = 'series';
const SERIES_UNREAD = ['filter.series', 'orderBy.field', 'orderBy.direction'];
const inOrder = (variables: Variables): Variables => ({
  ...variables,
  filter: { ...filterIn(variables), series: 'all' },
  orderBy: { field: 'start_date', direction: 'asc' },
});
/** Of the calendar; a list from the one to the other has all days. */
export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';
/** Conditions by which a list may have some events of a series and not those after them. */
const PARTIAL = ['startsBefore', 'endsBefore', 'include', 'isOngoing', 'modifiedSince'];
const ENDS = ['startsUntil', 'endsUntil'];

/** How much of its series a list has. */
export interface Extent {
  /** Whether it goes on as far as they do. */
  readonly isEndless: boolean;
  /** Whether it has all days. */
  readonly isWhole: boolean;
}

export function extentOf({ variables }: ValidatedOperation): Extent {
  const filter = filterIn(variables);
  const isAbsent = (name: string): boolean => (filter[name] ?? null) === null;
  const isToTheEnd = ENDS.every((name) => isAbsent(name) || filter[name] === LAST_DAY);
  const isEndless = isToTheEnd && filter.hasEnded !== true && PARTIAL.every(isAbsent);
  const isFromTheStart = filter.startsFrom === FIRST_DAY && isAbsent('startsAfter') && isAbsent('endsAfter');
  return { isEndless, isWhole: isEndless && isFromTheStart };
}

interface Page<E> {
  readonly nodes: readonly E[];
  readonly nextCursor: string | null;
}

export interface ListState {
  readonly total: number;
  /**
   * Changes when an event of the list is created, changed or erased; not when its venue or another record is.
   */
  readonly mark: string;
}

/**
 * All events of a list, for feeds and exports (rules#feeds): by the operation and the filters of `/events`.
 * `E` is the type of an event as the selection asks for it.
 */
export class EventList<E = FeedEvent> {
  readonly #reading: Reading;
  readonly #document: DocumentNode;
  readonly #state: DocumentNode;
  readonly #isOfSeries: boolean;

  /**
   * @param isOfSeries whether it is for a feed of series
   * @throws Error at start when the schema does not allow the selection
   */
  constructor(deps: OperationDeps, selection: string = SELECTION, isOfSeries = false) {
    const unread = isOfSeries ? [...PAGING, ...SERIES_UNREAD] : PAGING;
    this.#isOfSeries = isOfSeries;
    this.#reading = new Reading(deps, 'Query.events', unread, isOfSeries ? [CANCELED, SERIES] : [CANCELED]);
    this.#document = operationDocument(deps.schema, 'events', `{ nextCursor nodes ${selection} }`);
    this.#state = operationDocument(deps.schema, 'events', '{ totalCount nodes { databaseId modifiedUtc } }');
  }

  /** Reads the filters of a request. @throws ServiceError as `/events` does */
  async enter(request: RestRequest, context: Context): Promise<ValidatedOperation> {
    const { canceled } = request.query.values;
    const validated = await this.#reading.enter(request, context, (variables) => ({
      ...withoutTrash(variables),
      ...canceledProblems(canceled, variables),
    }));
    const read = orNotEnded(filterIn(validated.variables));
    const filter = canceled === 'hide' ? { ...read, scheduleStatuses: statusesWithoutCanceled(read) } : read;
    return this.#ordered({ ...validated, variables: { ...validated.variables, filter } });
  }

  /**
   * Reads the filters of a command. @param query `categories=music&start_date=today`, as in an address
   * @throws ServiceError as `/events` does, and for unknown names
   */
  async read(query: string, context: Context): Promise<ValidatedOperation> {
    return this.#ordered(await this.#reading.read(query, context, withoutTrash));
  }

  #ordered({ variables, record }: ValidatedOperation): ValidatedOperation {
    return { variables: this.#isOfSeries ? inOrder(variables) : variables, record };
  }

  /** What is known of the list before its events are read. @param validated see {@link enter} */
  async state({ variables, record }: ValidatedOperation, context: Context): Promise<ListState> {
    const latest: ValidatedOperation = { variables: { ...variables, ...LATEST }, record };
    const data = await this.#reading.run(this.#state, latest, context);
    const { totalCount: total, nodes } = answerOf<{ totalCount: number; nodes: unknown }>(data, 'events');
    return { total, mark: JSON.stringify([total, nodes]) };
  }

  /**
   * All events, each exactly once (rules#cursors). A page is read when the one before it has been consumed.
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
      const { nodes: events, nextCursor } = answerOf<Page<E>>(data, 'events');
      cursor = nextCursor;
      const characters = charactersIn(events, Number.POSITIVE_INFINITY);
      perPage =
        characters > MANY_CHARACTERS
          ? Math.max(1, Math.floor((perPage * MANY_CHARACTERS) / characters))
          : Math.min(most, perPage * 2);
      yield events;
    }
  }
}

/** One event, by the id in the path. */
export class OneEvent {
  readonly #reading: Reading;
  readonly #document: DocumentNode;

  /** @throws Error at start when the schema does not allow what feeds ask */
  constructor(deps: OperationDeps) {
    this.#reading = new Reading(deps, 'Query.event');
    this.#document = operationDocument(deps.schema, 'event', SELECTION);
  }

  /** @throws ServiceError 404 or 403 */
  async of(request: RestRequest, context: Context): Promise<FeedEvent> {
    const validated = await this.#reading.enter(request, context);
    const data = await this.#reading.run(this.#document, validated, context);
    const event = answerOf<FeedEvent>(data, 'event');
    if (event.status === 'trash') throw new ServiceError('event-not-found');
    return event;
  }
}
