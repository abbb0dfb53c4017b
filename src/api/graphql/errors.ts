import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../../domain/generated/schema.ts';
import { type Problem, type Problems, REQUEST_ERRORS, ServiceError, shortened } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';
import { serviceError } from '../../lib/service-error.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';

/** Called with every error whose details are not shown to callers. */
export type Reporter = (error: unknown) => void;

/** The longest message about all problems together, in characters; each also has a message of its own. */
const MAX_MESSAGE = 1_000;

/** The error that was thrown, without the ones that only say where it happened. */
function thrown(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? thrown(error.originalError) : error;
}

/** The status that Apollo gives the answer because of an error. */
function httpStatus(error: unknown): number | undefined {
  const status = error instanceof GraphQLError ? property(error.extensions.http, 'status') : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** The wrong arguments of a document, by path. */
function paramsIn(error: unknown): { params?: unknown } {
  const params = error instanceof GraphQLError ? error.extensions.params : undefined;
  return params === undefined ? {} : { params };
}

/**
 * Whether graphql-js noticed only during execution that an argument is wrong: a variable inside a literal, or
 * null where it is not allowed.
 */
const isArgumentError = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError && error.nodes !== undefined && /^Argument "|^Variable "/.test(error.message);

const problemsText = (problems: Problems): string =>
  Object.entries(problems)
    .map(([name, { message }]) => `${name}: ${message}`)
    .join('; ');

/** The problems with the messages of GraphQL. */
const inGraphql = (problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [
      name,
      { ...problem, message: problem.inGraphql ?? problem.message },
    ]),
  );

/** What a caller is shown of an error that is meant for callers. */
export function publicError(error: ServiceError): { message: string; extensions: Record<string, unknown> } {
  const { status, missing = [] } = error;
  const absent = missing.map((name): [string, Problem] => [name, { message: 'is required' }]);
  const problems = inGraphql({ ...Object.fromEntries(absent), ...error.problems });
  const text = problemsText(problems);
  const params = Object.fromEntries(Object.entries(problems).map(([name, { message }]) => [name, message]));
  return {
    message: shortened(text === '' ? error.message : `${error.message}: ${text}`, MAX_MESSAGE),
    extensions: { code: error.graphqlCode satisfies ErrorCode, status, ...(text !== '' && { params }) },
  };
}

/**
 * Makes Apollo's `formatError`: codes of the enum `ErrorCode`, and nothing about errors that are our fault
 * (rules#errors).
 */
export function errorFormatter(
  report: Reporter,
): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return (formatted, error) => {
    const code = formatted.extensions?.code;
    const status =
      typeof code === 'string' && code in REQUEST_ERRORS
        ? (httpStatus(error) ?? REQUEST_ERRORS[code])
        : undefined;
    const original = thrown(error);
    if (status !== undefined && !(original instanceof ServiceError)) {
      annotateRequest({ code: String(code) });
      return {
        message: shortened(formatted.message),
        ...(formatted.locations && { locations: formatted.locations }),
        extensions: { code, status, ...paramsIn(error) },
      };
    }
    const shown = isArgumentError(original)
      ? new ServiceError('rest_invalid_param', { message: original.message })
      : serviceError(original, report);
    annotateRequest({ code: shown.code });
    return { ...formatted, ...publicError(shown) };
  };
}

/** An error before there is an operation, such as wrong credentials, with its HTTP status. */
export function requestError(error: unknown, report: Reporter): GraphQLError {
  const shown = serviceError(error, report);
  return new GraphQLError(shown.message, {
    originalError: shown,
    extensions: { http: { status: shown.status } },
  });
}
