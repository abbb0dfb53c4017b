import { STATUS_CODES } from 'node:http';
import type { Problems, ServiceError } from '../../../lib/errors.ts';

/** The body of every REST error. */
interface ErrorBody {
  code: string;
  message: string;
  data: {
    status: number;
    params?: Record<string, string> | string[];
    details?: unknown;
    [extra: string]: unknown;
  };
  /** Invalid parameters, if others are missing. */
  additional_errors?: ErrorBody[];
}

const withNames = (message: string, names: readonly string[]): string =>
  names.length > 0 ? `${message}: ${names.join(', ')}` : message;

/** Messages and machine-readable codes by parameter. An empty `details` is a list, as in WordPress. */
function problemData(problems: Problems): Pick<ErrorBody['data'], 'params' | 'details'> {
  const all = Object.entries(problems);
  const params = Object.fromEntries(all.map(([name, { message }]) => [name, message]));
  const coded = all.filter(([, problem]) => problem.code !== undefined);
  const details = Object.fromEntries(
    coded.map(([name, { code, message }]) => [name, { code, message, data: { param: name } }]),
  );
  return { params, details: coded.length > 0 ? details : [] };
}

/** @param error with REST names */
export function errorBody(error: ServiceError): ErrorBody {
  const { code, status, message, data, missing, hint, problems = {} } = error;
  const names = Object.keys(problems);
  if (missing) {
    const text = withNames(message, missing);
    const body: ErrorBody = {
      code,
      message: hint === undefined ? text : `${text}. ${hint}`,
      data: { status, params: missing, ...data },
    };
    if (names.length === 0) return body;
    const invalid = {
      code: 'rest_invalid_param',
      message: withNames('Invalid parameter(s)', names),
      data: { status, ...problemData(problems) },
    };
    return { ...body, additional_errors: [invalid] };
  }
  return {
    code,
    message: withNames(message, names),
    data: { status, ...(names.length > 0 && problemData(problems)), ...data },
  };
}

/** Converts an error body to the form of RFC 9457. */
export function problemBody({ code, message, data, additional_errors }: ErrorBody): Record<string, unknown> {
  const { status, ...members } = data;
  return {
    ...members,
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    // The members of the other form too, so that clients need not distinguish the forms.
    code,
    message,
    ...(additional_errors && { additional_errors }),
  };
}
