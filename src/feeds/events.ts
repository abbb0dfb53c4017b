import type { DocumentNode } from 'graphql';
import type { Context } from '../context.ts';
import { type Problems, ServiceError } from '../errors.ts';
import type { Passed } from '../graphql/gate.ts';
import { executionError, Reading, type RestDeps, type RestRequest } from '../rest/index.ts';
import {
  type FeedEvent,
  isList,
  isOne,
  isState,
  listDocument,
  oneDocument,
  SELECTION,
  stateDocument,
} from './document.ts';

/** What is needed to ask the operations that REST and GraphQL run. */
export type Asking = Pick<RestDeps, 'contract' | 'gates' | 'schema' | 'runner'>;

/** A feed has no pages. */
const PAGING = ['page', 'perPage', 'cursor'];
const TRASH = { message: 'feeds show nothing of the trash', code: 'rest_invalid_param' };

const withoutTrash = ({ status }: Passed['variables']): Problems =>
  Array.isArray(status) && status.includes('trash') ? { status: TRASH } : {};

/** The one event of a list that was changed last. */
const LATEST = { orderBy: 'modified', order: 'desc', page: 1, perPage: 1 } as const;

export interface ListState {
  readonly total: number;
  /** Another one when an event of the list was created, changed or erased; not when what it shows besides was. */
  readonly mark: string;
}

/** Runs an operation that has passed its gate. @throws ServiceError as the operation does */
export async function run(
  { runner }: Asking,
  document: DocumentNode,
  passed: Passed,
  context: Context,
): Promise<unknown> {
  context.assertWaitedFor();
  const { data, errors } = await runner.run(document, passed, context);
  if (errors && errors.length > 0) throw executionError(errors);
  return data;
}

/**
 * The list of events without pages, for feeds and for programs (rules#feeds): the operation and filters of
 * `/events`, from the first event to the last. `E` is what the selection asks for of each.
 */
export class EventList<E = FeedEvent> {
  readonly #asking: Asking;
  readonly #reading: Reading;
  readonly #document: DocumentNode;
  readonly #state: DocumentNode;

  /** @throws Error at boot when the schema lacks what is asked for */
  constructor(asking: Asking, selection: string = SELECTION) {
    this.#asking = asking;
    this.#reading = new Reading(asking, 'Query.events', PAGING);
    this.#document = listDocument(asking.schema, selection);
    this.#state = stateDocument(asking.schema);
    asking.runner.own(this.#document);
    asking.runner.own(this.#state);
  }

  /** Which events a request asks for. @throws ServiceError as `/events` does */
  enter(request: RestRequest, context: Context): Promise<Passed> {
    return this.#reading.enter(request, context, withoutTrash);
  }

  /**
   * Which events a program asks for. @param query `categories=music&start_date=today`, as in an address
   * @throws ServiceError as `/events` does, also for names that nothing reads
   */
  read(query: string, context: Context): Promise<Passed> {
    return this.#reading.read(query, context, withoutTrash);
  }

  /** What can be known of the list before it is read. @param passed see {@link enter} */
  async state({ variables, found }: Passed, context: Context): Promise<ListState> {
    const latest: Passed = { variables: { ...variables, ...LATEST }, found };
    const data = await run(this.#asking, this.#state, latest, context);
    if (!isState(data)) throw new Error('Query.events answered nothing, and no error either');
    const { total, events } = data.events;
    return { total, mark: JSON.stringify([total, events]) };
  }

  /**
   * The events, each once (rules#cursors), a page at a time: read when the one before it has been taken.
   * @param passed see {@link enter} and {@link read}
   */
  async *pages({ variables, found }: Passed, context: Context): AsyncGenerator<readonly E[]> {
    const perPage = context.settings.maxPerPage;
    for (let cursor: string | null = '*', own = context; cursor !== null; own = context.anew()) {
      const page: Passed = { variables: { ...variables, cursor, perPage }, found };
      const data = await run(this.#asking, this.#document, page, own);
      if (!isList<E>(data)) throw new Error('Query.events answered nothing, and no error either');
      context.answerEndsAt(own.freshUntil);
      cursor = data.events.nextCursor;
      yield data.events.events;
    }
  }
}

/** One event, by the id in the path. */
export class OneEvent {
  readonly #asking: Asking;
  readonly #reading: Reading;
  readonly #document: DocumentNode;

  /** @throws Error at boot when the schema lacks what feeds show */
  constructor(asking: Asking) {
    this.#asking = asking;
    this.#reading = new Reading(asking, 'Query.event');
    this.#document = oneDocument(asking.schema);
    asking.runner.own(this.#document);
  }

  /** @throws ServiceError 404 or 403 */
  async of(request: RestRequest, context: Context): Promise<FeedEvent> {
    const passed = await this.#reading.enter(request, context);
    const data = await run(this.#asking, this.#document, passed, context);
    if (!isOne(data)) throw new Error('Query.event answered nothing, and no error either');
    if (data.event.status === 'trash') throw new ServiceError('event-not-found');
    return data.event;
  }
}
