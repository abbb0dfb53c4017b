import { setTimeout as pause } from 'node:timers/promises';
import type { Change } from '../../platform/cache/change-log.ts';
import type { DataVersion } from '../../platform/cache/version.ts';
import { openSubscriptions } from '../../platform/telemetry/counters.ts';
import type { RecordKind } from '../generated/schema.ts';
import { FOLLOWED_KINDS, type Following, type Transition } from '../resource/following.ts';
import { Follower, OpenSubscriptions, type SubscriptionLimits } from './follower.ts';

/** How long a new subscription waits for changes that were stored before it, in milliseconds. */
const CATCH_UP_MS = 1_000;

const isKind = (type: string): type is RecordKind => FOLLOWED_KINDS.some((kind) => kind === type);
/** Tables of records, as the log of changes names them. */
const TABLES: ReadonlySet<string> = new Set(['event', 'venue', 'organizer', 'term']);

interface RecordChangesOptions {
  readonly version: DataVersion;
  readonly limits: SubscriptionLimits;
}

/** Tells subscriptions the changes that this process reads from the log anyway (decisions/0094). */
export class RecordChanges {
  readonly #version: DataVersion;
  readonly #open: OpenSubscriptions;
  readonly #followers = new Set<Follower>();
  #isLeaving = false;

  constructor({ version, limits }: RecordChangesOptions) {
    this.#version = version;
    this.#open = new OpenSubscriptions(limits);
    version.onChange((changes) => this.#note(changes));
    openSubscriptions.add(this.#open);
  }

  /**
   * Takes a place for a subscription, before anything is read for it; `free` gives it back.
   * @throws ServiceError too_many_requests 429, service_unavailable 503
   */
  reserve(client: string): { free(): void } {
    this.#open.add(client);
    let isHeld = true;
    return {
      free: () => {
        if (isHeld) this.#open.delete(client);
        isHeld = false;
      },
    };
  }

  /** Follows records from now on: no change that is stored after this has resolved is missed. */
  async follow(following: Following): Promise<Follower> {
    // Earlier changes are told to the other subscriptions first.
    await Promise.race([this.#version.catchUp(), pause(CATCH_UP_MS, undefined, { ref: false })]);
    const follower = new Follower({ following, onClose: (closed) => void this.#followers.delete(closed) });
    this.#followers.add(follower);
    if (this.#isLeaving) follower.end('leaving');
    return follower;
  }

  /** @param changes undefined where anything may have changed: clients connect again, and ask for the present state */
  #note(changes: readonly Change[] | undefined): void {
    const isUnknown = changes?.some(({ kind, id }) => id === null && TABLES.has(kind)) ?? true;
    if (isUnknown) {
      this.#endAll('unknown');
      return;
    }
    for (const change of changes ?? []) {
      const transition = transitionOf(change);
      if (transition) for (const follower of this.#followers) follower.note(transition);
    }
  }

  #endAll(reason: 'leaving' | 'unknown'): void {
    for (const follower of this.#followers) follower.end(reason);
  }

  /** From now on every subscription ends as soon as it begins. */
  leave(): void {
    this.#isLeaving = true;
    openSubscriptions.delete(this.#open);
    this.#endAll('leaving');
  }
}

/** A change of a record; null for other rows of the log. */
function transitionOf({ type, id, before, after, authorId }: Change): Transition | null {
  if (type === null || id === null || !isKind(type)) return null;
  return { kind: type, id, before, after, authorId: authorId ?? 0 };
}
