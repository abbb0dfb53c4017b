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

/** The largest possible answer. */
interface Cost {
  /** Levels of fields, except those of introspection, which graphql-js limits. */
  depth: number;
  /** Objects of the answer, except those of introspection. */
  records: number;
  /** Values of all these objects and of introspection. */
  values: number;
  /** Fields at the top of the selection, including those of fragments. */
  fields: number;
}

/** Where a selection stands. */
interface Place {
  /** Number of records on the page whose fields these are; null elsewhere. */
  page: number | null;
  /** Whether it is inside a list without pages. */
  isLinked: boolean;
}

/** What selections are measured by. */
interface Measuring {
  schema: GraphQLSchema;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  variables: Readonly<Record<string, unknown>>;
  /** Defaults of variables, by name. */
  defaults: ReadonlyMap<string, ValueNode>;
  settings: Settings;
  /** Costs of fragments: each is measured only once, although it may be spread many times. */
  memo: Map<string, Cost>;
}

/**
 * How many elements to expect in lists without pages, such as the categories of an event: few, and inside another such
 * list the 50 venues or organizers that an event may have.
 */
const LINKED = 5;
const MOST_LINKED = 50;
/** The same in lists of introspection, except that of all types. */
const INTROSPECTED = 4;
/** The values of JSON that is made of a whole record. */
const WHOLE_RECORD = 50;
const NOWHERE: Place = { page: null, isLinked: false };
const NOTHING: Cost = { depth: 0, records: 0, values: 0, fields: 0 };

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** The value of an argument, as literal or variable; undefined when there is none, or it has no value yet. */
function argument(node: FieldNode, name: string, { variables, defaults }: Measuring): unknown {
  const value = node.arguments?.find((one) => one.name.value === name)?.value;
  const sent = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  const literal = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : value;
  if (sent !== undefined) return sent;
  return literal?.kind === Kind.INT ? Number(literal.value) : undefined;
}

/** Arguments for the number of records on a page. */
const SIZES = ['first', 'last'];

/** How many records the page of a field has; null for fields without pages. */
function pageSize(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  measuring: Measuring,
): number | null {
  if (!SIZES.some((size) => field.args.some(({ name }) => name === size))) return null;
  const { settings } = measuring;
  const sizes = SIZES.map((size) => argument(node, size, measuring)).filter(
    (size) => typeof size === 'number',
  );
  const size = sizes.length > 0 ? Math.max(...sizes) : settings.perPage;
  return Math.max(1, Math.min(size, settings.maxPerPage));
}

/** The argument that names records one by one. */
const NAMING = 'ids';

/** How many records a field finds by what names them; null for all other fields. */
function idsGiven(
  node: FieldNode,
  field: GraphQLField<unknown, unknown>,
  { variables, defaults, settings }: Measuring,
): number | null {
  if (!field.args.some(({ name }) => name === NAMING)) return null;
  const value = node.arguments?.find((one) => one.name.value === NAMING)?.value;
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

/** How many elements a list without pages is expected to have. */
function listSize(
  { name }: GraphQLField<unknown, unknown>,
  type: GraphQLNamedType,
  { schema }: Measuring,
  { isLinked }: Place,
): number {
  if (!type.name.startsWith('__')) return isLinked ? MOST_LINKED : LINKED;
  return name === 'types' ? Object.keys(schema.getTypeMap()).length : INTROSPECTED;
}

/** Whether a type has a record of a connection and its cursor. */
function isEdge(type: GraphQLObjectType): boolean {
  const { node, cursor } = type.getFields();
  return node !== undefined && cursor !== undefined;
}

function fieldCost(node: FieldNode, parent: GraphQLCompositeType, measuring: Measuring, place: Place): Cost {
  const name = node.name.value;
  const field = fieldOf(parent, name);
  const type = field && getNamedType(field.type);
  if (!field || !isCompositeType(type) || !node.selectionSet) {
    const values = type?.name === 'JSON' ? WHOLE_RECORD : 1;
    return { ...NOTHING, depth: name.startsWith('__') ? 0 : 1, values, fields: 1 };
  }
  const own = pageSize(node, field, measuring);
  const isUnpaged = isList(field.type) && place.page === null;
  const isLinked = place.isLinked || isUnpaged;
  const inner = selectionCost(node.selectionSet, type, measuring, { page: own, isLinked });
  const times = isList(field.type)
    ? (idsGiven(node, field, measuring) ?? place.page ?? listSize(field, type, measuring, place))
    : 1;
  const isIntrospection = type.name.startsWith('__');
  // The record of an edge has been counted as this edge.
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
  measuring: Measuring,
  place: Place,
): Cost {
  if (node.kind === Kind.FIELD) return fieldCost(node, parent, measuring, place);
  if (node.kind === Kind.INLINE_FRAGMENT) return fragmentCost(node, parent, measuring, place);
  const name = node.name.value;
  const fragment = measuring.fragments.get(name);
  if (!fragment) return NOTHING;
  const key = `${name} ${parent.name} ${place.page} ${place.isLinked}`;
  const measured = measuring.memo.get(key);
  if (measured) return measured;
  const cost = fragmentCost(fragment, parent, measuring, place);
  measuring.memo.set(key, cost);
  return cost;
}

/** Of a fragment that is about records of another type nothing is answered. */
const fragmentCost = (
  {
    selectionSet,
    typeCondition,
  }: { selectionSet: SelectionSetNode; typeCondition?: NamedTypeNode | undefined },
  parent: GraphQLCompositeType,
  measuring: Measuring,
  place: Place,
): Cost =>
  appliesTo(measuring.schema, parent.name, typeCondition)
    ? selectionCost(selectionSet, parent, measuring, place)
    : NOTHING;

/**
 * Measures a validated selection. Of several possible types the dearest counts.
 */
function selectionCost(
  selections: SelectionSetNode,
  parent: GraphQLCompositeType,
  measuring: Measuring,
  place: Place,
): Cost {
  const sum = { ...NOTHING };
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

/** Measures one operation of a valid document. */
export function operationCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  settings: Settings,
): Cost {
  const root = schema.getRootType(operation.operation);
  if (!isCompositeType(root)) return NOTHING;
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
  return selectionCost(operation.selectionSet, root, measuring, NOWHERE);
}
