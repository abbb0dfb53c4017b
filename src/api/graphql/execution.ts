import type { Context } from '../../domain/context/context.ts';
import type { Following, Transition } from '../../domain/resource/following.ts';
import type { Budget } from './budget.ts';

/** What all fields of one operation are executed with: the context value of GraphQL. */
export interface Execution {
  readonly context: Context;
  /** What the operation may still answer; undefined for those of the service itself. */
  readonly budget?: Budget | undefined;
  /** The record of an operation that was authorised before it is executed; see `ValidatedOperation`. */
  readonly record?: unknown;
  /** Follows records, while an operation subscribes. */
  readonly follow?: ((following: Following) => Promise<AsyncIterable<Transition>>) | undefined;
}

/** Does the work of a root field: only a few of one request at once. Mutations run one after another anyway. */
export const inRootSlot = <T>({ budget }: Execution, work: () => Promise<T>): Promise<T> =>
  budget ? budget.rootSlots.run(work) : work();
