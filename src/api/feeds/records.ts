import type { DocumentNode } from 'graphql';
import { type Context, forkContext } from '../../domain/context/context.ts';
import { nodeIdOf } from '../../lib/node-id.ts';
import { isObject } from '../../lib/object.ts';
import { type Shape, selectionOfRecord, shapeOfRecord, shown } from '../contract/shape.ts';
import type { Json } from '../contract/types.ts';
import { charactersIn } from '../graphql/json-size.ts';
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

/** Characters of a record with whole linked records; longer ones have these without their texts. */
const MOST_CHARACTERS = 1_000_000;
const LINKS = ['venue', 'organizer'];

/** A linked record without its texts; its `id` and `rest_url` lead to them. */
function withoutTexts(linked: Json): Json {
  if (Array.isArray(linked)) return linked.map(withoutTexts);
  if (!isObject<Json>(linked)) return linked;
  const { description: _description, excerpt: _excerpt, ...rest } = linked;
  return rest;
}

/**
 * A record as a message or a page of the change feed shows it: an event repeats the texts of up to a hundred venues and
 * organizers, which may be many megabytes.
 */
function bounded(record: ShownRecord): ShownRecord {
  if (charactersIn(record, MOST_CHARACTERS) <= MOST_CHARACTERS) return record;
  const links = LINKS.flatMap((name) =>
    record[name] === undefined ? [] : [[name, withoutTexts(record[name])] as const],
  );
  return { ...record, ...Object.fromEntries(links) };
}

/** Reads records by their ids, and shows them as lists of REST do. */
export class RecordReader {
  readonly #runner: RestDeps['runner'];
  readonly #kinds: ReadonlyMap<Kind, { readonly document: DocumentNode; readonly shape: Shape }>;

  /** @throws Error at start when the contract lacks a record */
  constructor({ contract, schema, runner }: RecordDeps) {
    this.#runner = runner;
    this.#kinds = new Map(
      Object.entries(TYPES).flatMap(([kind, type]) => {
        if (!isKind(kind)) return [];
        const selection = selectionOfRecord(contract, type, 'LIST');
        const document = operationDocument(schema, 'nodes', `{ ... on ${type} ${selection} }`);
        runner.compileOnUse(document);
        return [[kind, { document, shape: shapeOfRecord(contract, type, 'LIST') }] as const];
      }),
    );
  }

  /** Records of one kind, by id; without those that there are not, and that the caller may not read. */
  async read(context: Context, kind: Kind, ids: readonly number[]): Promise<Map<number, ShownRecord>> {
    const reading = this.#kinds.get(kind);
    if (!reading) throw new Error(`nothing reads ${kind}`);
    context.limits.throwIfAborted();
    const own = forkContext(context);
    try {
      const variables = { nodeIds: ids.map((id) => nodeIdOf(TYPES[kind], id)) };
      const { data, errors } = await this.#runner.run(reading.document, { variables, record: null }, own);
      if (errors && errors.length > 0) throw executionError(errors);
      const nodes: unknown = data?.nodes;
      const records = Array.isArray(nodes) ? nodes.filter((node) => isObject<Json>(node)) : [];
      for (const record of records) shown(record, reading.shape);
      return new Map(records.map((record) => [Number(record.id), bounded(record)]));
    } finally {
      own.limits.release();
    }
  }

  /** Records of any kinds, by kind and id: `event-12`. */
  async readAll(
    context: Context,
    names: readonly { readonly kind: Kind; readonly id: number }[],
  ): Promise<Map<string, ShownRecord>> {
    const all = new Map<string, ShownRecord>();
    for (const [kind, same] of Map.groupBy(names, (name) => name.kind)) {
      const ids = [...new Set(same.map(({ id }) => id))];
      for (const [id, record] of await this.read(context, kind, ids)) all.set(`${kind}-${id}`, record);
    }
    return all;
  }
}
