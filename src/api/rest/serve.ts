import type { Context } from '../../domain/context/context.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import type { OperationValidator, ValidatedOperation } from '../graphql/operation-validator.ts';
import { allow } from './allow.ts';
import type { Responder } from './by-method.ts';
import { ifMatch } from './if-match.ts';
import { type PathTarget, received, targetInPath } from './request/arguments.ts';
import { onceRequest } from './request/idempotency.ts';
import { ignoredParameters, type Readable, readableNames } from './request/ignored-names.ts';
import { markCaller, type RestRequest } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { sendJson } from './respond/send.ts';
import { absentInPath, inWireNames } from './respond/wire-errors.ts';
import type { RestRoute } from './sofa.ts';

/** The answers of one path, by method. */
export const pathAnswers = (deps: RestDeps, routes: readonly RestRoute[]): Map<string, Responder> =>
  new Map(
    routes.map((route) => {
      const served = new ServedRoute(deps, route, routes);
      return [route.method, served.answer.bind(served)];
    }),
  );

type Made = Awaited<ReturnType<RestRoute['answer']>>;

/** A route of SOFA with what is done before and after it. */
class ServedRoute {
  readonly #deps: RestDeps;
  readonly #route: RestRoute;
  /** All methods of the path. */
  readonly #methods: readonly string[];
  /** The route for GET at the same address; undefined when that is not a record. */
  readonly #reading: RestRoute | undefined;
  readonly #readable: Readable;
  readonly #validator: OperationValidator;

  constructor(deps: RestDeps, route: RestRoute, path: readonly RestRoute[]) {
    this.#deps = deps;
    this.#route = route;
    this.#methods = path.map(({ method }) => method);
    this.#reading = path.find(({ method, binding }) => method === 'GET' && binding.pathParam);
    this.#readable = readableNames(route.binding, deps.contract);
    this.#validator = this.#validatorOf(route);
  }

  /** @throws ServiceError whose parameters are named as in REST */
  async answer(request: RestRequest): Promise<void> {
    const { binding } = this.#route;
    const { req, res, query, body, urls } = request;
    annotateRequest({ operation: binding.operation.coordinate });
    allow(res, ['GET']);
    try {
      const context = await this.#deps.createContext(req, urls);
      markCaller(context, request, this.#methods);
      const target = targetInPath(binding, req.params);
      const record = await this.#validator.authorize?.(context, target);
      const unreadable = query.failure ?? body.failure;
      if (unreadable) throw unreadable;
      const sent = received(binding, target, query, body, ignoredParameters(request, this.#readable));
      const validated = await this.#validator.validateRest(context, record, sent);
      const isReading = binding.operation.kind === 'query';
      const { status, text } = await (isReading
        ? this.#route.answer(request, context, validated)
        : this.#write(request, context, validated, target));
      sendJson(request, status, text);
    } catch (error) {
      const named = inWireNames(error, binding);
      throw absentInPath(named, binding) ?? named;
    }
  }

  /** Runs a write: under the conditions that the client has set, and only once if it has sent a key. */
  async #write(
    request: RestRequest,
    context: Context,
    validated: ValidatedOperation,
    target: PathTarget,
  ): Promise<Made> {
    const { req, res } = request;
    const { 'if-match': condition, 'idempotency-key': key } = req.headers;
    const precondition = condition === undefined ? undefined : this.#precondition(request, target, condition);
    const writing = precondition ? { ...context, precondition } : context;
    const named = key === undefined ? null : onceRequest(this.#route.binding, request, key);
    if (!named) return this.#route.answer(request, writing, validated);
    const answer = await this.#deps.once(writing, named, async (within) => {
      const made = await this.#route.answer(request, within, validated);
      return { ...made, location: res.getHeader('Location')?.toString() ?? null, isRepeated: false };
    });
    if (answer.location !== null) res.setHeader('Location', answer.location);
    if (answer.isRepeated) res.setHeader('Idempotent-Replayed', 'true');
    return answer;
  }

  /** What must be true of the record before it is changed or deleted. */
  #precondition(
    request: RestRequest,
    target: PathTarget,
    header: string,
  ): ((context: Context) => Promise<void>) | undefined {
    const reading = this.#reading;
    if (!reading) return undefined;
    const validator = this.#validatorOf(reading);
    return ifMatch(header, async (context) => {
      const record = await validator.authorize?.(context, target);
      const by = target.id === undefined ? { slug: target.slug } : { databaseId: target.id };
      return reading.answer(request, context, { variables: { by }, record });
    });
  }

  #validatorOf({ binding: { operation } }: RestRoute): OperationValidator {
    const validator = this.#deps.validators.get(operation.coordinate);
    if (!validator) throw new Error(`there is no validator for ${operation.coordinate}`);
    return validator;
  }
}
