import type { Role } from '../../src/users/user.entity.ts';
import { graphqlArguments } from './arguments.ts';
import { basic, startTestServer, type TestServer, type TestServerOptions } from './service.ts';

export type As = Role | 'anonymous';
type Headers = Record<string, string>;

/** What a client sees of a record, in either interface. */
export type Shown = Record<string, unknown>;

/** What both interfaces answer to one question, in the same terms. */
export interface Answer {
  status: number;
  /** Titles or names, in their order; empty after a failure. */
  names: string[];
  total: number;
  /** The failing parameters, by REST name, sorted. */
  params: string[];
}

export type Interface = 'REST' | 'GraphQL';
export const INTERFACES: readonly Interface[] = ['REST', 'GraphQL'];

export type List = 'events' | 'venues' | 'organizers' | 'categories' | 'tags';
/** What a record is called, in REST and in GraphQL. */
export const NAMES: Record<List, readonly [rest: string, graphql: string]> = {
  events: ['title', 'title'],
  venues: ['venue', 'name'],
  organizers: ['organizer', 'name'],
  categories: ['name', 'name'],
  tags: ['name', 'name'],
};

export const isShown = (value: unknown): value is Shown =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): Shown[] => (Array.isArray(value) ? value.filter(isShown) : []);
const texts = (records: unknown, key: string): string[] =>
  listOf(records).map((record) => String(record[key]));
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const keysOf = (value: unknown): string[] => (isShown(value) ? Object.keys(value) : []).toSorted();

/** A service with users of all roles, and a clock that stands still until it is moved. */
export class World {
  readonly server: TestServer;
  readonly #clock: { now: Date };
  readonly #headers: Record<As, Headers>;
  readonly userIds: Record<As, number>;

  constructor(
    server: TestServer,
    clock: { now: Date },
    headers: Record<As, Headers>,
    userIds: Record<As, number>,
  ) {
    this.server = server;
    this.#clock = clock;
    this.#headers = headers;
    this.userIds = userIds;
  }

  /**
   * Another instance over the same database, configured differently; its clock is the same. Stop it before
   * this one.
   */
  async beside(env: Record<string, string>): Promise<World> {
    const server = await startTestServer({
      env: { ...LARGE_PAGES, ...env },
      database: this.server.database,
      clock: () => this.#clock.now,
    });
    return new World(server, this.#clock, this.#headers, this.userIds);
  }

  headers(as: As): Headers {
    return this.#headers[as];
  }

  /** Moves the clock of the service; answers the moment it stood at. */
  moveTo(utc: string): string {
    const before = this.#clock.now.toISOString();
    this.#clock.now = new Date(utc);
    return before;
  }

  /** Any request; the body is parsed. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    as: As = 'administrator',
  ): Promise<{ status: number; body: Shown }> {
    const response = await this.server.request(method, path, body, this.headers(as));
    const parsed: unknown = await response.json();
    return { status: response.status, body: isShown(parsed) ? parsed : {} };
  }

  /** Creates a record; answers what the service shows of it. */
  async make(list: List, fields: object, as: As = 'administrator'): Promise<Shown & { id: number }> {
    const { status, body } = await this.send('POST', `/${list}`, fields, as);
    if (status !== 201) throw new Error(`${list}: ${status} ${JSON.stringify(body)}`);
    return { ...body, id: Number(body.id) };
  }

  /** An event of an hour, or as the fields say. */
  async event(title: string, start: string, fields: object = {}, as: As = 'administrator'): Promise<number> {
    const times = { start_date: start, end_date: start.length > 10 ? `${start.slice(0, 10)} 23:00` : start };
    return (await this.make('events', { title, ...times, ...fields }, as)).id;
  }

  async get(path: string, as: As = 'anonymous'): Promise<{ status: number; body: Shown }> {
    return this.send('GET', path, undefined, as);
  }

  /** Data of a GraphQL query. @throws Error when it fails */
  async query(query: string, as: As = 'anonymous', variables: Record<string, unknown> = {}): Promise<Shown> {
    const { data, errors } = await this.server.graphql(query, variables, this.headers(as));
    if (errors || !data) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** A list, asked for as in REST (`search=jazz&per_page=5`), through either interface. */
  ask(by: Interface, list: List, query: string, as: As = 'anonymous'): Promise<Answer> {
    return by === 'REST' ? this.#askRest(list, query, as) : this.#askGraphQL(list, query, as);
  }

  async #askRest(list: List, query: string, as: As): Promise<Answer> {
    const { status, body } = await this.get(
      `/${list}?${query.replaceAll(' ', '%20').replaceAll('+', '%2B')}`,
      as,
    );
    const data = isShown(body.data) ? body.data : {};
    return {
      status,
      names: texts(body[list], NAMES[list][0]),
      total: Number(body.total ?? 0),
      params: keysOf(data.params),
    };
  }

  async #askGraphQL(list: List, query: string, as: As): Promise<Answer> {
    const [, name] = NAMES[list];
    const { definitions, passed, variables } = graphqlArguments(query, list);
    const text = `query${definitions} { list: ${list}${passed} { total totalPages ${list} { ${name} } } }`;
    const { data, errors } = await this.server.graphql(text, variables, this.headers(as));
    const page = isShown(data?.list) ? data.list : {};
    const { status, params } = errors?.[0]?.extensions ?? {};
    if (errors && typeof status !== 'number') throw new Error(`${text}: ${JSON.stringify(errors)}`);
    return {
      status: Number(status ?? 200),
      names: texts(page[list], name),
      total: Number(page.total ?? 0),
      // Inside a list GraphQL says which element is wrong.
      params: keysOf(params).map((name) =>
        snake(name)
          .replace(/\.\d+$/, '')
          .replace('order_by', 'orderby'),
      ),
    };
  }
}

/** Tables show whole lists; those about paging say so. */
const LARGE_PAGES = { PER_PAGE: '100' };
const ROLES: readonly Role[] = ['editor', 'author', 'contributor', 'subscriber'];

/** A service of its own. Its clock stands at `now` until somebody moves it. */
export async function startWorld({
  now,
  env,
}: { now: string } & Pick<TestServerOptions, 'env'>): Promise<World> {
  const clock = { now: new Date(now) };
  const server = await startTestServer({ env: { ...LARGE_PAGES, ...env }, clock: () => clock.now });
  const headers: Record<As, Headers> = {
    administrator: server.admin,
    anonymous: {},
    editor: {},
    author: {},
    contributor: {},
    subscriber: {},
  };
  const userIds: Record<As, number> = {
    administrator: 1,
    anonymous: 0,
    editor: 0,
    author: 0,
    contributor: 0,
    subscriber: 0,
  };
  for (const role of ROLES) {
    const { data } = await server.graphql(
      `mutation { createUser(input: { login: "${role}", role: ${role} }) { id } }`,
    );
    const { data: made } = await server.graphql(
      `mutation { createApplicationPassword(user: "${role}", name: "test") { password } }`,
    );
    const user = data?.createUser;
    const secret = made?.createApplicationPassword;
    headers[role] = basic(role, isShown(secret) ? String(secret.password) : '');
    userIds[role] = isShown(user) ? Number(user.id) : 0;
  }
  return new World(server, clock, headers, userIds);
}

/** Waits until the service hears of changes, and so remembers what it has read. */
export async function listening(server: TestServer): Promise<void> {
  for (let i = 0; i < 100; i++) {
    const rows: unknown = await server.orm.em
      .getConnection()
      .execute(
        `select 1 from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
      );
    if (Array.isArray(rows) && rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the service does not listen');
}
