import type { GraphQLError } from 'graphql';
import type { Binding } from '../contract/types.ts';
import { type Problems, ServiceError } from '../errors.ts';

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** An error and everything it was made from. */
function* causes(error: unknown, levels = 8): Generator<unknown> {
  if (levels === 0 || typeof error !== 'object' || error === null) return;
  yield error;
  const inner = field(error, 'errors');
  for (const next of [
    field(error, 'cause'),
    field(error, 'originalError'),
    field(error, 'previous'),
    ...(Array.isArray(inner) ? inner : []),
  ])
    yield* causes(next, levels - 1);
}

/** Codes of the network and of PostgreSQL (class 08, shutdown, too many connections), and what pg says without a code. */
const DOWN = /^(ECONN(REFUSED|RESET|ABORTED)|ENOTFOUND|ETIMEDOUT|EPIPE|EAI_AGAIN|EHOSTUNREACH|57P0\d|08\w{3}|53300)$/;
const DOWN_MESSAGE = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

/** Whether an error says that the database cannot be reached. */
export function isUnavailable(error: unknown): boolean {
  for (const cause of causes(error)) {
    const code = field(cause, 'code');
    const message = field(cause, 'message');
    if ((typeof code === 'string' && DOWN.test(code)) || (typeof message === 'string' && DOWN_MESSAGE.test(message))) return true;
  }
  return false;
}

/** What the caller may know of any error: the ServiceError it is, or one without details once `report` has heard of it. */
export function serviceError(error: unknown, report: (error: unknown) => void): ServiceError {
  if (error instanceof ServiceError) return error;
  // The router's complaint about a percent sign that encodes nothing.
  if (error instanceof URIError) return new ServiceError('rest_no_route');
  report(error);
  return new ServiceError(isUnavailable(error) ? 'service_unavailable' : 'internal_server_error', { cause: error });
}

/** The one error that the errors of an execution amount to: an unexpected one before those meant for the caller. */
export function executionError(errors: readonly GraphQLError[]): unknown {
  const originals = errors.map((error) => error.originalError ?? error);
  return originals.find((error) => !(error instanceof ServiceError)) ?? originals[0];
}

/** An error with its parameters named as in REST: `input.startDate` and `startDate` are `start_date`. */
export function inWireNames(error: unknown, { queryParams, bodyParams, pathParam }: Binding): unknown {
  if (!(error instanceof ServiceError) || !(error.problems || error.missing)) return error;
  const params = [...queryParams, ...bodyParams, ...(pathParam ? [pathParam] : [])];
  const wire = (path: string): string => {
    const name = path.replace(/^input\./, '');
    return params.find((param) => param.name === name)?.wire ?? name;
  };
  const problems: Problems = Object.fromEntries(Object.entries(error.problems ?? {}).map(([name, problem]) => [wire(name), problem]));
  const { code, status, message, data, cause } = error;
  return new ServiceError(code, {
    status,
    message,
    problems,
    cause,
    ...(data && { data }),
    ...(error.missing && { missing: error.missing.map(wire) }),
  });
}
