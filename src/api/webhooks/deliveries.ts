import type { EntityManager } from '@mikro-orm/postgresql';
import { Webhook } from 'standardwebhooks';
import type { Caller } from '../../domain/access/caller.ts';
import type { PasswordKeys } from '../../domain/access/password-keys.ts';
import { mayReadEverything } from '../../domain/access/policy.ts';
import type { Context } from '../../domain/context/context.ts';
import { enqueueMessages } from '../../domain/webhooks/messages.ts';
import {
  claimMessages,
  deactivateWebhook,
  hasWebhooks,
  type Message,
  type Outcome,
  releaseMessages,
  settleMessages,
} from '../../domain/webhooks/queue.ts';
import { decryptSecret } from '../../domain/webhooks/webhook-secret.ts';
import { matchesTypes } from '../../domain/webhooks/webhook-types.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { deliveries as deliveryCounts } from '../../platform/telemetry/counters.ts';
import { isKind, type Kind, type RecordDeps, RecordReader, type ShownRecord } from '../feeds/records.ts';
import { Poster, retryAfterSeconds } from './post.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface DeliveriesOptions extends RecordDeps {
  readonly db: Db;
  readonly em: EntityManager;
  readonly keys: PasswordKeys;
  readonly log: Log;
  readonly clock: () => Date;
  readonly allowPrivate: boolean;
  readonly contextOf: (caller: Caller) => Promise<Context>;
}

