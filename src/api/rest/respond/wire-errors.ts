import type { GraphQLError } from 'graphql';
import { isErrorCode, type Problems, ServiceError } from '../../../lib/errors.ts';
import type { Binding } from '../../contract/types.ts';
import { RAW_NAME_PREFIX } from '../request/arguments.ts';

/** The error to report for an execution: an internal error takes precedence over errors for the caller. */
export function executionError(errors: readonly GraphQLError[]): unknown {
  const originals = errors.map((error) => error.originalError ?? error);
  return originals.find((error) => !(error instanceof ServiceError)) ?? originals[0];
}

const isAt = (path: string, value: string): boolean => path === value || path.startsWith(`${value}.`);

/**
 * Translates the parameters of an error to REST names: `input.start` and `start` become `start_date`. Problems inside a
 * value are reported for its parameter.
 */
export function withWireNames(error: unknown, { queryParams, bodyParams, pathParam }: Binding): unknown {
  if (!(error instanceof ServiceError) || !(error.problems || error.missing)) return error;
  const params = [...queryParams, ...bodyParams, ...(pathParam ? [pathParam] : [])];
  const wire = (path: string): string => {
    if (path.startsWith(RAW_NAME_PREFIX)) return path.slice(RAW_NAME_PREFIX.length);
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
 * Converts an invalid parameter in a path such as `/venues/{id}/events` to 404: the record does not exist, or the
 * caller may not read it. Null for other errors.
 * @param error with REST names
 */
export function notFoundInPath(error: unknown, { pathArgument, pathParam }: Binding): ServiceError | null {
  if (pathArgument === null || !pathParam || !(error instanceof ServiceError)) return null;
  const code = `${pathParam.input?.replace(/By$/, '').toLowerCase()}-not-found`;
  return error.problems?.[pathParam.wire] && isErrorCode(code) ? new ServiceError(code) : null;
}
