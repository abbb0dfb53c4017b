import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../database/orm.ts';
import { Bell } from './bell.ts';
import { Hearing } from './hearing.ts';
import { type Change, ChangeLog, type LoggedChange } from './log.ts';
import { type News, newsOf, type Reads, type Topic, Versions } from './reads.ts';

/** How long a thing may be remembered while nobody can tell us of changes made elsewhere, in milliseconds. */
const DEAF_MS = 1_000;
/**
 * Nothing is remembered for longer, in milliseconds: who has switched off the triggers tells nobody of
 * changes.
 */
const OLDEST_MS = 60_000;
/** How often the log is trimmed, in milliseconds. */
const TRIM_MS = 60_000;
const MOST_REMEMBERED = 10_000;
/** Memory for what is remembered by texts that callers can make long, in bytes. */
const MOST_BYTES = 4 * 1024 * 1024;

interface Remembered {
  version: number;
  at: number;
  value: Promise<unknown>;
}

/**
 * A write of ours that says in the setting `calendar.write` which one it is, so that what the log has of it is
 * no news.
 */
export interface OwnWrite {
  readonly name: string;
  readonly nowUtc: string;
  /**
   * From when on what it stored counts as published; null when it does not, undefined when that is not known.
   */
  readonly publishedUtc: string | null | undefined;
}

type ValueCache = LRUCache<NonNullable<unknown>, NonNullable<unknown>>;

/**
 * What values depend on, that are remembered by their key: `of` the one record that is the key, or any record
 * of some topics.
 */
export type Dependence = { readonly of: Topic } | { readonly any: readonly Topic[] };

interface Memory {
  on: Dependence;
  values: ValueCache;
}

/** @param changes what has changed, where that is known @param own the write, when it is one of ours with a name */
type ChangeListener = (changes: readonly Change[] | undefined, own?: OwnWrite) => void;

/** How the other processes of this instance are told of a change. */
export type Spread = (changes: readonly Change[] | undefined, write: string | undefined) => Promise<void>;

/** Clearing takes time in proportion to the capacity, and changes often come in threes and fours. */
function forgetAll(memory: { readonly size: number; clear(): void }): void {
  if (memory.size > 0) memory.clear();
}

/** @param news what has changed; everything unless given */
function forget({ on, values }: Memory, news: News | undefined): void {
  for (const topic of 'of' in on ? [on.of] : on.any) {
    const ids = news ? news.get(topic) : null;
    if (ids && 'of' in on) for (const id of ids) values.delete(id);
    else if (ids !== undefined) forgetAll(values);
  }
}

/**
 * Knows when the data has changed: by what this process writes, and by the log of what everybody has written.
 * As long as nothing has, what was computed once can be remembered. While the log cannot be read, remembering
 * ends after {@link DEAF_MS}.
 */
