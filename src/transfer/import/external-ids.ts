import { sql } from 'kysely';
import { RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';
import type { Db } from '../../platform/postgres/orm.ts';

/**
 * Finds records of this calendar by their external ids: global ids of other calendars, and UIDs of iCalendar files. A
 * record keeps them in its lineage (decisions/0046).
 */
export class ExternalIdIndex {
  #own: readonly string[] = [];
  readonly #ids = new Map<string, number>();

  /** Reads the lineages of all records. @param own the hosts that global ids of this calendar begin with */
  async load(db: Db, own: readonly string[]): Promise<void> {
    this.#own = own.map((externalId) => `${externalId}?id=`);
    for (const kind of RECORD_KINDS) {
      const { rows } = await sql<{ id: number; lineage: string[] }>`
        select id, lineage from ${sql.table(kind)} where lineage <> '[]' order by id desc`.execute(db);
      for (const { id, lineage } of rows) this.add(kind, lineage, id);
    }
  }

  /** The id of the record with one of these external ids; the first that is known decides. */
  find(kind: RecordKind, externalIds: readonly string[]): number | undefined {
    for (const externalId of externalIds) {
      const id = this.#ids.get(`${kind} ${externalId}`) ?? this.#ownId(externalId);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  add(kind: RecordKind, externalIds: readonly string[], id: number): void {
    for (const externalId of externalIds) this.#ids.set(`${kind} ${externalId}`, id);
  }

  /** The external ids without the global id that the record has here, and without repetitions. */
  withoutOwn(externalIds: readonly string[], id: number): string[] {
    return [...new Set(externalIds)].filter((externalId) => this.#ownId(externalId) !== id);
  }

  /** The id in a global id of this calendar; undefined for other external ids. */
  #ownId(externalId: string): number | undefined {
    const own = this.#own.find((start) => externalId.startsWith(start));
    return own === undefined ? undefined : Number(externalId.slice(own.length)) || undefined;
  }
}
