import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Turns } from '../database/turns.ts';
import { RECORD_KINDS } from '../records/kinds.ts';
import { Hearing, type HearingOptions } from './hearing.ts';

/** How long a thing may be remembered while nobody can tell us of changes made elsewhere, in milliseconds. */
const DEAF_MS = 1_000;
/**
 * Nothing is remembered for longer, in milliseconds: who has switched off the triggers tells nobody of
 * changes.
 */
const OLDEST_MS = 60_000;
const MOST_REMEMBERED = 10_000;
/** Memory for what is remembered by texts that callers can make long, in bytes. */
const MOST_BYTES = 4 * 1024 * 1024;
const CHANNEL = 'calendar_change';

interface Remembered {
  version: number;
  at: number;
  value: Promise<unknown>;
}

/**
 * What changes are about. A change of what is linked to an event is one of the event; images never change.
 */
export const TOPICS = [...RECORD_KINDS, 'term'] as const;
export type Topic = (typeof TOPICS)[number];

/** The topic of a table, as PostgreSQL tells it; all when it says nothing that is known. */
const topicsOf = (table: string | undefined): readonly Topic[] => {
  const topic = table?.startsWith('event_') ? 'event' : TOPICS.find((known) => known === table);
  return topic ? [topic] : table === 'image' ? [] : TOPICS;
};

/**
 * A write of ours that says in the setting `calendar.write` which one it is, so that what PostgreSQL tells of
 * it is no news.
 */
export interface OwnWrite {
  readonly name: string;
  readonly nowUtc: string;
  /**
   * From when on what it stored counts as published; null when it does not, undefined when that is not known.
   */
  readonly publishedUtc: string | null | undefined;
}

interface Memory {
  topics: readonly Topic[];
  values: LRUCache<NonNullable<unknown>, NonNullable<unknown>>;
}

/** Clearing takes time in proportion to the capacity, and changes often come in threes and fours. */
function forgetAll(memory: { readonly size: number; clear(): void }): void {
  if (memory.size > 0) memory.clear();
}

/**
 * Knows when the data has changed: by what this process writes, and by what PostgreSQL tells of others
 * (LISTEN/NOTIFY). As long as nothing has, what was computed once can be remembered. While the connection is
 * down, remembering ends after {@link DEAF_MS}.
 */
export class Changes {
  #version = 0;
  #writes = 0;
  #hearing: Hearing | undefined;
  #forgetting: NodeJS.Timeout | undefined;
  #spread: (() => Promise<void>) | undefined;
  readonly #remembered = new LRUCache<string, Remembered>({
    max: MOST_REMEMBERED,
    maxSize: MOST_BYTES,
    sizeCalculation: (_value, key) => 200 + 2 * key.length,
  });
  readonly #memories = new Map<unknown, Memory>();
  /**
   * Writes of ours by name, until PostgreSQL has told of them; whether everyone here knows of them already.
   */
  readonly #own = new LRUCache<string, { write: OwnWrite; acknowledged: boolean }>({ max: MOST_REMEMBERED });
  readonly #name = randomUUID();
  /**
   * PostgreSQL lets one transaction at a time tell of changes, and counts of terms are waited for too: more
   * writers at once would only keep its locks, and our connections, busy.
   */
  readonly writers = new Turns(3);
  readonly #listeners = new Set<(own?: OwnWrite) => void>();
  readonly #remembers: boolean;

  /** @param remembers whether anything is remembered; nothing else depends on it */
  constructor({ remembers = true }: { remembers?: boolean } = {}) {
    this.#remembers = remembers;
  }

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  /** Whether changes made elsewhere are heard of, so that what is remembered is right. */
  get listening(): boolean {
    return this.#remembers && this.#hearing?.isHearing === true;
  }

  /** Resolves once everything that was stored before, by whomever, has been heard of. Tests wait for it. */
  async heardOf(): Promise<void> {
    await this.#hearing?.prove();
  }

  /**
   * Something was stored. Called before the write is acknowledged, so that nobody who knows of it is answered
   * from memory.
   */
  changed(topics: readonly Topic[] = TOPICS, own?: OwnWrite): void {
    this.#version += 1;
    forgetAll(this.#remembered);
    for (const memory of this.#memories.values())
      if (memory.topics.some((topic) => topics.includes(topic))) forgetAll(memory.values);
    for (const listener of this.#listeners) listener(own);
  }

  /**
   * A place for what `owner` has read, by key; empty after each change of its topics. undefined while changes
   * made elsewhere are not heard of.
   */
  memory(owner: unknown, topics: readonly Topic[]): Memory['values'] | undefined {
    if (!this.listening) return undefined;
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
  async acknowledge(topics?: readonly Topic[], own?: OwnWrite): Promise<void> {
    this.changed(topics, own);
    // When PostgreSQL was faster, it is no longer there.
    const known = own && this.#own.get(own.name);
    if (known) known.acknowledged = true;
    await this.#spread?.();
  }

  /**
   * PostgreSQL tells of a change: the table, and which write it was if that said so. A write whose answer was
   * lost is heard of only here.
   */
  #told(payload: string | undefined): void {
    const [table, name = ''] = payload?.split(' ') ?? [];
    const own = this.#own.get(name);
    this.#own.delete(name);
    if (!own?.acknowledged) this.changed(topicsOf(table), own?.write);
  }

  /** How the other processes of this instance are told of a change. */
  spreadBy(spread: () => Promise<void>): void {
    this.#spread = spread;
  }

  /** @param listener gets the write, when it is one of ours that has a name */
  onChange(listener: (own?: OwnWrite) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * What `compute` answers, remembered until the data changes; asked at once by many, it is computed once.
   */
  remember<T>(key: string, compute: () => Promise<T>): Promise<T> {
    if (!this.#remembers) return compute();
    const known = this.#remembered.get(key);
    if (known && known.version === this.#version && (this.listening || Date.now() - known.at < DEAF_MS))
      return known.value as Promise<T>;
    const value = compute();
    this.#remembered.set(key, { version: this.#version, at: Date.now(), value });
    value.catch(() => this.#remembered.delete(key));
    return value;
  }

  /** Starts to listen, and keeps trying when the connection breaks. Returns at once. */
  listen(options: Pick<HearingOptions, 'url' | 'notify' | 'warn'>): void {
    // Whatever happened before we listened is unknown.
    const onHearing = (): void => this.changed();
    this.#hearing = new Hearing({
      ...options,
      channel: CHANNEL,
      onTold: (payload) => this.#told(payload),
      onHearing,
    });
    this.#forgetting = setInterval(() => this.changed(), OLDEST_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#forgetting);
    await this.#hearing?.close();
  }
}

/** For reading inside transactions: nothing is known before, and nothing is kept. */
export const UNREMEMBERED = new Changes({ remembers: false });
