import type { GraphQLError } from 'graphql';
import { isErrorCode, type Problems, ServiceError } from '../../../lib/errors.ts';
import type { Binding } from '../../contract/types.ts';
import { AS_SENT } from '../request/arguments.ts';

/**
 * Chooses one of the errors of an execution: an unexpected one before those that are meant for the caller.
 */
export function executionError(errors: readonly GraphQLError[]): unknown {
  const originals = errors.map((error) => error.originalError ?? error);
  return originals.find((error) => !(error instanceof ServiceError)) ?? originals[0];
}

/** Whether a path is that of a value, or of something inside it. */
const isAt = (path: string, value: string): boolean => path === value || path.startsWith(`${value}.`);

/**
 * Translates the parameters of an error to the names of REST: `input.start` and `filter.startsFrom` become
 * `start_date`, and so do `start` and `startsFrom`. What is wrong inside a value counts for its parameter.
 */
export function inWireNames(error: unknown, { queryParams, bodyParams, pathParam }: Binding): unknown {
  if (!(error instanceof ServiceError) || !(error.problems || error.missing)) return error;
  const params = [...queryParams, ...bodyParams, ...(pathParam ? [pathParam] : [])];
  const wire = (path: string): string => {
    if (path.startsWith(AS_SENT)) return path.slice(AS_SENT.length);
    return (
      params.find(({ name }) => isAt(path, name) || isAt(path, name.slice(name.indexOf('.') + 1)))?.wire ??
      path
    );
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

/**
 * The error for a record that a path such as `/venues/{id}/events` names and a list refuses, because it does not exist
 * or the caller may not read it; null for other errors.
 * @param error with names of REST
 */
export function absentInPath(error: unknown, { names, pathParam }: Binding): ServiceError | null {
  if (names === null || !pathParam || !(error instanceof ServiceError)) return null;
  const code = `${pathParam.input?.replace(/By$/, '').toLowerCase()}-not-found`;
  return error.problems?.[pathParam.wire] && isErrorCode(code) ? new ServiceError(code) : null;
}
