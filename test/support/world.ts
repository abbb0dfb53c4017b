import { isDeepStrictEqual } from 'node:util';
import { startTestServer, type TestServer, type TestServerOptions } from './service.ts';

export type Body = Record<string, unknown>;
export type Face = 'REST' | 'GraphQL';
export const FACES: readonly Face[] = ['REST', 'GraphQL'];
export type Kind = 'event' | 'venue' | 'organizer' | 'category' | 'tag';
/** A record by id, or, where the kind has slugs in addresses, by slug. */
export type Target = number | string;

const COLLECTIONS = {
  event: '/events',
  venue: '/venues',
  organizer: '/organizers',
  category: '/categories',
  tag: '/tags',
} as const;

/**
 * What an operation answered, the same for both faces: parameters by their REST names, and by the names that
 * the face itself uses.
 */
export interface Answer {
  status: number;
  code: string | undefined;
  /** The record in its REST form, without `json_ld`; the error's body when it failed. */
  body: Body;
  /** REST names of the failing parameters, in alphabetical order. */
  failing: string[];
  /** The same as the face names them: `input.startDate` in GraphQL. */
  named: string[];
}

export interface World {
  readonly server: TestServer;
  /** Sets the service's clock, in UTC. */
  setClock(utc: string): void;
  create(face: Face, kind: Kind, fields: Body, headers?: Record<string, string>): Promise<Answer>;
  change(
    face: Face,
    kind: Kind,
    target: Target,
    fields: Body,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  remove(
    face: Face,
    kind: Kind,
    target: Target,
    options?: { force?: boolean },
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** The record as the administrator reads it, without `json_ld`. */
  read(kind: Kind, target: Target): Promise<Body>;
  /** Creates what must succeed. @returns the record */
  make(kind: Kind, fields: Body): Promise<Body & { id: number }>;
  /** How many records of each kind there are, whatever their state. */
  counts(): Promise<Body>;
  stop(): Promise<void>;
}

/** The clock of every test unless it is set: a Friday in spring. */
export const NOW = '2031-03-14 12:00:00';

export const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isId = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value.trim()));
/** A list, from what REST takes for one; what is none stays as it is, and is refused. */
const asList = (value: unknown): unknown[] =>
  [value]
    .flat()
    .flatMap((one) =>
      typeof one === 'string' && /^[\d, ]*$/.test(one)
        ? one.split(',').filter((id) => id.trim() !== '')
        : [one],
    );
const given = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() === '' ? undefined : value;

/** One term of an event as GraphQL takes it. */
function toTermLink(value: unknown): unknown {
  if (typeof value === 'number') return { id: value };
  if (typeof value === 'string') return { text: value };
  return isRecord(value) ? { record: value } : value;
}

/** One venue or organizer of an event as GraphQL takes it; nothing for what REST takes for none. */
function toLink(kind: 'venue' | 'organizer', value: unknown): unknown {
  if (isId(value)) return Number(value) === 0 ? [] : { id: Number(value) };
  if (!isRecord(value)) return value;
  const { id, venue, organizer, name, slug } = value;
  if (id === undefined) return Object.keys(value).length === 0 ? [] : { create: toInput(kind, value) };
  if (!given(id)) return [];
  const called = { name: given(venue ?? organizer ?? name), slug: given(slug) };
  return called.name === undefined && called.slug === undefined
    ? { id: Number(id) }
    : { record: { id: Number(id), ...called } };
}

/** A value by the REST name of its field in the form that GraphQL has for it. */
function toValue(kind: Kind, name: string, value: unknown): unknown {
  if (name === 'image' && value !== null) {
    if (value === '' || value === 0 || value === '0' || value === false) return null;
    if (isId(value)) return { id: Number(value) };
    if (isRecord(value)) return typeof value.url === 'string' ? { url: value.url } : value;
    return { url: value };
  }
  if (kind !== 'event' || value === null || value === undefined) return value;
  if (name === 'cost') return value === '' ? [] : value;
  if (name === 'categories' || name === 'tags') return [value].flat().map(toTermLink);
  return name === 'venue' || name === 'organizer'
    ? asList(value).flatMap((element) => toLink(name, element))
    : value;
}

/**
 * Fields by their REST names as GraphQL names them: camelCase, and `name` for the name of a venue or
 * organizer.
 */
const toInput = (kind: Kind, fields: Body): Body =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name === kind && kind !== 'event' ? 'name' : camel(name),
      toValue(kind, name, value),
    ]),
  );

/** `input.startDate` as REST calls it. */
function restName(kind: Kind, path: string): string {
  const [name = ''] = path.replace(/^input\./, '').split('.');
  return name === 'name' && (kind === 'venue' || kind === 'organizer') ? kind : snake(name);
}

