import { RECORD_KINDS } from '../records/kinds.ts';
import type { Change } from './log.ts';

/**
 * What changes are about. A change of what is linked to an event is one of the event; how many events a term
 * has is a `count`.
 */
export const TOPICS = [...RECORD_KINDS, 'term', 'count', 'image'] as const;
export type Topic = (typeof TOPICS)[number];

const isTopic = (kind: string): kind is Topic => TOPICS.some((known) => known === kind);

/** What a change is about; everything when it says nothing that is known, and nothing for users. */
export function topicsOf({ kind, operation }: Change): readonly Topic[] {
  if (kind === 'user') return [];
  if (!isTopic(kind)) return TOPICS;
  if (kind !== 'term') return [kind];
  return operation === 'count' ? ['count'] : ['term', 'count'];
}

/**
 * What an answer was made of: single records, or anything at all. Who reads in another way than by ids has
 * read anything.
 */
export class Reads {
  isAnything = false;
  /** By topic and id. */
  readonly records = new Set<string>();

  record(topic: Topic, id: number): void {
    if (!this.isAnything) this.records.add(`${topic} ${id}`);
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
  readonly #records = new Map<string, number>();

  get now(): number {
    return this.#now;
  }

  /** Something has changed; everything unless it is said what. */
  changed(changes?: readonly Change[]): void {
    this.#now += 1;
    const told = changes?.some(isFar) ? undefined : changes;
    if (!told || told.length + this.#records.size > MOST) this.#all();
    else
      for (const change of told)
        for (const topic of topicsOf(change)) this.#records.set(`${topic} ${change.id}`, this.#now);
  }

  #all(): void {
    this.#everything = this.#now;
    this.#records.clear();
  }

  /** Whether nothing of what was read has changed since a version. */
  isSame(since: number, reads: Reads): boolean {
    if (since === this.#now) return true;
    if (reads.isAnything || this.#everything > since) return false;
    for (const record of reads.records) if ((this.#records.get(record) ?? 0) > since) return false;
    return true;
  }
}
