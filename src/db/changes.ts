import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Db } from './orm.ts';
import { type Carried, Totals } from './totals.ts';
import { Turns } from './turns.ts';

/** How long a thing may be remembered while nobody can tell us of changes made elsewhere, in milliseconds. */
const DEAF_MS = 1_000;
const RECONNECT_MS = 500;
const MOST_REMEMBERED = 10_000;
const CHANNEL = 'calendar_change';
/** Later than any date that is stored. */
const NEVER = '9999-12-31 23:59:59';

interface Remembered {
  version: number;
  at: number;
  value: Promise<unknown>;
}

/** What changes are about. A change of what is linked to an event is one of the event; images never change. */
export const TOPICS = ['event', 'venue', 'organizer', 'term'] as const;
export type Topic = (typeof TOPICS)[number];

/** A write of ours that says in the setting `calendar.write` which one it is, so that what PostgreSQL tells of it is no news. */
export interface OwnWrite {
  readonly name: string;
  readonly nowUtc: string;
  /** From when on what it stored counts as published; null when it does not, undefined when that is not known. */
  readonly publishedUtc: string | null | undefined;
  /** Whether it will say itself what it changes about totals. */
  readonly carries?: boolean;
}

/** The topic of a table, as PostgreSQL tells it; all when it says nothing that is known. */
const topicsOf = (table: string | undefined): readonly Topic[] => {
  const topic = table?.startsWith('event_') ? 'event' : TOPICS.find((known) => known === table);
  return topic ? [topic] : table === 'image' ? [] : TOPICS;
};

interface Memory {
  topics: readonly Topic[];
  values: LRUCache<NonNullable<unknown>, NonNullable<unknown>>;
}

/** Clearing costs as much as the memory could hold; changes often come in threes and fours. */
function forgetAll(memory: { readonly size: number; clear(): void }): void {
  if (memory.size > 0) memory.clear();
}

/** Between two publications that were scheduled, the same records are published: one moment stands for all of them. */
export interface Stretch {
  readonly from: string;
  /** The next scheduled publication. */
  readonly until: string;
  /** Terms of scheduled events, with their number. */
  readonly scheduled: ReadonlyMap<number, number>;
}

/** What is left of a stretch when a record was stored: from its publication on it is right, unless the record is published later than now. */
function stretchAfter(stretch: Stretch, { publishedUtc, nowUtc }: OwnWrite): Stretch | undefined {
  if (publishedUtc === undefined) return undefined;
  if (publishedUtc === null || publishedUtc <= stretch.from) return stretch;
  return publishedUtc <= nowUtc && publishedUtc < stretch.until ? { ...stretch, from: publishedUtc } : undefined;
}

const scheduledEvents = (publishedBy: string): RawBuilder<unknown> =>
  sql`event_term join event on event.id = event_term.event_id where event.status = 'publish' and event.published_utc > ${publishedBy}::timestamp`;

/** How many scheduled events a term has, as SQL. */
export const scheduledOf = (term: RawBuilder<unknown>, publishedBy: string): RawBuilder<number> =>
  sql<number>`select count(*) from ${scheduledEvents(publishedBy)} and event_term.term_id = ${term}`;

