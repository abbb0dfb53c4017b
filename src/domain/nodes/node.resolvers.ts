import type { GraphQLResolveInfo } from 'graphql';
import { BadValue } from '../../lib/errors.ts';
import { type NodeName, nodeIdOf, readNodeId } from '../../lib/node-id.ts';
import type { Context } from '../context/context.ts';
import type { NodeResolvers, ResolversParentTypes } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import type { Resource } from '../resource/resource.ts';

/** Types that implement `Node`. */
type NodeType = NonNullable<Awaited<ReturnType<NodeResolvers['__resolveType']>>>;
type NodeRecord<Type extends NodeType> = ResolversParentTypes[Type];

/**
 * How records are read by their numbers, for each type that implements `Node`; the compiler notices when one is missing. The
 * answer has the order of the numbers, and null for a number without a record and for a record that the caller may not read:
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

/** `node` and `nodes`, and the `id` of all types that implement `Node`. */
export function nodeResource(readers: NodeReaders): Resource {
  const readAll = nodeReader(readers);

  /** @throws BadValue for a text that is no global ID */
  const parse = (globalId: string): NamedNode => {
    const { type, id } = readNodeId(globalId);
    if (!isNodeType(readers, type)) throw new BadValue('is not a global ID of this service');
    return { type, id };
  };

  /** What global IDs name; each wrong one is a problem with its place. */
  async function parseAll(
    { settings }: Context,
    ids: readonly string[],
    checks: Checks,
  ): Promise<NamedNode[]> {
    const most = settings.maxPerPage;
    if (ids.length > most) checks.add('ids', `must have at most ${most} elements`);
    const names: NamedNode[] = [];
    for (const [at, id] of ids.entries()) {
      if (checks.failed('ids')) break;
      const name = await checks.run(`ids.${at}`, parse, id);
      if (name) names.push(name);
    }
    return names;
  }

  return {
    entities: [],
    queries: {
      node: {
        run: async (context, { id }, _authorized, info) => {
          const checks = new Checks();
          const name = await checks.run('id', parse, id);
          checks.done();
          return name ? ((await readAll(context, [name], info))[0] ?? null) : null;
        },
      },
      nodes: {
        check: (context, { ids = [] }, checks) => parseAll(context, ids, checks),
        run: async (context, { ids }, _authorized, info) => {
          const checks = new Checks();
          const names = await parseAll(context, ids, checks);
          checks.done();
          return readAll(context, names, info);
        },
      },
    },
    computed: Object.fromEntries(
      Object.keys(readers).map((type) => [type, { id: ({ id }: { id: number }) => nodeIdOf(type, id) }]),
    ),
    resolvers: {},
  };
}
