import type { DocumentNode } from 'graphql';
import { type Context, forkContext } from '../../domain/context/context.ts';
import { charactersIn } from '../../lib/answer-size.ts';
import { ServiceError } from '../../lib/errors.ts';
import { nodeIdOf } from '../../lib/node-id.ts';
import { isObject } from '../../lib/object.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { type Shape, selectionOfRecord, shapeOfRecord, shown } from '../contract/shape.ts';
import type { Json } from '../contract/types.ts';
import { executionError, type RestDeps } from '../rest/index.ts';
import { operationDocument } from './document.ts';

/** Types of the records that are told of. */
const TYPES = {
  event: 'Event',
  venue: 'Venue',
  organizer: 'Organizer',
  category: 'Category',
  tag: 'Tag',
} as const;
export type Kind = keyof typeof TYPES;
export const isKind = (text: string): text is Kind => Object.hasOwn(TYPES, text);

export type ShownRecord = Record<string, Json>;
export type RecordDeps = Pick<RestDeps, 'contract' | 'schema' | 'runner'>;

/** Characters of a record with whole linked records; longer ones have these without their long texts. */
const MOST_OF_RECORD = 1_000_000;
/** How many records are read at a time, fewer after large ones; the first by itself. */
const AT_ONCE = 50;
const CHARACTERS_AT_ONCE = 500_000;

/** One page or webhook reads at a time. */
const turns = new Semaphore(1);

interface Name {
  readonly kind: Kind;
  readonly id: number;
}

/** Reads records by their ids, and shows them as lists of REST do. */
export class RecordReader {
  readonly #runner: RestDeps['runner'];
  readonly #kinds: ReadonlyMap<
    Kind,
    { readonly whole: DocumentNode; readonly brief: DocumentNode; readonly shape: Shape }
  >;

  /** @throws Error at start when the contract lacks a record */
  constructor({ contract, schema, runner }: RecordDeps) {
    this.#runner = runner;
    this.#kinds = new Map(
      Object.entries(TYPES).flatMap(([kind, type]) => {
        if (!isKind(kind)) return [];
        const [whole, brief] = [false, true].map((isBrief) => {
          const selection = selectionOfRecord(contract, type, 'LIST', isBrief);
          const document = operationDocument(schema, 'nodes', `{ ... on ${type} ${selection} }`);
          return document;
        });
        if (!whole || !brief) return [];
        return [[kind, { whole, brief, shape: shapeOfRecord(contract, type, 'LIST') }] as const];
      }),
    );
  }

  /** Records of one kind, by id; without those that there are not, and that the caller may not read. */
  async #read(
    context: Context,
    kind: Kind,
    ids: readonly number[],
    form: 'whole' | 'brief',
  ): Promise<Map<number, ShownRecord>> {
    const reading = this.#kinds.get(kind);
    if (!reading) throw new Error(`nothing reads ${kind}`);
    context.signal?.throwIfAborted();
    const own = forkContext(context);
    const variables = { ids: ids.map((id) => nodeIdOf(TYPES[kind], id)) };
    const { data, errors } = await this.#runner.run(reading[form], { variables, record: null }, own);
    if (errors && errors.length > 0) throw executionError(errors);
    const nodes: unknown = data?.nodes;
    const records = Array.isArray(nodes) ? nodes.filter((node) => isObject<Json>(node)) : [];
    for (const record of records) shown(record, reading.shape);
    return new Map(records.map((record) => [Number(record.id), record]));
  }

  /**
   * Records of any kinds one after the other, in the order of their names; undefined for missing ones. Few are
   * in memory at a time, whatever their size and the number of readers. The change feed and webhooks read by this alone.
   * @param isWanted whether a record is read at all
   */
  async *each<N extends Name>(
    context: Context,
    names: readonly N[],
    isWanted: (name: N) => boolean = () => true,
  ): AsyncGenerator<[name: N, record: ShownRecord | undefined]> {
    const most = Math.min(AT_ONCE, context.settings.maxPerPage);
    let atOnce = 1;
    for (let at = 0; at < names.length; ) {
      const some = names.slice(at, at + atOnce);
      const read = await turns.run(() => this.#readAll(context, some.filter(isWanted)), context);
      atOnce = 1;
      if (!read) continue;
      const { records, areLarge } = read;
      let largest = areLarge ? CHARACTERS_AT_ONCE : 1;
      for (const name of some) {
        const record = records.get(`${name.kind}-${name.id}`);
        if (record) largest = Math.max(largest, charactersIn(record, MOST_OF_RECORD));
        yield [name, record];
      }
      at += some.length;
      atOnce = Math.max(1, Math.min(most, Math.floor(CHARACTERS_AT_ONCE / largest)));
    }
  }

  /**
   * Records of any kinds, by kind and id: `event-12`. A record that is too large is read without the long texts of its linked records.
   * @returns null for several that are too large together
   */
  async #readAll(
    context: Context,
    names: readonly Name[],
  ): Promise<{ records: Map<string, ShownRecord>; areLarge: boolean } | null> {
    const all = new Map<string, ShownRecord>();
    let areLarge = false;
    for (const [kind, same] of Map.groupBy(names, (name) => name.kind)) {
      const ids = [...new Set(same.map(({ id }) => id))];
      const records = await this.#read(context, kind, ids, 'whole').catch((error: unknown) => {
        if (error instanceof ServiceError && error.code === 'answer_too_large') return null;
        throw error;
      });
      if (!records && ids.length > 1) return null;
      const large = ids.filter((id) => {
        const record = records?.get(id);
        return !records || charactersIn(record, MOST_OF_RECORD) > MOST_OF_RECORD;
      });
      areLarge ||= large.length > 0;
      const brief = large.length > 0 ? await this.#read(context, kind, large, 'brief') : [];
      for (const [id, record] of [...(records ?? []), ...brief]) all.set(`${kind}-${id}`, record);
    }
    return { records: all, areLarge };
  }
}
