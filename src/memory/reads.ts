import { RECORD_KINDS } from '../records/kinds.ts';
import type { Change } from './log.ts';

/**
 * What changes are about. To change the links of an event is to change the event; the number of events that a
 * term has is a `count`.
 */
export const TOPICS = [...RECORD_KINDS, 'term', 'count', 'image'] as const;
export type Topic = (typeof TOPICS)[number];

const BY_KIND: ReadonlyMap<string, readonly Topic[]> = new Map<string, readonly Topic[]>([
  ...TOPICS.map((topic): [string, Topic[]] => [topic, [topic]]),
  ['term', ['term', 'count']],
  ['user', []],
]);
const COUNTED: readonly Topic[] = ['count'];

/** What a change is about: everything if its kind is unknown, and nothing for users. */
const topicsOf = ({ kind, operation }: Change): readonly Topic[] =>
  kind === 'term' && operation === 'count' ? COUNTED : (BY_KIND.get(kind) ?? TOPICS);

/** What has changed: ids of records by topic; null stands for any record of a topic. */
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
 * What an answer was made of: single records, any records of some topics, or anything at all. A statement
 * that does not say what it reads counts as having read anything.
 */
export class Reads {
  isAnything = false;
  /** Topics, and single records as a topic with an id. */
  readonly known = new Set<string>();

  record(topic: Topic, id: number): void {
    if (!this.isAnything) this.known.add(`${topic} ${id}`);
  }

  /** Notes that a list was read, which any record of these topics may enter or leave. */
  listOf(...topics: Topic[]): void {
    for (const topic of topics) this.known.add(topic);
  }
}

/** Whether a change affects more than its record: others show how many events of a term are published. */
const isFar = ({ kind, operation, id }: Change): boolean =>
  id === null || (kind === 'event' && operation === 'state');

/** At most this many records are tracked one by one; when there are more, everything counts as changed. */
const MOST = 10_000;

/** Knows what has changed since when. Versions are numbers that increase with each change. */
export class Versions {
  /** The latest; {@link changed} increases it. */
  now = 0;
  #everything = 0;
  /** The versions of the latest changes, by topic, and by topic and id. */
  readonly #changed = new Map<string, number>();

  /** Notes `changes`, or without them a change of everything. */
  changed(changes?: readonly Change[], news?: News): void {
    this.now += 1;
    if (!changes || !news || changes.length + this.#changed.size > MOST || changes.some(isFar)) this.#all();
    else
      for (const [topic, ids] of news) {
        this.#changed.set(topic, this.now);
        for (const id of ids ?? []) this.#changed.set(`${topic} ${id}`, this.now);
      }
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
