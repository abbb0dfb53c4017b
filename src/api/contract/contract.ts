import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { allowedWord, applied, asNumber, asText, isTrue } from './directives.ts';
import { endpointName, endpointsOf } from './endpoints.ts';
import {
  buildParam,
  flatParams,
  inListedOrder,
  type ParamSource,
  type ScalarParsers,
  snakeCase,
  type WireNames,
  wireText,
} from './params.ts';
import { wireRecord, wireRecords } from './records.ts';
import type { Binding, Contract, HttpMethod, Operation, Param, Reply, Revision, Route } from './types.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HttpMethod[];

type ResultShape = Pick<Operation, 'record' | 'payload' | 'itemsKey' | 'page'>;

/** The result of a root field: a record, a payload with a record, or a page of records. */
function resultShapeOf(field: GraphQLField<unknown, unknown>, names: WireNames): ResultShape {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) throw new Error(`${field.name} must return an object to be bound to REST`);
  if (type.name.endsWith('Payload')) {
    const inner = Object.values(type.getFields()).find((one) => isObjectType(getNamedType(one.type)));
    if (!inner) throw new Error(`${type.name} has no record`);
    return { record: getNamedType(inner.type).name, payload: inner.name, itemsKey: null, page: null };
  }
  if (!type.getFields().pageInfo) return { record: type.name, payload: null, itemsKey: null, page: null };
  const page = wireRecord(type, names);
  for (const { key, list, type: inner } of page.keys)
    if (list && inner.kind === 'record') return { record: inner.name, payload: null, itemsKey: key, page };
  throw new Error(`${type.name} has no list of records`);
}

function buildOperation(
  kind: 'query' | 'mutation',
  parent: string,
  field: GraphQLField<unknown, unknown>,
  from: ParamSource,
): Operation {
  const shape = resultShapeOf(field, from.names);
  const reply: Reply = shape.itemsKey ? 'LIST' : kind === 'query' ? 'SINGLE' : 'WRITTEN';
  const params = flatParams(field.args, from);
  const isInBody = ({ name }: Param): boolean => name.startsWith('input.');
  const result: Operation = {
    coordinate: `${parent}.${field.name}`,
    field: field.name,
    kind,
    description: wireText(field.description ?? '', from.names),
    reply,
    ...shape,
    hasInput: params.some(isInBody),
    bindings: [],
  };
  const args = inListedOrder(params.filter((one) => !isInBody(one)));
  const body = params.filter(isInBody);
  for (const rest of applied(field.astNode, 'rest')) result.bindings.push(binding(result, rest, args, body));
  return result;
}

function binding(
  operation: Operation,
  rest: Record<string, unknown>,
  args: readonly Param[],
  body: readonly Param[],
): Binding {
  const path = asText(rest.path);
  const words: unknown[] = Array.isArray(rest.methods) ? rest.methods : [];
  const methods = words.map((word) => allowedWord(word, METHODS, null)).filter((method) => method !== null);
  if (!path || methods.length === 0)
    throw new Error(`${operation.coordinate}: @rest needs a path and methods`);
  const [variable = null, ...others] = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  if (others.length > 0) throw new Error(`${operation.coordinate}: ${path} has more than one variable`);
  const pathArgument = asText(rest.names);
  const named = variable === null ? null : args.find(({ wire }) => wire === (pathArgument ?? variable));
  if (named === undefined)
    throw new Error(`${operation.coordinate}: ${path} names an argument that does not exist`);
  return {
    operation,
    path,
    methods,
    status: asNumber(rest.status) ?? 200,
    failsPastLastPage: rest.pastTheEnd === 'NOT_FOUND',
    pathParam: named && variable !== null ? { ...named, wire: variable, required: true } : null,
    pathArgument,
    unlisted: isTrue(rest.unlisted),
    // Arguments under `by`, which name the record, are only for paths.
    queryParams: args.filter((arg) => arg !== named && !arg.name.startsWith('by.')),
    bodyParams: body,
  };
}

