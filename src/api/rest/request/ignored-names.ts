import { suggestionList } from 'graphql/jsutils/suggestionList.js';
import { type Problems, ServiceError } from '../../../lib/errors.ts';
import type { Binding, Contract, Param } from '../../contract/types.ts';
import { NO_OBJECT } from './body.ts';
import type { RestRequest } from './rest-request.ts';

/** The names that something reads, for one kind of request. */
export interface Readable {
  query: ReadonlySet<string>;
  body: ReadonlySet<string>;
  /** Names inside the objects that some fields of the body accept. */
  inside: ReadonlyMap<string, ReadonlySet<string>>;
  /** What a misspelt name may have meant. */
  params: readonly string[];
}

/** Names of the query string that belong to the interface, not to an operation. */
const OWN = ['_fields', '_envelope', '_method', '_pretty'];
/** How many names are repeated in the header. */
const MOST_NAMES = 20;
const MOST_CHARACTERS = 60;

const wireNames = (params: readonly Param[]): string[] => params.flatMap(({ wire, also }) => [wire, ...also]);

/**
 * The names that requests to a binding can use. Clients send records back as they were read, so in writes the
 * keys that a record shows count as read.
 */
export function readableNames(
  { operation, queryParams, bodyParams }: Binding,
  { records, inputs }: Contract,
): Readable {
  const params = wireNames([...queryParams, ...bodyParams]);
  if (operation.kind === 'query')
    return { query: new Set([...params, ...OWN]), body: new Set(), inside: new Map(), params };
  const shown = records.get(operation.record)?.keys ?? [];
  const names = [...params, ...shown.map(({ key }) => key)];
  const inside = bodyParams.flatMap(({ wire, type }): [string, Set<string>][] => {
    const fields = type.kind === 'scalar' && type.objects !== null ? inputs.get(type.objects) : undefined;
    const key = shown.find((candidate) => candidate.key === wire);
    const keys = key?.type.kind === 'record' ? (records.get(key.type.name)?.keys ?? []) : [];
    return fields ? [[wire, new Set([...wireNames(fields), ...keys.map((inner) => inner.key)])]] : [];
  });
  return { query: new Set([...names, ...OWN]), body: new Set(names), inside: new Map(inside), params };
}

/** The names for an index or document: only those of the interface itself. */
export const plainNames = (params: readonly string[]): Readable => ({
  query: new Set([...params, ...OWN]),
  body: new Set(),
  inside: new Map(),
  params,
});

/**
 * The names in an object, or in all objects of a list; digits are positions in a list that a form has sent.
 */
function* memberNames(value: unknown): Iterable<string> {
  if (Array.isArray(value)) for (const one of value) yield* memberNames(one);
  else if (typeof value === 'object' && value !== null)
    for (const name of Object.keys(value)) if (!/^\d+$/.test(name)) yield name;
}

/** Names in the query string and the body that nothing reads; inside objects as `venue.citty`. */
function ignoredNames({ query, body }: RestRequest, readable: Readable): string[] {
  const names = new Set(Object.keys(query.values)).difference(readable.query);
  for (const [name, value] of Object.entries(body.values)) {
    if (!readable.body.has(name) && !(name === '_method' && body.text !== '')) names.add(name);
    const fields = readable.inside.get(name);
    if (fields) for (const inner of memberNames(value)) if (!fields.has(inner)) names.add(`${name}.${inner}`);
  }
  return [...names];
}

/** A name as a header can carry it: unusual characters are percent-encoded, and long names are cut. */
function inHeader(name: string): string {
  let encoded = '';
  for (const character of name.slice(0, MOST_CHARACTERS + 1).toWellFormed()) {
    const next = encoded + character.replace(/[^\w.[\]-]/u, encodeURIComponent);
    if (next.length > MOST_CHARACTERS) return `${encoded}${encodeURIComponent('…')}`;
    encoded = next;
  }
  return encoded;
}

/** `Prefer: handling=…` (RFC 7240); the first one counts. */
const HANDLING = /(?:^|,)\s*handling\s*=\s*"?(strict|lenient)"?\s*(?:$|[;,])/i;

/** Whether the caller prefers an error to being misunderstood. The answer says that this was understood. */
function isStrict({ req, res }: RestRequest): boolean {
  const { prefer } = req.headers;
  const [, handling] = typeof prefer === 'string' ? (HANDLING.exec(prefer) ?? []) : [];
  if (handling === undefined) return false;
  res.setHeader('Preference-Applied', `handling=${handling.toLowerCase()}`);
  return handling.toLowerCase() === 'strict';
}

/**
 * Lists the names that nothing reads in `X-Ignored-Parameters`.
 * @returns with `Prefer: handling=strict` a problem for each, by the name as it was sent; otherwise none
 * @throws ServiceError rest_invalid_body with `handling=strict` for a body that is not an object
 */
export function ignoredParameters(request: RestRequest, readable: Readable): Problems {
  const { req, body } = request;
  const strict = req.headers.prefer !== undefined && isStrict(request);
  if (strict && body.hint === NO_OBJECT) throw new ServiceError('rest_invalid_body', { message: body.hint });
  const names = ignoredNames(request, readable);
  if (names.length === 0) return {};
  const listed = names.slice(0, MOST_NAMES).map(inHeader);
  request.res.setHeader(
    'X-Ignored-Parameters',
    [...listed, ...(names.length > MOST_NAMES ? ['...'] : [])].join(', '),
  );
  return strict ? unknownNames(names, readable) : {};
}

/** A problem for each of these names, which nothing reads; if there are many, only for the first ones. */
export const unknownNames = (names: readonly string[], readable: Readable): Problems =>
  Object.fromEntries(
    names
      .slice(0, MOST_NAMES)
      .map((name) => [name, { message: unknown(name, readable), code: 'rest_unknown_param' }]),
  );

function unknown(name: string, { inside, params }: Readable): string {
  const [, field = ''] = /^(\w+)\./.exec(name) ?? [];
  const fields = inside.get(field);
  const prefix = fields ? `${field}.` : '';
  const asRest = name.slice(prefix.length).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const [meant] = suggestionList(asRest, [...(fields ?? params)]);
  return meant === undefined ? 'is unknown' : `is unknown; did you mean ${prefix}${meant}?`;
}
