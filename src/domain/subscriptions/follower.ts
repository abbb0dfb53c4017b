import { ServiceError } from '../../lib/errors.ts';
import type { FollowedRecord, SubscriptionScope, Transition } from '../resource/following.ts';

/** Records with pending changes, for a client that does not read them. */
const MAX_PENDING_RECORDS = 1_000;

/**
 * Why the service ends a subscription: the client has to reconnect and query the current state. `behind`: too many
 * changes are pending; `unknown`: the log does not identify the changed records.
 */
type EndReason = 'behind' | 'failed' | 'leaving' | 'unknown';

const keyOf = ({ kind, id }: FollowedRecord): string => `${kind} ${id}`;

interface FollowerOptions {
  readonly following: SubscriptionScope;
  readonly onClose: (follower: Follower) => void;
}

/** A subscription and its pending changes. Merges changes of one record, to limit the memory of slow clients. */
export class Follower implements AsyncIterable<Transition> {
  readonly following: SubscriptionScope;
  readonly #options: FollowerOptions;
  readonly #kinds: ReadonlySet<string>;
  readonly #records: ReadonlySet<string> | null;
  readonly #pending = new Map<string, Transition>();
  #wake: () => void = () => {};
  #isClosed = false;
  /** Why the service ended it; undefined while it is open, and if the client ended it. */
  endReason: EndReason | undefined;

  constructor(options: FollowerOptions) {
    const { following } = options;
    this.#options = options;
    this.following = following;
    this.#kinds = new Set(following.kinds);
    this.#records = following.records && new Set(following.records.map(keyOf));
  }

  /** Adds a change, unless its record is not followed. */
  push(change: Transition): void {
    const key = keyOf(change);
    if (this.#isClosed || !(this.#records?.has(key) ?? this.#kinds.has(change.kind))) return;
    const earlier = this.#pending.get(key);
    this.#pending.set(key, earlier ? { ...change, before: earlier.before } : change);
    if (this.#pending.size > MAX_PENDING_RECORDS) this.end('behind');
    else this.#wake();
  }

  /** Ends the subscription on behalf of the service. */
  end(reason: EndReason): void {
    this.endReason ??= reason;
    this.close();
  }

  /** Discards pending changes: the client has gone, or the service ended the subscription. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pending.clear();
    this.#wake();
    this.#options.onClose(this);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Transition, void, void> {
    try {
      while (!this.#isClosed) {
        const [first] = this.#pending;
        if (!first) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          continue;
        }
        const [key, change] = first;
        this.#pending.delete(key);
        if (change.before ?? change.after) yield change;
      }
    } finally {
      this.close();
    }
  }
}

/** Limits of open subscriptions in one process. */
export interface SubscriptionLimits {
  readonly all: number;
  readonly perClient: number;
}

export class OpenSubscriptions {
  readonly #limits: SubscriptionLimits;
  readonly #byClient = new Map<string, number>();
  #all = 0;

  constructor(limits: SubscriptionLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#all;
  }

  /** @throws ServiceError too_many_requests 429, service_unavailable 503 */
  add(client: string): void {
    const { all, perClient } = this.#limits;
    const own = this.#byClient.get(client) ?? 0;
    if (own >= perClient)
      throw new ServiceError('too_many_requests', {
        message: `Too many subscriptions: a client may have ${perClient} at the same time.`,
      });
    if (this.#all >= all)
      throw new ServiceError('service_unavailable', {
        message: 'There are too many subscriptions at the moment. Try again later.',
      });
    this.#byClient.set(client, own + 1);
    this.#all += 1;
  }

  delete(client: string): void {
    const remaining = (this.#byClient.get(client) ?? 0) - 1;
    if (remaining > 0) this.#byClient.set(client, remaining);
    else this.#byClient.delete(client);
    this.#all -= 1;
  }
}
