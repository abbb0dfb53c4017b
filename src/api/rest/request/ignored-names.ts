import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { type Problems, ServiceError } from '../../../lib/errors.ts';
import type { Binding, Contract, Param } from '../../contract/types.ts';
import { NOT_AN_OBJECT } from './body.ts';
import type { RestRequest } from './rest-request.ts';

/** The parameter names that one kind of request may have. */
export interface KnownNames {
  query: ReadonlySet<string>;
  body: ReadonlySet<string>;
  /** Names inside the objects that some fields of the body accept. */
  inside: ReadonlyMap<string, ReadonlySet<string>>;
  /** Candidates for the suggestion for a misspelled name. */
  params: readonly string[];
}

/** Parameters of every REST request. */
const COMMON_PARAMS = ['_fields', '_envelope', '_method', '_pretty'];
/** Maximum number of names in the header. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 60;

const wireNames = (params: readonly Param[]): string[] =>
  params.flatMap(({ wire, aliases }) => [wire, ...aliases]);

/**
 * The known names of requests to a binding. In writes they include the keys of the record, because clients send records
 * back as they read them.
 */
export function knownNames(
  { operation, queryParams, bodyParams }: Binding,
  { records, inputs }: Contract,
): KnownNames {
  const params = wireNames([...queryParams, ...bodyParams]);
  if (operation.kind === 'query')
    return { query: new Set([...params, ...COMMON_PARAMS]), body: new Set(), inside: new Map(), params };
  const shown = records.get(operation.record)?.keys ?? [];
  const names = [...params, ...shown.map(({ key }) => key)];
  const inside = bodyParams.flatMap(({ wire, type }): [string, Set<string>][] => {
    const fields = type.kind === 'scalar' && type.objects !== null ? inputs.get(type.objects) : undefined;
    const key = shown.find((candidate) => candidate.key === wire);
    const keys = key?.type.kind === 'record' ? (records.get(key.type.name)?.keys ?? []) : [];
    return fields ? [[wire, new Set([...wireNames(fields), ...keys.map((inner) => inner.key)])]] : [];
  });
  return {
    query: new Set([...names, ...COMMON_PARAMS]),
    body: new Set(names),
    inside: new Map(inside),
    params,
  };
}

/** The known names of a request without an operation: the given ones and the parameters of every request. */
export const queryNames = (params: readonly string[]): KnownNames => ({
  query: new Set([...params, ...COMMON_PARAMS]),
  body: new Set(),
  inside: new Map(),
  params,
});

/** The keys of an object, or of all objects of a list. Keys of digits are positions of a list in a form. */
function* memberNames(value: unknown): Iterable<string> {
  if (Array.isArray(value)) for (const one of value) yield* memberNames(one);
  else if (typeof value === 'object' && value !== null)
    for (const name of Object.keys(value)) if (!/^\d+$/.test(name)) yield name;
}

/** Unknown names in the query string and the body; inside objects as `venue.citty`. */
function ignoredNames({ query, body }: RestRequest, known: KnownNames): string[] {
  const names = new Set(Object.keys(query.values)).difference(known.query);
  for (const [name, value] of Object.entries(body.values)) {
    if (!known.body.has(name) && !(name === '_method' && body.text !== '')) names.add(name);
    const fields = known.inside.get(name);
    if (fields) for (const inner of memberNames(value)) if (!fields.has(inner)) names.add(`${name}.${inner}`);
  }
  return [...names];
}

/** Encodes a name for a header: percent-encodes unusual characters and truncates long names. */
function encodeForHeader(name: string): string {
  let encoded = '';
  for (const character of name.slice(0, MAX_NAME_LENGTH + 1).toWellFormed()) {
    const next = encoded + character.replace(/[^\w.[\]-]/u, encodeURIComponent);
    if (next.length > MAX_NAME_LENGTH) return `${encoded}${encodeURIComponent('…')}`;
    encoded = next;
  }
  return encoded;
}

/** `Prefer: handling=…` (RFC 7240); the first one counts. */
const HANDLING = /(?:^|,)\s*handling\s*=\s*"?(strict|lenient)"?\s*(?:$|[;,])/i;

/** Whether the caller prefers an error for unknown names; acknowledges the preference in the response. */
function isStrict({ req, res }: RestRequest): boolean {
  const { prefer } = req.headers;
  const [, handling] = typeof prefer === 'string' ? (HANDLING.exec(prefer) ?? []) : [];
  if (handling === undefined) return false;
  res.setHeader('Preference-Applied', `handling=${handling.toLowerCase()}`);
  return handling.toLowerCase() === 'strict';
}

/**
 * Lists unknown names in `X-Ignored-Parameters`.
 * @returns with `Prefer: handling=strict` a problem for each unknown name, as sent; otherwise none
 * @throws ServiceError rest_invalid_body with `handling=strict` for a body that is not an object
 */
export function reportIgnoredParameters(request: RestRequest, known: KnownNames): Problems {
  const { req, body } = request;
  const strict = req.headers.prefer !== undefined && isStrict(request);
  if (strict && body.hint === NOT_AN_OBJECT)
    throw new ServiceError('rest_invalid_body', { message: body.hint });
  const names = ignoredNames(request, known);
  if (names.length === 0) return {};
  const listed = names.slice(0, MAX_NAMES).map(encodeForHeader);
  request.res.setHeader(
    'X-Ignored-Parameters',
    [...listed, ...(names.length > MAX_NAMES ? ['...'] : [])].join(', '),
  );
  return strict ? unknownNameProblems(names, known) : {};
}

/** A problem for each unknown name, up to a maximum. */
export const unknownNameProblems = (names: readonly string[], known: KnownNames): Problems =>
  Object.fromEntries(
    names
      .slice(0, MAX_NAMES)
      .map((name) => [name, { message: unknownMessage(name, known), code: 'rest_unknown_param' }]),
  );

function unknownMessage(name: string, { inside, params }: KnownNames): string {
  const [, field = ''] = /^(\w+)\./.exec(name) ?? [];
  const fields = inside.get(field);
  const prefix = fields ? `${field}.` : '';
  const asRest = name.slice(prefix.length).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const [meant] = suggestionList(asRest, [...(fields ?? params)]);
  return meant === undefined ? 'is unknown' : `is unknown; did you mean ${prefix}${meant}?`;
}
