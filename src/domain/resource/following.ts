import type { NodeName } from '../../lib/node-id.ts';
import type { RecordVisibility } from '../../platform/cache/change.entity.ts';
import type { ChangeType, RecordKind, Resolvers } from '../generated/schema.ts';

/** Kinds of records that subscriptions can follow. */
export const FOLLOWED_KINDS: readonly RecordKind[] = ['event', 'venue', 'organizer', 'category', 'tag'];

/** The types of these kinds in the graph. */
export const TYPES_OF_KINDS = {
  event: 'Event',
  venue: 'Venue',
  organizer: 'Organizer',
  category: 'Category',
  tag: 'Tag',
} as const satisfies Record<RecordKind, keyof Resolvers>;

/** A record that a subscription names. */
export interface FollowedRecord {
  readonly kind: RecordKind;
  readonly id: number;
}

/** The records of a subscription. */
export interface Following {
  readonly kinds: readonly RecordKind[];
  /** The only records to follow, all of these kinds. Null: every record of these kinds. */
  readonly records: readonly FollowedRecord[] | null;
}

/** What one change, or several in a row, made of a record. */
export interface Transition extends FollowedRecord {
  /** Visibility before and after; null where the record does not exist. */
  readonly before: RecordVisibility | null;
  readonly after: RecordVisibility | null;
  readonly authorId: number;
}

/** A change as it is for one caller. */
export interface ShownChange {
  readonly type: ChangeType;
  readonly kind: RecordKind;
  /** The name of the record in the graph. */
  readonly node: NodeName;
  /** Whether the caller may read the record. */
  readonly isReadable: boolean;
}
