import type { Limits } from '../../src/app/config/limits.ts';
import { type Config, loadConfig } from '../../src/app/config.ts';
import { type Service, startService } from '../../src/app/server.ts';
import { DataVersion } from '../../src/platform/cache/version.ts';
import type { Timeouts } from '../../src/platform/postgres/timeouts.ts';
import { createLogger } from '../../src/platform/telemetry/log.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { inject } from './inject.ts';

export interface TestServerOptions {
  /** Variables of the configuration, such as `API_REVISION`. */
  env?: Record<string, string>;
  /** Another server whose database to share; by default the server has its own, and deletes it. */
  database?: TestDatabase;
  clock?: () => Date;
  version?: DataVersion;
  /** Times and numbers without a variable. */
  limits?: Partial<Limits>;
  /**
   * Uses the time limits of a real service. By default they are long: a busy machine makes a test slow, not wrong.
   */
  realLimits?: boolean;
  /** Time limits of the database, in milliseconds. */
  timeouts?: Partial<Timeouts>;
}

export interface GraphQLAnswer {
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: unknown[]; extensions: Record<string, unknown> }[];
}

export interface TestServer {
  readonly url: string;
  /** `…/calendar/events/v1` */
  readonly rest: string;
  /** Handles requests as its port does. */
  readonly handleRequest: Service['handleRequest'];
  readonly orm: Service['orm'];
  readonly version: DataVersion;
  readonly database: TestDatabase;
  /** Credentials of the administrator. */
  readonly admin: { authorization: string };
  /**
   * Sends a request to a path of the REST namespace, by default as the administrator. Objects are sent as JSON.
   * The request goes to the application without a connection; tests of connections use `url` with `fetch`.
   */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The same for any path of the service. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Runs a GraphQL operation, by default as the administrator, also without a connection. */
  graphql(
    query: string,
    variables?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<GraphQLAnswer>;
  stop(): Promise<void>;
}

/** With `TEST_POOL_SIZE=1` code that needs a second connection while it holds one waits for ever. */
const POOL_SIZE = process.env.TEST_POOL_SIZE || '4';
const LONG_MS = 300_000;
/** Limits that no busy machine reaches. */
const LONG_TIMEOUTS: Timeouts = { wait: LONG_MS, statement: LONG_MS, lock: LONG_MS, idle: LONG_MS };
const LONG_CONNECTIONS = { headers: LONG_MS, request: LONG_MS, inactivity: LONG_MS, keepAlive: LONG_MS };
const LOGIN = 'admin';
const PASSWORD = 'abcd EFGH 1234 ijkl MNOP 5678';

/** `Authorization` of a login and an application password. */
export const basic = (login: string, password: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});

/** Waits until the service has read all stored changes, and caches its reads. */
export async function settled({ version }: Pick<TestServer, 'version'>): Promise<void> {
  await eventually('the service is up to date', () => version.isKnown);
  await version.catchUp();
}

/** The whole service on a free port, over a database of its own. */
export async function startTestServer({
  env = {},
  database,
  clock,
  version: sharedVersion,
  limits,
  realLimits = false,
  timeouts = {},
}: TestServerOptions = {}): Promise<TestServer> {
  const own = database ?? (await createTestDatabase());
  const administrator = { ADMIN_USER: LOGIN, ADMIN_PASSWORD: PASSWORD };
  const defaults = {
    PORT: '0',
    HOST: '127.0.0.1',
    ...administrator,
    LOG_LEVEL: 'silent',
    DEMO_DATA: 'false',
  };
  const read = loadConfig({ ...defaults, DATABASE_URL: own.url, DATABASE_POOL_SIZE: POOL_SIZE, ...env });
  const config: Config = {
    ...read,
    databaseTimeouts: { ...(realLimits ? read.databaseTimeouts : LONG_TIMEOUTS), ...timeouts },
    limits: {
      ...read.limits,
      // Tests fail to log in many times, from one address.
      failedLoginDelay: 0,
      ...(!realLimits && { connections: LONG_CONNECTIONS }),
      ...limits,
    },
  };
  const log = await createLogger(config.logLevel);
  const version =
    sharedVersion ??
    new DataVersion({
      ...(!realLimits && { validMs: LONG_MS }),
    });
  const service = await startService({
    config,
    databaseUrl: own.url,
    log,
    ...(clock && { clock }),
    dataVersion: version,
  });
  if (config.responseCache) await settled({ version });
  const rest = `${service.url}/calendar/events/v1`;
  const admin = basic(LOGIN, PASSWORD);
  const send: TestServer['send'] = (method, path, body, headers = admin) =>
    inject(service.handleRequest, {
      method,
      url: service.url + path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        accept: '*/*',
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    url: service.url,
    rest,
    handleRequest: service.handleRequest,
    orm: service.orm,
    version,
    database: own,
    admin,
    request: (method, path, body, headers) => send(method, `/calendar/events/v1${path}`, body, headers),
    send,
    async graphql(query, variables = {}, headers = admin) {
      const response = await send('POST', '/graphql', { query, variables }, headers);
      return (await response.json()) as GraphQLAnswer;
    },
    async stop() {
      await service.stop();
      if (!database) await own.drop();
    },
  };
}