/** Poll interval of each process, in milliseconds, and the longer one while there is no webhook. */
const POLL_MS = 1_000;
const IDLE_POLL_MS = 10_000;
/** Delay from a stored change to its delivery, in milliseconds. */
const DEBOUNCE_MS = 250;
/** Of this process. */
const MAX_REQUESTS_IN_FLIGHT = 200;
/** Total length of the bodies in flight, to all webhooks and to one; a single body may be longer. */
const MAX_CHARACTERS_IN_FLIGHT = 2_000_000;
const MAX_CHARACTERS_PER_WEBHOOK = 500_000;
/** The longest time from claim to request, in milliseconds: the response has to arrive before the claim ends. */
const MAX_CLAIM_AGE_MS = 10_000;
const GONE = 410;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Delivers the stored messages of webhooks independently: a slow or refused one delays no other, and none is sent in a
 * writer's transaction (decisions/0095).
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #records: RecordReader;
  readonly #poster: Poster;
  readonly #closing = new AbortController();
  readonly #requests = new Set<Promise<void>>();
  /** By webhook. */
  readonly #charactersInFlight = new Map<number, number>();
  /** Webhooks whose next body waits until another one has arrived. */
  readonly #blocked = new Set<number>();
  /** Webhooks whose receivers did not respond to the last attempt. */
  readonly #unresponsive = new Set<number>();
  /** Results that are not stored yet. */
  #outcomes: Outcome[] = [];
  #unsent: Message[] = [];
  #pollTimer: NodeJS.Timeout | undefined;
  #debounceTimer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #runningTurns: Promise<void> | undefined;
  #sending: Promise<void> | undefined;
  #isTurnRequested = false;
  #hasWebhooks = false;
  /** On the clock of `performance.now()`. */
  #polledAt = 0;

  /** @throws Error if the contract lacks a record */
  constructor(options: DeliveriesOptions) {
    this.#options = options;
    this.#records = new RecordReader(options);
    this.#poster = new Poster(options.allowPrivate);
  }

  open(): void {
    this.#poll();
  }

  /** Polls soon, because of a stored change. */
  wake(): void {
    if (this.#debounceTimer || this.#closing.signal.aborted) return;
    // Without a webhook, poll at most once per POLL_MS, for the first one.
    const passed = performance.now() - this.#polledAt;
    const delay = this.#hasWebhooks ? DEBOUNCE_MS : Math.max(DEBOUNCE_MS, POLL_MS - passed);
    this.#debounceTimer = setTimeout(() => {
      this.#debounceTimer = undefined;
      this.#poll();
    }, delay).unref();
  }

  #poll(): void {
    clearTimeout(this.#pollTimer);
    this.#polledAt = performance.now();
    this.#polling ??= this.#enqueueAndSend()
      .catch(() => {})
      .finally(() => {
        this.#polling = undefined;
        clearTimeout(this.#pollTimer);
        if (!this.#closing.signal.aborted)
          this.#pollTimer = setTimeout(
            () => this.#poll(),
            this.#hasWebhooks ? POLL_MS : IDLE_POLL_MS,
          ).unref();
      });
  }

  async #enqueueAndSend(): Promise<void> {
    const { db } = this.#options;
    await enqueueMessages(db);
    this.#hasWebhooks = await hasWebhooks(db);
    if (this.#hasWebhooks) this.#requestTurn();
  }

  /** Runs a turn, or another one after the current one. */
  #requestTurn(): void {
    this.#isTurnRequested = true;
    this.#runningTurns ??= this.#runTurns();
  }

  async #runTurns(): Promise<void> {
    while (this.#isTurnRequested) {
      this.#isTurnRequested = false;
      // If the database is unavailable, the next poll tries again.
      await this.#runTurn().catch(() => {});
    }
    this.#runningTurns = undefined;
  }

  /** Stores results, and starts sending further messages. */
  async #runTurn(): Promise<void> {
    await this.#settle();
    const limit = MAX_REQUESTS_IN_FLIGHT - this.#requests.size;
    if (this.#sending || limit <= 0 || this.#closing.signal.aborted) return;
    const claimedAt = performance.now();
    const { db } = this.#options;
    const messages = await claimMessages(db, {
      limit,
      unresponsive: this.#unresponsive,
      blocked: this.#blocked,
    });
    if (messages.length === 0) return;
    this.#sending = this.#send(messages, claimedAt).finally(() => {
      this.#sending = undefined;
      this.#requestTurn();
    });
  }

  async #settle(): Promise<void> {
    const { db, log } = this.#options;
    const unsent = this.#unsent;
    this.#unsent = [];
    if (unsent.length > 0) await releaseMessages(db, unsent);
    const outcomes = this.#outcomes;
    if (outcomes.length === 0) return;
    this.#outcomes = [];
    const deactivated = new Set<number>();
    try {
      const states = await settleMessages(db, outcomes);
      for (const { message, state, status, error } of outcomes) {
        const { target, messageId, type, number } = message;
        const settled = states.get(number);
        if (state !== 'failed' || settled === undefined) continue;
        const about = { webhook: target.id, message: messageId, type, status, error };
        if (settled === 'parked') deliveryCounts.add('parked');
        log.info(about, settled === 'parked' ? 'webhook message parked' : 'webhook message not delivered');
        if (status !== GONE || deactivated.has(target.id)) continue;
        deactivated.add(target.id);
        await deactivateWebhook(db, target.id);
        log.warn(about, 'webhook deactivated: its receiver returned 410 Gone');
      }
    } catch (error) {
      this.#outcomes.push(...outcomes);
      throw error;
    }
  }

  /** Sends messages, to receivers with the fewest characters in flight first. Releases messages that do not fit. */
  async #send(messages: readonly Message[], claimedAt: number): Promise<void> {
    const unsent = new Set(messages);
    const charactersInFlight = (id: number): number => this.#charactersInFlight.get(id) ?? 0;
    const groups = [...Map.groupBy(messages, ({ target }) => target.id)].toSorted(
      ([a], [b]) => charactersInFlight(a) - charactersInFlight(b),
    );
    const canSend = (): boolean =>
      !this.#closing.signal.aborted && performance.now() - claimedAt < MAX_CLAIM_AGE_MS;
    for (const [, group] of groups) {
      try {
        if (canSend()) await this.#sendTo(group, unsent, canSend);
      } catch {
        // One message cannot be built; it must not hold up the others.
        for (const message of group)
          if (unsent.has(message) && canSend())
            await this.#sendTo([message], unsent, canSend).catch((error: unknown) => {
              unsent.delete(message);
              this.#fail(message, { error: messageOf(error) });
            });
      }
    }
    this.#unsent.push(...unsent);
  }

  /**
   * Sends messages of one webhook while there is room.
   * @param unsent loses the messages that are sent
   */
  async #sendTo(messages: readonly Message[], unsent: Set<Message>, canSend: () => boolean): Promise<void> {
    const [first] = messages;
    if (!first) return;
    const { em, keys, contextOf } = this.#options;
    const { id, owner, secret: stored } = first.target;
    const secret = decryptSecret(stored, await keys.current(em.fork()));
    const names = messages.map((message) => ({ kind: kindOf(message), id: message.recordId, message }));
    for await (const [{ message }, record] of this.#records.each(await contextOf(owner), names)) {
      const body = bodyOf(message, record);
      if (!canSend()) return;
      if (body !== null && !this.#hasRoom(id, body.length)) {
        this.#blocked.add(id);
        return;
      }
      unsent.delete(message);
      if (body === null) {
        this.#outcomes.push({ message, state: 'skipped', status: null, error: null, retryAfter: 0 });
        continue;
      }
      const post = this.#post(message, body, secret).finally(() => {
        this.#requests.delete(post);
        this.#addCharacters(id, -body.length);
        for (const blocked of this.#blocked)
          if (blocked === id || !this.#charactersInFlight.has(blocked)) this.#blocked.delete(blocked);
        this.#requestTurn();
      });
      this.#requests.add(post);
      this.#addCharacters(id, body.length);
    }
  }

  #hasRoom(id: number, length: number): boolean {
    const all = [...this.#charactersInFlight.values()].reduce((sum, characters) => sum + characters, 0);
    const own = this.#charactersInFlight.get(id) ?? 0;
    return (
      (all === 0 || all + length <= MAX_CHARACTERS_IN_FLIGHT) &&
      (own === 0 || own + length <= MAX_CHARACTERS_PER_WEBHOOK)
    );
  }

  #addCharacters(id: number, characters: number): void {
    const sum = (this.#charactersInFlight.get(id) ?? 0) + characters;
    if (sum > 0) this.#charactersInFlight.set(id, sum);
    else this.#charactersInFlight.delete(id);
  }

  async #post(message: Message, body: string, secret: string): Promise<void> {
    const { id, url } = message.target;
    const now = this.#options.clock();
    try {
      const headers = {
        'webhook-id': message.messageId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(message.messageId, now, body),
      };
      const { status, retryAfter } = await this.#poster.post(
        new URL(url),
        body,
        headers,
        this.#closing.signal,
      );
      this.#unresponsive.delete(id);
      if (!isSuccess(status))
        return this.#fail(message, {
          status,
          retryAfter: retryAfterSeconds(retryAfter, this.#options.clock()),
        });
      deliveryCounts.add('delivered');
      this.#outcomes.push({ message, state: 'delivered', status, error: null, retryAfter: 0 });
    } catch (error) {
      // The message may have arrived: send it again with the same id.
      if (this.#closing.signal.aborted) this.#unsent.push(message);
      else {
        this.#unresponsive.add(id);
        this.#fail(message, { error: messageOf(error) });
      }
    }
  }

  #fail(message: Message, result: Partial<Pick<Outcome, 'status' | 'error' | 'retryAfter'>>): void {
    deliveryCounts.add('failed');
    this.#outcomes.push({ message, state: 'failed', status: null, error: null, retryAfter: 0, ...result });
  }

  /** Stops deliveries. Messages in flight count as unsent; any other process may send them at once. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#pollTimer);
    clearTimeout(this.#debounceTimer);
    await this.#polling;
    await this.#runningTurns;
    await this.#sending;
    await Promise.all(this.#requests);
    await this.#runningTurns;
    // If the database is unavailable, the claims expire instead.
    await this.#settle().catch(() => {});
    this.#poster.close();
  }
}

/** @throws Error for a kind without webhook messages */
function kindOf({ kind }: Message): Kind {
  if (isKind(kind)) return kind;
  throw new Error(`${kind} has no webhook messages`);
}

/**
 * The body of a message, with the record as its owner may read it now. If the owner may not read everything, a record
 * that was public and is not shown any more counts as deleted.
 * @returns null if the owner may not know of the record, or has not subscribed to the type
 */
function bodyOf(message: Message, record: ShownRecord | undefined): string | null {
  const { kind, recordId: id, at, target } = message;
  const readsEverything = mayReadEverything(target.owner);
  const isHidden = !readsEverything && (record === undefined || record.hide_from_listings === true);
  if (isHidden && !message.wasPublic) return null;
  const type = isHidden ? `${kind}.deleted` : message.type;
  if (!readsEverything && !matchesTypes(type, target.types)) return null;
  const shown = record !== undefined && !isHidden ? { record } : {};
  return JSON.stringify({ type, timestamp: at, data: { kind, id, ...shown } });
}
