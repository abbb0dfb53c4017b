import { type Answer, paramNames, plainBody, restAnswer } from './answer.ts';
import { restName, toInput } from './input.ts';
import { type Listed, listByGraphql, listByRest } from './listed.ts';
import { basic, settled, startTestServer, type TestServer, type TestServerOptions } from './service.ts';
import {
  type Api,
  type As,
  type Body,
  type Headers,
  isRecord,
  type Kind,
  LISTS,
  ROLE_NAMES,
  type RoleName,
  type Target,
} from './words.ts';

/** The clock of every test unless it is moved: a Friday in spring. Instants are written as responses write UTC. */
export const NOW = '2031-03-14 12:00:00';
function dateOf(utc: string): Date {
  const date = new Date(`${utc.replace(' ', 'T')}Z`);
  if (Number.isNaN(date.getTime())) throw new Error(`"${utc}" is no moment like "${NOW}"`);
  return date;
}

interface WorldOptions extends Pick<TestServerOptions, 'env' | 'version' | 'limits'> {
  /** The start of the clock. */
  now?: string;
  /** Whether to create a user of each role; by default there is only the administrator. */
  roles?: boolean;
}

/** The scope of a change or deletion of an event of a series. */
interface Scoped {
  scope?: 'this' | 'following' | 'all' | undefined;
}

const typeOf = (kind: Kind): string => kind.charAt(0).toUpperCase() + kind.slice(1);
const addressOf = (kind: Kind, target: Target): string =>
  `/${LISTS[kind]}/${typeof target === 'number' ? target : `by-slug/${encodeURIComponent(target)}`}`;
const byTarget = (target: Target): Body =>
  typeof target === 'number' ? { databaseId: target } : { slug: target };

/**
 * The whole service with an administrator, a clock that stands still until it is moved, and one way to query either
 * API.
 */
export class World {
  readonly server: TestServer;
  /** Ids of one user of each role; 0 for anonymous callers. */
  readonly ids: Record<RoleName, number>;
  readonly #clock: { now: Date };
  readonly #headers: Partial<Record<RoleName, Headers>>;

  constructor(
    server: TestServer,
    clock: { now: Date },
    headers: Partial<Record<RoleName, Headers>>,
    ids: Record<RoleName, number>,
  ) {
    this.server = server;
    this.#clock = clock;
    this.#headers = headers;
    this.ids = ids;
  }

  /** The headers that authenticate a caller. */
  headers(as: As): Headers {
    if (typeof as !== 'string') return as;
    const headers = this.#headers[as];
    if (!headers) throw new Error(`this world has no ${as}; it was opened without roles`);
    return headers;
  }

  /** Sets the clock of the service, in UTC. @returns its previous time */
  moveTo(utc: string): string {
    const before = this.#clock.now.toISOString().slice(0, 19).replace('T', ' ');
    this.#clock.now = dateOf(utc);
    return before;
  }

  /** Another instance with the same database and clock, but another configuration. Stop it before this one. */
  async beside(env: Record<string, string>, timeouts: TestServerOptions['timeouts'] = {}): Promise<World> {
    const server = await startTestServer({
      env: { ...LARGE_PAGES, ...env },
      database: this.server.database,
      clock: () => this.#clock.now,
      timeouts,
    });
    return new World(server, this.#clock, this.#headers, this.ids);
  }

  settled(): Promise<void> {
    return settled(this.server);
  }

  /** A new user with an application password. */
  async newUser(login: string, role: string): Promise<{ id: number; password: string }> {
    const { graphql } = this.server;
    const created = await graphql(
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { user { databaseId } } }',
      { input: { login, role: role.toUpperCase() } },
    );
    const added = await graphql(
      'mutation ($user: UserBy!) { createApplicationPassword(input: { user: $user, name: "Test" }) { password } }',
      { user: { login } },
    );
    const user = isRecord(created.data?.createUser) && created.data.createUser.user;
    const password = added.data?.createApplicationPassword;
    if (!isRecord(user) || !isRecord(password)) throw new Error(JSON.stringify([created, added]));
    return { id: Number(user.databaseId), password: String(password.password) };
  }

