import type { Context } from '../../domain/context/context.ts';
import type { SubscriptionScope, Transition } from '../../domain/resource/following.ts';

/** The context value of a caller's operation, shared by all its fields. */
export interface Execution {
  readonly context: Context;
  /** Follows records; only set while an operation subscribes. */
  readonly follow?: ((following: SubscriptionScope) => Promise<AsyncIterable<Transition>>) | undefined;
}

/** The context value of an operation of the service itself, such as that of a REST route. */
export interface ServiceExecution {
  readonly context: Context;
  /** The record that authorization has loaded; see `ValidatedOperation`. */
  readonly record: unknown;
  /** The records with their computed values, for each place of the document; see `computed-values.ts`. */
  readonly completed: Map<unknown, Map<object, object>>;
}
