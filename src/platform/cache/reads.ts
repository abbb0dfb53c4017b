import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Change } from './log.ts';

/**
 * What changes are about. To change the links of an event is to change the event; the number of events that a
 * term has is a `count`.
 */
const TOPICS = [...RECORD_KINDS, 'term', 'count', 'image'] as const;
export type Topic = (typeof TOPICS)[number];

const BY_KIND: ReadonlyMap<string, readonly Topic[]> = new Map<string, readonly Topic[]>([
  ...TOPICS.map((topic): [string, Topic[]] => [topic, [topic]]),
  ['term', ['term', 'count']],
  ['user', []],
]);
const COUNTED: readonly Topic[] = ['count'];

/** What has changed. */
export interface News {
  /** Ids of records by topic; null stands for any record of a topic. */
  readonly ids: ReadonlyMap<Topic, ReadonlySet<number> | null>;
  /** Whether more than these is affected: others show how many events of a term are published. */
  readonly isFar: boolean;
}

/** What changes are about: everything if their kind is unknown, and nothing for users. */
export function newsOf(changes: readonly Change[]): News {
  const news = new Map<Topic, Set<number> | null>();
  let isFar = false;
  for (const { kind, id, operation } of changes) {
    if (id === null || (kind === 'event' && operation === 'state')) isFar = true;
    const topics = kind === 'term' && operation === 'count' ? COUNTED : (BY_KIND.get(kind) ?? TOPICS);
    for (const topic of topics) {
      const ids = news.get(topic);
      if (id === null) news.set(topic, null);
      else if (ids) ids.add(id);
      else if (ids === undefined) news.set(topic, new Set([id]));
    }
  }
  return { ids: news, isFar };
}

/**
 * What an answer is made of: single records, any records of some topics, or anything at all. While none of it
 * changes, the answer does not, until a moment comes at which the clock alone may change it. A statement that
 * does not say what it reads counts as having read anything.
 */
export class Reads {
  /** Until when the answer stays right if nothing is stored, in UTC; see {@link endsAt}. */
  until = '9999-12-31 23:59:59';
  isAnything = false;
  /** Topics, and single records as a topic with an id. */
  readonly known = new Set<string>();

  record(topic: Topic, id: number): void {
    if (!this.isAnything) this.known.add(`${topic} ${id}`);
  }

  /** Notes that the answer may change at this moment, in UTC. */
  endsAt(utc: string): void {
    if (utc < this.until) this.until = utc;
  }

  /** Notes that a list was read, which any record of these topics may enter or leave. */
  listOf(...topics: Topic[]): void {
    for (const topic of topics) this.known.add(topic);
  }
}

/** At most this many records are tracked one by one; when there are more, everything counts as changed. */
const MOST = 10_000;

/** Knows what has changed since when. Versions are numbers that increase with each change. */
export class Versions {
  /** The latest; {@link changed} increases it. */
  now = 0;
  #everything = 0;
  /** The versions of the latest changes, by topic, and by topic and id. */
  readonly #changed = new Map<string, number>();

  /** Notes what has changed: everything unless given. */
  changed(news?: News): void {
    this.now += 1;
    const isAnything = !news || news.isFar;
    for (const [topic, ids] of isAnything ? [] : news.ids) {
      this.#changed.set(topic, this.now);
      for (const id of ids ?? []) this.#changed.set(`${topic} ${id}`, this.now);
    }
    if (isAnything || this.#changed.size > MOST) this.#all();
  }

  #all(): void {
    this.#everything = this.now;
    this.#changed.clear();
  }

  /** Whether nothing of what was read has changed since a version. */
  isSame(since: number, reads: Reads): boolean {
    if (since === this.now) return true;
    if (reads.isAnything || reads.known.size === 0 || this.#everything > since) return false;
    for (const read of reads.known) if ((this.#changed.get(read) ?? 0) > since) return false;
    return true;
  }
}
