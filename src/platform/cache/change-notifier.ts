import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client, serversOf, timedOut } from '../postgres/client.ts';
import type { Db } from '../postgres/orm.ts';
import type { Servers } from '../postgres/servers.ts';

const CHANNEL = 'calendar_change';
/** Writes within this time are announced together, in milliseconds. */
const RING_MS = 50;
/**
 * How often it is checked that notifications arrive, by one that is sent for this purpose, in milliseconds.
 */
const LOOK_MS = 1_000;
const TRY_MS = 10_000;
/** When our own notifications have not arrived for this long, the connection is opened again. */
const DEAF_MS = 3_000;
/** How long to wait before connecting again: the first time, and at most. */
const RECONNECT_MS = 500;
const SELDOM_MS = 30_000;
const CONNECT_MS = 5_000;

interface Listening {
  /** The database to listen to. */
  readonly url: string;
  /** Called when somebody has stored something. */
  readonly onNotification: () => void;
  /** Called with a message for the operator, once, when notifications do not arrive. */
  readonly warn?: ((message: string) => void) | undefined;
}

interface Here extends Listening {
  readonly servers: Servers;
}

const DEAF =
  'LISTEN is accepted on this connection, but PostgreSQL tells nothing by it. Changes that others make are ' +
  'seen up to half a second later. If DATABASE_URL leads to a pooler that gives each transaction another ' +
  "connection (PgBouncer's transaction mode), set DATABASE_LISTEN_URL to the address of the database itself.";

/**
 * Wakes those who read the log of changes (LISTEN/NOTIFY), so that they need not wait for their next look at
 * it. Nothing depends on it. Notifications are sent after a write, in a transaction of their own, and one for
 * several writes: PostgreSQL lets only one transaction notify at a time, and all others wait until it is on
 * disk.
 */
export class ChangeNotifier {
  readonly #db: Db;
  /** Tells our notifications from those of others. Earlier releases take it for a change of anything. */
  readonly #own = randomBytes(6).toString('hex');
  #isRinging = false;
  #isRungAgain = false;
  #listening: Here | undefined;
  #client: Client | undefined;
  #isOpen = false;
  /**
   * Since when a notification of ours has not arrived, and when we last sent one, in milliseconds of
   * `performance.now()`.
   */
  #unheardSince: number | undefined;
  #rungAt = 0;
  /** How many connections in a row received nothing, or were refused LISTEN, as standbys do. */
  #deaf = 0;
  #looking: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param db a connection to the primary */
  constructor(db: Db) {
    this.#db = db;
  }

  /** Notifies soon. Nobody has to wait for that; it never rejects. */
  async notify(): Promise<void> {
    this.#isRungAgain = true;
    if (this.#isRinging) return;
    this.#isRinging = true;
    while (this.#isRungAgain && !this.#isClosed) {
      this.#isRungAgain = false;
      this.#rungAt = performance.now();
      if (this.#isOpen) this.#unheardSince ??= this.#rungAt;
      try {
        await sql`select pg_notify(${CHANNEL}, ${this.#own})`.execute(this.#db);
      } catch {
        // Nothing was sent, so it does not matter that nothing arrives.
        this.#unheardSince = undefined;
      }
      await pause(RING_MS, undefined, { ref: false });
    }
    this.#isRinging = false;
  }

  /** Starts to listen, and keeps trying when the connection breaks. Returns at once. */
  listen(listening: Listening): void {
    const here = { ...listening, servers: serversOf(listening.url) };
    this.#listening = here;
    this.#looking = setInterval(() => this.#look(), LOOK_MS).unref();
    this.#connect(here);
  }

  #connect(listening: Here): void {
    const { servers } = listening;
    const client = new Client({ servers, connectMs: CONNECT_MS });
    this.#client = client;
    const lost = (): void => this.#drop(client);
    client.on('notification', ({ payload }) => {
      if (this.#client !== client) return;
      if (payload !== this.#own) return listening.onNotification();
      this.#unheardSince = undefined;
      this.#deaf = 0;
    });
    client.on('error', lost);
    client.on('end', lost);
    const mute = setTimeout(
      () => client.abort(timedOut('LISTEN was not answered in time')),
      CONNECT_MS + DEAF_MS,
    ).unref();
    client
      .connect()
      .then(() => this.#open(client))
      .catch(lost)
      .finally(() => clearTimeout(mute));
  }

  async #open(client: Client): Promise<void> {
    await client.query(`listen ${CHANNEL}`).catch((error: unknown) => {
      this.#deaf += 1;
      throw error;
    });
    if (this.#client !== client) return;
    this.#isOpen = true;
    void this.notify();
  }

  #look(): void {
    if (!this.#isOpen || this.#client === undefined) return;
    const now = performance.now();
    if (this.#unheardSince !== undefined && now - this.#unheardSince > DEAF_MS) {
      if (this.#deaf++ === 0) this.#listening?.warn?.(DEAF);
      this.#drop(this.#client);
    } else if (now - this.#rungAt > TRY_MS) void this.notify();
  }

  #drop(client: Client): void {
    if (this.#client !== client) return;
    const again = Math.min(SELDOM_MS, RECONNECT_MS * 2 ** this.#deaf);
    this.#forget();
    client.removeAllListeners();
    client.on('error', () => {});
    client.abort(timedOut('not heard of'));
    const listening = this.#listening;
    if (!this.#isClosed && listening) this.#timer = setTimeout(() => this.#connect(listening), again).unref();
  }

  #forget(): void {
    this.#client = undefined;
    this.#isOpen = false;
    this.#unheardSince = undefined;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#looking);
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#forget();
    if (!client) return;
    const cut = setTimeout(() => client.abort(timedOut('not ended in time')), RECONNECT_MS);
    await client.end().catch(() => {});
    clearTimeout(cut);
  }
}
