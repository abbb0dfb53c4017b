import { stringify } from 'qs';
import type { Random } from '../random.ts';
import {
  type Document,
  type Listed,
  operationsOf,
  type Parameter,
  resolved,
  type Schema,
} from './document.ts';
import { objectFor, valueFor } from './values.ts';

/** A request to be sent below the namespace. */
export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Whether to send the administrator's login. */
  loggedIn: boolean;
}

const SLUGS = ['fair', 'hall', 'club', 'x', '%00', '%F0%9F%8E%AA', "'", '..%2f'];
const LIST_FORMATS = ['indices', 'brackets', 'repeat', 'comma'] as const;
const OTHER_METHODS = ['OPTIONS', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'PROPFIND'];

/** Names and values as query string or form. Lone surrogates cannot be percent-encoded. */
const form = (values: Record<string, unknown>, random: Random): string =>
  stringify(
    JSON.parse(
      JSON.stringify(values)
        .toWellFormed()
        .replaceAll(/\\ud[89a-f][0-9a-f]{2}/g, '\ufffd'),
    ),
    {
      arrayFormat: random.pick(LIST_FORMATS),
      strictNullHandling: random.percent(20),
    },
  );

/** Records seen in responses, by the first part of their path, so that later requests hit existing records. */
export class Known {
  readonly #ids = new Map<string, { id: number; slug: string }[]>();

  add(path: string, text: string): void {
    const record: unknown = JSON.parse(text);
    if (typeof record !== 'object' || record === null || !('id' in record) || !('slug' in record)) return;
    const { id, slug } = record;
    if (typeof id === 'number' && typeof slug === 'string') this.#all(path).push({ id, slug });
  }

  one(path: string, random: Random): { id: number; slug: string } | undefined {
    const all = this.#all(path);
    return all.length > 0 ? random.pick(all) : undefined;
  }

  #all(path: string): { id: number; slug: string }[] {
    const noun = path.split(/[/?]/)[1] ?? '';
    const all = this.#ids.get(noun) ?? [];
    this.#ids.set(noun, all);
    return all;
  }
}

function pathOf(path: string, records: Known, random: Random): string {
  const record = random.percent(80) ? records.one(path, random) : undefined;
  const id = (): string => String(record?.id ?? random.pick([0, 1, 5, 30, 99_999_999_999, 2 ** 31 - 1]));
  return path
    .replace('{id}', id)
    .replace('{slug}', () => (record ? encodeURIComponent(record.slug) : random.pick(SLUGS)));
}

function queryOf(document: Document, parameters: readonly Parameter[], random: Random): string {
  const chosen = parameters
    .map((one) => resolved(document, one))
    .filter((one) => one.in === 'query' && random.percent(20));
  const query = form(
    Object.fromEntries(chosen.map(({ name, schema }) => [name, valueFor(document, schema ?? {}, random)])),
    random,
  );
  return query === '' ? '' : `?${query}`;
}

function multipart(values: Record<string, unknown>): string {
  const part = ([name, value]: [string, unknown]): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`;
  return `${Object.entries(values).map(part).join('')}--b--\r\n`;
}

/** Sometimes truncates a body or declares another content type. */
function bodyOf(document: Document, schema: Schema, random: Random): { type: string; body: string } {
  const values = objectFor(document, resolved(document, schema), random);
  const kinds = [
    { type: 'application/json', body: JSON.stringify(values) },
    { type: 'application/json', body: JSON.stringify(values) },
    { type: 'application/x-www-form-urlencoded', body: form(values, random) },
    { type: 'multipart/form-data; boundary=b', body: multipart(values) },
  ];
  const { type, body } = random.pick(kinds);
  if (random.percent(3)) return { type, body: body.slice(0, random.below(body.length + 1)) };
  return random.percent(2) ? { type: random.pick(kinds).type, body } : { type, body };
}

function requestFor(
  document: Document,
  { path, method, operation }: Listed,
  records: Known,
  random: Random,
): FuzzRequest {
  const schemas = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
    schema ? [schema] : [],
  );
  const sent = random.percent(3) ? random.pick(OTHER_METHODS) : method;
  const target = pathOf(path, records, random) + queryOf(document, operation.parameters ?? [], random);
  const request = { method: sent, path: target, headers: {}, loggedIn: random.percent(90) };
  if (schemas.length === 0 || sent === 'HEAD') return request;
  const { type, body } = bodyOf(document, random.pick(schemas), random);
  return { ...request, headers: { 'content-type': type }, body };
}

/** Endless requests generated from an OpenAPI document; the same seed gives the same requests. */
export function* generate(document: Document, records: Known, random: Random): Generator<FuzzRequest, never> {
  const operations = operationsOf(document);
  for (;;) yield requestFor(document, random.pick(operations), records, random);
}
