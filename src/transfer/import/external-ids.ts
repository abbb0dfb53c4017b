import type { Transaction } from '../../domain/context/context.ts';
import { RECORD_KINDS } from '../../lib/kinds.ts';
import type { SourceKind } from './source.ts';
import { storedLineages, storedSeries } from './stored.ts';

/**
 * The id of a series, `host?series=5`, from the id of an occurrence, `host?series=5#20310401T170000Z`, or of a later
 * part in a feed, `host?series=5&from=2031-03-31`.
 */
const seriesOf = (externalId: string): string => externalId.replace(/#.*/s, '').replace(/&from=[\d-]+$/, '');

/**
 * Finds records of this calendar by their external ids: global ids of other calendars, and UIDs of iCalendar files.
 * Records store them in their lineage (decisions/0096).
 */
export class ExternalIdIndex {
  /** The prefixes of this calendar's global ids, `host?id=`. */
  #ownPrefixes: readonly string[] = [];
  readonly #idByExternalId = new Map<string, number>();
  /** The parents of this calendar's series, by the ids of these in feeds: `host?series=id`. */
  readonly #parentBySeries = new Map<string, number>();

  /**
   * Loads the lineages of all records that the caller may read.
   * @param hosts the hosts in this calendar's global ids
   */
  async load(transaction: Transaction, hosts: readonly string[]): Promise<void> {
    this.#ownPrefixes = hosts.map((host) => `${host}?id=`);
    for (const { id, parent } of await storedSeries(transaction.db))
      for (const host of hosts) this.#parentBySeries.set(`${host}?series=${id}`, parent);
    // If several records share an external id, the oldest one wins: it is last.
    for (const kind of RECORD_KINDS)
      for (const { id, lineage } of await storedLineages(transaction, kind)) this.add(kind, lineage, id);
  }

  /** The id of the record with the first known external id. */
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

  /** Whether one of the external ids is the id of a record or series of this calendar. */
  isOwn(externalIds: readonly string[]): boolean {
    return externalIds.some((one) => this.isOwnSeries([one]) || this.#ownId(one) !== undefined);
  }

  /** Whether the first external id is a series of this calendar, or a part of one. */
  isOwnSeries([externalId = '']: readonly string[]): boolean {
    return this.#parentBySeries.has(seriesOf(externalId));
  }

  /** The external ids without duplicates and without the record's own global id. */
  withoutOwn(externalIds: readonly string[], id: number): string[] {
    return [...new Set(externalIds)].filter(
      (externalId) => this.#ownId(externalId) !== id && !this.isOwnSeries([externalId]),
    );
  }

  /** The id in a global id of this calendar, or the parent of its series; undefined for other external ids. */
  #ownId(externalId: string): number | undefined {
    const parent = this.#parentBySeries.get(seriesOf(externalId));
    if (parent !== undefined) return externalId.includes('#') ? undefined : parent;
    const prefix = this.#ownPrefixes.find((start) => externalId.startsWith(start));
    return prefix === undefined ? undefined : Number(externalId.slice(prefix.length)) || undefined;
  }
}
