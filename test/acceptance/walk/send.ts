import type { BodyKind, Fields } from './world.ts';

/** An unexpected response. */
class Unexpected extends Error {}

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** The fields of a form: `tags[]=a`, `venue[city]=b`, `organizer[0][email]=c`. */
function pairs(value: unknown, name: string): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    const plain = value.every((one) => typeof one !== 'object');
    return value.flatMap((one, i) => pairs(one, plain ? `${name}[]` : `${name}[${i}]`));
  }
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => pairs(one, `${name}[${key}]`));
  return [[name, String(value)]];
}

function encode(fields: Fields, kind: BodyKind): { body: BodyInit; headers: Record<string, string> } {
  if (kind === 'json')
    return { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } };
  const list = Object.entries(fields).flatMap(([name, value]) => pairs(value, name));
  if (kind === 'urlencoded') return { body: new URLSearchParams(list), headers: {} };
  const form = new FormData();
  for (const [name, value] of list) form.append(name, value);
  return { body: form, headers: {} };
}

/** A client of one site, with or without credentials. */
export class Client {
  readonly site: string;
  readonly rest: string;
  readonly #headers: Record<string, string>;
  requests = 0;

  constructor(site: string, login: string | null) {
    this.site = site.replace(/\/+$/, '');
    this.rest = `${this.site}/calendar/events/v1`;
    this.#headers = login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  }

  async #answer(method: string, url: string, init: RequestInit): Promise<Answer> {
    this.requests += 1;
    const response = await fetch(url, { method, ...init, headers: { ...this.#headers, ...init.headers } });
    const source = await response.text();
    try {
      return { status: response.status, headers: response.headers, body: JSON.parse(source) };
    } catch {
      throw new Unexpected(`${method} ${url}: ${response.status}, not JSON: ${source.slice(0, 200)}`);
    }
  }

  /** @throws Unexpected for any other status */
  async #expect(status: number, method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const answer = await this.#answer(method, path.startsWith('http') ? path : this.rest + path, init);
    if (answer.status === status) return answer;
    const sent =
      typeof init.body === 'string' || init.body instanceof URLSearchParams
        ? ` with ${decodeURIComponent(String(init.body))}`
        : '';
    throw new Unexpected(
      `${method} ${path}${sent}: ${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`,
    );
  }

  get = (path: string): Promise<Answer> => this.#expect(200, 'GET', path);
  create = (path: string, fields: Fields, kind: BodyKind): Promise<Answer> =>
    this.#expect(201, 'POST', path, encode(fields, kind));
  erase = (path: string): Promise<Answer> => this.#expect(200, 'DELETE', `${path}?force=true`);

  /**
   * The data of a GraphQL operation.
   * @throws Unexpected if there are errors
   */
  async graphql(query: string, variables: Fields): Promise<Fields> {
    const body = JSON.stringify({ query, variables });
    const answer = await this.#expect(200, 'POST', `${this.site}/graphql`, {
      body,
      headers: { 'content-type': 'application/json' },
    });
    const { data, errors } = answer.body as { data?: Fields | null; errors?: unknown };
    if (!data || errors) throw new Unexpected(`GraphQL: ${JSON.stringify(errors)}`);
    return data;
  }
}
