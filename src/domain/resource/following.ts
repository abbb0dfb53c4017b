import type { NodeName } from '../../lib/node-id.ts';
import type { RecordVisibility } from '../../platform/cache/change.entity.ts';
import type { ChangeType, RecordKind } from '../generated/schema.ts';

/** Kinds of records that subscriptions can follow. */
export const FOLLOWED_KINDS: readonly RecordKind[] = ['event', 'venue', 'organizer', 'category', 'tag'];

/** The records of a subscription. */
export interface Following {
  readonly kinds: readonly RecordKind[];
  /** Null: all records of these kinds. */
  readonly ids: readonly number[] | null;
}

/** What one change, or several in a row, made of a record. */
export interface Transition {
  readonly kind: RecordKind;
  readonly id: number;
  /** Visibility before and after; null where the record does not exist. */
  readonly before: RecordVisibility | null;
  readonly after: RecordVisibility | null;
  readonly authorId: number;
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
