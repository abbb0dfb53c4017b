import { ServiceError } from '../../lib/errors.ts';
import type { FollowedRecord, Following, Transition } from '../resource/following.ts';

/** Most records whose changes wait for a client that does not read them. */
const MAX_WAITING = 1_000;

/**
 * Why a subscription ends though its client still listens: it is to connect again, and to ask for the present state.
 * `behind`: too much waits for it; `unknown`: nobody can say what has changed.
 */
type EndReason = 'behind' | 'failed' | 'leaving' | 'unknown';

const keyOf = ({ kind, id }: FollowedRecord): string => `${kind} ${id}`;

interface FollowerOptions {
  readonly following: Following;
  readonly onClose: (follower: Follower) => void;
}

/**
 * One subscription: the changes that its client has not been told. Changes of one record are joined,
 * so that the memory of slow clients has a limit.
 */
export class Follower implements AsyncIterable<Transition> {
  readonly following: Following;
  readonly #options: FollowerOptions;
  readonly #kinds: ReadonlySet<string>;
  readonly #records: ReadonlySet<string> | null;
  readonly #waiting = new Map<string, Transition>();
  #wake: () => void = () => {};
  #isClosed = false;
  /** Why the service has ended it; undefined while it lasts, and when the client did. */
  endReason: EndReason | undefined;

  constructor(options: FollowerOptions) {
    const { following } = options;
    this.#options = options;
    this.following = following;
    this.#kinds = new Set(following.kinds);
    this.#records = following.records && new Set(following.records.map(keyOf));
  }

  /** Notes a change of a record that is followed. */
  note(change: Transition): void {
    const key = keyOf(change);
    if (this.#isClosed || !(this.#records?.has(key) ?? this.#kinds.has(change.kind))) return;
    const earlier = this.#waiting.get(key);
    this.#waiting.set(key, earlier ? { ...change, before: earlier.before } : change);
    if (this.#waiting.size > MAX_WAITING) this.end('behind');
    else this.#wake();
  }

  /** Ends it for the client, too. */
  end(reason: EndReason): void {
    this.endReason ??= reason;
    this.close();
  }

  /** Nobody listens any more. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting.clear();
    this.#wake();
    this.#options.onClose(this);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Transition, void, void> {
    try {
      while (!this.#isClosed) {
        const [first] = this.#waiting;
        if (!first) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          continue;
        }
        const [key, change] = first;
        this.#waiting.delete(key);
        if (change.before ?? change.after) yield change;
      }
    } finally {
      this.close();
    }
  }
}

/** Who may have how many subscriptions of one process. */
export interface SubscriptionLimits {
  readonly all: number;
  readonly perClient: number;
}

/** How many subscriptions are open, by client. */
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
    const left = (this.#byClient.get(client) ?? 0) - 1;
    if (left > 0) this.#byClient.set(client, left);
    else this.#byClient.delete(client);
    this.#all -= 1;
  }
}
