import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LRUCache } from 'lru-cache';
import { Webhook } from 'standardwebhooks';
import type { Caller } from '../../domain/access/caller.ts';
import type { PasswordKeys } from '../../domain/access/password-keys.ts';
import { mayReadEverything } from '../../domain/access/policy.ts';
import type { Context } from '../../domain/context/context.ts';
import { tellWebhooks } from '../../domain/webhooks/messages.ts';
import {
  dueWebhooks,
  endWebhook,
  failed,
  finished,
  hasWebhooks,
  leaseWebhook,
  type Message,
  nextMessages,
  pauseWebhook,
  releaseWebhook,
  resumeWebhook,
  type Target,
  trimMessages,
} from '../../domain/webhooks/queue.ts';
import { unsealed } from '../../domain/webhooks/webhook-secret.ts';
import { isOfTypes } from '../../domain/webhooks/webhook-types.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { deliveries as counts } from '../../platform/telemetry/counters.ts';
import { isKind, type Kind, type RecordDeps, RecordReader, type ShownRecord } from '../feeds/records.ts';
import { Poster } from './post.ts';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

interface DeliveriesOptions extends RecordDeps {
  /** The primary. */
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
/** How many messages to one receiver are one turn. */
const AT_ONCE = 8;
/** How many characters the bodies of a turn have, unless its first body has more: what comes next waits for the next turn. */
const MOST_CHARACTERS = 500_000;
/** How many texts are kept for other receivers, and the longest of them. */
const MOST_TEXTS = 64;
const LONGEST_TEXT = 100_000;
/** For how long a text is kept for other receivers of the same message, in milliseconds. */
const TEXT_TTL_MS = 1_000;
/** How often what was delivered long ago is deleted, in looks. */
const TRIM_LOOKS = 600;
/** The text of a message; null for what its owner may not know. */
type Body = string | null;

/** Statuses by which a receiver says that it cannot answer now, whatever the message is. */
const isUnavailable = (status: number): boolean => status >= 500 || status === 429;
const isArrived = (status: number): boolean => status >= 200 && status < 300;
const GONE = 410;

/**
 * Delivers to webhooks what was written down for them. Each webhook is served by one process at a time, apart from all
 * others; so a receiver that is slow or dead holds up nobody else, and none of this happens in a writer's transaction
 * (decisions/0084).
 */
export class Deliveries {
  readonly #options: DeliveriesOptions;
  readonly #records: RecordReader;
  readonly #poster: Poster;
  /** Texts by message and owner; undefined for one that did not fit beside others. */
  readonly #texts = new LRUCache<string, Promise<Body | undefined>>({ max: MOST_TEXTS, ttl: TEXT_TTL_MS });
  readonly #name = randomUUID();
  readonly #running = new Map<number, Promise<void>>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #hasWebhooks = false;
  #looks = 0;
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
    if (!this.#hasWebhooks) return;
    for (const id of await dueWebhooks(db, this.#name)) {
      if (this.#running.has(id) || this.#closing.signal.aborted) continue;
      const running = this.#serve(id)
        .catch((error: unknown) => {
          // What is ended in a pause fails, too.
          if (!this.#closing.signal.aborted)
            this.#options.log.warn({ webhook: id, error: String(error) }, 'webhook not served');
        })
        .finally(() => this.#running.delete(id));
      this.#running.set(id, running);
    }
    if (this.#looks++ % TRIM_LOOKS === 0) await trimMessages(db);
  }

  /** Delivers to one webhook until nothing is due, or its receiver is left alone for a while. */
  async #serve(id: number): Promise<void> {
    const { db } = this.#options;
    try {
      while (!this.#closing.signal.aborted) {
        const target = await leaseWebhook(db, id, this.#name);
        if (!target) return;
        const messages = await nextMessages(db, id, AT_ONCE);
        if (messages.length === 0 || !(await this.#deliver(target, messages))) return;
      }
    } finally {
      await releaseWebhook(db, id, this.#name);
    }
  }

  /** @returns whether the receiver may be sent more */
  async #deliver(target: Target, messages: readonly Message[]): Promise<boolean> {
    const { em, keys } = this.#options;
    const secret = unsealed(target.secret, await keys.current(em.fork()));
    const bodies = await this.#bodies(target, messages);
    const results = await Promise.all(
      bodies.map(([message, body]) => this.#send(target, secret, message, body)),
    );
    const done = results.flatMap(({ isDone, number, status }) => (isDone ? [{ number, status }] : []));
    if (done.length > 0) await finished(this.#options.db, done);
    const isAvailable = results.every((result) => result.isAvailable);
    if (isAvailable) {
      if (target.failures > 0) await resumeWebhook(this.#options.db, target.id);
    } else if (!this.#closing.signal.aborted) {
      const parked = await pauseWebhook(this.#options.db, target.id);
      counts.add('parked', parked);
      if (parked > 0) this.#options.log.warn({ webhook: target.id, parked }, 'webhook messages parked');
    }
    return isAvailable;
  }

  /**
   * What the first of some messages say now, as many as fit into one turn. What is made for one receiver is the same for others
   * whose owners may read everything: it was read after the change.
   */
  async #bodies(target: Target, messages: readonly Message[]): Promise<[Message, Body][]> {
    const { owner } = target;
    if (!mayReadEverything(owner)) return this.#make(target, messages);
    const keyOf = ({ messageId }: Message): string => `${owner.id} ${messageId}`;
    // What is sent again is read again: it may have been erased since.
    for (const message of messages) if (message.attempts > 0) this.#texts.delete(keyOf(message));
    const missing = messages.filter((message) => !this.#texts.has(keyOf(message)));
    if (missing.length > 0) {
      const made = this.#make(target, missing).then((all) => new Map(all));
      for (const message of missing) {
        const text = made.then((texts) => texts.get(message));
        const forget = (): void => void this.#texts.delete(keyOf(message));
        text.then((body) => {
          if (body === undefined || (body?.length ?? 0) > LONGEST_TEXT) forget();
        }, forget);
        this.#texts.set(keyOf(message), text);
      }
    }
    const texts = messages.map((message) => [message, this.#texts.get(keyOf(message))] as const);
    const bodies: [Message, Body][] = [];
    let characters = 0;
    for (const [message, text] of texts) {
      const body = await text;
      characters += body?.length ?? 0;
      if (body === undefined || (bodies.length > 0 && characters > MOST_CHARACTERS)) break;
      bodies.push([message, body]);
    }
    return bodies.length > 0 ? bodies : this.#make(target, messages.slice(0, 1));
  }

  async #make(target: Target, messages: readonly Message[]): Promise<[Message, Body][]> {
    const context = await this.#options.contextOf(target.owner);
    const bodies: [Message, Body][] = [];
    let characters = 0;
    const names = messages.map((message) => ({ kind: kindOf(message), id: message.recordId, message }));
    for await (const [{ message }, record] of this.#records.each(context, names)) {
      const body = bodyOf(message, record, target);
      characters += body?.length ?? 0;
      if (bodies.length > 0 && characters > MOST_CHARACTERS) break;
      bodies.push([message, body]);
    }
    return bodies;
  }

  /** @returns whether the message is done, and whether the receiver has answered, and not that it cannot */
  async #send(
    { id, url }: Target,
    secret: string,
    message: Message,
    body: Body,
  ): Promise<{ isDone: boolean; isAvailable: boolean; number: Message['number']; status: number | null }> {
    const { db, log } = this.#options;
    const { number } = message;
    if (body === null) return { isDone: true, isAvailable: true, number, status: null };
    const now = this.#options.clock();
    const headers = {
      'webhook-id': message.messageId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(message.messageId, now, body),
    };
    let status: number | null = null;
    let error: string | null = null;
    try {
      status = await this.#poster.post(new URL(url), body, headers, this.#closing.signal);
    } catch (failure) {
      // Whether it has arrived nobody knows: it is sent again, with the same id.
      if (this.#closing.signal.aborted) return { isDone: false, isAvailable: false, number, status };
      error = failure instanceof Error ? failure.message : String(failure);
    }
    const about = { webhook: id, message: message.messageId, type: message.type, status, error };
    if (status !== null && isArrived(status)) {
      counts.add('delivered');
      return { isDone: true, isAvailable: true, number, status };
    }
    counts.add('failed');
    if (status === GONE) {
      await endWebhook(db, id);
      log.warn(about, 'webhook ended: its receiver says that it is gone');
      return { isDone: false, isAvailable: true, number, status };
    }
    const isParked = await failed(db, message, { status, error });
    if (isParked) counts.add('parked');
    log.info(about, isParked ? 'webhook message parked' : 'webhook message not delivered');
    return { isDone: false, isAvailable: status !== null && !isUnavailable(status), number, status };
  }

  /** Ends it. What is under way counts as not delivered, and is sent again by whoever serves next. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#soon);
    await this.#looking;
    await Promise.all(this.#running.values());
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
function bodyOf(message: Message, record: ShownRecord | undefined, { owner, types }: Target): Body {
  const { kind, recordId: id, at } = message;
  const isWhole = mayReadEverything(owner);
  const isGone = !isWhole && (record === undefined || record.hide_from_listings === true);
  if (isGone && !message.wasPublic) return null;
  const type = isGone ? `${kind}.deleted` : message.type;
  if (!isWhole && !isOfTypes(type, types)) return null;
  const shown = record !== undefined && !isGone ? { record } : {};
  return JSON.stringify({ type, timestamp: at, data: { kind, id, ...shown } });
}
