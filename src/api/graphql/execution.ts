import type { Context } from '../../domain/context/context.ts';
import type { SubscriptionScope, Transition } from '../../domain/resource/following.ts';

/** The context value of GraphQL: shared by all fields of one operation. */
export interface Execution {
  readonly context: Context;
  /**
   * Set for an operation that was authorized and validated before its execution, as REST does; see
   * `ValidatedOperation`. Its result has the words of REST.
   */
  readonly validated?: { readonly record: unknown } | undefined;
  /** Follows records; only set while an operation subscribes. */
  readonly follow?: ((following: SubscriptionScope) => Promise<AsyncIterable<Transition>>) | undefined;
}
