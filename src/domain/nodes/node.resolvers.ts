import type { GraphQLResolveInfo } from 'graphql';
import { BadValue } from '../../lib/errors.ts';
import { type DecodedGlobalId, decodeGlobalId, encodeGlobalId } from '../../lib/global-id.ts';
import type { Context } from '../context/context.ts';
import type { NodeResolvers, ResolversParentTypes } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import type { Resource } from '../resource/resource.ts';

/** Types that implement `Node`. */
type NodeType = NonNullable<Awaited<ReturnType<NodeResolvers['__resolveType']>>>;
type NodeRecord<Type extends NodeType> = ResolversParentTypes[Type];

/**
 * The readers of records by id, one for each type that implements `Node`. The result has the order of the ids, and null
 * for missing and for unreadable records, after the same statements, so that callers cannot distinguish them.
 * @param info of the field that returns the records
 */
export type NodeReaders = {
  readonly [Type in NodeType]: (
    context: Context,
    ids: readonly number[],
    info: GraphQLResolveInfo,
  ) => Promise<readonly (NodeRecord<Type> | null)[]>;
};

/** A record of any of these types; GraphQL distinguishes them by `__typename`. */
type Node = NodeRecord<NodeType> & { readonly __typename: NodeType };
type NodeId = DecodedGlobalId & { readonly type: NodeType };

/** Reads records by decoded global IDs, each once and batched by type; null for types without a reader. */
export const nodeReader =
  (readers: NodeReaders) =>
  async (
    context: Context,
    globalIds: readonly DecodedGlobalId[],
    info: GraphQLResolveInfo,
  ): Promise<(Node | null)[]> => {
    const nodes = new Map<string, Node>();
    const readType = async (type: string, ids: readonly number[]): Promise<void> => {
      if (!isNodeType(readers, type)) return;
      const records = await readers[type](context, ids, info);
      for (const [at, id] of ids.entries()) {
        const record = records[at];
        if (record) nodes.set(encodeGlobalId(type, id), { ...record, __typename: type });
      }
    };
    const byType = Map.groupBy(globalIds, ({ type }) => type);
    await Promise.all(
      [...byType].map(([type, ofType]) => readType(type, [...new Set(ofType.map(({ id }) => id))])),
    );
    return globalIds.map(({ type, id }) => nodes.get(encodeGlobalId(type, id)) ?? null);
  };

const isNodeType = (readers: NodeReaders, type: string): type is NodeType => Object.hasOwn(readers, type);

/** `node` and `nodes`, and the `id` of all types that implement `Node`. */
export function nodeResource(readers: NodeReaders): Resource {
  const readAll = nodeReader(readers);

  /** @throws BadValue for an invalid global ID */
  const parse = (globalId: string): NodeId => {
    const { type, id } = decodeGlobalId(globalId);
    if (!isNodeType(readers, type)) throw new BadValue('is not a global ID of this service');
    return { type, id };
  };

  /** Parses all global IDs; adds a problem for each invalid one, with its index. */
  async function parseAll({ settings }: Context, ids: readonly string[], checks: Checks): Promise<NodeId[]> {
    const limit = settings.maxPerPage;
    if (ids.length > limit) checks.add('ids', `must have at most ${limit} elements`);
    const parsed: NodeId[] = [];
    for (const [at, id] of ids.entries()) {
      if (checks.hasFailed('ids')) break;
      const node = await checks.run(`ids.${at}`, parse, id);
      if (node) parsed.push(node);
    }
    return parsed;
  }

  return {
    entities: [],
    queries: {
      node: {
        run: async (context, { id }, _authorized, info) => {
          const checks = new Checks();
          const node = await checks.run('id', parse, id);
          checks.assertValid();
          return node ? ((await readAll(context, [node], info))[0] ?? null) : null;
        },
      },
      nodes: {
        check: (context, { ids = [] }, checks) => parseAll(context, ids, checks),
        run: async (context, { ids }, _authorized, info) => {
          const checks = new Checks();
          const parsed = await parseAll(context, ids, checks);
          checks.assertValid();
          return readAll(context, parsed, info);
        },
      },
    },
    computed: Object.fromEntries(
      Object.keys(readers).map((type) => [
        type,
        { id: ({ id }: { id: number }) => encodeGlobalId(type, id) },
      ]),
    ),
    resolvers: {},
  };
}
