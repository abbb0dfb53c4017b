import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
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
import { BadValue } from '../../lib/errors.ts';
import { parseSearch } from '../../lib/text.ts';
import { fragmentsOf } from './document-size.ts';
import { introspectionSizes } from './introspection.ts';
import { isEdge } from './selection-weight.ts';

interface Cost {
  /** Levels of fields, except those of introspection, which graphql-js limits. */
  depth: number;
  /** How many objects the largest possible answer has. */
  records: number;
  /** How many records of lists with pages there are among these, including nested lists. */
  rows: number;
  /** How many fields are at the top of the selection, including those of fragments. */
  fields: number;
  /**
   * Look-ups for lists: one for each, one more for each word of a search (two with `searchLinked`), and twice
   * as many if the total is selected.
   */
  lookups: number;
  /** How many totals are at the top of the selection. */
  totals: number;
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
 * How many elements to expect in lists without pages: the categories of an event, its organizers. budget.ts
 * counts how many there really are.
 */
const FEW = 2;
const NOTHING: Cost = { depth: 0, records: 0, rows: 0, fields: 0, lookups: 0, totals: 0 };
/** Longer searches are refused by the validation of their arguments, and not even read here; in characters. */
const LONGEST_SEARCH = 1_000;
/** Fields of a page, and of its PageInfo, for which the database may have to look up more than the page. */
const TOTALS: ReadonlySet<string> = new Set(['total', 'totalPages', 'hasNextPage', 'hasPreviousPage']);
const PAGE_INFO = 'PageInfo';

const isList = (type: GraphQLOutputType): boolean => isListType(getNullableType(type));

/** The value of an argument, as literal or variable; undefined when there is none, or it has no value yet. */
function argument(node: FieldNode, name: string, { variables, defaults }: Measuring): unknown {
  const value = node.arguments?.find((one) => one.name.value === name)?.value;
  const sent = value?.kind === Kind.VARIABLE ? variables[value.name.value] : undefined;
  const literal = value?.kind === Kind.VARIABLE ? defaults.get(value.name.value) : value;
  if (sent !== undefined) return sent;
  if (literal?.kind === Kind.INT) return Number(literal.value);
  if (literal?.kind === Kind.BOOLEAN) return literal.value;
  return literal?.kind === Kind.STRING ? literal.value : undefined;
}

/** Arguments for the number of records on a page. */
const SIZES = ['perPage', 'first', 'last'];

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
const NAMING = 'nodeIds';

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

/** How many words and phrases a search has, as searches read it; 0 for those that will be refused. */
function searchTerms(node: FieldNode, measuring: Measuring): number {
  const search = argument(node, 'search', measuring);
  if (typeof search !== 'string' || search.trim().length > LONGEST_SEARCH) return 0;
  try {
    const { all, none } = parseSearch(search);
    return all.length + none.length;
  } catch (error) {
    if (error instanceof BadValue) return 0;
    throw error;
  }
}

/** How many look-ups each word of a search takes: one more where names of what is linked are searched too. */
const lookupsForWord = (node: FieldNode, measuring: Measuring): number =>
  argument(node, 'searchLinked', measuring) === true ? 2 : 1;

function fieldOf(parent: GraphQLCompositeType, name: string): GraphQLField<unknown, unknown> | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isObjectType(parent) ? parent.getFields()[name] : undefined;
}

function fieldCost(
  node: FieldNode,
  parent: GraphQLCompositeType,
  measuring: Measuring,
  page: number | null,
): Cost {
  const name = node.name.value;
  const field = fieldOf(parent, name);
  const type = field && getNamedType(field.type);
  if (!field || !isCompositeType(type) || !node.selectionSet)
    return {
      ...NOTHING,
      depth: name.startsWith('__') ? 0 : 1,
      fields: 1,
      totals: (page !== null || parent.name === PAGE_INFO) && TOTALS.has(name) ? 1 : 0,
    };
  const own = pageSize(node, field, measuring);
  const ids = idsGiven(node, field, measuring);
  const inner = selectionCost(node.selectionSet, type, measuring, own);
  const isIntrospection = type.name.startsWith('__');
  const times = isList(field.type)
    ? (ids ?? page ?? introspectionSizes(measuring.schema).get(`${parent.name}.${name}`) ?? FEW)
    : 1;
  const words = searchTerms(node, measuring) * lookupsForWord(node, measuring);
  const lookups = own === null && ids === null ? 0 : (1 + words) * (inner.totals > 0 ? 2 : 1);
  // What introspection answers about one type is a chain of objects; only its lists multiply. The record of an edge
  // has been counted as this edge.
  const isPart = isIntrospection ? !isList(field.type) : isObjectType(parent) && isEdge(parent);
  return {
    depth: isIntrospection ? 0 : inner.depth + 1,
    records: times * ((isPart ? 0 : 1) + inner.records),
    rows: (own ?? ids ?? 0) + times * inner.rows,
    fields: 1,
    lookups: lookups + inner.lookups,
    totals: type.name === PAGE_INFO ? inner.totals : 0,
  };
}

function nodeCost(
  node: SelectionNode,
  parent: GraphQLCompositeType,
  measuring: Measuring,
  page: number | null,
): Cost {
  if (node.kind === Kind.FIELD) return fieldCost(node, parent, measuring, page);
  if (node.kind === Kind.INLINE_FRAGMENT) return fragmentCost(node, parent, measuring, page);
  const name = node.name.value;
  const fragment = measuring.fragments.get(name);
  if (!fragment) return NOTHING;
  const key = `${name} ${parent.name} ${page}`;
  const measured = measuring.memo.get(key);
  if (measured) return measured;
  const cost = fragmentCost(fragment, parent, measuring, page);
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
  page: number | null,
): Cost =>
  appliesTo(measuring.schema, parent.name, typeCondition)
    ? selectionCost(selectionSet, parent, measuring, page)
    : NOTHING;

/**
 * Measures a validated selection. Of what can have several types, the dearest counts; what has to be looked up for
 * each of them is looked up for all.
 * @param page number of records on the page whose fields these are; null elsewhere
 */
function selectionCost(
  selections: SelectionSetNode,
  parent: GraphQLCompositeType,
  measuring: Measuring,
  page: number | null,
): Cost {
  const sum = { ...NOTHING };
  if (isAbstractType(parent)) {
    for (const type of measuring.schema.getPossibleTypes(parent)) {
      const cost = selectionCost(selections, type, measuring, page);
      sum.depth = Math.max(sum.depth, cost.depth);
      sum.records = Math.max(sum.records, cost.records);
      sum.rows = Math.max(sum.rows, cost.rows);
      sum.lookups += cost.lookups;
    }
    return sum;
  }
  for (const node of selections.selections) {
    const cost = nodeCost(node, parent, measuring, page);
    sum.depth = Math.max(sum.depth, cost.depth);
    sum.records += cost.records;
    sum.rows += cost.rows;
    sum.fields += cost.fields;
    sum.lookups += cost.lookups;
    sum.totals += cost.totals;
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
  return selectionCost(operation.selectionSet, root, measuring, null);
}
