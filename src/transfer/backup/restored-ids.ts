import type { RecordKind } from '../../lib/kinds.ts';
import type { ExternalIdIndex } from '../import/external-ids.ts';
import { ImportError } from '../import/report.ts';
import type { Header } from './lines.ts';

type Kind = RecordKind | 'term';

/** Which record of this calendar has been made of which record of the export that is being restored. */
export class RestoredIds {
  /** Whether records keep the ids that they have in the export. */
  readonly keepsIds: boolean;
  /** Parents of events: the id of the event here, and that of its parent in the export. */
  readonly parents = new Map<number, number>();
  readonly #index: ExternalIdIndex;
  readonly #host: string;
  readonly #lastIds: { readonly term: number; readonly record: number };
  readonly #idBySource = new Map<string, number>();

  constructor(index: ExternalIdIndex, header: Header, keepsIds: boolean) {
    this.#index = index;
    this.#host = header.host ?? header.origin;
    this.#lastIds = { term: header.lastTermId, record: header.lastId };
    this.keepsIds = keepsIds;
  }

  /**
   * Whether a record may have the id of its line. One beyond the last id of the file would be drawn from the
   * sequence again.
   */
  keeps(kind: 'term' | 'record', sourceId: number): boolean {
    return this.keepsIds && sourceId <= this.#lastIds[kind];
  }

  /** The global id of a record of the export. */
  #globalId(sourceId: number): string {
    return `${this.#host}?id=${sourceId}`;
  }

  /** The id here of a record that was imported before, or that was exported from here in the first place. */
  imported(kind: RecordKind, sourceId: number, lineage: readonly string[]): number | undefined {
    return this.#index.find(kind, [this.#globalId(sourceId), ...lineage]);
  }

  /** The lineage that a record gets here. @param lineage the one that it has in the export */
  lineage(id: number, sourceId: number, lineage: readonly string[]): string[] {
    const all = this.keepsIds && id === sourceId ? lineage : [this.#globalId(sourceId), ...lineage];
    return this.#index.withoutOwn(all, id);
  }

  /** Whether a record with this lineage was imported from the same calendar. */
  isFromSource(lineage: readonly string[]): boolean {
    return lineage.some((one) => one.startsWith(`${this.#host}?id=`));
  }

  /** Sets the id of a record here. */
  set(kind: Kind, sourceId: number, id: number): void {
    this.#idBySource.set(`${kind} ${sourceId}`, id);
  }

  /** The id of a record here. */
  find(kind: Kind, sourceId: number): number | undefined {
    return this.#idBySource.get(`${kind} ${sourceId}`);
  }

  /** The id of a record here. @throws ImportError when it has not been restored */
  require(kind: Kind, sourceId: number): number {
    const id = this.find(kind, sourceId);
    if (id === undefined)
      throw new ImportError(`names a ${kind} with the id ${sourceId}, which has not come`);
    return id;
  }
}
