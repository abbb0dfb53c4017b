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
  /** Wrong parameters, when others are missing. */
  additional_errors?: ErrorBody[];
}

const withNames = (message: string, names: readonly string[]): string =>
  names.length > 0 ? `${message}: ${names.join(', ')}` : message;

/**
 * Messages by parameter, and a machine-readable code for each. An empty `details` is a list, as in WordPress.
 */
function failing(problems: Problems): Pick<ErrorBody['data'], 'params' | 'details'> {
  const all = Object.entries(problems);
  const params = Object.fromEntries(all.map(([name, { message }]) => [name, message]));
  const coded = all.filter(([, problem]) => problem.code !== undefined);
  const details = Object.fromEntries(
    coded.map(([name, { code, message }]) => [name, { code, message, data: { param: name } }]),
  );
  return { params, details: coded.length > 0 ? details : [] };
}

/** The body of an error whose parameters are named as in REST. */
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
      data: { status, ...failing(problems) },
    };
    return { ...body, additional_errors: [invalid] };
  }
  return {
    code,
    message: withNames(message, names),
    data: { status, ...(names.length > 0 && failing(problems)), ...data },
  };
}

/** The same in the form of RFC 9457. */
export function problemBody({ code, message, data, additional_errors }: ErrorBody): Record<string, unknown> {
  const { status, ...members } = data;
  return {
    ...members,
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    // The same members as in the other form, so that clients need not know which one they have got.
    code,
    message,
    ...(additional_errors && { additional_errors }),
  };
}
