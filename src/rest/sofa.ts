import { createRouter } from 'fets';
import type { ExecutionArgs, ExecutionResult } from 'graphql';
import { useSofa } from 'sofa-api';
import type { Context } from '../context.ts';
import type { Binding, HttpMethod, Json } from '../contract/types.ts';
import { type WireSchema, wireSchema } from '../contract/wire-schema.ts';
import { Passed } from '../graphql/gate.ts';
import { RestOperations } from './operations.ts';
import type { RestRequest } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { bodyOf } from './respond/body.ts';
import { type FieldTree, fieldTree } from './respond/fields.ts';
import { executionError } from './respond/wire-errors.ts';

/** One run of a route: what the adapters before SOFA have read, and those after it make the body of. */
export class Call {
  readonly route: RestRoute;
  readonly request: RestRequest;
  readonly context: Context;
  /** What has passed the gate, or variables of a question of our own. */
  readonly given: Passed | Variables;
  /** What is wanted of the record or page; null for all of it. */
  readonly fields: FieldTree | null;

  constructor(route: RestRoute, request: RestRequest, context: Context, given: Passed | Variables) {
    this.route = route;
    this.request = request;
    this.context = context;
    this.given = given;
    this.fields = fieldTree(request.query.values._fields);
  }

  get variables(): Variables {
    return this.given instanceof Passed ? this.given.variables : this.given;
  }

  /** @throws ServiceError what the operation, or its page, complains about */
  async run(): Promise<{ status: number; text: string }> {
    const response = await this.route.handle(this);
    return { status: response.status, text: await response.text() };
  }
}

type Variables = Readonly<Record<string, unknown>>;

/** A route that SOFA has made of a binding. */
export interface RestRoute {
  /** `/events/by-slug/:slug` */
  path: string;
  method: HttpMethod;
  binding: Binding;
  /** Makes the body of an answer, and sets the headers that depend on it. */
  body(data: Json, call: Call): Json;
  handle(call: Call): Promise<Response> | Response;
}

/** What SOFA is given to do its work. */
export type SofaDeps = Pick<RestDeps, 'contract' | 'schema' | 'own' | 'execute'>;

/** What is used of a route of SOFA. Its own type wants a request that also knows what it was parsed to. */
interface SofaRoute {
  readonly path: string;
  readonly method?: string | undefined;
  handler(request: SofaRequest, context: { call: Call }): Promise<Response> | Response;
}

type SofaRequest = Pick<Request, 'url' | 'body'> & { params: Readonly<Record<string, unknown>> };

/** The service describes itself (`rest/describe`). */
const NO_DOCUMENTS = { openAPI: { endpoint: false }, swaggerUI: { endpoint: false } } as const;

/** `/events/{id}` as SOFA writes it. */
const sofaPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * The REST interface as routes of SOFA over the schema that the contract makes of it. Requests are handed to
 * the handler of their route; SOFA's own addresses, its webhooks among them, do not exist in the service
 * (decisions/0025).
 * @throws Error at boot when something that is bound to REST has no route
 */
export function sofaRoutes(deps: SofaDeps): RestRoute[] {
  const wire = wireSchema(deps.contract, deps.schema);
  const sofa = useSofa({
    basePath: '/',
    schema: wire.schema,
    routes: Object.fromEntries(
      [...wire.endpoints].map(([coordinate, { binding, method }]) => [
        coordinate,
        { method, path: sofaPath(binding.path), responseStatus: binding.status },
      ]),
    ),
    execute: executor(deps, wire),
    errorHandler: (errors) => {
      throw executionError(errors);
    },
    ...NO_DOCUMENTS,
  });
  const made: SofaRoute[] = [];
  const listing = createRouter({
    ...NO_DOCUMENTS,
    plugins: [{ onRoute: ({ route }) => void made.push(route) }],
  });
  listing.use(sofa);
  return [...wire.endpoints].map(([coordinate, { binding, method, args }]) => {
    const route = made.find((one) => one.path === sofaPath(binding.path) && one.method === method);
    if (!route) throw new Error(`SOFA has no route for ${coordinate}`);
    const request = requestOf(route, args);
    const body = bodyOf(deps.contract, binding);
    return { path: route.path, method, binding, body, handle: (call) => route.handler(request, { call }) };
  });
}

/**
 * Execution for SOFA, whose documents name the keys of REST: what runs is the same in the names of the public
 * schema, and what comes out is shown as REST shows it.
 */
function executor(deps: SofaDeps, wire: WireSchema): (args: ExecutionArgs) => Promise<ExecutionResult> {
  const operations = new RestOperations(wire, deps.own);
  return async ({ document, contextValue }) => {
    const call = callOf(contextValue);
    const { route, given, context, fields } = call;
    const { root, operation } = operations.of(document);
    const asked = fields ? operation.narrowedTo(fields) : operation.document;
    const { data, errors } = await deps.execute(asked, given, context);
    if (errors && errors.length > 0) return { errors };
    return { data: { [root]: route.body(asJson(data?.[operation.field], operation.field), call) } };
  };
}

/**
 * What SOFA is asked, the same for every call: what the caller has sent is read already, and travels in the
 * call.
 * @param args of the root field; SOFA looks in the address for those that are no parameters of the path
 */
function requestOf({ path }: SofaRoute, args: readonly string[]): SofaRequest {
  const params = Object.fromEntries(args.map((name) => [name, undefined]));
  return { url: `http://sofa${path}`, body: null, params };
}

function callOf(context: unknown): Call {
  if (typeof context === 'object' && context !== null && 'call' in context && context.call instanceof Call)
    return context.call;
  throw new Error('SOFA was asked for something that no route of ours leads to');
}

const isAnswered = (data: unknown): data is { [key: string]: Json } =>
  typeof data === 'object' && data !== null;

/** A record or page that was answered without an error is there. */
function asJson(data: unknown, field: string): Json {
  if (isAnswered(data)) return data;
  throw new Error(`${field} answered nothing, and no error either`);
}