/** The terms of all scheduled events, with their number. */
export async function scheduledTerms(db: Db, publishedBy: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select event_term.term_id as id, count(*)::int as n from ${scheduledEvents(publishedBy)} group by event_term.term_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/**
 * Knows when the data has changed: by what this process writes, and by what PostgreSQL tells of others (LISTEN/NOTIFY). As long as nothing has,
 * what was computed once can be remembered. While the connection is down, remembering ends after {@link DEAF_MS}.
 */
export class Changes {
  #version = 0;
  /** Dropped by every change that may be one of the schedule. */
  #stretch: Stretch | undefined;
  #writes = 0;
  #listening = false;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #spread: (() => Promise<void>) | undefined;
  readonly #remembered = new LRUCache<string, Remembered>({ max: MOST_REMEMBERED });
  readonly #memories = new Map<unknown, Memory>();
  /** Writes of ours by name, until PostgreSQL has told of them; whether everyone here knows of them already. */
  readonly #own = new LRUCache<string, { write: OwnWrite; acknowledged: boolean }>({ max: MOST_REMEMBERED });
  readonly #name = randomUUID();
  /**
   * PostgreSQL lets one transaction at a time tell of changes, and counts of terms are waited for too: more writers at once would only keep its
   * locks, and our connections, busy.
   */
  readonly writers = new Turns(3);
  /** Of lists of events. Only right while {@link listening}. */
  readonly totals: Totals;
  readonly #listeners = new Set<() => void>();

  constructor(totals = new Totals()) {
    this.totals = totals;
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  /** Whether changes made elsewhere are heard of. */
  get listening(): boolean {
    return this.#listening;
  }

  /**
   * Something was stored. Called before the write is acknowledged, so that nobody who knows of it is answered from memory.
   * @param carried what it changes about totals; `later` when that is still to be said
   */
  changed(topics: readonly Topic[] = TOPICS, own?: OwnWrite, carried?: Carried | 'later'): void {
    this.#version += 1;
    if (carried !== 'later') this.totals.changed(carried);
    this.#stretch = own && this.#stretch && stretchAfter(this.#stretch, own);
    forgetAll(this.#remembered);
    for (const memory of this.#memories.values()) if (memory.topics.some((topic) => topics.includes(topic))) forgetAll(memory.values);
    for (const listener of this.#listeners) listener();
  }

  /**
   * A place for what `owner` has read, by key; empty after each change of its topics. undefined while changes made elsewhere are not heard of.
   */
  memory(owner: unknown, topics: readonly Topic[]): Memory['values'] | undefined {
    if (!this.#listening) return undefined;
    const known = this.#memories.get(owner);
    if (known) return known.values;
    const values: Memory['values'] = new LRUCache({ max: MOST_REMEMBERED });
    this.#memories.set(owner, { topics, values });
    return values;
  }

  /** A write of ours with its name, before it starts. */
  announce(published: Omit<OwnWrite, 'name'>): OwnWrite {
    const write = { ...published, name: `${this.#name}-${++this.#writes}` };
    this.#own.set(write.name, { write, acknowledged: false });
    return write;
  }

  /** Something of ours was stored: everyone who answers for this instance knows it when this resolves. */
  async acknowledge(topics?: readonly Topic[], own?: OwnWrite, carried?: Carried): Promise<void> {
    this.changed(topics, own, carried);
    // When PostgreSQL was faster, it is no longer there.
    const known = own && this.#own.get(own.name);
    if (known) known.acknowledged = true;
    await this.#spread?.();
  }

  /** PostgreSQL tells of a change: the table, and which write it was if that said so. A write whose answer was lost is heard of only here. */
  #told(payload: string | undefined): void {
    const [table, name = ''] = payload?.split(' ') ?? [];
    const own = this.#own.get(name);
    this.#own.delete(name);
    if (!own?.acknowledged) this.changed(topicsOf(table), own?.write, own?.write.carries ? 'later' : undefined);
  }

  /** How the other processes of this instance are told of a change. */
  spreadBy(spread: () => Promise<void>): void {
    this.#spread = spread;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** What `compute` answers, remembered until the data changes; asked at once by many, it is computed once. */
  remember<T>(key: string, compute: () => Promise<T>): Promise<T> {
    const known = this.#remembered.get(key);
    if (known && known.version === this.#version && (this.#listening || Date.now() - known.at < DEAF_MS)) return known.value as Promise<T>;
    const value = compute();
    this.#remembered.set(key, { version: this.#version, at: Date.now(), value });
    value.catch(() => this.#remembered.delete(key));
    return value;
  }

  /**
   * The moment by which records count as published at `nowUtc`, and when that will change next. The moment is the same from one scheduled
   * publication to the next, so that what depends on it can be remembered.
   */
  async published(db: Db, nowUtc: string): Promise<Stretch> {
    const known = this.#stretch;
    if (known && known.from <= nowUtc && nowUtc < known.until && this.#listening) return known;
    const version = this.#version;
    const { rows } = await sql<{ until: string | null }>`
      select least(
        (select min(published_utc) from event where status = 'publish' and published_utc > ${nowUtc}::timestamp),
        (select min(published_utc) from venue where status = 'publish' and published_utc > ${nowUtc}::timestamp),
        (select min(published_utc) from organizer where status = 'publish' and published_utc > ${nowUtc}::timestamp))::text as until`.execute(
      db,
    );
    const until = rows[0]?.until ?? NEVER;
    const stretch: Stretch = { from: nowUtc, until, scheduled: until === NEVER ? new Map() : await scheduledTerms(db, nowUtc) };
    if (version === this.#version) this.#stretch = stretch;
    return stretch;
  }

  /** Starts to listen, and keeps trying when the connection breaks. Returns at once. */
  listen(url: string): void {
    if (this.#closed) return;
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    this.#client = client;
    const lost = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      this.#listening = false;
      client.removeAllListeners();
      client.on('error', () => {});
      void client.end().catch(() => {});
      if (!this.#closed) this.#timer = setTimeout(() => this.listen(url), RECONNECT_MS).unref();
    };
    client.on('notification', ({ payload }) => this.#told(payload));
    client.on('error', lost);
    client.on('end', lost);
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => {
        if (this.#client !== client) return;
        // Whatever happened before we listened is unknown.
        this.changed();
        this.#listening = true;
      })
      .catch(lost);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    this.#listening = false;
    await client?.end();
  }
}

class Unremembered extends Changes {
  override memory(): undefined {}

  override remember<T>(_key: string, compute: () => Promise<T>): Promise<T> {
    return compute();
  }
}

/** For reading inside transactions: nothing is known before, and nothing is kept. */
export const UNREMEMBERED: Changes = new Unremembered();
