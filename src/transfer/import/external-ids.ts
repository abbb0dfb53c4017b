import type { EntityManager } from '@mikro-orm/postgresql';
import { RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';
import { beyond, entityPages, NEXT_PAGE } from './entity-pages.ts';
import { RECORD_ENTITIES } from './record-entities.ts';

/**
 * Finds records of this calendar by their external ids: global ids of other calendars, and UIDs of iCalendar files. A
 * record keeps them in its lineage (decisions/0046).
 */
export class ExternalIdIndex {
  /** What global ids of this calendar begin with, `host?id=`. */
  #ownPrefixes: readonly string[] = [];
  readonly #idByExternalId = new Map<string, number>();

  /** Reads the lineages of all records. @param hosts the hosts that global ids of this calendar begin with */
  async load(em: EntityManager, hosts: readonly string[]): Promise<void> {
    this.#ownPrefixes = hosts.map((host) => `${host}?id=`);
    for (const kind of RECORD_KINDS) {
      const pages = entityPages((after) =>
        em
          .createQueryBuilder(RECORD_ENTITIES[kind])
          .select(['id', 'lineage'])
          .where({ ...beyond(after), lineage: { $ne: [] } })
          .orderBy(NEXT_PAGE.orderBy)
          .limit(NEXT_PAGE.limit)
          .execute('all'),
      );
      // Of several records with one external id, the oldest counts.
      for await (const records of pages)
        for (const { id, lineage } of records)
          this.add(
            kind,
            lineage.filter((externalId) => !this.#idByExternalId.has(`${kind} ${externalId}`)),
            id,
          );
    }
  }

  /** The id of the record with one of these external ids; the first that is known decides. */
  find(kind: RecordKind, externalIds: readonly string[]): number | undefined {
    for (const externalId of externalIds) {
      const id = this.#idByExternalId.get(`${kind} ${externalId}`) ?? this.#ownId(externalId);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  add(kind: RecordKind, externalIds: readonly string[], id: number): void {
    for (const externalId of externalIds) this.#idByExternalId.set(`${kind} ${externalId}`, id);
  }

  /** The external ids without the global id that the record has here, and without repetitions. */
  withoutOwn(externalIds: readonly string[], id: number): string[] {
    return [...new Set(externalIds)].filter((externalId) => this.#ownId(externalId) !== id);
  }

  /** The id in a global id of this calendar; undefined for other external ids. */
  #ownId(externalId: string): number | undefined {
    const prefix = this.#ownPrefixes.find((start) => externalId.startsWith(start));
    return prefix === undefined ? undefined : Number(externalId.slice(prefix.length)) || undefined;
  }
}
