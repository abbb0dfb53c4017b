import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValueNode,
} from 'graphql';
import { appliesTo } from '../../domain/content/selection.ts';
import type { Settings } from '../../domain/context/context.ts';
import { fragmentsOf } from './document-size.ts';

/** An upper estimate of a result. */
interface Cost {
  /** Levels of fields, without introspection, which graphql-js limits. */
  depth: number;
  /** Objects of the result, without introspection. */
  records: number;
  /** Values of all these objects and of introspection. */
  values: number;
  /** Fields at the top of the selection, including those in fragments. */
  fields: number;
}

interface Surroundings {
  /** Size of the page that contains the selected records; null outside of pages. */
  page: number | null;
  /** Whether a list without pages contains the selection. */
  isInUnpagedList: boolean;
}

interface CostContext {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Readonly<Record<string, unknown>>;
  defaults: ReadonlyMap<string, ValueNode>;
  settings: Settings;
  /** Costs of fragments, each measured once however often it is spread. */
  memo: Map<string, Cost>;
}

/**
 * Assumed sizes of lists without pages, such as the categories of an event: few, but inside another such list the
 * maximum of 50 venues or organizers per event.
 */
const ASSUMED_LIST_SIZE = 5;
const ASSUMED_INNER_LIST_SIZE = 50;
/** The same for lists of introspection, except the list of all types. */
const ASSUMED_INTROSPECTION_LIST_SIZE = 4;
/** Values of a whole record as JSON. */
const VALUES_PER_RECORD = 50;
const AT_ROOT: Surroundings = { page: null, isInUnpagedList: false };
const ZERO_COST: Cost = { depth: 0, records: 0, values: 0, fields: 0 };

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** The value of an argument, literal or variable; undefined if it is absent or unknown. */
function argument(node: FieldNode, name: string, { variables, defaults }: CostContext): unknown {
  const value = node.arguments?.find((one) => one.name.value === name)?.value;
  const sent = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  const literal = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : value;
  if (sent !== undefined) return sent;
  return literal?.kind === Kind.INT ? Number(literal.value) : undefined;
}

const SIZE_ARGUMENTS = ['first', 'last'];

/** The page size of a field, in records; null for fields without pages. */
function pageSize(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  measuring: CostContext,
): number | null {
  if (!SIZE_ARGUMENTS.some((size) => field.args.some(({ name }) => name === size))) return null;
  const { settings } = measuring;
  const sizes = SIZE_ARGUMENTS.map((size) => argument(node, size, measuring)).filter(
    (size) => typeof size === 'number',
  );
  const size = sizes.length > 0 ? Math.max(...sizes) : settings.perPage;
  return Math.max(1, Math.min(size, settings.maxPerPage));
}

const IDS_ARGUMENT = 'ids';

/** The number of records that a field requests by id; null for all other fields. */
function idCount(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  { variables, defaults, settings }: CostContext,
): number | null {
  if (!field.args.some(({ name }) => name === IDS_ARGUMENT)) return null;
  const value = node.arguments?.find((one) => one.name.value === IDS_ARGUMENT)?.value;
  const sent = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  const literal = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : value;
  const length = Array.isArray(sent) ? sent.length : literal?.kind === Kind.LIST ? literal.values.length : 1;
  return Math.min(length, settings.maxPerPage);
}

function fieldOf(parent: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isObjectType(parent) ? parent.getFields()[name] : undefined;
}

function listSize(
  { name }: GraphQLField<unknown, unknown>,
  type: GraphQLNamedType,
  { schema }: CostContext,
  { isInUnpagedList }: Surroundings,
): number {
  if (!type.name.startsWith('__')) return isInUnpagedList ? ASSUMED_INNER_LIST_SIZE : ASSUMED_LIST_SIZE;
  return name === 'types' ? Object.keys(schema.getTypeMap()).length : ASSUMED_INTROSPECTION_LIST_SIZE;
}

/** Whether a type is an edge: a record of a connection with its cursor. */
function isEdge(type: GraphQLObjectType): boolean {
  const { node, cursor } = type.getFields();
  return node !== undefined && cursor !== undefined;
}

