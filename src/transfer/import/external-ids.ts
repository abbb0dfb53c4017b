import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import type { SourceKind } from './source.ts';
import { storedLineages, storedSeries } from './stored.ts';

/**
 * The name of the series that an occurrence belongs to, `host?series=5#20310401T170000Z`, or a later part of it, with which
 * a feed goes on, `host?series=5&from=2031-03-31`.
 */
const seriesOf = (externalId: string): string => externalId.replace(/#.*/s, '').replace(/&from=[\d-]+$/, '');

/**
 * Finds records of this calendar by their external ids: global ids of other calendars, and UIDs of iCalendar files. A
 * record keeps them in its lineage (decisions/0096).
 */
export class ExternalIdIndex {
  /** What global ids of this calendar begin with, `host?id=`. */
  #ownPrefixes: readonly string[] = [];
  readonly #idByExternalId = new Map<string, number>();
  /** The parents of the series of this calendar, by the names that feeds have for these: `host?series=id`. */
  readonly #parentBySeries = new Map<string, number>();

  /** Reads the lineages of all records. @param hosts the hosts that global ids of this calendar begin with */
  async load(db: Db, hosts: readonly string[]): Promise<void> {
    this.#ownPrefixes = hosts.map((host) => `${host}?id=`);
    for (const { id, parent } of await storedSeries(db))
      for (const host of hosts) this.#parentBySeries.set(`${host}?series=${id}`, parent);
    // Of several records with one external id, the oldest counts, which comes last.
    for (const kind of RECORD_KINDS)
      for (const { id, lineage } of await storedLineages(db, kind)) this.add(kind, lineage, id);
  }

  /** The id of the record with one of these external ids; the first that is known decides. */
  find(kind: SourceKind, externalIds: readonly string[]): number | undefined {
    for (const externalId of externalIds) {
      const id = this.#idByExternalId.get(`${kind} ${externalId}`) ?? this.#ownId(externalId);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  add(kind: SourceKind, externalIds: readonly string[], id: number): void {
    for (const externalId of externalIds) this.#idByExternalId.set(`${kind} ${externalId}`, id);
  }

  /** Whether something is a series of this calendar, or a part of it. */
  isOwnSeries([externalId = '']: readonly string[]): boolean {
    return this.#parentBySeries.has(seriesOf(externalId));
  }

  /** The external ids without the global id that the record has here, and without repetitions. */
  withoutOwn(externalIds: readonly string[], id: number): string[] {
    return [...new Set(externalIds)].filter(
      (externalId) => this.#ownId(externalId) !== id && !this.isOwnSeries([externalId]),
    );
  }

  /** The id in a global id of this calendar, or of the parent of a series of it; undefined for other external ids. */
  #ownId(externalId: string): number | undefined {
    const parent = this.#parentBySeries.get(seriesOf(externalId));
    if (parent !== undefined) return externalId.includes('#') ? undefined : parent;
    const prefix = this.#ownPrefixes.find((start) => externalId.startsWith(start));
    return prefix === undefined ? undefined : Number(externalId.slice(prefix.length)) || undefined;
  }
}
