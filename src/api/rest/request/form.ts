import { parse } from 'qs';
import { ServiceError } from '../../../lib/errors.ts';
import type { Param } from '../../contract/types.ts';

/** The raw parameters of a query string or a body. */
export interface Form {
  values: Record<string, unknown>;
  /** The source `a=1&b=2`; empty for JSON. */
  text: string;
  /** Why the parameters could not be read; thrown only after authorization. */
  failure: ServiceError | null;
  /** A sentence that explains why there are no values; shown if required parameters are missing. */
  hint?: string;
}

export const EMPTY_FORM: Form = { values: {}, text: '', failure: null };

/** Limits of a form; exceeding them is an error. qs itself drops the names of Object.prototype. */
const LIMITS = {
  depth: 5,
  strictDepth: true,
  parameterLimit: 1000,
  arrayLimit: 1000,
  throwOnLimitExceeded: true,
} as const;

/** Parses a query string or form, `a=1&b[]=2&c[0]=3&d[e]=4`. Repeated names become a list. */
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
 * Replaces the list of a repeated single-value parameter (`page=1&page=2`) by its last value. Some clients append
 * parameters to links that already have them.
 */
export function lastOfRepeated({ values, text }: Form, params: readonly Param[]): Record<string, unknown> {
  if (!Object.values(values).some(Array.isArray)) return values;
  const repeated = params.filter((param) => !param.list && Array.isArray(values[param.wire]));
  if (repeated.length === 0) return values;
  const last = parse(text, { ...LIMITS, duplicates: 'last' });
  return { ...values, ...Object.fromEntries(repeated.map(({ wire }) => [wire, last[wire]])) };
}
