import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import { Passed } from '../graphql/gate.ts';
import { executionError, type RestDeps } from '../rest/index.ts';
import { type FeedEvent, feedDocuments, isList, isOne } from './document.ts';

type Asking = Pick<RestDeps, 'own' | 'execute'> & { schema: GraphQLSchema };

/** What feeds ask of the operations. */
export class Questions {
  readonly #asking: Asking;
  readonly #list: DocumentNode;
  readonly #one: DocumentNode;

  /** @throws Error at boot when the schema lacks what feeds show */
  constructor(asking: Asking) {
    const { list, one } = feedDocuments(asking.schema);
    asking.own(list);
    asking.own(one);
    this.#asking = asking;
    this.#list = list;
    this.#one = one;
  }

  /**
   * All events of a list, each once (rules#cursors), a page at a time: read when the one before it has been
   * taken.
   */
  async *list({ variables, found }: Passed, context: Context): AsyncGenerator<readonly FeedEvent[]> {
    const perPage = context.settings.maxPerPage;
    for (let cursor: string | null = '*', own = context; cursor !== null; own = context.anew()) {
      const data = await this.#run(this.#list, new Passed({ ...variables, cursor, perPage }, found), own);
      if (!isList(data)) throw new Error('Query.events answered nothing, and no error either');
      context.freshness.endsAt(own.freshness.until);
      cursor = data.events.nextCursor;
      yield data.events.events;
    }
  }

  /** @throws ServiceError 404 or 403 */
  async one(passed: Passed, context: Context): Promise<FeedEvent> {
    const data = await this.#run(this.#one, passed, context);
    if (!isOne(data)) throw new Error('Query.event answered nothing, and no error either');
    return data.event;
  }

  async #run(document: DocumentNode, passed: Passed, context: Context): Promise<unknown> {
    context.assertWaitedFor();
    const { data, errors } = await this.#asking.execute(document, passed, context);
    if (errors && errors.length > 0) throw executionError(errors);
    return data;
  }
}
