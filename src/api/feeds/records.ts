import type { DocumentNode } from 'graphql';
import { type Context, forkContext } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { encodeGlobalId } from '../../lib/global-id.ts';
import { isObject } from '../../lib/object.ts';
import { countCharacters } from '../../lib/response-size.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { applyShape, type Shape, selectionOfRecord, shapeOfRecord } from '../contract/shape.ts';
import type { Json } from '../contract/types.ts';
import { executionError, type RestDeps } from '../rest/index.ts';
import { operationDocument } from './document.ts';

/** GraphQL types of the records in change feeds and webhooks. */
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

/** Maximum characters of a record with complete linked records; longer ones omit the long texts of linked records. */
const MAX_RECORD_CHARACTERS = 1_000_000;
/** Maximum records per read, fewer after large ones; the first read has one. */
const MAX_RECORDS_PER_READ = 50;
const TARGET_CHARACTERS_PER_READ = 500_000;

/** One page or webhook reads at a time. */
const turns = new Semaphore(1);

interface RecordName {
  readonly kind: Kind;
  readonly id: number;
}

/** Reads records by id, in the form of REST lists. */
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

  /** Reads records of one kind, by id; without missing records and those hidden from the caller. */
  async #read(
    context: Context,
    kind: Kind,
    ids: readonly number[],
    form: 'whole' | 'brief',
  ): Promise<Map<number, ShownRecord>> {
    const reading = this.#kinds.get(kind);
    if (!reading) throw new Error(`no reader for ${kind}`);
    context.signal?.throwIfAborted();
    const own = forkContext(context);
    const variables = { ids: ids.map((id) => encodeGlobalId(TYPES[kind], id)) };
    const { data, errors } = await this.#runner.run(reading[form], { variables, record: null }, own);
    if (errors && errors.length > 0) throw executionError(errors);
    const nodes: unknown = data?.nodes;
    const records = Array.isArray(nodes) ? nodes.filter((node) => isObject<Json>(node)) : [];
    for (const record of records) applyShape(record, reading.shape);
    return new Map(records.map((record) => [Number(record.id), record]));
  }

  /**
   * Reads records of any kinds one after the other, in the given order; undefined for missing ones. Limits the
   * number of records in memory, whatever their size and the number of readers. The change feed and webhooks read
   * only by this.
   * @param isWanted whether to read a record at all
   */
  async *each<N extends RecordName>(
    context: Context,
    names: readonly N[],
    isWanted: (name: N) => boolean = () => true,
  ): AsyncGenerator<[name: N, record: ShownRecord | undefined]> {
    const most = Math.min(MAX_RECORDS_PER_READ, context.settings.maxPerPage);
    let atOnce = 1;
    for (let at = 0; at < names.length; ) {
      const some = names.slice(at, at + atOnce);
      const read = await turns.run(() => this.#readAll(context, some.filter(isWanted)), context);
      atOnce = 1;
      if (!read) continue;
      const { records, areLarge } = read;
      let largest = areLarge ? TARGET_CHARACTERS_PER_READ : 1;
      for (const name of some) {
        const record = records.get(`${name.kind}-${name.id}`);
        if (record) largest = Math.max(largest, countCharacters(record, MAX_RECORD_CHARACTERS));
        yield [name, record];
      }
      at += some.length;
      atOnce = Math.max(1, Math.min(most, Math.floor(TARGET_CHARACTERS_PER_READ / largest)));
    }
  }

  /**
   * Reads records of any kinds, by kind and id: `event-12`. Too large ones are read without the long texts of their
   * linked records.
   * @returns null for several records that are too large together
   */
  async #readAll(
    context: Context,
    names: readonly RecordName[],
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
        return !records || countCharacters(record, MAX_RECORD_CHARACTERS) > MAX_RECORD_CHARACTERS;
      });
      areLarge ||= large.length > 0;
      const brief = large.length > 0 ? await this.#read(context, kind, large, 'brief') : [];
      for (const [id, record] of [...(records ?? []), ...brief]) all.set(`${kind}-${id}`, record);
    }
    return { records: all, areLarge };
  }
}
