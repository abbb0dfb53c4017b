import type { Context } from '../context.ts';
import type { Binding, Json, Route } from '../contract/types.ts';
import { invalidParams, type Problems, ServiceError } from '../errors.ts';
import { note } from '../telemetry/current.ts';
import type { Answer } from './by-method.ts';
import { preconditionOf } from './if-match.ts';
import { readArguments, targetOf } from './request/arguments.ts';
import { NO_OBJECT } from './request/body.ts';
import { isStrict, type Readable, readableNames, tellIgnored } from './request/ignored-names.ts';
import { markCaller, type RestRequest } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { fieldTree, pick } from './respond/fields.ts';
import { allow } from './respond/headers.ts';
import { lastModified } from './respond/last-modified.ts';
import { pageBody } from './respond/page.ts';
import { sendJson } from './respond/send.ts';
import { AS_SENT, inWireNames } from './respond/wire-errors.ts';
import { Call } from './sofa.ts';

/** The answers of a route of the contract, by method. `run` is SOFA. */
export function routeAnswers(
  deps: RestDeps,
  route: Route,
  run: (call: Call) => Promise<string>,
): Map<string, Answer> {
  const { bindings } = route;
  const methods = bindings.flatMap((binding) => binding.methods);
  const serve = async (binding: Binding, readable: Readable, request: RestRequest): Promise<void> => {
    const { req, res, query, body, links } = request;
    note({ operation: binding.operation.coordinate });
    allow(res, ['GET']);
    const context = await deps.createContext({ req, links });
    markCaller(request, context, methods);
    const target = targetOf(binding, req.params);
    await deps.authorize(binding.operation.coordinate, target, context);
    const unreadable = query.failure ?? body.failure;
    if (unreadable) throw unreadable;
    const {
      variables,
      problems: wrong,
      missing,
    } = readArguments(binding, deps.contract.inputs, target, query, body);
    const problems = { ...wrong, ...slips(request, readable) };
    context.problems = problems;
    context.precondition = preconditionOf(
      deps,
      route,
      binding,
      req.headers['if-match'],
      target,
      (data, reading) => finished(data, reading, variables, context, request),
    );
    const failed = Object.keys(problems).length > 0;
    const finish = (data: Json): Json => {
      // The operation found nothing more to complain about.
      if (failed) throw refusal(problems, missing, body.hint);
      return finished(data, binding, variables, context, request);
    };
    const text = await run(new Call(binding.operation, variables, context, finish)).catch(
      (error: unknown) => {
        throw failed ? withProblems(error, problems, missing, body.hint) : error;
      },
    );
    sendJson(request, binding.status, text);
  };
  const answers = bindings.flatMap((binding) => {
    const readable = readableNames(binding, deps.contract);
    const answer: Answer = (request) =>
      serve(binding, readable, request).catch((error: unknown) => {
        throw inWireNames(error, binding);
      });
    return binding.methods.map((method) => [method, answer] as const);
  });
  return new Map(answers);
}

/**
 * What the caller sent and nothing reads: told, and refused to those who want it so. @throws ServiceError
 * rest_invalid_body
 */
function slips(request: RestRequest, readable: Readable): Problems {
  const strict = isStrict(request);
  const { hint } = request.body;
  if (strict && hint === NO_OBJECT) throw new ServiceError('rest_invalid_body', { message: hint });
  const unread = Object.entries(tellIgnored(request, readable, strict));
  return Object.fromEntries(unread.map(([name, problem]) => [`${AS_SENT}${name}`, problem]));
}

/** The one error for parameters that are missing or wrong: missing ones come first. */
function refusal(problems: Problems, missing: readonly string[], hint: string | undefined): ServiceError {
  if (missing.length === 0) return invalidParams(problems);
  const wrong = Object.fromEntries(Object.entries(problems).filter(([name]) => !missing.includes(name)));
  return new ServiceError('rest_missing_callback_param', { missing: [...missing], problems: wrong, hint });
}

/**
 * What an operation complains about, and what was wrong before it ran: one answer names all failing
 * parameters.
 */
function withProblems(
  error: unknown,
  problems: Problems,
  missing: readonly string[],
  hint: string | undefined,
): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'rest_invalid_param') return error;
  const found = Object.entries(error.problems ?? {}).map(([path, problem]) => [
    path.replace(/^input\./, ''),
    problem,
  ]);
  return refusal({ ...Object.fromEntries(found), ...problems }, missing, hint);
}

/** From the data of an operation to the body of the answer; sets the headers that depend on it. */
function finished(
  data: Json,
  binding: Binding,
  variables: Record<string, unknown>,
  context: Context,
  request: RestRequest,
): Json {
  const { operation, path, status } = binding;
  let body = operation.shape(data);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    if (operation.itemsKey !== null)
      body = pageBody(body, operation.itemsKey, binding, variables, context, request);
    else if (operation.kind === 'query') setModified(request, body);
    else if (status === 201)
      request.res.setHeader('Location', `${request.links.rest}${path}/${String(body.id)}`);
  }
  const tree = fieldTree(request.query.values._fields);
  return tree ? pick(body, tree) : body;
}

function setModified({ req, res }: RestRequest, body: Json): void {
  // The state that a write is compared with is not its answer.
  const date = req.method === 'GET' || req.method === 'HEAD' ? lastModified(body) : null;
  if (date !== null) res.setHeader('Last-Modified', date);
}
