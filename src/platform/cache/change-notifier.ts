import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../postgres/orm.ts';

const CHANNEL = 'calendar_change';
/** Writes within this time share one notification, in milliseconds. */
const BATCH_MS = 50;
/** Interval of checking that this process's own notifications arrive, in milliseconds. */
const CHECK_MS = 1_000;
/** Without a write for this long, a test notification is sent, in milliseconds. */
const TEST_MS = 10_000;
/** The connection is reopened if own notifications do not arrive for this long, in milliseconds. */
const UNDELIVERED_MS = 3_000;
/** Backoff of reconnects, in milliseconds: first and longest. */
const RECONNECT_MS = 500;
const MAX_RECONNECT_MS = 30_000;
const CONNECT_MS = 5_000;

interface ListenOptions {
  /** The address of the database, without a pooler. */
  readonly url: string;
  /** Called after a write by another process. */
  readonly onNotification: () => void;
  /** Called once with a message for the operator if notifications do not arrive. */
  readonly warn?: ((message: string) => void) | undefined;
}

const UNDELIVERED =
  'LISTEN is accepted on this connection, but no notification arrives. Changes made by other instances are ' +
  'seen up to half a second later. If DATABASE_URL points to a pooler in transaction mode, such as PgBouncer, ' +
  'set DATABASE_LISTEN_URL to the address of the database itself.';

/**
 * Wakes the pollers of the change log by LISTEN/NOTIFY before their next interval. Only latency depends on it. A
 * notification is sent after a write, in a separate transaction, and covers several writes: PostgreSQL lets only one
 * transaction notify at a time, and all others wait until it is on disk.
 */
export class ChangeNotifier {
  readonly #db: Db;
  /** The payload of this process's own notifications. Earlier releases treat it as a change of all data. */
  readonly #own = randomBytes(6).toString('hex');
  #isNotifying = false;
  #isPending = false;
  #target: ListenOptions | undefined;
  #client: pg.Client | undefined;
  #isOpen = false;
  /** Since when the own notification has not arrived, in milliseconds of `performance.now()`. */
  #undeliveredSince: number | undefined;
  /** When the last notification was sent, on the same clock. */
  #notifiedAt = 0;
  /** Number of consecutive connections that received nothing, or refused LISTEN, as standbys do. */
  #failures = 0;
  #checking: NodeJS.Timeout | undefined;
  #reconnecting: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param db a connection to the primary */
  constructor(db: Db) {
    this.#db = db;
  }

  /** Sends a notification, batched with others. Need not be awaited; never rejects. */
  async notify(): Promise<void> {
    this.#isPending = true;
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    while (this.#isPending && !this.#isClosed) {
      this.#isPending = false;
      this.#notifiedAt = performance.now();
      if (this.#isOpen) this.#undeliveredSince ??= this.#notifiedAt;
      try {
        await sql`select pg_notify(${CHANNEL}, ${this.#own})`.execute(this.#db);
      } catch {
        // Nothing was sent, so nothing has to arrive.
        this.#undeliveredSince = undefined;
      }
      await pause(BATCH_MS, undefined, { ref: false });
    }
    this.#isNotifying = false;
  }

  /** Starts to listen, and reconnects when the connection breaks. Returns at once. */
  listen(target: ListenOptions): void {
    this.#target = target;
    this.#checking = setInterval(() => this.#check(), CHECK_MS).unref();
    this.#connect(target);
  }

  #connect(target: ListenOptions): void {
    const client = new pg.Client({
      connectionString: target.url,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: UNDELIVERED_MS,
      keepAlive: true,
    });
    this.#client = client;
    const lost = (): void => this.#drop(client);
    client.on('notification', ({ payload }) => {
      if (this.#client !== client) return;
      if (payload !== this.#own) return target.onNotification();
      this.#undeliveredSince = undefined;
      this.#failures = 0;
    });
    client.on('error', lost);
    client.on('end', lost);
    client
      .connect()
      .then(() => this.#open(client))
      .catch(lost);
  }

  async #open(client: pg.Client): Promise<void> {
    await client.query(`listen ${CHANNEL}`).catch((error: unknown) => {
      this.#failures += 1;
      throw error;
    });
    if (this.#client !== client) return;
    this.#isOpen = true;
    void this.notify();
  }

  #check(): void {
    if (!this.#isOpen || this.#client === undefined) return;
    const now = performance.now();
    if (this.#undeliveredSince !== undefined && now - this.#undeliveredSince > UNDELIVERED_MS) {
      if (this.#failures++ === 0) this.#target?.warn?.(UNDELIVERED);
      this.#drop(this.#client);
    } else if (now - this.#notifiedAt > TEST_MS) void this.notify();
  }

  #drop(client: pg.Client): void {
    if (this.#client !== client) return;
    const delay = Math.min(MAX_RECONNECT_MS, RECONNECT_MS * 2 ** this.#failures);
    this.#reset();
    client.removeAllListeners();
    client.on('error', () => {});
    client.connection.stream.destroy();
    const target = this.#target;
    if (!this.#isClosed && target)
      this.#reconnecting = setTimeout(() => this.#connect(target), delay).unref();
  }

  #reset(): void {
    this.#client = undefined;
    this.#isOpen = false;
    this.#undeliveredSince = undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#checking);
    clearTimeout(this.#reconnecting);
    const client = this.#client;
    this.#reset();
    if (!client) return;
    const ending = setTimeout(() => client.connection.stream.destroy(), RECONNECT_MS);
    await client.end().catch(() => {});
    clearTimeout(ending);
  }
}
