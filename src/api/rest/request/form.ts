import { parse } from 'qs';
import { ServiceError } from '../../../lib/errors.ts';
import type { Param } from '../../contract/types.ts';

/** Raw parameters of a query string or a body. */
export interface Form {
  values: Record<string, unknown>;
  /** The text that they were read from, if it has the form `a=1&b=2`; empty for JSON. */
  text: string;
  /** Why they could not be read; thrown only when the caller is known to be allowed to send them. */
  failure: ServiceError | null;
  /** Why there are no values, as a sentence for callers who miss some. */
  hint?: string;
}

export const EMPTY_FORM: Form = { values: {}, text: '', failure: null };

/** Limits of a form. What exceeds them is refused, not cut off. qs drops the names of Object.prototype. */
const LIMITS = {
  depth: 5,
  strictDepth: true,
  parameterLimit: 1000,
  arrayLimit: 1000,
  throwOnLimitExceeded: true,
} as const;

/** Reads `a=1&b[]=2&c[0]=3&d[e]=4`, as query string or form. Repeated names make a list. */
export function parseForm(text: string): Form {
  if (text === '') return EMPTY_FORM;
  try {
    return { values: parse(text, LIMITS), text, failure: null };
  } catch (cause) {
    const message = 'There are too many parameters, or they are nested too deeply.';
    return { values: {}, text, failure: new ServiceError('rest_invalid_param', { message, cause }) };
  }
}

/**
 * Values of parameters that are not lists: if a name is repeated (`page=1&page=2`), the last value counts.
 * Some clients add parameters to links that have them already.
 */
export function lastOfRepeated({ values, text }: Form, params: readonly Param[]): Record<string, unknown> {
  if (!Object.values(values).some(Array.isArray)) return values;
  const repeated = params.filter((param) => !param.list && Array.isArray(values[param.wire]));
  if (repeated.length === 0) return values;
  const last = parse(text, { ...LIMITS, duplicates: 'last' });
  return { ...values, ...Object.fromEntries(repeated.map(({ wire }) => [wire, last[wire]])) };
}
