import cluster from 'node:cluster';
import { freePort } from './api/http/port.ts';
import { type StopSignal, stopOnSignals, stopWithNpm } from './app/cli/signals.ts';
import { welcome } from './app/cli/welcome.ts';
import { connectToPrimary, reportFailed, reportStarted, startWorkers } from './app/cli/workers.ts';
import { removedSettings } from './app/config/removed.ts';
import { type Config, loadConfig } from './app/config.ts';
import type { Service } from './app/server.ts';
import { isInsecureHttp } from './domain/authentication/insecure-http.ts';
import { assertStrongPassword } from './domain/authentication/password-strength.ts';
import { ownSecretKey } from './domain/users/secret-file.ts';
import { startEmbedded } from './platform/embedded-postgres/index.ts';
import { createLogger, type Logger } from './platform/telemetry/log.ts';
import type { MetricsAddress } from './platform/telemetry/metrics-server.ts';

/** Tells a worker where a generated password is kept. */
const KEEP_IN = 'EMBEDDED_DATA_DIR';

/** The running service, alone or with its workers. */
interface Running extends Pick<Service, 'url' | 'administrator'> {
  stop(signal: StopSignal): Promise<void>;
}

/**
 * Whoever presses Ctrl-C does not want to wait, and there is no load balancer for what runs in a terminal.
 */
const delayOf = (signal: StopSignal, { shutdownDelay }: Config): number =>
  signal === 'SIGTERM' ? shutdownDelay : 0;

const stoppable = (service: Service, config: Config): Running => ({
  ...service,
  stop: (signal) => service.stop(delayOf(signal, config)),
});

/**
 * The environment of a worker: what the primary has decided. It has the address of the database, so that
 * nothing else depends on its being embedded.
 */
const workerEnv = (
  { embedded, dataDir, host, demoData, secretKey, shutdownDelay }: Config,
  port: number,
  databaseUrl: string,
): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  HOST: host,
  PORT: String(port),
  DEMO_DATA: String(demoData),
  WORKERS: '1',
  SHUTDOWN_DELAY: `${shutdownDelay}ms`,
  ...(secretKey !== undefined && { SECRET_KEY: secretKey }),
  ...(embedded && { [KEEP_IN]: dataDir }),
});

/** The primary answers for its workers. The code is loaded only if there are metrics. */
const startMetrics = async (address: MetricsAddress) =>
  (await import('./platform/telemetry/metrics-server.ts')).serveMetrics(address);

/** Loading the server takes most of the start; PostgreSQL starts meanwhile. */
const loadServer = () => import('./app/server.ts');

/** An embedded database has its own key beside it. */
async function withSecretKey(config: Config, log: Logger): Promise<Config> {
  if (config.secretKey !== undefined) return config;
  if (config.embedded) return { ...config, secretKey: await ownSecretKey(config.dataDir) };
  log.warn(
    'SECRET_KEY is not set: the key of the password hashes lies in the database, ' +
      'so whoever has a copy of it can try out passwords',
  );
  return config;
}

/** Checks what an operator has chosen as password. @throws Error with a sentence for the operator */
async function checkPassword({ adminUser, adminPassword, baseUrl, allowedHosts }: Config): Promise<void> {
  if (adminPassword === undefined) return;
  const hosts = baseUrl === undefined ? allowedHosts : [new URL(baseUrl).hostname, ...allowedHosts];
  await assertStrongPassword('ADMIN_PASSWORD', adminPassword, [adminUser, ...hosts]);
}

/** Runs the service, in this process or in several workers that it starts. */
async function startPrimary(fromEnvironment: Config, log: Logger): Promise<void> {
  const starting =
    fromEnvironment.databaseUrl === undefined
      ? startEmbedded({ dataDir: fromEnvironment.dataDir, log: (line) => log.debug({ postgres: line }) })
      : null;
  const checking = checkPassword(fromEnvironment);
  // Failures are reported below.
  starting?.catch(() => {});
  checking.catch(() => {});
  const server = fromEnvironment.workers > 1 ? null : await loadServer();
  const database = await starting;
  const databaseUrl = database?.url ?? fromEnvironment.databaseUrl ?? '';
  try {
    await checking;
    const config = await withSecretKey(fromEnvironment, log);
    const service: Running =
      server === null
        ? await startWorkers(config.workers, workerEnv(config, await freePort(config), databaseUrl))
        : stoppable(
            await server.startService({
              config,
              databaseUrl,
              log,
              keepIn: config.embedded ? config.dataDir : undefined,
            }),
            config,
          );
    const metrics = config.metrics && server === null ? await startMetrics(config.metrics) : undefined;
    if (metrics) log.info({ url: metrics.url }, 'metrics are answered');
    if (process.getuid?.() === 0)
      log.warn('started as root: in production, give the service a user of its own');
    if (config.oidc && isInsecureHttp(config.oidc.issuer)) {
      log.warn(
        'OIDC_ISSUER does not begin with https: whoever is between the two can hand out keys, and so log in as anybody; use https',
      );
    }
    if (config.allowAnonymousWrites)
      log.warn('ALLOW_ANONYMOUS_WRITES is set: everyone who reaches this service may change everything');
    log.info(
      {
        url: service.url,
        revision: config.settings.revision,
        timezone: config.settings.timezone,
        workers: config.workers,
      },
      'started',
    );
    const stop = async (signal: StopSignal): Promise<void> => {
      log.info({ signal }, 'stopping');
      await service.stop(signal);
      await metrics?.close();
      await database?.stop();
      log.info('stopped');
    };
    // This comes before the text: whoever reads it may stop the service at once.
    stopOnSignals(stop, fail);
    stopWithNpm();
    process.stdout.write(await welcome(service, config, database?.version));
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

/** Runs the service as one of several workers. */
async function startWorker(config: Config, log: Logger): Promise<void> {
  const { startService } = await loadServer();
  const service = await startService({
    config,
    databaseUrl: config.databaseUrl ?? '',
    log,
    keepIn: process.env[KEEP_IN],
    join: connectToPrimary,
    shared: true,
  });
  stopOnSignals(stoppable(service, config).stop, fail);
  // Without a primary nobody would end this process.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  reportStarted(service.url, service.administrator);
}

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const log = await createLogger(config.logLevel, config.logFormat);
  const removed = cluster.isWorker ? null : removedSettings(process.env);
  if (removed !== null) log.warn(removed);
  await (cluster.isWorker ? startWorker(config, log) : startPrimary(config, log));
}

/** Reports a failure to whoever starts the service: one message, no stack. */
function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  // The primary reports it, once for all workers.
  if (cluster.isWorker) reportFailed(message);
  else process.stderr.write(`${message}\n`);
  process.exit(1);
}

start().catch(fail);
