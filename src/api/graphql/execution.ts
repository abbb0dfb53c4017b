import type { Context } from '../../domain/context/context.ts';
import type { Following, Transition } from '../../domain/resource/following.ts';
import type { SourcesOf } from '../../domain/resource/resource.ts';
import type { Budget } from './budget.ts';

/** What is cached of the records of a page. */
export interface PageItems {
  /**
   * The records that have to be executed.
   * @param sourcesOf see `Resource.sources`
   */
  remaining<R extends Readonly<Record<string, unknown>>>(records: readonly R[], sourcesOf: SourcesOf): R[];
  /** Something was looked up for one of these: it is shown from more than its sources. */
  lookedUp(): void;
}

/** What all fields of one operation are executed with: the context value of GraphQL. */
export interface Execution {
  readonly context: Context;
  /** What the operation may still answer; undefined for those of the service itself. */
  readonly budget?: Budget | undefined;
  /** The record of an operation that was authorised before it is executed; see `ValidatedOperation`. */
  readonly record?: unknown;
  /** Of an operation of REST that answers a page. */
  readonly items?: PageItems | undefined;
  /** Follows records, while an operation subscribes. */
  readonly follow?: ((following: Following) => Promise<AsyncIterable<Transition>>) | undefined;
}

/** Does the work of a root field: only a few of one request at once. Mutations run one after another anyway. */
export const inRootSlot = <T>({ budget }: Execution, work: () => Promise<T>): Promise<T> =>
  budget ? budget.rootSlots.run(work) : work();
