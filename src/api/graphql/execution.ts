import type { Context } from '../../domain/context/context.ts';
import type { Following, Transition } from '../../domain/resource/following.ts';

/** What all fields of one operation are executed with: the context value of GraphQL. */
export interface Execution {
  readonly context: Context;
  /** The record of an operation that was authorised before it is executed; see `ValidatedOperation`. */
  readonly record?: unknown;
  /** Follows records, while an operation subscribes. */
  readonly follow?: ((following: Following) => Promise<AsyncIterable<Transition>>) | undefined;
}
