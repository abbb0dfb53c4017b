import { isDeepStrictEqual } from 'node:util';
import { type Api, type Body, isRecord } from './words.ts';

/**
 * The result of an operation, the same for both APIs: parameters by their REST names, and by the names that the API
 * itself uses.
 */
export interface Answer {
  status: number;
  code: string | undefined;
  /** The record in its REST form, without `json_ld`; after a failure the error body. */
  body: Body;
  /** REST names of the failing parameters, in alphabetical order. */
  failing: string[];
  /** The same with the names of the API: `input.start` in GraphQL. */
  named: string[];
}

/** `extensions.code` of GraphQL for errors that have this status in REST (rules#errors). */
const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'CONFLICT',
};
/** The error of an API for this status and code of REST. */
export const errorOf = (
  api: Api,
  status: number,
  code: string,
): { status: number; code: string | undefined } => {
  // An existing name is a conflict, which is 400 in REST.
  const inGraphql = code === 'term_exists' ? 'CONFLICT' : CODES[status];
  return { status, code: api === 'REST' ? code : inGraphql };
};

/** A copy without `json_ld`, which only single reads have. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === 'json_ld' ? [] : [[key, plain(inner)]])),
  );
}
export const plainBody = (value: unknown): Body => {
  const body = plain(value);
  return isRecord(body) ? body : {};
};

/** Parameters named by an error. */
export const paramNames = (params: unknown): string[] =>
  Array.isArray(params) ? params.map(String) : isRecord(params) ? Object.keys(params) : [];

export async function restAnswer(response: Response): Promise<Answer> {
  const body = plainBody(await response.json());
  const data = isRecord(body.data) ? body.data : {};
  const more = Array.isArray(body.additional_errors) ? body.additional_errors : [];
  const all = [
    ...paramNames(data.params),
    ...more.flatMap((error) =>
      isRecord(error) && isRecord(error.data) ? paramNames(error.data.params) : [],
    ),
  ];
  const code = response.ok ? undefined : String(body.code);
  return { status: response.status, code, body, failing: all.toSorted(), named: all.toSorted() };
}

/** Terms without their counts, which change with other events. */
const uncounted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((term: unknown) => (isRecord(term) ? { ...term, count: 0 } : term))
    : value;

/**
 * The changed keys of a record, with their new values; undefined for removed keys. Modification times and counts of
 * terms are left out.
 */
export function difference(before: Body, after: Body): Body {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter(
    (key) => !key.startsWith('modified') && !isDeepStrictEqual(uncounted(before[key]), uncounted(after[key])),
  );
  return Object.fromEntries(changed.map((key) => [key, after[key]]));
}