  /** Any request; the body is parsed. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    as: As = this.server.admin,
  ): Promise<{ status: number; body: Body }> {
    const response = await this.server.request(method, path, body, this.headers(as));
    const parsed: unknown = await response.json();
    return { status: response.status, body: isRecord(parsed) ? parsed : {} };
  }

  get(path: string, as: As = 'anonymous'): Promise<{ status: number; body: Body }> {
    return this.send('GET', path, undefined, as);
  }

  /** Data of a GraphQL query. @throws Error when it fails */
  async query(query: string, as: As = 'anonymous', variables: Body = {}): Promise<Body> {
    const { data, errors } = await this.server.graphql(query, variables, this.headers(as));
    if (errors || !data) throw new Error(JSON.stringify(errors));
    return data;
  }

  async create(api: Api, kind: Kind, fields: Body, as: As = this.server.admin): Promise<Answer> {
    if (api === 'REST') return this.#rest('POST', `/${LISTS[kind]}`, fields, as);
    const types = { input: `Create${typeOf(kind)}Input!` };
    return this.#mutate(kind, `create${typeOf(kind)}`, { input: toInput(kind, fields) }, types, as, 201);
  }

  async change(
    api: Api,
    kind: Kind,
    target: Target,
    fields: Body,
    as: As = this.server.admin,
    { scope }: Scoped = {},
  ): Promise<Answer> {
    const address = `${addressOf(kind, target)}${scope ? `?scope=${scope}` : ''}`;
    if (api === 'REST') return this.#rest('PATCH', address, fields, as);
    const input = toInput(kind, fields);
    const variables = { by: byTarget(target), input, ...(scope && { scope: scope.toUpperCase() }) };
    const types = { input: `Update${typeOf(kind)}Input!` };
    return this.#mutate(kind, `update${typeOf(kind)}`, variables, types, as, 200);
  }

  async remove(
    api: Api,
    kind: Kind,
    target: Target,
    { force = false, scope }: { force?: boolean } & Scoped = {},
    as: As = this.server.admin,
  ): Promise<Answer> {
    const query = new URLSearchParams({
      ...(force && { force: 'true' }),
      ...(scope && { scope }),
    }).toString();
    const address = `${addressOf(kind, target)}${query ? `?${query}` : ''}`;
    if (api === 'REST') return this.#rest('DELETE', address, undefined, as);
    const isTerm = kind === 'category' || kind === 'tag';
    const variables = {
      by: byTarget(target),
      // Terms have no trash.
      ...(force && !isTerm && { force }),
      ...(scope && { scope: scope.toUpperCase() }),
    };
    return this.#mutate(kind, `delete${typeOf(kind)}`, variables, {}, as, 200);
  }

