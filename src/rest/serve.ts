import type { Context } from '../context.ts';
import { type Problems, ServiceError } from '../errors.ts';
import type { Gate, Passed } from '../graphql/gate.ts';
import { note } from '../telemetry/current.ts';
import type { Responder } from './by-method.ts';
import { ifMatch } from './if-match.ts';
import { type PathTarget, received, targetInPath } from './request/arguments.ts';
import { NO_OBJECT } from './request/body.ts';
import { onceRequest } from './request/idempotency.ts';
import { isStrict, type Readable, readableNames, tellIgnored } from './request/ignored-names.ts';
import { markCaller, type RestRequest } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { allow } from './respond/headers.ts';
import { sendJson } from './respond/send.ts';
import { AS_SENT, inWireNames } from './respond/wire-errors.ts';
import { Call, type RestRoute } from './sofa.ts';

/** The answers of one path, by method. */
export function pathAnswers(deps: RestDeps, routes: readonly RestRoute[]): Map<string, Responder> {
  return new Map(
    routes.map((route) => {
      const served = new ServedRoute(deps, route, routes);
      return [route.method, (request) => served.answer(request)];
    }),
  );
}

/** A route of SOFA with what stands before and after it. */
class ServedRoute {
  readonly #deps: RestDeps;
  readonly #route: RestRoute;
  /** Those of the path. */
  readonly #methods: readonly string[];
  /** What a GET of the same address answers; undefined where that is no record. */
  readonly #reading: RestRoute | undefined;
  readonly #readable: Readable;
  readonly #gate: Gate;

  constructor(deps: RestDeps, route: RestRoute, path: readonly RestRoute[]) {
    const { coordinate } = route.binding.operation;
    const gate = deps.gates.get(coordinate);
    if (!gate) throw new Error(`there is no gate before ${coordinate}`);
    this.#deps = deps;
    this.#route = route;
    this.#methods = path.map(({ method }) => method);
    this.#reading = path.find(({ method, binding }) => method === 'GET' && binding.pathParam);
    this.#readable = readableNames(route.binding, deps.contract);
    this.#gate = gate;
  }

  /** @throws ServiceError whose parameters are named as in REST */
  async answer(request: RestRequest): Promise<void> {
    try {
      await this.#serve(request);
    } catch (error) {
      throw inWireNames(error, this.#route.binding);
    }
  }

  async #serve(request: RestRequest): Promise<void> {
    const { binding } = this.#route;
    const { req, res, query, body, urls } = request;
    note({ operation: binding.operation.coordinate });
    allow(res, ['GET']);
    const context = await this.#deps.createContext({ req, urls });
    markCaller(context, request, this.#methods);
    const target = targetInPath(binding, req.params);
    const found = await this.#gate.authorize(context, target);
    const unreadable = query.failure ?? body.failure;
    if (unreadable) throw unreadable;
    const sent = received(binding, target, query, body, slips(request, this.#readable));
    const passed = await this.#gate.enter(context, found, sent);
    context.precondition = this.#precondition(request, target);
    const { status, text } = await this.#run(request, context, passed);
    sendJson(request, status, text);
  }

  /** Runs the operation, once only where the client has named the request by a key. */
  async #run(
    request: RestRequest,
    context: Context,
    passed: Passed,
  ): Promise<{ status: number; text: string }> {
    const { res } = request;
    const run = (within: Context) => new Call(this.#route, request, within, passed).run();
    const named = onceRequest(this.#route.binding, request);
    if (!named) return run(context);
    const answer = await this.#deps.once(context, named, async (within) => {
      const made = await run(within);
      return { ...made, location: res.getHeader('Location')?.toString() ?? null, isRepeated: false };
    });
    if (answer.location !== null) res.setHeader('Location', answer.location);
    if (answer.isRepeated) res.setHeader('Idempotent-Replayed', 'true');
    return answer;
  }

  /** What must hold of the record before it is changed or deleted. */
  #precondition(request: RestRequest, target: PathTarget): ((context: Context) => Promise<void>) | null {
    const header = request.req.headers['if-match'];
    const reading = this.#reading;
    if (header === undefined || !reading || this.#route.binding.operation.kind === 'query') return null;
    return ifMatch(header, (context) => new Call(reading, request, context, target).run());
  }
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
