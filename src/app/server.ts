import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdmission } from '../api/http/admission.ts';
import { Listener } from '../api/http/listener.ts';
import { pageRoute } from '../api/http/page-routes.ts';
import type { Lifecycle } from '../api/http/probes.ts';
import { RateLimit } from '../api/http/rate-limit.ts';
import { ResponseCache } from '../api/http/response-cache.ts';
import { atPrettyAddress } from '../api/http/rest-route.ts';
import { clientAddressReader } from '../api/http/site.ts';
import type { Deliveries } from '../api/webhooks/deliveries.ts';
import { auditTo } from '../domain/access/audit.ts';
import { PasswordKeys } from '../domain/access/password-keys.ts';
import { type Bootstrapped, ensureAdministrator } from '../domain/authentication/bootstrap.ts';
import { ChangeFeed } from '../domain/change-feed/feed.ts';
import { checkHistory } from '../domain/change-feed/history.ts';
import { RecordChanges } from '../domain/subscriptions/record-changes.ts';
import { firstAdministrator } from '../domain/users/user.record.ts';
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
import { openWebhooks } from './webhooks.ts';

interface ServiceOptions {
  config: Config;
  databaseUrl: string;
  log: Logger;
  clock?: () => Date;
  /** The folder for a generated password; without it the password is only shown. */
  keepIn?: string | undefined;
  /** Its own unless given. */
  dataVersion?: DataVersion;
}

export interface Service {
  readonly url: string;
  /** Answers requests as the port does, for who has them already. */
  readonly answer: RequestListener;
  readonly orm: Orm;
  readonly administrator: Bootstrapped;
  /**
   * Announces that it is leaving (`/readyz`, `Connection: close`) and goes on serving for `delay`
   * milliseconds. Then it accepts no new connections, lets running requests finish, and closes the database
   * connections. May be called more than once.
   */
  stop(delay?: number): Promise<void>;
}

/** How long a start waits for a database that is not there yet, in milliseconds. */
const START_MS = 30_000;
/** How long it may take to leave, including the delay; connections that are still open then are closed. */
const LEAVE_MS = 11_500;

/** The demo calendar, written by the first administrator. @param url of this service, where its pictures are */
async function seedCalendar(orm: Orm, config: Config, url: string | null, now: Date): Promise<void> {
  const baseUrl = config.baseUrl ?? url ?? `http://localhost:${config.port}`;
  const context = await commandContext(orm, { ...config, baseUrl }, now);
  await seedDemo(context, operationsOf(schemasOf(config.settings)));
}

/**
 * Brings the database up to date, listens, and makes sure that there is an administrator and, where wanted,
 * the demo calendar; only then it answers.
 * @throws StartError, DatabaseError with a message for the operator
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const {
    config,
    databaseUrl,
    log,
    keepIn,
    clock = () => new Date(),
    dataVersion: version = new DataVersion(),
  } = options;
  const {
    databaseTimeouts: timeouts,
    databaseListenUrl: listenUrl = databaseUrl,
    databasePoolSize: size,
  } = config;
  const warn = (line: string): void => log.warn(line);
  const reaching = { waitMs: START_MS, onWait: warn };
  const { entities } = DATABASE_SCHEMA;
  const { acceptsSettings } = await migrateDatabase(databaseUrl, DATABASE_SCHEMA, reaching);
  const telemetry = await openTelemetry({
    config,
    log,
    isVersionKnown: () => version.isKnown,
    routeOf: pageRoute,
  });
  const prepare = config.databasePrepare ?? acceptsSettings;
  const pooling = { size, timeouts, acceptsSettings, prepare, warn };
  const database = await openDatabase(databaseUrl, { ...pooling, entities });
  const { orm } = database;
  const lifecycle: Lifecycle = { phase: 'starting' };
  let listener: Listener | undefined;
  let webhooks: Deliveries | undefined;
  const changes = new ChangeFeed(kysely(orm.em));
  const recordChanges = new RecordChanges({ version, limits: config.limits.subscriptions });
  let endJobs: (() => Promise<void>) | undefined;
  const stop = async (delay: number): Promise<void> => {
    lifecycle.phase = 'leaving';
    listener?.leave();
    // Other processes go on with what these have begun, while requests are finished here.
    const ended = Promise.all([endJobs?.(), webhooks?.close()]);
    if (delay > 0) await sleep(delay);
    // Their answers would not end by themselves.
    recordChanges.leave();
    await listener?.close(LEAVE_MS - delay);
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
      reads: config.responseCache || config.limits.subscriptions.all > 0,
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
      const cached = cache?.inFrontOf(computing) ?? computing;
      return limit?.inFrontOf(cached, computing, clientAddressReader(config)) ?? cached;
    });
    const answer = atPrettyAddress(handler);
    listener = new Listener(config.limits.connections, answer);
    // A generated password is shown only once, by a service that has its port. Where other processes answer on the
    // same port already, this one listens when it can answer, too.
    const othersAnswer = config.reusePort && (await firstAdministrator(orm.em.fork())) !== null;
    const early = othersAnswer ? null : await listener.listen(config);
    const administrator = await ensureAdministrator({
      em: orm.em.fork(),
      keys: new PasswordKeys(config.secretKey),
      config,
      keepIn,
      audit: auditTo(log),
      log,
      now: clock(),
    });
    await checkHistory(kysely(orm.em));
    if (config.demoData) await seedCalendar(orm, config, early, clock());
    endJobs = startJobs({
      parts: {
        settings: config.settings,
        version,
        primary: { db: kysely(orm.em), orm, writePlaces: database.writePlaces },
      },
      db: database.adminConnection,
      clock,
      warn,
    });
    lifecycle.phase = 'serving';
    const url = early ?? (await listener.listen(config));
    webhooks = openWebhooks(services, url);
    let stopped: Promise<void> | undefined;
    return { url, answer, orm, administrator, stop: (delay = 0) => (stopped ??= stop(delay)) };
  } catch (error) {
    await stop(0);
    throw error;
  }
}
