import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../../domain/generated/schema.ts';
import { type Problem, type Problems, REQUEST_ERRORS, ServiceError, truncate } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';
import { serviceError } from '../../lib/service-error.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';

/** Receives every error whose details are hidden from callers. */
export type Reporter = (error: unknown) => void;

/** Maximum length of the summary message, in characters; each problem also has a message of its own. */
const MAX_MESSAGE_LENGTH = 1_000;

/** The original error, without the GraphQL errors that only add its location. */
function originalOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originalOf(error.originalError) : error;
}

/** The HTTP status that Apollo derives from an error. */
function httpStatus(error: unknown): number | undefined {
  const status = error instanceof GraphQLError ? property(error.extensions.http, 'status') : undefined;
  return typeof status === 'number' ? status : undefined;
}

function paramsIn(error: unknown): { params?: unknown } {
  const params = error instanceof GraphQLError ? error.extensions.params : undefined;
  return params === undefined ? {} : { params };
}

/** Whether graphql-js found an invalid argument during execution: a variable inside a literal, or a forbidden null. */
const isArgumentError = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError && error.nodes !== undefined && /^Argument "|^Variable "/.test(error.message);

const problemsText = (problems: Problems): string =>
  Object.entries(problems)
    .map(([name, { message }]) => `${name}: ${message}`)
    .join('; ');

const graphqlProblems = (problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).map(([name, problem]) => [
      name,
      { ...problem, message: problem.graphqlMessage ?? problem.message },
    ]),
  );

/** The public part of an error, for responses. */
export function publicError(error: ServiceError): { message: string; extensions: Record<string, unknown> } {
  const { status, missing = [] } = error;
  const absent = missing.map((name): [string, Problem] => [name, { message: 'is required' }]);
  const problems = graphqlProblems({ ...Object.fromEntries(absent), ...error.problems });
  const text = problemsText(problems);
  const params = Object.fromEntries(Object.entries(problems).map(([name, { message }]) => [name, message]));
  return {
    message: truncate(text === '' ? error.message : `${error.message}: ${text}`, MAX_MESSAGE_LENGTH),
    extensions: { code: error.graphqlCode satisfies ErrorCode, status, ...(text !== '' && { params }) },
  };
}

/** Creates Apollo's `formatError`: codes of the enum `ErrorCode`, and no details of server errors (rules#errors). */
export function errorFormatter(
  report: Reporter,
): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return (formatted, error) => {
    const code = formatted.extensions?.code;
    const status =
      typeof code === 'string' && code in REQUEST_ERRORS
        ? (httpStatus(error) ?? REQUEST_ERRORS[code])
        : undefined;
    const original = originalOf(error);
    if (status !== undefined && !(original instanceof ServiceError)) {
      annotateRequest({ code: String(code) });
      return {
        message: truncate(formatted.message),
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

/** An error before there is an operation, such as failed authentication, with its HTTP status. */
export function requestError(error: unknown, report: Reporter): GraphQLError {
  const shown = serviceError(error, report);
  return new GraphQLError(shown.message, {
    originalError: shown,
    extensions: { http: { status: shown.status } },
  });
}
