import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Runner } from '../api/graphql/runner.ts';
import { createAdmission } from '../api/http/admission.ts';
import { Listener } from '../api/http/listener.ts';
import { pageRoute } from '../api/http/page-routes.ts';
import type { Lifecycle } from '../api/http/probes.ts';
import { RateLimit } from '../api/http/rate-limit.ts';
import { ResponseCache } from '../api/http/response-cache.ts';
import { withPrettyAddress } from '../api/http/rest-route.ts';
import { clientAddressReader } from '../api/http/site.ts';
import { Deliveries } from '../api/webhooks/deliveries.ts';
import { auditTo } from '../domain/access/audit.ts';
import { PasswordKeys } from '../domain/access/password-keys.ts';
import { type BootstrapResult, ensureAdministrator } from '../domain/authentication/bootstrap.ts';
import { ChangeFeed } from '../domain/change-feed/feed.ts';
import { checkHistory } from '../domain/change-feed/history.ts';
import { RecordChanges } from '../domain/subscriptions/record-changes.ts';
import { firstAdministrator } from '../domain/users/user.record.ts';
import { NAMESPACE } from '../lib/namespace.ts';
import { DataVersion } from '../platform/cache/version.ts';
import { openDatabase } from '../platform/postgres/database.ts';
import { migrateDatabase } from '../platform/postgres/migrate.ts';
import { kysely, type Orm } from '../platform/postgres/orm.ts';
import { openTelemetry } from '../platform/telemetry/index.ts';
import type { Logger } from '../platform/telemetry/log.ts';
import { seedDemo } from '../transfer/demo/index.ts';
import { commandContext, operationsOf } from '../transfer/import/operations.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { DATABASE_SCHEMA } from './database-schema.ts';
import { startJobs } from './jobs.ts';
import { schemasOf } from './schemas.ts';
import type { Services } from './services.ts';

interface ServiceOptions {
  config: Config;
  databaseUrl: string;
  log: Logger;
  clock?: () => Date;
  /** The folder for a generated password; without it the password is only shown. */
  passwordFolder?: string | undefined;
  dataVersion?: DataVersion;
}

export interface Service {
  readonly url: string;
  /** Handles a request as the port does, for callers that have the request object already. */
  readonly handleRequest: RequestListener;
  readonly orm: Orm;
  readonly administrator: BootstrapResult;
  /**
   * Announces the shutdown (`/readyz`, `Connection: close`) and continues to serve for `delay` milliseconds. Then it
   * accepts no new connections, lets running requests finish, and closes the database connections. May be called more
   * than once.
   */
  stop(delay?: number): Promise<void>;
}

/** How long the start waits for a database that is not reachable yet, in milliseconds. */
const DATABASE_WAIT_MS = 30_000;
/** Limit of a shutdown, including the delay, in milliseconds; connections that are still open then are closed. */
const SHUTDOWN_MS = 11_500;

/** Writes the demo calendar as the first administrator. @param url the service's address, for the demo pictures */
async function seedCalendar(orm: Orm, config: Config, url: string | null, now: Date): Promise<void> {
  const baseUrl = config.baseUrl ?? url ?? `http://localhost:${config.port}`;
  const context = await commandContext(orm, { ...config, baseUrl }, now);
  await seedDemo(context, operationsOf(schemasOf(config.settings)));
}

/**
 * Starts to deliver messages to webhooks.
 * @param url the address of the service, for links to records without BASE_URL
 */
function openWebhooks({ deps, clock, contract, schema, contexts }: Services, url: string): Deliveries {
  const { config, database, dataVersion, log } = deps;
  const site = config.baseUrl ?? url;
  const urls = { site, host: new URL(site).hostname, rest: `${site}/${NAMESPACE}` };
  const { em } = database.orm;
  const deliveries = new Deliveries({
    contract,
    schema,
    runner: new Runner(schema),
    db: kysely(em),
    em,
    keys: new PasswordKeys(config.secretKey),
    log,
    clock,
    allowPrivate: config.settings.webhookPrivate,
    contextOf: (caller) => contexts.forUser(caller, urls),
  });
  dataVersion.onAdvance(() => deliveries.wake());
  deliveries.open();
  return deliveries;
}