  async #rest(method: string, path: string, body: unknown, as: As): Promise<Answer> {
    return restAnswer(await this.server.request(method, path, body, this.headers(as)));
  }

  /** Runs a mutation that returns the record's id, and reads the record through REST. */
  async #mutate(
    kind: Kind,
    field: string,
    variables: Body,
    types: Body,
    as: As,
    done: number,
  ): Promise<Answer> {
    const names = Object.keys(variables);
    const all: Body = { by: `${typeOf(kind)}By!`, force: 'Boolean', scope: 'SeriesScope', ...types };
    const signature = names.map((name) => `$${name}: ${String(all[name])}`).join(', ');
    const passed = names.map((name) => `${name}: $${name}`).join(', ');
    const { data, errors } = await this.server.graphql(
      `mutation (${signature}) { done: ${field}(${passed}) { ${kind} { databaseId } } }`,
      variables,
      this.headers(as),
    );
    const [error] = errors ?? [];
    if (error) {
      const { code, status, params } = error.extensions;
      const named = paramNames(params).toSorted();
      const failing = [...new Set(named.map((name) => restName(kind, name)))].toSorted();
      return { status: Number(status), code: String(code), body: error.extensions, failing, named };
    }
    const record = isRecord(data?.done) ? data.done[kind] : {};
    const body = await this.read(kind, Number(isRecord(record) && record.databaseId));
    return { status: done, code: undefined, body, failing: [], named: [] };
  }

  /** The record as the administrator reads it through REST, without `json_ld`. */
  async read(kind: Kind, target: Target): Promise<Body> {
    return plainBody(await (await this.server.request('GET', addressOf(kind, target))).json());
  }

  /** Whether a caller may read a record, through either API. */
  async readAs(api: Api, kind: Kind, target: Target, as: As): Promise<Pick<Answer, 'status' | 'code'>> {
    if (api === 'REST') {
      const { status, code } = await this.#rest('GET', addressOf(kind, target), undefined, as);
      return { status, code };
    }
    const text = `query ($by: ${typeOf(kind)}By!) { ${kind}(by: $by) { databaseId } }`;
    const variables = { by: byTarget(target) };
    const [error] = (await this.server.graphql(text, variables, this.headers(as))).errors ?? [];
    return error
      ? { status: Number(error.extensions.status), code: String(error.extensions.code) }
      : { status: 200, code: undefined };
  }

  /** Creates a record, and expects success. @returns the record as REST returns it */
  async make(kind: Kind, fields: object, as: As = this.server.admin): Promise<Body & { id: number }> {
    const { status, body } = await this.#rest('POST', `/${LISTS[kind]}`, fields, as);
    if (status !== 201)
      throw new Error(`${kind} ${JSON.stringify(fields)}: ${status} ${JSON.stringify(body)}`);
    return { ...body, id: Number(body.id) };
  }

  /** An event until 23:00 of its first day, unless the fields specify another end. @returns its id */
  async event(title: string, start: string, fields: object = {}, as?: As): Promise<number> {
    const times = { start_date: start, end_date: start.length > 10 ? `${start.slice(0, 10)} 23:00` : start };
    return (await this.make('event', { title, ...times, ...fields }, as)).id;
  }

  /** A list, queried as in REST (`search=jazz&per_page=5`), through either API. */
  list(api: Api, kind: Kind, query: string, as: As = 'anonymous'): Promise<Listed> {
    const ask = api === 'REST' ? listByRest : listByGraphql;
    return ask(this.server, kind, query, this.headers(as));
  }

  /** The number of records of each kind, whatever their state. */
  async counts(): Promise<Body> {
    const tables = ['event', 'venue', 'organizer', 'term', 'image'];
    const columns = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
    const [row] = await this.server.orm.em.getConnection().execute(`select ${columns.join(', ')}`);
    return isRecord(row) ? row : {};
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

/** Tests of lists read whole lists unless they test paging. */
const LARGE_PAGES = { PER_PAGE: '100' };

/** A separate service. */
export async function openWorld({
  now = NOW,
  roles,
  env,
  version,
  limits,
}: WorldOptions = {}): Promise<World> {
  const clock = { now: dateOf(now) };
  const server = await startTestServer({
    env: { ...LARGE_PAGES, ...env },
    clock: () => clock.now,
    ...(version && { version }),
    ...(limits && { limits }),
  });
  const headers: Partial<Record<RoleName, Headers>> = { anonymous: {} };
  const ids = { administrator: 1, editor: 0, author: 0, contributor: 0, subscriber: 0, anonymous: 0 };
  const world = new World(server, clock, headers, ids);
  if (!roles) return world;
  for (const role of ROLE_NAMES) {
    if (role === 'anonymous') continue;
    const { id, password } = await world.newUser(`the-${role}`, role);
    headers[role] = basic(`the-${role}`, password);
    ids[role] = id;
  }
  return world;
}
