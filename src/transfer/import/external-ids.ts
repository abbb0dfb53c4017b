import { sql } from 'kysely';
import { RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';
import type { Db } from '../../platform/postgres/orm.ts';

/**
 * Finds the record of this calendar that has a name elsewhere. Such a name is a global id of another
 * calendar, or the UID of an iCalendar file; a record keeps its names in its lineage (decisions/0046).
 */
export class ExternalIdIndex {
  #own: readonly string[] = [];
  readonly #ids = new Map<string, number>();

  /** Reads the lineages of all records. @param own the hosts that global ids of this calendar begin with */
  async load(db: Db, own: readonly string[]): Promise<void> {
    this.#own = own.map((name) => `${name}?id=`);
    for (const kind of RECORD_KINDS) {
      const { rows } = await sql<{ id: number; lineage: string[] }>`
        select id, lineage from ${sql.table(kind)} where lineage <> '[]' order by id desc`.execute(db);
      for (const { id, lineage } of rows) this.add(kind, lineage, id);
    }
  }

  /** The id of the record with one of the names; the first name that is known decides. */
  find(kind: RecordKind, names: readonly string[]): number | undefined {
    for (const name of names) {
      const id = this.#ids.get(`${kind} ${name}`) ?? this.#ownId(name);
      if (id !== undefined) return id;
    }
    return undefined;
  }

  add(kind: RecordKind, names: readonly string[], id: number): void {
    for (const name of names) this.#ids.set(`${kind} ${name}`, id);
  }

  /** The names without the global id that the record has here, and without repetitions. */
  elsewhere(names: readonly string[], id: number): string[] {
    return [...new Set(names)].filter((name) => this.#ownId(name) !== id);
  }

  /** The id in a global id of this calendar; undefined for other names. */
  #ownId(name: string): number | undefined {
    const own = this.#own.find((start) => name.startsWith(start));
    return own === undefined ? undefined : Number(name.slice(own.length)) || undefined;
  }
}
