import type { EntityManager } from '@mikro-orm/postgresql';
import { Webhook } from 'standardwebhooks';
import type { Caller } from '../../domain/access/caller.ts';
import type { PasswordKeys } from '../../domain/access/password-keys.ts';
import { mayReadEverything } from '../../domain/access/policy.ts';
import type { Context } from '../../domain/context/context.ts';
import { tellWebhooks } from '../../domain/webhooks/messages.ts';
import {
  claimMessages,
  endWebhook,
  hasWebhooks,
  type Message,
  type Outcome,
  releaseMessages,
  settleMessages,
} from '../../domain/webhooks/queue.ts';
import { unsealed } from '../../domain/webhooks/webhook-secret.ts';
import { isOfTypes } from '../../domain/webhooks/webhook-types.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { deliveries as counts } from '../../platform/telemetry/counters.ts';
import { isKind, type Kind, type RecordDeps, RecordReader, type ShownRecord } from '../feeds/records.ts';
import { Poster, secondsIn } from './post.ts';

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
  /** Whether private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** The context in which a user reads. */
  readonly contextOf: (caller: Caller) => Promise<Context>;
}

/** How often each process looks whether something is due, in milliseconds, and how often while there is no webhook. */
const LOOK_MS = 1_000;
const IDLE_MS = 10_000;
/** How soon what is stored is delivered, in milliseconds. */
const SOON_MS = 250;
/** How many messages are under way from this process. */
const AT_ONCE = 200;
/** How many characters their bodies have together, and those to one receiver; a single body may have more. */
const MOST_CHARACTERS = 2_000_000;
const MOST_TO_ONE = 500_000;
/** The longest time from claim to sending, in milliseconds: the answer has to come before the claim ends. */
const BEGIN_MS = 10_000;
const GONE = 410;