export class Changes {
  readonly #versions = new Versions();
  #heard = 0;
  #writes = 0;
  #hearing: Hearing | undefined;
  #bell: Bell | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  #spread: Spread | undefined;
  readonly #remembered = new LRUCache<string, Remembered>({
    max: MOST_REMEMBERED,
    maxSize: MOST_BYTES,
    sizeCalculation: (_value, key) => 200 + 2 * key.length,
  });
  readonly #memories = new Map<unknown, Memory>();
  /** Names of writes that everyone here knows of already, until the log has told of them, too. */
  readonly #known = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  readonly #name = randomUUID();
  readonly #listeners = new Set<ChangeListener>();
  readonly #remembers: boolean;

  /** @param remembers whether anything is remembered; nothing else depends on it */
  constructor({ remembers = true }: { remembers?: boolean } = {}) {
    this.#remembers = remembers;
  }

  /** Grows with every change, and now and then without one. */
  get version(): number {
    return this.#versions.now;
  }

  /** Whether nothing has changed, since a version, of what was read then. */
  isSame(since: number, reads: Reads): boolean {
    return this.#versions.isSame(since, reads);
  }

  /** Grows with every change that was heard of. */
  get heard(): number {
    return this.#heard;
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
   * Something was stored; anything unless it is said what. Called before the write is acknowledged, so that
   * nobody who knows of it is answered from memory.
   */
  changed(changes?: readonly Change[], own?: OwnWrite): void {
    this.#heard += 1;
    this.#forget(changes, own);
  }

  #forget(changes?: readonly Change[], own?: OwnWrite): void {
    const news = changes && newsOf(changes);
    this.#versions.changed(changes, news);
    forgetAll(this.#remembered);
    for (const memory of this.#memories.values()) forget(memory, news);
    for (const listener of this.#listeners) listener(changes, own);
  }

  /**
   * A place for what `owner` has read, by key; what changes is forgotten. undefined while changes made
   * elsewhere are not heard of.
   */
  memory(owner: unknown, on: Dependence): ValueCache | undefined {
    if (!this.listening) return undefined;
    const known = this.#memories.get(owner);
    if (known) return known.values;
    const values: ValueCache = new LRUCache({ max: MOST_REMEMBERED });
    this.#memories.set(owner, { on, values });
    return values;
  }

  /** A write of ours with its name, before it starts. */
  announce(published: Omit<OwnWrite, 'name'>): OwnWrite {
    return { ...published, name: `${this.#name}-${++this.#writes}` };
  }

  /**
   * A write of ours was stored: everyone who answers for this instance knows it when this resolves, and others
   * will soon.
   */
  async acknowledge(own: OwnWrite, changes?: readonly Change[]): Promise<void> {
    this.changed(changes, own);
    this.#known.set(own.name, true);
    this.#bell?.ring();
    await this.#spread?.(changes, own.name);
  }

  /** Another process of this instance tells of a write. */
  told(changes: readonly Change[] | undefined, write: string | undefined): void {
    this.changed(changes);
    if (write !== undefined) this.#known.set(write, true);
  }

  /** The log tells of changes. A write of ours whose answer was lost is heard of only here. */
  #logged(logged: readonly LoggedChange[]): void {
    const news = logged.filter(({ write }) => write === null || !this.#known.has(write));
    for (const { write } of logged) if (write !== null) this.#known.delete(write);
    if (news.length > 0) this.changed(news);
  }

  spreadBy(spread: Spread): void {
    this.#spread = spread;
  }

  onChange(listener: ChangeListener): void {
    this.#listeners.add(listener);
  }

  /**
   * What `compute` answers, remembered until the data changes; asked at once by many, it is computed once.
   */
  remember<T>(key: string, compute: () => Promise<T>): Promise<T> {
    if (!this.#remembers) return compute();
    const known = this.#remembered.get(key);
    if (known && known.version === this.version && (this.listening || Date.now() - known.at < DEAF_MS))
      return known.value as Promise<T>;
    const value = compute();
    this.#remembered.set(key, { version: this.version, at: Date.now(), value });
    value.catch(() => this.#remembered.delete(key));
    return value;
  }

  /**
   * Starts to hear of what others store, and to tell them, and keeps trying when connections break. Returns at
   * once. @param db the way that writes take, by a connection that does not wait for theirs
   */
  listen({ url, db, warn }: { url: string; db: Db; warn?: (message: string) => void }): void {
    const log = new ChangeLog(db);
    const bell = new Bell(db);
    this.#bell = bell;
    this.#every(TRIM_MS, () => void log.trim().catch(() => {}));
    if (!this.#remembers) return;
    const hearing = new Hearing({
      read: () => log.read(),
      onChanges: (logged) => this.#logged(logged),
      onUnknown: () => this.changed(),
      warn,
    });
    this.#hearing = hearing;
    bell.listen({ url, onRung: () => hearing.wake(), warn });
    this.#every(OLDEST_MS, () => this.#forget());
  }

  #every(ms: number, work: () => void): void {
    this.#timers.push(setInterval(work, ms).unref());
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#hearing?.close();
    await this.#bell?.close();
  }
}

/** For reading inside transactions: nothing is known before, and nothing is kept. */
export const UNREMEMBERED = new Changes({ remembers: false });
