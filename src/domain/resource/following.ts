import type { DecodedGlobalId } from '../../lib/global-id.ts';
import type { RecordVisibility } from '../../platform/cache/change.entity.ts';
import type { ChangeType, RecordKind, Resolvers } from '../generated/schema.ts';

/** Kinds of records that subscriptions can follow. */
export const FOLLOWED_KINDS: readonly RecordKind[] = ['event', 'venue', 'organizer', 'category', 'tag'];

/** The GraphQL types of these kinds. */
export const TYPE_BY_KIND = {
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
export interface SubscriptionScope {
  readonly kinds: readonly RecordKind[];
  /** The records to follow, all of these kinds; null for every record of these kinds. */
  readonly records: readonly FollowedRecord[] | null;
}

/** The effect of one change, or of several consecutive ones, on a record. */
export interface Transition extends FollowedRecord {
  /** Visibility before and after; null if the record does not exist. */
  readonly before: RecordVisibility | null;
  readonly after: RecordVisibility | null;
  readonly authorId: number;
}

/** A change as one caller sees it. */
export interface ShownChange {
  readonly type: ChangeType;
  readonly kind: RecordKind;
  readonly node: DecodedGlobalId;
  /** Whether the caller may read the record. */
  readonly isReadable: boolean;
}
