import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLFormattedError,
  getOperationAST,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { ANONYMOUS } from '../../domain/access/caller.ts';
import type { Context, Settings } from '../../domain/context/context.ts';
import type { Transition } from '../../domain/resource/following.ts';
import type { Follower } from '../../domain/subscriptions/follower.ts';
import type { RecordChanges } from '../../domain/subscriptions/record-changes.ts';
import { changeFor } from '../../domain/subscriptions/subscription.resolvers.ts';
import { ServiceError } from '../../lib/errors.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { endedSubscriptions, sentMessages } from '../../platform/telemetry/counters.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import { documentCache } from './apollo-caches.ts';
import { fragmentsOf } from './document-size.ts';
import type { Reporter } from './errors.ts';
import type { Execute } from './execute.ts';
import type { Execution } from './execution.ts';
import { checkOperationCost, MAX_TOKENS } from './limits.ts';
import { coordinate } from './operation-log.ts';
import type { Schemas } from './schema.ts';
import { documentValidator } from './validation.ts';
import { checkVariables, type Variables } from './variables.ts';

/** Maximum number of results cached for clients with the same subscription. */
const MAX_SHARED_RESULTS = 100;
/** Leaves room for other requests between messages. */
const MAX_CONCURRENT_MESSAGES = 2;

const NOT_SUBSCRIBED = 'Only subscriptions are sent as text/event-stream; queries and mutations return JSON.';
const CONDITIONAL = 'The field of a subscription cannot have @skip or @include.';
const NO_OPERATION =
  'The document has no operation with this name, or several operations: choose one by operationName.';

export interface SubscriptionDeps extends Pick<Schemas, 'schema'> {
  execute: Execute;
  settings: Settings;
  recordChanges: RecordChanges;
  formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError;
  report: Reporter;
}

interface SubscriptionRequest {
  readonly query: string;
  readonly operationName?: string | undefined;
  readonly variables?: Readonly<Variables> | undefined;
}

export interface Subscriber {
  /** The context of the request. Aborted when the client disconnects. */
  readonly context: Context;
  /**
   * Creates a context with the current rights of the caller.
   * @throws ServiceError 401 when the credentials are no longer valid
   */
  currentContext(): Promise<Context>;
  /** Waits until the client has read the sent messages; undefined if it has. */
  drained(): Promise<void> | undefined;
}

/** Ends the response without the event `complete`, so that the client reconnects. */
export class Interrupted extends Error {}

interface SharedResult {
  readonly result: ExecutionResult;
  readonly version: number;
  readonly validUntil: string;
}

/** Messages, each with the result of one execution. */
type Messages = AsyncGenerator<ExecutionResult, void, void>;
/** The message about a change, if the caller may see one, and whether it is the last one. */
interface Message {
  readonly result?: ExecutionResult;
  readonly isLast?: boolean;
}

const invalid = (message: string, code: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code } });

/**
 * Whether `@skip` or `@include` is at the root of a subscription, where the specification forbids it: graphql-js
 * would look for a missing field.
 */
const isConditional = (
  selections: readonly SelectionNode[],
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): boolean =>
  selections.some((node) => {
    if (node.directives?.some(({ name }) => name.value === 'skip' || name.value === 'include')) return true;
    if (node.kind === Kind.FIELD) return false;
    const { selectionSet } =
      node.kind === Kind.INLINE_FRAGMENT ? node : (fragments.get(node.name.value) ?? {});
    return selectionSet !== undefined && isConditional(selectionSet.selections, fragments);
  });

/** Whether the change erased the only followed record: there will be no further change. */
const isLastChange = ({ following: { records } }: Follower, { after }: Transition): boolean =>
  after === null && records?.length === 1;

/**
 * Results of the last messages, shared by anonymous clients. A result is valid until something is stored, or until
 * the instant at which the clock alone may change it.
 */
class SharedResults {
  readonly #results = new LRUCache<string, SharedResult>({ max: MAX_SHARED_RESULTS });

  async getOrRun(
    key: string,
    { caller, clock, version }: Context,
    run: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    if (caller !== ANONYMOUS || !version.isKnown) return run();
    const shared = this.#results.get(key);
    if (shared?.version === version.current && !clock.hasReached(shared.validUntil)) return shared.result;
    const { current: now } = version;
    const result = await run();
    if (!result.errors) this.#results.set(key, { result, version: now, validUntil: clock.validUntil });
    return result;
  }
}

/** Runs subscriptions with the steps of queries; each message is a separate execution (decisions/0094). */
export class Subscriptions {
  readonly #deps: SubscriptionDeps;
  readonly #documents = documentCache();
  readonly #errorsOf: ReturnType<typeof documentValidator>;
  readonly #turns = new Semaphore(MAX_CONCURRENT_MESSAGES);
  readonly #shared = new SharedResults();

  constructor(deps: SubscriptionDeps) {
    this.#deps = deps;
    this.#errorsOf = documentValidator(deps.schema);
  }

