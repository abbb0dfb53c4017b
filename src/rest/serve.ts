import type { Json } from '../contract/types.ts';
import { type Problems, ServiceError } from '../errors.ts';
import { note } from '../telemetry/current.ts';
import type { Answer } from './by-method.ts';
import { ifMatch } from './if-match.ts';
import { received, targetOf } from './request/arguments.ts';
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
    const { coordinate, kind } = binding.operation;
    const gate = deps.gates.get(coordinate);
    if (!gate) throw new Error(`there is no gate before ${coordinate}`);
    const answer = async (request: RestRequest): Promise<void> => {
      const { req, res, query, links } = request;
      note({ operation: coordinate });
      allow(res, ['GET']);
      const context = await deps.createContext({ req, links });
      markCaller(request, context, methods);
      const target = targetOf(binding, req.params);
      const found = await gate.authorize(context, target);
      const unreadable = query.failure ?? request.body.failure;
      if (unreadable) throw unreadable;
      const sent = received(binding, target, query, request.body, slips(request, readable));
      const passed = await gate.enter(context, found, sent);
      const { variables } = passed;
      const fields = fieldTree(query.values._fields);
      const header = req.headers['if-match'];
      if (header !== undefined && kind === 'mutation' && reading && readBody)
        context.precondition = ifMatch(header, (locked) =>
          reading.run(
            new Call({ ...target }, locked, fields, (data) =>
              readBody(data, { request, context: locked, variables: target, fields }),
            ),
          ),
        );
      const present = (data: Json): Json => body(data, { request, context, variables, fields });
      const { status, text } = await route.run(new Call(passed, context, fields, present));
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
