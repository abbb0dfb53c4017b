import { createRouter } from 'fets';
import type { DocumentNode, ExecutionArgs, ExecutionResult } from 'graphql';
import { useSofa } from 'sofa-api';
import type { Context } from '../../domain/context/context.ts';
import { isObject } from '../../lib/object.ts';
import type { Binding, HttpMethod, Json } from '../contract/types.ts';
import { type WireSchema, wireSchema } from '../contract/wire-schema.ts';
import type { ValidatedOperation } from '../graphql/operation-validator.ts';
import { type Prepared, RestOperations } from './operations.ts';
import type { RestRequest } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { type BodyContext, createBodyBuilder } from './respond/body.ts';
import { fieldTree } from './respond/fields.ts';
import { checkSize } from './respond/size.ts';
import { executionError } from './respond/wire-errors.ts';

/** SOFA's context of a request, which it passes to the executor. */
interface Call extends Pick<BodyContext, 'request' | 'context' | 'fields'> {
  readonly route: RestRoute;
  /** The record found by authorization. */
  readonly record: unknown;
}

/** The SOFA route of a binding. */
export interface RestRoute {
  /** `/events/by-slug/:slug` */
  path: string;
  method: HttpMethod;
  binding: Binding;
  /** Builds the body of a response and sets the headers that depend on it. */
  body(data: Json, context: BodyContext): Json;
  /**
   * Runs a validated operation.
   * @throws ServiceError of the operation or its page
   */
  run(
    request: RestRequest,
    context: Context,
    validated: ValidatedOperation,
  ): Promise<{ status: number; text: string }>;
}

type SofaDeps = Pick<RestDeps, 'contract' | 'schema' | 'runner' | 'alternates'>;

/** The used part of a SOFA route. SOFA's own type requires a request with a parsed address. */
interface SofaRoute {
  readonly path: string;
  readonly method?: string | undefined;
  handler(
    request: Pick<Request, 'url' | 'body'> & { params: ValidatedOperation['variables'] },
    context: { call: Call },
  ): Promise<Response> | Response;
}

/** Disables SOFA's documents; the service has its own (`api/rest/describe`). */
const NO_DOCUMENTS = { openAPI: { endpoint: false }, swaggerUI: { endpoint: false } } as const;

/** `/events/{id}` -> `/events/:id` */
const sofaPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Creates the SOFA routes of the REST API from the schema derived from the contract. Requests go directly to the
 * handler of their route; SOFA's own addresses, such as its webhooks, do not exist (decisions/0025).
 * @throws Error at start if a binding has no route
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
  return [...wire.endpoints].map(([coordinate, { binding, method }]) => {
    const route = made.find((one) => one.path === sofaPath(binding.path) && one.method === method);
    if (!route) throw new Error(`SOFA has no route for ${coordinate}`);
    const own: RestRoute = {
      path: route.path,
      method,
      binding,
      body: createBodyBuilder(deps, binding),
      async run(request, context, { variables, record }) {
        const { _fields } = request.query.values;
        const fields = _fields === undefined ? null : fieldTree(_fields);
        // No query string or body: SOFA would read arguments from them, but `params` has the validated ones.
        const read = { url: request.req.path, body: null, params: variables };
        const response = await route.handler(read, {
          call: { route: own, request, context, record, fields },
        });
        return { status: response.status, text: await response.text() };
      },
    };
    return own;
  });
}

/** Creates SOFA's executor: runs documents in names of the public schema and converts results to their REST form. */
function executor(deps: SofaDeps, wire: WireSchema): (args: ExecutionArgs) => Promise<ExecutionResult> {
  const operations = new RestOperations(wire);
  const prepared = new Map<DocumentNode, Prepared>();
  return async ({ document, contextValue, variableValues }) => {
    const { call }: { call?: Call } = Object(contextValue);
    if (!call) throw new Error('SOFA ran an operation without a request');
    const { route, request, context, record, fields } = call;
    const variables = { ...variableValues };
    const { root, operation } = prepared.getOrInsertComputed(document, (own) =>
      operations.of(own, route.binding.operation),
    );
    const validated = { variables, record };
    const { data, errors } = fields
      ? await deps.runner.runUncompiled(operation.narrowedTo(fields), validated, context)
      : await deps.runner.run(operation.document, validated, context);
    if (errors && errors.length > 0) return { errors };
    const result = operation.resultIn(data);
    // Results are JSON; every REST operation returns a record or a page.
    if (!isObject<Json>(result)) throw new Error(`${root} returned neither a result nor an error`);
    checkSize(result, route.binding, context);
    return { data: { [root]: route.body(result, { request, context, variables, fields }) } };
  };
}
