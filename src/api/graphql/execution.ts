import type { Context } from '../../domain/context/context.ts';
import type { Following, Transition } from '../../domain/resource/following.ts';

/** What all fields of one operation are executed with: the context value of GraphQL. */
export interface Execution {
  readonly context: Context;
  /**
   * Of an operation whose caller was authorised and whose arguments were validated before it is executed, as REST does;
   * see `ValidatedOperation`. It is answered the words of REST.
   */
  readonly validated?: { readonly record: unknown } | undefined;
  /** Follows records, while an operation subscribes. */
  readonly follow?: ((following: Following) => Promise<AsyncIterable<Transition>>) | undefined;
}