const isArrived = (status: number): boolean => status >= 200 && status < 300;
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Delivers the stored messages of webhooks, each by itself: a slow or refused one delays no other
 * message, and none of this happens in a writer's transaction (decisions/0095).
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #records: RecordReader;
  readonly #poster: Poster;
  readonly #closing = new AbortController();
  /** Requests under way. */
  readonly #posts = new Set<Promise<void>>();
  /** Characters under way, by webhook. */
  readonly #characters = new Map<number, number>();
  /** Webhooks whose next body has to wait until another one has arrived. */
  readonly #full = new Set<number>();
  /** Webhooks whose receivers did not answer the last attempt. */
  readonly #silent = new Set<number>();
  /** What the database has to be told. */
  #outcomes: Outcome[] = [];
  #unsent: Message[] = [];
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #turning: Promise<void> | undefined;
  #making: Promise<void> | undefined;
  #isWanted = false;
  #hasWebhooks = false;
  /** On the clock of `performance.now()`. */
  #lookedAt = 0;

  /** @throws Error at start when the contract lacks a record */
  constructor(options: DeliveriesOptions) {
    this.#options = options;
    this.#records = new RecordReader(options);
    this.#poster = new Poster(options.allowPrivate);
  }

  /** Begins to look for what is due. */
  open(): void {
    this.#look();
  }

  /** Something was stored. */
  wake(): void {
    if (this.#soon || this.#closing.signal.aborted) return;
    // Without a webhook it only looks, now and then, whether somebody has added the first one.
    const passed = performance.now() - this.#lookedAt;
    const delay = this.#hasWebhooks ? SOON_MS : Math.max(SOON_MS, LOOK_MS - passed);
    this.#soon = setTimeout(() => {
      this.#soon = undefined;
      this.#look();
    }, delay).unref();
  }

  #look(): void {
    clearTimeout(this.#timer);
    this.#lookedAt = performance.now();
    this.#looking ??= this.#begin()
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined;
        clearTimeout(this.#timer);
        if (!this.#closing.signal.aborted)
          this.#timer = setTimeout(() => this.#look(), this.#hasWebhooks ? LOOK_MS : IDLE_MS).unref();
      });
  }

  async #begin(): Promise<void> {
    const { db } = this.#options;
    await tellWebhooks(db);
    this.#hasWebhooks = await hasWebhooks(db);
    if (this.#hasWebhooks) this.#go();
  }

  /** Takes a turn, or another one after the present one. */
  #go(): void {
    this.#isWanted = true;
    this.#turning ??= this.#turns();
  }

  async #turns(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      // While the database is away: the next look tries again.
      await this.#turn().catch(() => {});
    }
    this.#turning = undefined;
  }

  /** Notes what has become of messages, and begins to send others. */
  async #turn(): Promise<void> {
    await this.#note();
    const most = AT_ONCE - this.#posts.size;
    if (this.#making || most <= 0 || this.#closing.signal.aborted) return;
    const claimedAt = performance.now();
    const { db } = this.#options;
    const messages = await claimMessages(db, { most, silent: this.#silent, full: this.#full });
    if (messages.length === 0) return;
    this.#making = this.#send(messages, claimedAt).finally(() => {
      this.#making = undefined;
      this.#go();
    });
  }

  async #note(): Promise<void> {
    const { db, log } = this.#options;
    const unsent = this.#unsent;
    this.#unsent = [];
    if (unsent.length > 0) await releaseMessages(db, unsent);
    const outcomes = this.#outcomes;
    if (outcomes.length === 0) return;
    this.#outcomes = [];
    const ended = new Set<number>();
    try {
      const states = await settleMessages(db, outcomes);
      for (const { message, state, status, error } of outcomes) {
        const { target, messageId, type, number } = message;
        const settled = states.get(number);
        if (state !== 'failed' || settled === undefined) continue;
        const about = { webhook: target.id, message: messageId, type, status, error };
        if (settled === 'parked') counts.add('parked');
        log.info(about, settled === 'parked' ? 'webhook message parked' : 'webhook message not delivered');
        if (status !== GONE || ended.has(target.id)) continue;
        ended.add(target.id);
        await endWebhook(db, target.id);
        log.warn(about, 'webhook ended: its receiver says that it is gone');
      }
    } catch (error) {
      this.#outcomes.push(...outcomes);
      throw error;
    }
  }

  /** Sends messages, those of receivers with the fewest characters under way first. What does not fit is given back. */
  async #send(messages: readonly Message[], claimedAt: number): Promise<void> {
    const left = new Set(messages);
    const waitsFor = (id: number): number => this.#characters.get(id) ?? 0;
    const groups = [...Map.groupBy(messages, ({ target }) => target.id)].toSorted(
      ([a], [b]) => waitsFor(a) - waitsFor(b),
    );
    const isOpen = (): boolean => !this.#closing.signal.aborted && performance.now() - claimedAt < BEGIN_MS;
    for (const [, group] of groups) {
      try {
        if (isOpen()) await this.#sendTo(group, left, isOpen);
      } catch {
        // One of them cannot be made; it must not hold up the others.
        for (const message of group)
          if (left.has(message) && isOpen())
            await this.#sendTo([message], left, isOpen).catch((error: unknown) => {
              left.delete(message);
              this.#fail(message, { error: wordsOf(error) });
            });
      }
    }
    this.#unsent.push(...left);
  }

  /**
   * Sends messages of one webhook as long as there is room.
   * @param left loses those that are sent
   */
  async #sendTo(messages: readonly Message[], left: Set<Message>, isOpen: () => boolean): Promise<void> {
    const [first] = messages;
    if (!first) return;
    const { em, keys, contextOf } = this.#options;
    const { id, owner, secret: stored } = first.target;
    const secret = unsealed(stored, await keys.current(em.fork()));
    const names = messages.map((message) => ({ kind: kindOf(message), id: message.recordId, message }));
    for await (const [{ message }, record] of this.#records.each(await contextOf(owner), names)) {
      const body = bodyOf(message, record);
      if (!isOpen()) return;
      if (body !== null && !this.#hasRoom(id, body.length)) {
        this.#full.add(id);
        return;
      }
      left.delete(message);
      if (body === null) {
        this.#outcomes.push({ message, state: 'skipped', status: null, error: null, retryAfter: 0 });
        continue;
      }
      const post = this.#post(message, body, secret).finally(() => {
        this.#posts.delete(post);
        this.#add(id, -body.length);
        for (const full of this.#full)
          if (full === id || !this.#characters.has(full)) this.#full.delete(full);
        this.#go();
      });
      this.#posts.add(post);
      this.#add(id, body.length);
    }
  }

  /** Whether a body of this length may be sent to a webhook now. */
  #hasRoom(id: number, length: number): boolean {
    const all = [...this.#characters.values()].reduce((sum, characters) => sum + characters, 0);
    const own = this.#characters.get(id) ?? 0;
    return (all === 0 || all + length <= MOST_CHARACTERS) && (own === 0 || own + length <= MOST_TO_ONE);
  }

  #add(id: number, characters: number): void {
    const sum = (this.#characters.get(id) ?? 0) + characters;
    if (sum > 0) this.#characters.set(id, sum);
    else this.#characters.delete(id);
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
      this.#silent.delete(id);
      if (!isArrived(status))
        return this.#fail(message, { status, retryAfter: secondsIn(retryAfter, this.#options.clock()) });
      counts.add('delivered');
      this.#outcomes.push({ message, state: 'delivered', status, error: null, retryAfter: 0 });
    } catch (error) {
      // It may have arrived: send it again, with the same id.
      if (this.#closing.signal.aborted) this.#unsent.push(message);
      else {
        this.#silent.add(id);
        this.#fail(message, { error: wordsOf(error) });
      }
    }
  }

  #fail(message: Message, result: Partial<Pick<Outcome, 'status' | 'error' | 'retryAfter'>>): void {
    counts.add('failed');
    this.#outcomes.push({ message, state: 'failed', status: null, error: null, retryAfter: 0, ...result });
  }

  /** Ends it. What is under way counts as not sent, and any other process may send it at once. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#soon);
    await this.#looking;
    await this.#turning;
    await this.#making;
    await Promise.all(this.#posts);
    await this.#turning;
    // A database that is away has to wait until the claims end.
    await this.#note().catch(() => {});
    this.#poster.close();
  }
}

/** @throws Error for a kind without webhook messages */
function kindOf({ kind }: Message): Kind {
  if (isKind(kind)) return kind;
  throw new Error(`no webhook is told of ${kind}`);
}

/**
 * The text of a message: what has become of a record, as its owner may read it at this moment. Who may not read
 * everything is told of what everybody was shown once; when it is no longer shown, that it is gone.
 * @returns null for what the owner may not know, or has not asked for
 */
function bodyOf(message: Message, record: ShownRecord | undefined): string | null {
  const { kind, recordId: id, at, target } = message;
  const isWhole = mayReadEverything(target.owner);
  const isGone = !isWhole && (record === undefined || record.hide_from_listings === true);
  if (isGone && !message.wasPublic) return null;
  const type = isGone ? `${kind}.deleted` : message.type;
  if (!isWhole && !isOfTypes(type, target.types)) return null;
  const shown = record !== undefined && !isGone ? { record } : {};
  return JSON.stringify({ type, timestamp: at, data: { kind, id, ...shown } });
}
