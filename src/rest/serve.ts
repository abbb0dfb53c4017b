import type { Json } from '../contract/types.ts';
import { invalidParams, type Problems, ServiceError } from '../errors.ts';
import { note } from '../telemetry/current.ts';
import type { Answer } from './by-method.ts';
import { ifMatch } from './if-match.ts';
import { readArguments, targetOf } from './request/arguments.ts';
import { NO_OBJECT } from './request/body.ts';
import { isStrict, type Readable, readableNames, tellIgnored } from './request/ignored-names.ts';
import { markCaller, type RestRequest } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { bodyOf } from './respond/body.ts';
import { fieldTree } from './respond/fields.ts';
import { allow } from './respond/headers.ts';
import { sendJson } from './respond/send.ts';
import { AS_SENT, inWireNames } from './respond/wire-errors.ts';
import { Call, type RestRoute } from './sofa.ts';

/** The answers of one path, by method. */
export function pathAnswers(deps: RestDeps, routes: readonly RestRoute[]): Map<string, Answer> {
  const methods = routes.map(({ method }) => method);
  const reading = routes.find(({ method, binding }) => method === 'GET' && binding.pathParam);
  const readBody = reading && bodyOf(deps.contract, reading.binding);
  const answers = routes.map((route): [string, Answer] => {
    const { binding } = route;
    const readable = readableNames(binding, deps.contract);
    const body = bodyOf(deps.contract, binding);
    const answer = async (request: RestRequest): Promise<void> => {
      const { req, res, query, links } = request;
      note({ operation: binding.operation.coordinate });
      allow(res, ['GET']);
      const context = await deps.createContext({ req, links });
      markCaller(request, context, methods);
      const target = targetOf(binding, req.params);
      await deps.authorize(binding.operation.coordinate, target, context);
      const unreadable = query.failure ?? request.body.failure;
      if (unreadable) throw unreadable;
      const { hint } = request.body;
      const {
        variables,
        problems: wrong,
        missing,
      } = readArguments(binding, deps.contract.inputs, target, query, request.body);
      const problems = { ...wrong, ...slips(request, readable) };
      context.problems = problems;
      const fields = fieldTree(query.values._fields);
      const header = req.headers['if-match'];
      if (header !== undefined && binding.operation.kind === 'mutation' && reading && readBody)
        context.precondition = ifMatch(header, (locked) =>
          reading.run(
            new Call({ ...target }, locked, fields, (data) =>
              readBody(data, { request, context: locked, variables: target, fields }),
            ),
          ),
        );
      const failed = Object.keys(problems).length > 0;
      const present = (data: Json): Json => {
        // The operation found nothing more to complain about.
        if (failed) throw refusal(problems, missing, hint);
        return body(data, { request, context, variables, fields });
      };
      const { status, text } = await route
        .run(new Call(variables, context, fields, present))
        .catch((error: unknown) => {
          throw failed ? withProblems(error, problems, missing, hint) : error;
        });
      sendJson(request, status, text);
    };
    const told: Answer = (request) =>
      answer(request).catch((error: unknown) => {
        throw inWireNames(error, binding);
      });
    return [route.method, told];
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
