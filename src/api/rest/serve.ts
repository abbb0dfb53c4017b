import { createHash } from 'node:crypto';
import type { Context } from '../../domain/context/context.ts';
import type { IdempotentRequest } from '../../domain/context/request.ts';
import { ServiceError } from '../../lib/errors.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import type { Binding } from '../contract/types.ts';
import type { OperationValidator, ValidatedOperation } from '../graphql/operation-validator.ts';
import { matchesTag, tagOf } from '../http/etag.ts';
import { readIdempotencyKey } from '../http/idempotency-key.ts';
import type { Responder } from './by-method.ts';
import { type PathTarget, restInput, targetInPath } from './request/arguments.ts';
import { type KnownNames, knownNames, reportIgnoredParameters } from './request/ignored-names.ts';
import { markCaller, type RestRequest, setAllow } from './request/rest-request.ts';
import type { RestDeps } from './requirements.ts';
import { indented, sendJson } from './respond/send.ts';
import { notFoundInPath, withWireNames } from './respond/wire-errors.ts';
import type { RestRoute } from './sofa.ts';

/** Creates the responders of one path, by method. */
export const pathResponders = (deps: RestDeps, routes: readonly RestRoute[]): Map<string, Responder> =>
  new Map(
    routes.map((route) => {
      const served = new ServedRoute(deps, route, routes);
      return [route.method, served.respond.bind(served)];
    }),
  );

type RouteResult = Awaited<ReturnType<RestRoute['run']>>;

/** A route of SOFA with authorization, validation, preconditions and idempotency. */
class ServedRoute {
  readonly #deps: RestDeps;
  readonly #route: RestRoute;
  /** All methods of the path. */
  readonly #methods: readonly string[];
  /** The GET route of the same path, if it reads a record. */
  readonly #reading: RestRoute | undefined;
  readonly #knownNames: KnownNames;
  readonly #validator: OperationValidator;

  constructor(deps: RestDeps, route: RestRoute, path: readonly RestRoute[]) {
    this.#deps = deps;
    this.#route = route;
    this.#methods = path.map(({ method }) => method);
    this.#reading = path.find(({ method, binding }) => method === 'GET' && binding.pathParam);
    this.#knownNames = knownNames(route.binding, deps.contract);
    this.#validator = this.#validatorOf(route);
  }

  /** @throws ServiceError with REST names of parameters */
  async respond(request: RestRequest): Promise<void> {
    const { binding } = this.#route;
    const { req, res, query, body, urls } = request;
    annotateRequest({ operation: binding.operation.coordinate });
    setAllow(res, ['GET']);
    try {
      const context = await this.#deps.createContext(req, urls);
      markCaller(context, request, this.#methods);
      const target = targetInPath(binding, req.params);
      const record = await this.#validator.authorize?.(context, target);
      const unreadable = query.failure ?? body.failure;
      if (unreadable) throw unreadable;
      const sent = restInput(
        binding,
        target,
        query,
        body,
        reportIgnoredParameters(request, this.#knownNames),
      );
      const validated = await this.#validator.validateRest(context, record, sent);
      const isReading = binding.operation.kind === 'query';
      const { status, text } = await (isReading
        ? this.#route.run(request, context, validated)
        : this.#write(request, context, validated, target));
      sendJson(request, status, text);
    } catch (error) {
      const translated = withWireNames(error, binding);
      throw notFoundInPath(translated, binding) ?? translated;
    }
  }

  /** Runs a write: checks If-Match, and runs once per Idempotency-Key. */
  async #write(
    request: RestRequest,
    context: Context,
    validated: ValidatedOperation,
    target: PathTarget,
  ): Promise<RouteResult> {
    const { req, res } = request;
    const { 'if-match': condition, 'idempotency-key': key } = req.headers;
    const precondition = condition === undefined ? undefined : this.#precondition(request, target, condition);
    const writing = precondition ? { ...context, precondition } : context;
    const once = key === undefined ? null : onceRequest(this.#route.binding, request, key);
    if (!once) return this.#route.run(request, writing, validated);
    const result = await this.#deps.once(writing, once, async (within) => {
      const made = await this.#route.run(request, within, validated);
      return { ...made, location: res.getHeader('Location')?.toString() ?? null, isRepeated: false };
    });
    if (result.location !== null) res.setHeader('Location', result.location);
    if (result.isRepeated) res.setHeader('Idempotent-Replayed', 'true');
    return result;
  }

  /** The If-Match check to run before the record is changed or deleted. */
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
      return reading.run(request, context, { variables: { by }, record });
    });
  }

  #validatorOf({ binding: { operation } }: RestRoute): OperationValidator {
    const validator = this.#deps.validators.get(operation.coordinate);
    if (!validator) throw new Error(`there is no validator for ${operation.coordinate}`);
    return validator;
  }
}

/**
 * Compares `If-Match` with the response to a GET of the same address (RFC 9110, 13.1.1). Runs inside the transaction,
 * after the record is locked, so that only one of several writers with the same tag succeeds.
 * @param read creates the response to GET
 * @returns a check that throws precondition_failed 412
 */
const ifMatch =
  (header: string, read: (context: Context) => Promise<{ text: string }>) =>
  async (context: Context): Promise<void> => {
    const text = await read(context).then(
      (result) => result.text,
      (error: unknown) => {
        // No record at this address: nothing can match.
        if (error instanceof ServiceError) return null;
        throw error;
      },
    );
    const matches = (body: string): boolean => matchesTag(header, tagOf(body), true);
    // The client may have read the record with `_pretty`.
    if (text === null || !(matches(text) || matches(indented(text))))
      throw new ServiceError('precondition_failed');
  };

/**
 * The key and fingerprint by which a repeated request is recognized; null if the request creates no record
 * (rules#idempotency).
 * @throws ServiceError invalid_idempotency_key
 */
function onceRequest(
  { operation, status }: Binding,
  { query, body }: RestRequest,
  key: string | string[],
): IdempotentRequest | null {
  if (operation.kind !== 'mutation' || status !== 201) return null;
  const validKey = readIdempotencyKey(key);
  const content = JSON.stringify([operation.coordinate, query.values, body.values]);
  return { key: validKey, fingerprint: createHash('sha256').update(content).digest('base64url') };
}