  /** Starts a subscription. @returns its messages, or its errors as the only message */
  async start(subscriber: Subscriber, request: SubscriptionRequest): Promise<Messages> {
    try {
      const document = await this.#documentOf(request.query);
      const errors = this.#errorsOf(document);
      return errors.length > 0 ? this.#refusal(errors) : await this.#subscribe(subscriber, document, request);
    } catch (error) {
      return this.#refusal([error]);
    }
  }

  async #documentOf(text: string): Promise<DocumentNode> {
    const cached = await this.#documents.get(text);
    if (cached) return cached;
    try {
      const document = parse(text, { maxTokens: MAX_TOKENS });
      await this.#documents.set(text, document);
      return document;
    } catch (error) {
      throw error instanceof GraphQLError ? invalid(error.message, 'GRAPHQL_PARSE_FAILED') : error;
    }
  }

  async #subscribe(
    subscriber: Subscriber,
    document: DocumentNode,
    request: SubscriptionRequest,
  ): Promise<Messages> {
    const { operationName, variables = {} } = request;
    const { schema, settings, recordChanges, execute } = this.#deps;
    const { context } = subscriber;
    const operation = getOperationAST(document, operationName);
    if (!operation) throw invalid(NO_OPERATION, 'OPERATION_RESOLUTION_FAILURE');
    annotateRequest({ operation: coordinate(schema, operation) });
    if (operation.operation !== OperationTypeNode.SUBSCRIPTION)
      throw invalid(NOT_SUBSCRIBED, 'GRAPHQL_VALIDATION_FAILED');
    if (isConditional(operation.selectionSet.selections, fragmentsOf(document)))
      throw invalid(CONDITIONAL, 'GRAPHQL_VALIDATION_FAILED');
    checkOperationCost(schema, document, { operationName, variables }, settings);
    checkVariables(schema, operation, variables);
    let follower: Follower | undefined;
    const contextValue: Execution = {
      context,
      follow: async (following) => {
        follower = await recordChanges.follow(following);
        return follower;
      },
    };
    const source = await createSourceEventStream({
      schema,
      document,
      contextValue,
      variableValues: variables,
      operationName,
    });
    if (!follower) return this.#refusal(('errors' in source && source.errors) || []);
    const key = JSON.stringify([context.urls, request]);
    return this.#messages(subscriber, follower, (within, rootValue) =>
      this.#shared.getOrRun(JSON.stringify([key, rootValue]), within, () =>
        execute(document, variables, within, { operationName, rootValue }),
      ),
    );
  }

  async *#messages(
    subscriber: Subscriber,
    follower: Follower,
    run: (context: Context, change: NonNullable<ReturnType<typeof changeFor>>) => Promise<ExecutionResult>,
  ): Messages {
    const { signal } = subscriber.context;
    // The end of this generator would not end the wait for the next change.
    const close = follower.close.bind(follower);
    signal?.addEventListener('abort', close);
    if (signal?.aborted) close();
    try {
      for await (const transition of follower) {
        await subscriber.drained();
        const work = (): Promise<Message> => this.#message(subscriber, follower, transition, run);
        const { result, isLast } = await this.#turns.run(work, { signal });
        await nextTurn();
        if (result) {
          sentMessages.add();
          yield result;
        }
        if (isLast) return;
      }
    } catch (error) {
      if (signal?.aborted) return;
      this.#deps.report(error);
      follower.end('failed');
    } finally {
      close();
      signal?.removeEventListener('abort', close);
    }
    if (follower.endReason === undefined) return;
    endedSubscriptions.add(follower.endReason);
    throw new Interrupted(follower.endReason);
  }

  async #message(
    subscriber: Subscriber,
    follower: Follower,
    transition: Transition,
    run: (context: Context, change: NonNullable<ReturnType<typeof changeFor>>) => Promise<ExecutionResult>,
  ): Promise<Message> {
    let context: Context;
    try {
      context = await subscriber.currentContext();
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.isAccessDenied) throw error;
      endedSubscriptions.add('refused');
      return { result: this.#failed([error]), isLast: true };
    }
    const change = changeFor(context, follower.following, transition);
    const isLast = isLastChange(follower, transition);
    if (!change) return { isLast };
    const { data, errors } = await run(context, change);
    const result = errors
      ? { ...this.#failed(errors), ...(data !== undefined && { data }) }
      : { data: data ?? null };
    return { result, isLast };
  }

  /** The errors of a subscription as its only message: an `EventSource` does not show the body of a 400. */
  async *#refusal(errors: readonly unknown[]): Messages {
    yield this.#failed(errors);
  }

  /** Errors in their public form. */
  #failed(errors: readonly unknown[]): ExecutionResult {
    return {
      errors: errors.map((thrown) => {
        const error =
          thrown instanceof GraphQLError
            ? thrown
            : new GraphQLError(thrown instanceof Error ? thrown.message : String(thrown), {
                originalError: thrown instanceof Error ? thrown : null,
              });
        const { message, locations, path, extensions = {} } = this.#deps.formatError(error.toJSON(), error);
        const shown = new GraphQLError(message, { path, extensions });
        return Object.defineProperty(shown, 'locations', { value: locations, enumerable: true });
      }),
    };
  }
}