/**
 * Migrates the database, listens, and creates the first administrator and the demo calendar if required; until then
 * requests are refused.
 * @throws StartError, DatabaseError with a message for the operator
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const {
    config,
    databaseUrl,
    log,
    passwordFolder,
    clock = () => new Date(),
    dataVersion: version = new DataVersion(),
  } = options;
  const {
    databaseTimeouts: timeouts,
    databaseListenUrl: listenUrl = databaseUrl,
    databasePoolSize: size,
  } = config;
  const warn = (line: string): void => log.warn(line);
  const waitOptions = { waitMs: DATABASE_WAIT_MS, onWait: warn };
  const { entities } = DATABASE_SCHEMA;
  const { acceptsSettings } = await migrateDatabase(databaseUrl, DATABASE_SCHEMA, waitOptions);
  const telemetry = await openTelemetry({
    config,
    log,
    isVersionKnown: () => version.isKnown,
    routeOf: pageRoute,
  });
  const prepare = config.databasePrepare ?? acceptsSettings;
  const poolOptions = { size, timeouts, acceptsSettings, prepare, warn };
  const database = await openDatabase(databaseUrl, { ...poolOptions, entities });
  const { orm } = database;
  const lifecycle: Lifecycle = { phase: 'starting' };
  let listener: Listener | undefined;
  let webhooks: Deliveries | undefined;
  const changes = new ChangeFeed(kysely(orm.em));
  const recordChanges = new RecordChanges({ version, limits: config.limits.subscriptions });
  let endJobs: (() => Promise<void>) | undefined;
  const stop = async (delay: number): Promise<void> => {
    lifecycle.phase = 'stopping';
    listener?.drain();
    // Other processes take over jobs and deliveries while this one finishes its requests.
    const ended = Promise.all([endJobs?.(), webhooks?.close()]);
    if (delay > 0) await sleep(delay);
    // Responses of subscriptions do not end on their own.
    recordChanges.shutDown();
    await listener?.close(SHUTDOWN_MS - delay);
    await ended;
    await version.close();
    await database.close();
    await telemetry.close();
  };
  try {
    version.listen({
      url: listenUrl,
      db: database.adminConnection,
      warn,
      readsChangeLog: config.responseCache || config.limits.subscriptions.all > 0,
    });
    const cache = config.responseCache
      ? new ResponseCache({ version, clock, admit: createAdmission(config) })
      : null;
    const limit = config.rateLimit && new RateLimit(config.rateLimit);
    const { app, services } = await createApp({
      config,
      database,
      dataVersion: version,
      changes,
      recordChanges,
      log,
      cache,
      limit,
      clock,
      lifecycle,
    });
    const handler = telemetry.watch(app, (computing) => {
      const cached = cache?.wrap(computing) ?? computing;
      return limit?.wrap(cached, computing, clientAddressReader(config)) ?? cached;
    });
    const handleRequest = withPrettyAddress(handler);
    listener = new Listener(config.limits.connections, handleRequest);
    // A generated password is shown only once, so the port must be free before one is generated. If other processes
    // already serve on the port, this one listens only when it is ready.
    const othersServe = config.reusePort && (await firstAdministrator(orm.em.fork())) !== null;
    const earlyUrl = othersServe ? null : await listener.listen(config);
    const administrator = await ensureAdministrator({
      em: orm.em.fork(),
      keys: new PasswordKeys(config.secretKey),
      config,
      passwordFolder,
      audit: auditTo(log),
      log,
      now: clock(),
    });
    await checkHistory(kysely(orm.em));
    if (config.demoData) await seedCalendar(orm, config, earlyUrl, clock());
    endJobs = startJobs({
      parts: {
        settings: config.settings,
        version,
        primary: { db: kysely(orm.em), orm, writeSlots: database.writeSlots },
      },
      db: database.adminConnection,
      clock,
      warn,
    });
    lifecycle.phase = 'serving';
    const url = earlyUrl ?? (await listener.listen(config));
    webhooks = openWebhooks(services, url);
    let stopped: Promise<void> | undefined;
    return { url, handleRequest, orm, administrator, stop: (delay = 0) => (stopped ??= stop(delay)) };
  } catch (error) {
    await stop(0);
    throw error;
  }
}