function fieldCost(
  node: FieldNode,
  parent: GraphQLCompositeType,
  measuring: CostContext,
  place: Surroundings,
): Cost {
  const name = node.name.value;
  const field = fieldOf(parent, name);
  const type = field && getNamedType(field.type);
  if (!field || !isCompositeType(type) || !node.selectionSet) {
    const values = type?.name === 'JSON' ? VALUES_PER_RECORD : 1;
    return { ...ZERO_COST, depth: name.startsWith('__') ? 0 : 1, values, fields: 1 };
  }
  const own = pageSize(node, field, measuring);
  const isUnpaged = isList(field.type) && place.page === null;
  const isInUnpagedList = place.isInUnpagedList || isUnpaged;
  const inner = selectionCost(node.selectionSet, type, measuring, { page: own, isInUnpagedList });
  const times = isList(field.type)
    ? (idCount(node, field, measuring) ?? place.page ?? listSize(field, type, measuring, place))
    : 1;
  const isIntrospection = type.name.startsWith('__');
  // The edge already counts for its record.
  const isPart = isIntrospection || (isObjectType(parent) && isEdge(parent));
  return {
    depth: isIntrospection ? 0 : inner.depth + 1,
    records: times * ((isPart ? 0 : 1) + inner.records),
    values: times * (1 + inner.values),
    fields: 1,
  };
}

function nodeCost(
  node: SelectionNode,
  parent: GraphQLCompositeType,
  measuring: CostContext,
  place: Surroundings,
): Cost {
  if (node.kind === Kind.FIELD) return fieldCost(node, parent, measuring, place);
  if (node.kind === Kind.INLINE_FRAGMENT) return fragmentCost(node, parent, measuring, place);
  const name = node.name.value;
  const fragment = measuring.fragments.get(name);
  if (!fragment) return ZERO_COST;
  const key = `${name} ${parent.name} ${place.page} ${place.isInUnpagedList}`;
  const measured = measuring.memo.get(key);
  if (measured) return measured;
  const cost = fragmentCost(fragment, parent, measuring, place);
  measuring.memo.set(key, cost);
  return cost;
}

/** Fragments on other record types cost nothing. */
const fragmentCost = (
  {
    selectionSet,
    typeCondition,
  }: { selectionSet: SelectionSetNode; typeCondition?: NamedTypeNode | undefined },
  parent: GraphQLCompositeType,
  measuring: CostContext,
  place: Surroundings,
): Cost =>
  appliesTo(measuring.schema, parent.name, typeCondition)
    ? selectionCost(selectionSet, parent, measuring, place)
    : ZERO_COST;

/** Measures a validated selection. For an abstract type, the most expensive possible type counts. */
function selectionCost(
  selections: SelectionSetNode,
  parent: GraphQLCompositeType,
  measuring: CostContext,
  place: Surroundings,
): Cost {
  const sum = { ...ZERO_COST };
  if (isAbstractType(parent)) {
    for (const type of measuring.schema.getPossibleTypes(parent)) {
      const cost = selectionCost(selections, type, measuring, place);
      sum.depth = Math.max(sum.depth, cost.depth);
      sum.records = Math.max(sum.records, cost.records);
      sum.values = Math.max(sum.values, cost.values);
    }
    return sum;
  }
  for (const node of selections.selections) {
    const cost = nodeCost(node, parent, measuring, place);
    sum.depth = Math.max(sum.depth, cost.depth);
    sum.records += cost.records;
    sum.values += cost.values;
    sum.fields += cost.fields;
  }
  return sum;
}

export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  settings: Settings,
): Cost {
  const root = schema.getRootType(operation.operation);
  if (!isCompositeType(root)) return ZERO_COST;
  const defaults = new Map(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
      defaultValue ? [[variable.name.value, defaultValue] as const] : [],
    ),
  );
  const measuring = {
    schema,
    fragments: fragmentsOf(document),
    variables,
    defaults,
    settings,
    memo: new Map<string, Cost>(),
  };
  return selectionCost(operation.selectionSet, root, measuring, AT_ROOT);
}
