import {
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
} from 'graphql';
import { useSofa } from 'sofa-api';
import type { Context } from '../context.ts';
import type { Json, Operation } from '../contract/types.ts';
import type { RestDeps } from './requirements.ts';
import { executionError } from './respond/wire-errors.ts';

/** What is used of a route of SOFA. Its own type wants a request that also knows what it was parsed to. */
interface SofaRoute {
  readonly path: string;
  readonly method?: string;
  handler(request: Pick<Request, 'url' | 'body'>, context: { call: Call }): Promise<Response> | Response;
}

const addressOf = (operation: Operation): string => `/${operation.coordinate}`;
const methodOf = (operation: Operation): 'GET' | 'POST' => (operation.kind === 'query' ? 'GET' : 'POST');

/** One run of an operation: what goes in, and the error it may end with. */
export class Call {
  readonly operation: Operation;
  readonly variables: Record<string, unknown>;
  readonly context: Context;
  /** Makes the REST body of the root field's data. */
  readonly finish: (data: Json) => Json;
  error: unknown;

  constructor(
    operation: Operation,
    variables: Record<string, unknown>,
    context: Context,
    finish: (data: Json) => Json,
  ) {
    this.operation = operation;
    this.variables = variables;
    this.context = context;
    this.finish = finish;
  }
}

/**
 * What SOFA answers of a root field: a body that is shaped already. Of a record type it would describe every
 * field again, and read every nested argument.
 */
const Body = new GraphQLScalarType({ name: 'Body', description: 'A record or a page, as REST shows it.' });

/**
 * The schema that SOFA makes its routes from: only bound fields, and no arguments, since ours are read
 * already.
 */
function boundSchema({ schema, contract }: RestDeps): GraphQLSchema {
  const root = (
    type: GraphQLObjectType | null | undefined,
    kind: Operation['kind'],
  ): GraphQLObjectType | null => {
    if (!type) return null;
    const fields = type.getFields();
    const bound = contract.operations.filter((operation) => operation.kind === kind);
    const entries = bound.flatMap(({ field, description }) =>
      fields[field] ? [[field, { type: Body, description }] as const] : [],
    );
    return new GraphQLObjectType({ name: type.name, fields: Object.fromEntries(entries) });
  };
  return new GraphQLSchema({
    query: root(schema.getQueryType(), 'query'),
    mutation: root(schema.getMutationType(), 'mutation'),
  });
}

function callOf(context: unknown): Call {
  if (typeof context === 'object' && context !== null && 'call' in context && context.call instanceof Call)
    return context.call;
  throw new Error('SOFA was asked for something that no route of ours leads to');
}

/**
 * SOFA over the bound operations. Nothing but the calls made here reaches it: its own routes, the webhooks
 * among them, have no address in the service.
 * @returns a function that answers the JSON text of the body, or throws what went wrong
 */
export function sofaRunner(deps: RestDeps): (call: Call) => Promise<string> {
  const run = async (call: Call): Promise<ExecutionResult> => {
    const result = await deps.execute(call.operation.document, call.variables, call.context);
    if (result.errors && result.errors.length > 0) throw executionError(result.errors);
    const data: unknown = result.data?.[call.operation.field];
    return { data: { [call.operation.field]: call.finish(asJson(data, call.operation)) } };
  };
  const sofa = useSofa({
    basePath: '',
    schema: boundSchema(deps),
    routes: Object.fromEntries(
      deps.contract.operations.map((operation) => [
        operation.coordinate,
        { method: methodOf(operation), path: addressOf(operation) },
      ]),
    ),
    execute: async ({ contextValue }: ExecutionArgs): Promise<ExecutionResult> => {
      const call = callOf(contextValue);
      try {
        return await run(call);
      } catch (error) {
        // SOFA prints what is thrown and forgets it; the call keeps it.
        call.error = error;
        return { errors: [new GraphQLError('failed')] };
      }
    },
  });
  const handlers = new Map(
    deps.contract.operations.map((operation) => [operation, handlerOf(sofa.__routes, operation)]),
  );
  return async (call) => {
    const response = await handlers.get(call.operation)?.({ call });
    if (!response) throw new Error(`SOFA has no route for ${call.operation.coordinate}`);
    if (call.error !== undefined) throw call.error;
    const text = await response.text();
    if (!response.ok) throw new Error(`SOFA failed: ${text}`);
    return text;
  };
}

/**
 * The handler of SOFA's route for an operation. It is called directly: the router in front of it would only
 * find it again, and what that makes for each request (accessors, prototypes) outlives the request by far.
 */
function handlerOf(
  routes: readonly SofaRoute[],
  operation: Operation,
): (context: { call: Call }) => Promise<Response> {
  const [path, method] = [addressOf(operation), methodOf(operation)];
  const route = routes.find((known) => known.path === path && known.method === method);
  if (!route) throw new Error(`SOFA has no route for ${operation.coordinate}`);
  // The same for every call: what differs travels in the context.
  const request = { url: `http://sofa${path}`, body: null };
  return async (context) => route.handler(request, context);
}

const isObject = (data: unknown): data is { [key: string]: Json } =>
  typeof data === 'object' && data !== null;

/** A record or page that was answered without an error is there. */
function asJson(data: unknown, { coordinate }: Operation): Json {
  if (isObject(data)) return data;
  throw new Error(`${coordinate} answered nothing, and no error either`);
}
