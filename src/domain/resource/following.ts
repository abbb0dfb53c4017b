import type { NodeName } from '../../lib/node-id.ts';
import type { Followed } from '../access/policy.ts';
import type { ChangeType, RecordKind } from '../generated/schema.ts';

/** What a subscription is about. */
export interface Following {
  readonly kinds: readonly RecordKind[];
  /** Null: all records of these kinds. */
  readonly ids: readonly number[] | null;
}

/** A record before and after one change, or several that nobody was told in between; null where there is none. */
export interface Transition {
  readonly kind: RecordKind;
  readonly id: number;
  readonly before: Followed | null;
  readonly after: Followed | null;
}

/** A change as it is for one caller. */
export interface ShownChange {
  readonly type: ChangeType;
  readonly kind: RecordKind;
  readonly recordId: number;
  /** The name of the record in the graph. */
  readonly node: NodeName;
  /** Whether the caller may read the record. */
  readonly isReadable: boolean;
}
