import type { RecordKind } from '../records/kinds.ts';
import type { Known } from './known.ts';
import type { Header } from './lines.ts';
import { Refused } from './report.ts';

type Kind = RecordKind | 'term';

/** What the import of an export knows of it: which record here stands for which one there. */
export class Brought {
  /** Whether a record has the id here that it has there. */
  readonly keepsIds: boolean;
  /** Events here whose parent there has not come yet. */
  readonly parents = new Map<number, number>();
  readonly #known: Known;
  readonly #host: string;
  readonly #ids = new Map<string, number>();

  constructor(known: Known, header: Header, keepsIds: boolean) {
    this.#known = known;
    this.#host = header.host ?? header.origin;
    this.keepsIds = keepsIds;
  }

  /** The global id of a record of the source. */
  #globalId(id: number): string {
    return `${this.#host}?id=${id}`;
  }

  /** The record here that has come from there before, or has gone there from here. */
  before(kind: RecordKind, id: number, lineage: readonly string[]): number | undefined {
    return this.#known.find(kind, [this.#globalId(id), ...lineage]);
  }

  /** The global ids that the record with an id here has elsewhere. */
  lineage(here: number, there: number, lineage: readonly string[]): string[] {
    const all = this.keepsIds && here === there ? lineage : [this.#globalId(there), ...lineage];
    return this.#known.elsewhere(all, here);
  }

  /** Whether a record has come from this source, as whatever. */
  isFromHere(lineage: readonly string[]): boolean {
    return lineage.some((one) => one.startsWith(`${this.#host}?id=`));
  }

  stands(kind: Kind, there: number, here: number): void {
    this.#ids.set(`${kind} ${there}`, here);
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