/** Groups bindings by path, in the order of the operations, unlisted ones last. Queries come first. */
function routes(operations: readonly Operation[]): Route[] {
  const bindings = operations.flatMap((operation) => operation.bindings);
  const byPath = Map.groupBy(
    [...bindings.filter(({ unlisted }) => !unlisted), ...bindings.filter(({ unlisted }) => unlisted)],
    ({ path }) => path,
  );
  return [...byPath].map(([path, same]) => ({ path, pathParam: same[0]?.pathParam ?? null, bindings: same }));
}

/**
 * Builds operations, routes, parameters and records as plain data.
 * @param schema with the directives of `schema.graphql`
 * @throws Error at start that lists all inconsistencies
 */
export function buildContract(schema: GraphQLSchema, revision: Revision, scalars: ScalarParsers): Contract {
  const from = paramSource(schema, revision, scalars);
  const operations: Operation[] = [];
  for (const [kind, root] of [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (applied(field.astNode, 'rest').length > 0)
        operations.push(buildOperation(kind, root?.name ?? '', field, from));
    }
  }
  const inputs = new Map<string, readonly Param[]>();
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type))
      inputs.set(
        type.name,
        Object.values(type.getFields()).map((field) => buildParam(field, from)),
      );
  const contract: Contract = {
    revision,
    operations,
    routes: routes(operations),
    inputs,
    records: wireRecords(operations, schema, from.names),
  };
  const errors = configurationErrors(contract);
  if (errors.length > 0) throw new Error(`The contract is not consistent:\n${errors.join('\n')}`);
  return contract;
}

/** Collects the input for {@link buildParam}, including the REST names that differ from the GraphQL names. */
export function paramSource(schema: GraphQLSchema, revision: Revision, scalars: ScalarParsers): ParamSource {
  const names = new Map<string, string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type) && !isObjectType(type)) continue;
    for (const { name, astNode } of Object.values(type.getFields())) {
      const wire = asText(applied(astNode, 'wire')[0]?.name);
      if (wire !== null && wire !== snakeCase(name) && !names.has(name)) names.set(name, wire);
    }
  }
  return { schema, scalars, names, revision };
}

/** The inconsistencies of a contract, one sentence each. */
export function configurationErrors(contract: Contract): string[] {
  const errors: string[] = [];
  for (const route of contract.routes) {
    const seen = new Set<string>();
    for (const { methods, pathArgument, operation, pathParam } of route.bindings) {
      for (const method of methods) {
        if (seen.has(method)) errors.push(`${method} ${route.path} is bound twice`);
        seen.add(method);
      }
      if (methods.includes('GET') !== (operation.kind === 'query'))
        errors.push(`${operation.coordinate}: GET reads, everything else writes`);
      if (pathParam && pathParam.wire !== 'id' && pathParam.wire !== 'slug')
        errors.push(`${route.path}: a path can name a record by {id} or by {slug} only`);
      if (pathArgument !== null && pathParam?.wire !== 'id')
        errors.push(`${route.path}: a path can name a record that is not its own by {id} only`);
      if (pathParam?.name !== route.pathParam?.name) errors.push(`${route.path} names different arguments`);
    }
  }
  const endpoints = Map.groupBy(contract.operations.flatMap(endpointsOf), endpointName);
  for (const [name, same] of endpoints)
    if (same.length > 1) {
      const places = same.map(({ method, binding }) => `${method} ${binding.path}`);
      errors.push(`two bindings are called ${name}: ${places.join(', ')}`);
    }
  for (const { bindings, coordinate } of contract.operations) {
    for (const { queryParams, bodyParams } of bindings) {
      const wires = [...queryParams, ...bodyParams].map((one) => one.wire);
      for (const { wire, type } of [...queryParams, ...bodyParams])
        if (type.kind === 'input')
          errors.push(`${coordinate}: REST cannot read ${wire}, which needs @param(reads:)`);
      for (const wire of new Set(wires.filter((name, at) => wires.indexOf(name) !== at)))
        errors.push(`${coordinate}: two parameters are called ${wire}`);
    }
  }
  for (const record of contract.records.values()) {
    for (const place of ['ROOT', 'EMBEDDED'] as const) {
      const names = record.keys
        .filter((key) => key.place === null || key.place === place)
        .map((key) => key.key);
      for (const name of new Set(names.filter((one, at) => names.indexOf(one) !== at)))
        errors.push(`${record.name} has the REST key ${name} twice`);
    }
  }
  return errors;
}
