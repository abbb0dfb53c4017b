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
import { type Answering, bodyOf } from './respond/body.ts';
import { fieldTree } from './respond/fields.ts';
import { checkSize } from './respond/size.ts';
import { executionError } from './respond/wire-errors.ts';

/** What SOFA is given as its context, and passes on to the executor: who asks, and how the answer is sent. */
interface Call extends Pick<Answering, 'request' | 'context' | 'fields'> {
  readonly route: RestRoute;
  /** The record that authorising has found. */
  readonly record: unknown;
}

/** A route that SOFA has made of a binding. */
export interface RestRoute {
  /** `/events/by-slug/:slug` */
  path: string;
  method: HttpMethod;
  binding: Binding;
  /** Makes the body of an answer, and sets the headers that depend on it. */
  body(data: Json, answering: Answering): Json;
  /**
   * Runs a validated operation.
   * @throws ServiceError the error of the operation, or of its page
   */
  answer(
    request: RestRequest,
    context: Context,
    validated: ValidatedOperation,
  ): Promise<{ status: number; text: string }>;
}

/** What SOFA needs to do its work. */
type SofaDeps = Pick<RestDeps, 'contract' | 'schema' | 'runner' | 'alternates'>;

/**
 * The part of a route of SOFA that is used. Its own type requires a request that also has its parsed address.
 */
interface SofaRoute {
  readonly path: string;
  readonly method?: string | undefined;
  handler(
    request: Pick<Request, 'url' | 'body'> & { params: ValidatedOperation['variables'] },
    context: { call: Call },
  ): Promise<Response> | Response;
}

/** The service describes itself (`api/rest/describe`). */
const NO_DOCUMENTS = { openAPI: { endpoint: false }, swaggerUI: { endpoint: false } } as const;

/** `/events/{id}` as SOFA writes it. */
const sofaPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * The REST interface as routes of SOFA, over the schema that is derived from the contract. Requests go to the
 * handler of their route; the addresses of SOFA itself, such as its webhooks, do not exist in the service
 * (decisions/0025).
 * @throws Error at boot when a binding has no route
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
      body: bodyOf(deps, binding),
      async answer(request, context, { variables, record }) {
        const { _fields } = request.query.values;
        const fields = _fields === undefined ? null : fieldTree(_fields);
        // SOFA would look for other arguments in the query string and in the body, which are read already.
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

/**
 * Execution for SOFA, whose documents have the names of REST: they are run in the names of the public schema,
 * and the result is shown as REST shows it.
 */
function executor(deps: SofaDeps, wire: WireSchema): (args: ExecutionArgs) => Promise<ExecutionResult> {
  const operations = new RestOperations(wire);
  const prepared = new Map<DocumentNode, Prepared>();
  return async ({ document, contextValue, variableValues }) => {
    const { call }: { call?: Call } = Object(contextValue);
    if (!call) throw new Error('SOFA runs an operation without a request');
    const { route, request, context, record, fields } = call;
    const variables = { ...variableValues };
    const { root, operation } = prepared.getOrInsertComputed(document, (own) =>
      operations.of(own, route.binding.operation),
    );
    const validated = { variables, record };
    const { data, errors } = fields
      ? await deps.runner.runOnce(operation.narrowedTo(fields), validated, context)
      : await deps.runner.run(operation.document, validated, context);
    if (errors && errors.length > 0) return { errors };
    const answer = operation.answerIn(data);
    // What the schema answers is JSON; every operation of REST answers a record or a page.
    if (!isObject<Json>(answer)) throw new Error(`${root} answered nothing, and no error either`);
    checkSize(answer, route.binding, context);
    return { data: { [root]: route.body(answer, { request, context, variables, fields }) } };
  };
}
