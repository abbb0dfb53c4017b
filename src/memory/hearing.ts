import { randomBytes } from 'node:crypto';
import { Client, timedOut } from '../database/client.ts';

/** How often it is proved that we hear, in milliseconds. */
const BEAT_MS = 1_000;
/**
 * How long the last proof holds, counted from when it was sent: nothing that was stored before that is still
 * unheard of.
 */
const PROOF_MS = 2_000;
/** After so long without a proof the connection is made anew. */
const DEAF_MS = 3_000;
/** How soon, at first and at most. */
const RECONNECT_MS = 500;
const SELDOM_MS = 30_000;
const CONNECT_MS = 5_000;

export interface HearingOptions {
  /** Where to listen. */
  readonly url: string;
  readonly channel: string;
  /**
   * Tells everybody who listens, by the way that writes take: only then does it prove that those are heard
   * of.
   */
  readonly notify: (channel: string, payload: string) => Promise<void>;
  /** What was told on the channel. */
  readonly onTold: (payload: string | undefined) => void;
  /** It is proved, for the first time on this connection. What happened before is unknown. */
  readonly onHearing: () => void;
  /** For the operator: once when others are not heard of, and once when they are again. */
  readonly warn?: ((message: string) => void) | undefined;
}

const DEAF = `Changes that others make are not heard of: PostgreSQL accepts LISTEN on this connection but delivers nothing. Nothing is remembered, so every answer \
is computed. If DATABASE_URL leads to a pooler that gives each transaction another connection (PgBouncer's transaction mode), set DATABASE_LISTEN_URL to the \
address of the database itself.`;

/**
 * Hears what PostgreSQL tells (LISTEN/NOTIFY), and knows whether it does: a connection can be dead without
 * saying so, and poolers accept LISTEN without passing anything on. So something is told every second, and
 * only what was heard counts.
 */
export class Hearing {
  readonly #options: HearingOptions;
  /** Nobody else's, so that many processes do not hear each other's. */
  readonly #own = `calendar_alive_${randomBytes(6).toString('hex')}`;
  readonly #sent = new Map<string, number>();
  readonly #beating: NodeJS.Timeout;
  #beats = 0;
  #client: Client | undefined;
  /**
   * When the last proof was sent that was heard, and since when the connection listens; in milliseconds of
   * `performance.now()`.
   */
  #provedAt = Number.NEGATIVE_INFINITY;
  #listeningSince: number | undefined;
  #isProved = false;
  /** Who waits for a proof that was sent no earlier than this. */
  #waiting: { since: number; resolve: () => void }[] = [];
  /** Times in a row that a connection was deaf. */
  #deaf = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: HearingOptions) {
    this.#options = options;
    this.#beating = setInterval(() => this.#beat(), BEAT_MS).unref();
    this.#connect();
  }

  /** Whether everything that was stored until a moment ago has been heard of. */
  get isHearing(): boolean {
    return this.#isProved && performance.now() - this.#provedAt < PROOF_MS;
  }

  /** Resolves once everything that was stored before has been heard of, by a proof that is sent at once. */
  prove(): Promise<void> {
    const since = performance.now();
    const proved = new Promise<void>((resolve) => this.#waiting.push({ since, resolve }));
    this.#beat();
    return proved;
  }

  #connect(): void {
    const { url, channel } = this.#options;
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    this.#client = client;
    const lost = (): void => this.#drop(client, RECONNECT_MS);
    client.on('notification', (told) => {
      if (this.#client !== client) return;
      if (told.channel === this.#own) this.#heard(told.payload ?? '');
      else this.#options.onTold(told.payload);
    });
    client.on('error', lost);
    client.on('end', lost);
    const mute = setTimeout(
      () => client.cut(timedOut('LISTEN was not answered in time')),
      CONNECT_MS + DEAF_MS,
    ).unref();
    client
      .connect()
      .then(() => client.query(`listen ${channel}; listen ${this.#own}`))
      .then(() => {
        if (this.#client !== client) return;
        this.#listeningSince = performance.now();
        this.#beat();
      }, lost)
      .finally(() => clearTimeout(mute));
  }

  #drop(client: Client, again: number): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#isProved = false;
    this.#listeningSince = undefined;
    client.removeAllListeners();
    client.on('error', () => {});
    client.cut(timedOut('not heard of'));
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#connect(), again).unref();
  }

  #beat(): void {
    if (this.#listeningSince === undefined || this.#client === undefined) return;
    const now = performance.now();
    const payload = String(++this.#beats);
    if (now - Math.max(this.#provedAt, this.#listeningSince) > DEAF_MS) {
      this.#giveUp(this.#client);
      return;
    }
    this.#sent.set(payload, now);
    this.#options.notify(this.#own, payload).catch(() => {
      // Nobody was told, so not hearing it means nothing.
      this.#sent.delete(payload);
    });
  }

  #giveUp(client: Client): void {
    const wasTold = this.#sent.size > 0;
    this.#sent.clear();
    if (wasTold && this.#deaf++ === 0) this.#options.warn?.(DEAF);
    this.#drop(client, Math.min(SELDOM_MS, RECONNECT_MS * 2 ** this.#deaf));
  }

  #heard(payload: string): void {
    const sentAt = this.#sent.get(payload);
    if (sentAt === undefined) return;
    this.#sent.clear();
    this.#provedAt = sentAt;
    if (!this.#isProved) this.#begin();
    const isOver = ({ since }: { since: number }): boolean => since <= sentAt;
    for (const { resolve } of this.#waiting.filter(isOver)) resolve();
    this.#waiting = this.#waiting.filter((one) => !isOver(one));
  }

  #begin(): void {
    if (this.#deaf > 0) this.#options.warn?.('Changes that others make are heard of again.');
    this.#deaf = 0;
    this.#options.onHearing();
    this.#isProved = true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#beating);
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    this.#isProved = false;
    if (!client) return;
    const cut = setTimeout(() => client.cut(timedOut('not ended in time')), RECONNECT_MS);
    await client.end().catch(() => {});
    clearTimeout(cut);
  }
}
