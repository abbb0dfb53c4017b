import type { Context } from '../context.ts';
import type { Binding, Json, Route } from '../contract/types.ts';
import { invalidParams, type Problems, ServiceError } from '../errors.ts';
import { note } from '../telemetry/current.ts';
import { readArguments, targetOf } from './arguments.ts';
import { NO_OBJECT } from './body.ts';
import type { Answer } from './by-method.ts';
import type { RestDeps } from './deps.ts';
import { type Exchange, markCaller } from './exchange.ts';
import { fieldTree, pick } from './fields.ts';
import { allow } from './headers.ts';
import { isStrict, type Readable, readableNames, tellIgnored } from './ignored.ts';
import { lastModified } from './modified.ts';
import { pageBody } from './page.ts';
import { preconditionOf } from './precondition.ts';
import { sendJson } from './respond.ts';
import { Call } from './sofa.ts';
import { AS_SENT, inWireNames } from './translate.ts';

/** The answers of a route of the contract, by method. `run` is SOFA. */
export function routeAnswers(
  deps: RestDeps,
  route: Route,
  run: (call: Call) => Promise<string>,
): Map<string, Answer> {
  const { bindings } = route;
  const methods = bindings.flatMap((binding) => binding.methods);
  const serve = async (binding: Binding, readable: Readable, exchange: Exchange): Promise<void> => {
    const { req, res, query, body, links } = exchange;
    note({ operation: binding.operation.coordinate });
    allow(res, ['GET']);
    const context = await deps.createContext({ req, links });
    markCaller(exchange, context, methods);
    const target = targetOf(binding, req.params);
    await deps.authorize(binding.operation.coordinate, target, context);
    const unreadable = query.failure ?? body.failure;
    if (unreadable) throw unreadable;
    const {
      variables,
      problems: wrong,
      missing,
    } = readArguments(binding, deps.contract.inputs, target, query, body);
    const problems = { ...wrong, ...slips(exchange, readable) };
    context.problems = problems;
    context.precondition = preconditionOf(
      deps,
      route,
      binding,
      req.headers['if-match'],
      target,
      (data, reading) => finished(data, reading, variables, context, exchange),
    );
    const failed = Object.keys(problems).length > 0;
    const finish = (data: Json): Json => {
      // The operation found nothing more to complain about.
      if (failed) throw refusal(problems, missing, body.hint);
      return finished(data, binding, variables, context, exchange);
    };
    const text = await run(new Call(binding.operation, variables, context, finish)).catch(
      (error: unknown) => {
        throw failed ? withProblems(error, problems, missing, body.hint) : error;
      },
    );
    sendJson(exchange, binding.status, text);
  };
  const answers = bindings.flatMap((binding) => {
    const readable = readableNames(binding, deps.contract);
    const answer: Answer = (exchange) =>
      serve(binding, readable, exchange).catch((error: unknown) => {
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
function slips(exchange: Exchange, readable: Readable): Problems {
  const strict = isStrict(exchange);
  const { hint } = exchange.body;
  if (strict && hint === NO_OBJECT) throw new ServiceError('rest_invalid_body', { message: hint });
  const unread = Object.entries(tellIgnored(exchange, readable, strict));
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
  exchange: Exchange,
): Json {
  const { operation, path, status } = binding;
  let body = operation.shape(data);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    if (operation.itemsKey !== null)
      body = pageBody(body, operation.itemsKey, binding, variables, context, exchange);
    else if (operation.kind === 'query') setModified(exchange, body);
    else if (status === 201)
      exchange.res.setHeader('Location', `${exchange.links.rest}${path}/${String(body.id)}`);
  }
  const tree = fieldTree(exchange.query.values._fields);
  return tree ? pick(body, tree) : body;
}

function setModified({ req, res }: Exchange, body: Json): void {
  // The state that a write is compared with is not its answer.
  const date = req.method === 'GET' || req.method === 'HEAD' ? lastModified(body) : null;
  if (date !== null) res.setHeader('Last-Modified', date);
}
