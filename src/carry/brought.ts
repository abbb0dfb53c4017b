import { sql } from 'kysely';
import type { Db } from '../database/orm.ts';
import { RECORD_KINDS, type RecordKind } from '../records/kinds.ts';
import type { Header } from './lines.ts';
import { Refused } from './report.ts';

type Kind = RecordKind | 'term';

/** What an import knows of its source: which record here stands for which one there. */
export class Brought {
  /** Whether a record has the id here that it has there. */
  readonly keepsIds: boolean;
  /** Events here whose parent there has not come yet. */
  readonly parents = new Map<number, number>();
  readonly #host: string;
  readonly #ids = new Map<string, number>();
  readonly #known: ReadonlyMap<string, number>;
  readonly #own: readonly string[];

  private constructor(
    host: string,
    keepsIds: boolean,
    known: ReadonlyMap<string, number>,
    own: readonly string[],
  ) {
    this.#host = host;
    this.keepsIds = keepsIds;
    this.#known = known;
    this.#own = own;
  }

  /** @param own what stands before the ids of this calendar in global ids */
  static async from(db: Db, header: Header, keepsIds: boolean, own: readonly string[]): Promise<Brought> {
    const known = new Map<string, number>();
    for (const kind of RECORD_KINDS) {
      const { rows } = await sql<{ id: number; lineage: string[] }>`
        select id, lineage from ${sql.table(kind)} where lineage <> '[]'`.execute(db);
      for (const { id, lineage } of rows) for (const one of lineage) known.set(`${kind} ${one}`, id);
    }
    return new Brought(header.host ?? header.origin, keepsIds, known, own);
  }

  /** The global id of a record of the source. */
  globalId(id: number): string {
    return `${this.#host}?id=${id}`;
  }

  /** The record here that has come from there before, or has gone there from here. */
  before(kind: RecordKind, id: number, lineage: readonly string[]): number | undefined {
    for (const name of [this.globalId(id), ...lineage]) {
      const known = this.#known.get(`${kind} ${name}`) ?? this.#ownId(name);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  #ownId(globalId: string): number | undefined {
    const own = this.#own.find((name) => globalId.startsWith(`${name}?id=`));
    return own === undefined ? undefined : Number(globalId.slice(own.length + 4)) || undefined;
  }

  /** The global ids that the record with an id here has elsewhere. */
  lineage(here: number, there: number, lineage: readonly string[]): string[] {
    const all = this.keepsIds && here === there ? lineage : [this.globalId(there), ...lineage];
    return [...new Set(all)].filter((name) => this.#ownId(name) !== here);
  }

  /** Whether a record has come from this source, as whatever. */
  isFromHere(lineage: readonly string[]): boolean {
    return lineage.some((one) => one.startsWith(`${this.#host}?id=`));
  }

  stands(kind: Kind, there: number, here: number): void {
    this.#ids.set(`${kind} ${there}`, here);
  }

  /** A record that was refused after all stands for nothing. */
  forget(kind: Kind, there: number): void {
    const here = this.find(kind, there);
    this.#ids.delete(`${kind} ${there}`);
    if (kind === 'event' && here !== undefined) this.parents.delete(here);
  }

  find(kind: Kind, there: number): number | undefined {
    return this.#ids.get(`${kind} ${there}`);
  }

  /** @throws Refused when it has not been brought in */
  need(kind: Kind, there: number): number {
    const here = this.find(kind, there);
    if (here === undefined) throw new Refused(`names a ${kind} with the id ${there}, which has not come`);
    return here;
  }
}