/** A copy without `json_ld`, which only single reads have. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === 'json_ld' ? [] : [[key, plain(inner)]])),
  );
}
const plainBody = (value: unknown): Body => {
  const body = plain(value);
  return isRecord(body) ? body : {};
};

const names = (params: unknown): string[] =>
  Array.isArray(params) ? params.map(String) : isRecord(params) ? Object.keys(params) : [];

export async function restAnswer(response: Response): Promise<Answer> {
  const body = plainBody(await response.json());
  const data = isRecord(body.data) ? body.data : {};
  const more = Array.isArray(body.additional_errors) ? body.additional_errors : [];
  const all = [
    ...names(data.params),
    ...more.flatMap((error) => (isRecord(error) && isRecord(error.data) ? names(error.data.params) : [])),
  ];
  const code = response.ok ? undefined : String(body.code);
  return { status: response.status, code, body, failing: all.toSorted(), named: all.toSorted() };
}

/** The whole service with an administrator, and one way to write through either face. */
export async function openWorld(options: Pick<TestServerOptions, 'env'> = {}): Promise<World> {
  let now = new Date(`${NOW.replace(' ', 'T')}Z`);
  const server = await startTestServer({ ...options, clock: () => now });
  const { request, graphql, admin } = server;

  const address = (kind: Kind, target: Target): string =>
    `${COLLECTIONS[kind]}/${typeof target === 'number' ? target : `by-slug/${encodeURIComponent(target)}`}`;
  const read = async (kind: Kind, target: Target): Promise<Body> =>
    plainBody(await (await request('GET', address(kind, target))).json());

  /** Runs a mutation that answers the record's id, and reads the record through REST. */
  const mutate = async (
    kind: Kind,
    field: string,
    variables: Body,
    types: Body,
    headers: Record<string, string>,
    done: number,
  ) => {
    const given = Object.keys(variables);
    const signature = given.map((name) => `$${name}: ${String(types[name])}`).join(', ');
    const passed = given.map((name) => `${name}: $${name}`).join(', ');
    const answer = await graphql(
      `mutation (${signature}) { done: ${field}(${passed}) { id } }`,
      variables,
      headers,
    );
    const [error] = answer.errors ?? [];
    if (error) {
      const { code, status, params, missing } = error.extensions;
      const named = [...names(params), ...names(missing)].toSorted();
      const failing = named.map((name) => restName(kind, name)).toSorted();
      return { status: Number(status), code: String(code), body: error.extensions, failing, named };
    }
    const record = isRecord(answer.data?.done) ? answer.data.done : {};
    return {
      status: done,
      code: undefined,
      body: await read(kind, Number(record.id)),
      failing: [],
      named: [],
    };
  };
  const byTarget = (target: Target): Body => (typeof target === 'number' ? { id: target } : { slug: target });
  const title = (kind: Kind): string => kind.charAt(0).toUpperCase() + kind.slice(1);
  const isTerm = (kind: Kind): boolean => kind === 'category' || kind === 'tag';
  const targetTypes = (kind: Kind): Body => ({ id: isTerm(kind) ? 'Int!' : 'Int', slug: 'String' });

  const create: World['create'] = async (face, kind, fields, headers = admin) =>
    face === 'REST'
      ? restAnswer(await request('POST', COLLECTIONS[kind], fields, headers))
      : mutate(
          kind,
          `create${title(kind)}`,
          { input: toInput(kind, fields) },
          { input: `Create${title(kind)}Input!` },
          headers,
          201,
        );

  return {
    server,
    setClock: (utc) => {
      now = new Date(`${utc.replace(' ', 'T')}Z`);
    },
    create,
    change: async (face, kind, target, fields, headers = admin) =>
      face === 'REST'
        ? restAnswer(await request('PATCH', address(kind, target), fields, headers))
        : mutate(
            kind,
            `update${title(kind)}`,
            { ...byTarget(target), input: toInput(kind, fields) },
            { ...targetTypes(kind), input: `Update${title(kind)}Input!` },
            headers,
            200,
          ),
    remove: async (face, kind, target, { force } = {}, headers = admin) => {
      if (face === 'REST')
        return restAnswer(
          await request(
            'DELETE',
            `${address(kind, target)}${force ? '?force=true' : ''}`,
            undefined,
            headers,
          ),
        );
      const variables = { ...byTarget(target), ...(force && { force }) };
      return mutate(
        kind,
        `delete${title(kind)}`,
        variables,
        { ...targetTypes(kind), force: 'Boolean' },
        headers,
        200,
      );
    },
    read,
    async make(kind, fields) {
      const { status, body } = await create('REST', kind, fields);
      if (status !== 201)
        throw new Error(`${kind} ${JSON.stringify(fields)}: ${status} ${JSON.stringify(body)}`);
      return { ...body, id: Number(body.id) };
    },
    async counts() {
      const [row] = await server.orm.em
        .getConnection()
        .execute(
          'select (select count(*)::int from event) as event, (select count(*)::int from venue) as venue, (select count(*)::int from organizer) as organizer, (select count(*)::int from term) as term, (select count(*)::int from image) as image',
        );
      return isRecord(row) ? row : {};
    },
    stop: () => server.stop(),
  };
}

/** Without how many events a term has: that is the term's, and changes with other events. */
const uncounted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((term: unknown) => (isRecord(term) ? { ...term, count: 0 } : term))
    : value;

/**
 * The keys of a record whose value is another one afterwards, with that value; undefined for keys that have
 * gone. Stamps of the change and counts of terms are left out.
 */
export function difference(before: Body, after: Body): Body {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter(
    (key) => !key.startsWith('modified') && !isDeepStrictEqual(uncounted(before[key]), uncounted(after[key])),
  );
  return Object.fromEntries(changed.map((key) => [key, after[key]]));
}
