import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../../platform/cache/change-log.ts';
import type { DataVersion } from '../../platform/cache/version.ts';
import { openSubscriptions } from '../../platform/telemetry/counters.ts';
import type { RecordKind } from '../generated/schema.ts';
import { FOLLOWED_KINDS, type SubscriptionScope, type Transition } from '../resource/following.ts';
import { Follower, OpenSubscriptions, type SubscriptionLimits } from './follower.ts';

/** How long a new subscription waits for earlier changes, in milliseconds. */
const CATCH_UP_MS = 1_000;

const isKind = (type: string): type is RecordKind => FOLLOWED_KINDS.some((kind) => kind === type);
const RECORD_TABLES: ReadonlySet<string> = new Set(['event', 'venue', 'organizer', 'term']);

interface RecordChangesOptions {
  readonly version: DataVersion;
  readonly limits: SubscriptionLimits;
}

/** Notifies subscriptions of the changes that this process reads from the change log anyway (decisions/0094). */
export class RecordChanges {
  readonly #version: DataVersion;
  readonly #open: OpenSubscriptions;
  readonly #followers = new Set<Follower>();
  #isShuttingDown = false;

  constructor({ version, limits }: RecordChangesOptions) {
    this.#version = version;
    this.#open = new OpenSubscriptions(limits);
    version.onChange((changes) => this.#push(changes));
    openSubscriptions.add(this.#open);
  }

  /**
   * Reserves a slot for a subscription, before anything is read for it; `free` releases the slot.
   * @throws ServiceError too_many_requests 429, service_unavailable 503
   */
  reserve(client: string): { free(): void } {
    this.#open.add(client);
    let isReserved = true;
    return {
      free: () => {
        if (isReserved) this.#open.delete(client);
        isReserved = false;
      },
    };
  }

  /** Follows records: no change is missed that is stored after this has resolved. */
  async follow(following: SubscriptionScope): Promise<Follower> {
    // Other subscriptions receive earlier changes first.
    await Promise.race([this.#version.catchUp(), pause(CATCH_UP_MS, undefined, { ref: false })]);
    const follower = new Follower({ following, onClose: (closed) => void this.#followers.delete(closed) });
    this.#followers.add(follower);
    if (this.#isShuttingDown) follower.end('leaving');
    return follower;
  }

  /** @param changes undefined if anything may have changed: clients reconnect and query the current state */
  #push(changes: readonly Change[] | undefined): void {
    const isUnknown = changes?.some(({ kind, id }) => id === null && RECORD_TABLES.has(kind)) ?? true;
    if (isUnknown) {
      this.#endAll('unknown');
      return;
    }
    for (const change of changes ?? []) {
      const transition = transitionOf(change);
      if (transition) for (const follower of this.#followers) follower.push(transition);
    }
  }

  #endAll(reason: 'leaving' | 'unknown'): void {
    for (const follower of this.#followers) follower.end(reason);
  }

  /** Ends all subscriptions, and later ones as soon as they begin. */
  shutDown(): void {
    this.#isShuttingDown = true;
    openSubscriptions.delete(this.#open);
    this.#endAll('leaving');
  }
}

/** Null for rows of the change log without a record. */
function transitionOf({ type, id, before, after, authorId }: Change): Transition | null {
  if (type === null || id === null || !isKind(type)) return null;
  return { kind: type, id, before, after, authorId: authorId ?? 0 };
}
