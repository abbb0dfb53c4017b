import type { GraphQLResolveInfo } from 'graphql';
import { BadValue } from '../../lib/errors.ts';
import { type NodeName, nodeIdOf, readNodeId } from '../../lib/node-id.ts';
import type { Context } from '../context/context.ts';
import type { NodeResolvers, ResolversParentTypes } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import type { Resource } from '../resource/resource.ts';

/** Types with a `nodeId`: those that implement `Node`. */
type NodeType = NonNullable<Awaited<ReturnType<NodeResolvers['__resolveType']>>>;
type NodeRecord<Type extends NodeType> = ResolversParentTypes[Type];

/**
 * How records are read by their ids, for each type with a `nodeId`; the compiler notices when one is missing. The
 * answer has the order of the ids, and null for those that name none and for those that the caller may not read:
 * after the same statements, so that nobody can tell one from the other.
 * @param info of the field that answers them
 */
export type NodeReaders = {
  readonly [Type in NodeType]: (
    context: Context,
    ids: readonly number[],
    info: GraphQLResolveInfo,
  ) => Promise<readonly (NodeRecord<Type> | null)[]>;
};

/** A record of any of these types, which GraphQL tells by `__typename`. */
type Node = NodeRecord<NodeType> & { readonly __typename: NodeType };
type NamedNode = NodeName & { readonly type: NodeType };

/** Reads the records of all names, those of one type together, each once; null for types without a reader. */
export const nodeReader =
  (readers: NodeReaders) =>
  async (
    context: Context,
    names: readonly NodeName[],
    info: GraphQLResolveInfo,
  ): Promise<(Node | null)[]> => {
    const nodes = new Map<string, Node>();
    const readType = async (type: string, ids: readonly number[]): Promise<void> => {
      if (!isNodeType(readers, type)) return;
      const records = await readers[type](context, ids, info);
      for (const [at, id] of ids.entries()) {
        const record = records[at];
        if (record) nodes.set(nodeIdOf(type, id), { ...record, __typename: type });
      }
    };
    const byType = Map.groupBy(names, ({ type }) => type);
    await Promise.all(
      [...byType].map(([type, same]) => readType(type, [...new Set(same.map(({ id }) => id))])),
    );
    return names.map(({ type, id }) => nodes.get(nodeIdOf(type, id)) ?? null);
  };

const isNodeType = (readers: NodeReaders, type: string): type is NodeType => Object.hasOwn(readers, type);

/** `node` and `nodes`, and the `nodeId` of all types that have one. */
export function nodeResource(readers: NodeReaders): Resource {
  const readAll = nodeReader(readers);

  /** @throws BadValue for what is no nodeId, or one of another service */
  const parse = (nodeId: string): NamedNode => {
    const { type, id } = readNodeId(nodeId);
    if (!isNodeType(readers, type)) throw new BadValue('is not the nodeId of anything here');
    return { type, id };
  };

  /** What ids name; of those that are wrong each is a problem with its place. */
  async function parseAll(
    { settings }: Context,
    nodeIds: readonly string[],
    checks: Checks,
  ): Promise<NamedNode[]> {
    const most = settings.maxPerPage;
    if (nodeIds.length > most) checks.add('nodeIds', `must have at most ${most} elements`);
    const names: NamedNode[] = [];
    for (const [at, nodeId] of nodeIds.entries()) {
      if (checks.failed('nodeIds')) break;
      const name = await checks.run(`nodeIds.${at}`, parse, nodeId);
      if (name) names.push(name);
    }
    return names;
  }

  return {
    entities: [],
    queries: {
      node: {
        run: async (context, { nodeId }, _authorized, info) => {
          const checks = new Checks();
          const name = await checks.run('nodeId', parse, nodeId);
          checks.done();
          return name ? ((await readAll(context, [name], info))[0] ?? null) : null;
        },
      },
      nodes: {
        check: (context, { nodeIds = [] }, checks) => parseAll(context, nodeIds, checks),
        run: async (context, { nodeIds }, _authorized, info) => {
          const checks = new Checks();
          const names = await parseAll(context, nodeIds, checks);
          checks.done();
          return readAll(context, names, info);
        },
      },
    },
    computed: Object.fromEntries(
      Object.keys(readers).map((type) => [type, { nodeId: ({ id }: { id: number }) => nodeIdOf(type, id) }]),
    ),
    resolvers: {},
  };
}
