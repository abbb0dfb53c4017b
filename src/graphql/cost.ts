import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Settings } from '../context.ts';

/** What a selection amounts to. */
export interface Cost {
  /** Levels of fields. */
  depth: number;
  /** Objects in the largest answer. */
  records: number;
  /** Fields at the top of the selection, those of fragments included. */
  fields: number;
}

interface World {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Readonly<Record<string, unknown>>;
  settings: Settings;
  /** Fragments may be spread many times in each other: each is measured once. */
  memo: Map<string, Cost>;
}

/** How many elements to expect in lists without pages: the categories of an event, its organizers. */
const FEW = 2;
const NOTHING: Cost = { depth: 0, records: 0, fields: 0 };

const isList = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

/** Records on the page that a field asks for; null for fields without pages. */
function pageSize(node: FieldNode, hasPages: boolean, { variables, settings }: World): number | null {
  if (!hasPages) return null;
  const value = node.arguments?.find(({ name }) => name.value === 'perPage')?.value;
  const given = value?.kind === Kind.VARIABLE ? variables[value.name.value] : value?.kind === Kind.INT ? Number(value.value) : undefined;
  // A variable's default is unknown here, so it counts as the maximum.
  const size = typeof given === 'number' ? given : value?.kind === Kind.VARIABLE ? settings.maxPerPage : settings.perPage;
  return Math.max(1, Math.min(size, settings.maxPerPage));
}

function fieldCost(node: FieldNode, parent: GraphQLCompositeType, world: World, page: number | null): Cost {
  const field = isObjectType(parent) ? parent.getFields()[node.name.value] : undefined;
  const type = field && getNamedType(field.type);
  if (!field || !isCompositeType(type) || !node.selectionSet)
    return { depth: node.name.value.startsWith('__') ? 0 : 1, records: 0, fields: 1 };
  const own = pageSize(
    node,
    field.args.some(({ name }) => name === 'perPage'),
    world,
  );
  const inner = selectionCost(node.selectionSet, type, world, own);
  const times = isList(field.type) ? (page ?? FEW) : 1;
  return { depth: inner.depth + 1, records: times * (1 + inner.records), fields: 1 };
}

function nodeCost(node: SelectionNode, parent: GraphQLCompositeType, world: World, page: number | null): Cost {
  if (node.kind === Kind.FIELD) return fieldCost(node, parent, world, page);
  if (node.kind === Kind.INLINE_FRAGMENT) return selectionCost(node.selectionSet, parent, world, page);
  const name = node.name.value;
  const fragment = world.fragments.get(name);
  if (!fragment) return NOTHING;
  const key = `${name} ${page}`;
  const known = world.memo.get(key);
  if (known) return known;
  const cost = selectionCost(fragment.selectionSet, parent, world, page);
  world.memo.set(key, cost);
  return cost;
}

/**
 * Measures a validated selection.
 * @param page number of records on the page whose fields these are; null elsewhere
 */
export function selectionCost(selections: SelectionSetNode, parent: GraphQLCompositeType, world: World, page: number | null): Cost {
  const costs = selections.selections.map((node) => nodeCost(node, parent, world, page));
  return {
    depth: Math.max(0, ...costs.map(({ depth }) => depth)),
    records: costs.reduce((sum, { records }) => sum + records, 0),
    fields: costs.reduce((sum, { fields }) => sum + fields, 0),
  };
}
