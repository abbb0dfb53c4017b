import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { type Aliases, aliasesOf, isAlias } from './aliases.ts';
import { allowedWord, applied, asNumber, asText, isTrue } from './directives.ts';
import { endpointName, endpointsOf } from './endpoints.ts';
import { type ParamSource, param, type ScalarParsers, wireText } from './params.ts';
import { wireRecord, wireRecords } from './records.ts';
import type { Binding, Contract, HttpMethod, Operation, Param, Reply, Revision, Route } from './types.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HttpMethod[];

/** What a root field answers: a record, or a page of records. */
function answerOf(field: GraphQLField<unknown, unknown>): Pick<Operation, 'record' | 'itemsKey' | 'page'> {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) throw new Error(`${field.name} must answer an object to be bound to REST`);
  if (!type.getFields().totalPages) return { record: type.name, itemsKey: null, page: null };
  const page = wireRecord(type);
  for (const { key, list, type: inner } of page.keys)
    if (list && inner.kind === 'record') return { record: inner.name, itemsKey: key, page };
  throw new Error(`${type.name} has no list of records`);
}

/** Whether only GraphQL has an argument or input field. */
const isHidden = (source: GraphQLArgument | GraphQLInputField): boolean =>
  isAlias(source) || isTrue(applied(source.astNode, 'wire')[0]?.hide);

function makeOperation(
  kind: 'query' | 'mutation',
  parent: string,
  field: GraphQLField<unknown, unknown>,
  from: ParamSource,
): Operation {
  const answer = answerOf(field);
  const reply: Reply = answer.itemsKey ? 'LIST' : kind === 'query' ? 'SINGLE' : 'WRITTEN';
  const args = field.args
    .filter((argument) => argument.name !== 'input' && !isHidden(argument))
    .map((argument) => param(argument, from));
  const input = field.args.find((argument) => argument.name === 'input');
  const inputType = input && getNamedType(input.type);
  const body = isInputObjectType(inputType)
    ? Object.values(inputType.getFields())
        .filter((inner) => !isHidden(inner))
        .map((inner) => param(inner, from))
    : [];
  const result: Operation = {
    coordinate: `${parent}.${field.name}`,
    field: field.name,
    kind,
    description: wireText(field.description ?? ''),
    reply,
    ...answer,
    hasInput: input !== undefined,
    bindings: [],
  };
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
  const pathParam = variable === null ? null : args.find((arg) => arg.name === variable);
  if (pathParam === undefined)
    throw new Error(`${operation.coordinate}: ${path} names an argument that does not exist`);
  // On a single's routes `id` and `slug` are two ways to name the record; only the one in the path counts.
  const queryParams = args.filter((arg) => variable === null || (arg.name !== 'id' && arg.name !== 'slug'));
  return {
    operation,
    path,
    methods,
    status: asNumber(rest.status) ?? 200,
    endsAtLastPage: rest.pastTheEnd === 'NOT_FOUND',
    pathParam: pathParam && { ...pathParam, required: true },
    queryParams,
    bodyParams: body,
  };
}

/** Routes in the order in which the queries first name them; the reading binding of a path comes first. */
function routes(operations: readonly Operation[]): Route[] {
  const byPath = new Map<string, Binding[]>();
  for (const { bindings } of operations)
    for (const one of bindings) byPath.set(one.path, [...(byPath.get(one.path) ?? []), one]);
  return [...byPath].map(([path, bindings]) => ({
    path,
    pathParam: bindings[0]?.pathParam ?? null,
    bindings,
  }));
}

/**
 * Turns a schema that carries the directives of `schema.graphql` into plain data: operations, routes,
 * parameters, records.
 * @throws Error at start that lists everything that is not consistent
 */
export function buildContract(schema: GraphQLSchema, revision: Revision, scalars: ScalarParsers): Contract {
  const from: ParamSource = { schema, scalars };
  const operations: Operation[] = [];
  for (const [kind, root] of [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
  ] as const) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (applied(field.astNode, 'rest').length > 0)
        operations.push(makeOperation(kind, root?.name ?? '', field, from));
    }
  }
  const inputs = new Map<string, readonly Param[]>();
  const aliases = new Map<string, Aliases>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue;
    const fields = Object.values(type.getFields());
    inputs.set(
      type.name,
      fields.filter((field) => !isAlias(field)).map((field) => param(field, from)),
    );
    aliases.set(type.name, aliasesOf(fields));
  }
  const contract: Contract = {
    revision,
    operations,
    routes: routes(operations),
    inputs,
    aliases,
    records: wireRecords(operations, schema),
  };
  const errors = configurationErrors(contract);
  if (errors.length > 0) throw new Error(`The contract is not consistent:\n${errors.join('\n')}`);
  return contract;
}

/** What is wrong with a contract, one sentence each; empty when it is consistent. */
export function configurationErrors(contract: Contract): string[] {
  const errors: string[] = [];
  for (const route of contract.routes) {
    const seen = new Set<string>();
    for (const { methods, operation, pathParam } of route.bindings) {
      for (const method of methods) {
        if (seen.has(method)) errors.push(`${method} ${route.path} is bound twice`);
        seen.add(method);
      }
      if (methods.includes('GET') !== (operation.kind === 'query'))
        errors.push(`${operation.coordinate}: GET reads, everything else writes`);
      if (pathParam && pathParam.name !== 'id' && pathParam.name !== 'slug')
        errors.push(`${route.path}: a path can name a record by {id} or by {slug} only`);
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
