import type { GraphQLError } from 'graphql';
import { type Problems, ServiceError } from '../../../lib/errors.ts';
import type { Binding } from '../../contract/types.ts';
import { AS_SENT } from '../request/arguments.ts';

/**
 * Chooses one of the errors of an execution: an unexpected one before those that are meant for the caller.
 */
export function executionError(errors: readonly GraphQLError[]): unknown {
  const originals = errors.map((error) => error.originalError ?? error);
  return originals.find((error) => !(error instanceof ServiceError)) ?? originals[0];
}

/**
 * Translates the parameters of an error to the names of REST: `input.startDate` and `startDate` become
 * `start_date`.
 */
export function inWireNames(error: unknown, { queryParams, bodyParams, pathParam }: Binding): unknown {
  if (!(error instanceof ServiceError) || !(error.problems || error.missing)) return error;
  const params = [...queryParams, ...bodyParams, ...(pathParam ? [pathParam] : [])];
  const wire = (path: string): string => {
    if (path.startsWith(AS_SENT)) return path.slice(AS_SENT.length);
    const name = path.replace(/^input\./, '');
    return params.find((param) => param.name === name)?.wire ?? name;
  };
  const problems: Problems = Object.fromEntries(
    Object.entries(error.problems ?? {}).map(([name, problem]) => [wire(name), problem]),
  );
  const { code, status, message, data, cause, hint } = error;
  return new ServiceError(code, {
    status,
    message,
    problems,
    cause,
    hint,
    ...(data && { data }),
    ...(error.missing && { missing: error.missing.map(wire) }),
  });
}
