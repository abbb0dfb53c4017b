import { sql } from 'kysely';
import type { Db } from '../database/orm.ts';
import { RECORD_KINDS, type RecordKind } from '../records/kinds.ts';

/**
 * Which record here is known by which name elsewhere: by its global id on another calendar, or by the UID of
 * an iCalendar file (docs/decisions/0046).
 */
export class Known {
  #own: readonly string[] = [];
  readonly #ids = new Map<string, number>();

  /**
   * Learns what the database knows. @param own what stands before the ids of this calendar in global ids
   */
  async load(db: Db, own: readonly string[]): Promise<void> {
    this.#own = own.map((name) => `${name}?id=`);
    for (const kind of RECORD_KINDS) {
      const { rows } = await sql<{ id: number; lineage: string[] }>`
        select id, lineage from ${sql.table(kind)} where lineage <> '[]' order by id desc`.execute(db);
      for (const { id, lineage } of rows) this.add(kind, lineage, id);
    }
  }

  /** The record here that one of the names means; the first that is known counts. */
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

  /** The names that the record with an id has elsewhere. */
  elsewhere(names: readonly string[], id: number): string[] {
    return [...new Set(names)].filter((name) => this.#ownId(name) !== id);
  }

  /** The id that a global id of this calendar holds. */
  #ownId(name: string): number | undefined {
    const own = this.#own.find((start) => name.startsWith(start));
    return own === undefined ? undefined : Number(name.slice(own.length)) || undefined;
  }
}
