import { RECORD_KINDS } from '../records/kinds.ts';
import type { Change } from './log.ts';

/**
 * What changes are about. A change of what is linked to an event is one of the event; how many events a term
 * has is a `count`.
 */
export const TOPICS = [...RECORD_KINDS, 'term', 'count', 'image'] as const;
export type Topic = (typeof TOPICS)[number];

const BY_KIND: ReadonlyMap<string, readonly Topic[]> = new Map<string, readonly Topic[]>([
  ...TOPICS.map((topic): [string, Topic[]] => [topic, [topic]]),
  ['term', ['term', 'count']],
  ['user', []],
]);
const COUNTED: readonly Topic[] = ['count'];

/** What a change is about; everything when its kind is unknown, and nothing for users. */
const topicsOf = ({ kind, operation }: Change): readonly Topic[] =>
  kind === 'term' && operation === 'count' ? COUNTED : (BY_KIND.get(kind) ?? TOPICS);

/** What has changed: the ids of records, by topic; null stands for any record of a topic. */
export type News = ReadonlyMap<Topic, ReadonlySet<number> | null>;

export function newsOf(changes: readonly Change[]): News {
  const news = new Map<Topic, Set<number> | null>();
  for (const change of changes)
    for (const topic of topicsOf(change)) {
      const ids = news.get(topic);
      if (change.id === null) news.set(topic, null);
      else if (ids) ids.add(change.id);
      else if (ids === undefined) news.set(topic, new Set([change.id]));
    }
  return news;
}

/**
 * What an answer was made of: single records, any records of some topics, or anything at all. Who says nothing of
 * what a statement reads has read anything.
 */
export class Reads {
  isAnything = false;
  /** A topic, or with an id a single record. */
  readonly known = new Set<string>();

  record(topic: Topic, id: number): void {
    if (!this.isAnything) this.known.add(`${topic} ${id}`);
  }

  /** For lists, which any record of these topics may enter or leave. */
  listOf(...topics: Topic[]): void {
    for (const topic of topics) this.known.add(topic);
  }
}

/** A change that reaches further than the record: others show how many events of a term are published by now. */
const isFar = ({ kind, operation, id }: Change): boolean =>
  id === null || (kind === 'event' && operation === 'state');

/** So many records are told apart at most; beyond, everything counts as changed. */
const MOST = 10_000;

/** What has changed since when. Versions are numbers that grow with each change. */
export class Versions {
  #now = 0;
  #everything = 0;
  /** By topic, and by topic and id. */
  readonly #changed = new Map<string, number>();

  get now(): number {
    return this.#now;
  }

  /** Something has changed; everything unless it is said what. */
  changed(changes?: readonly Change[], news?: News): void {
    this.#now += 1;
    if (!changes || !news || changes.length + this.#changed.size > MOST || changes.some(isFar)) this.#all();
    else
      for (const [topic, ids] of news) {
        this.#changed.set(topic, this.#now);
        for (const id of ids ?? []) this.#changed.set(`${topic} ${id}`, this.#now);
      }
  }

  #all(): void {
    this.#everything = this.#now;
    this.#changed.clear();
  }

  /** Whether nothing of what was read has changed since a version. */
  isSame(since: number, reads: Reads): boolean {
    if (since === this.#now) return true;
    if (reads.isAnything || reads.known.size === 0 || this.#everything > since) return false;
    for (const read of reads.known) if ((this.#changed.get(read) ?? 0) > since) return false;
    return true;
  }
}
