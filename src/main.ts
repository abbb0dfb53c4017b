import cluster from 'node:cluster';
import { ownSecretKey } from './access/secret-file.ts';
import { type Config, loadConfig } from './config.ts';
import { startEmbedded } from './db/embedded.ts';
import { createLogger, type Logger } from './log.ts';
import type { Service } from './server.ts';
import { endAll } from './telemetry/at-end.ts';
import type { MetricsAddress } from './telemetry/metrics-server.ts';
import { welcome } from './welcome.ts';
import { joinSiblings, startWorkers, tellFailed, tellStarted } from './workers.ts';

/** Nothing may take longer than this to end; what is left is cut off. */
const STOP_MS = 14_000;
/** A signal to the process group comes twice: once for us, and once more from npm, which passes it on. */
const SAME_SIGNAL_MS = 1_000;

/** Tells a worker where a generated password is kept. */
const KEEP_IN = 'EMBEDDED_DATA_DIR';

/** What runs, alone or by its workers. */
type Running = Pick<Service, 'url' | 'administrator' | 'stop'>;

/** A worker gets what the primary has decided; it has the database's address, so that nothing else depends on its being embedded. */
const workerEnv = ({ embedded, dataDir, host, demoData, secretKey }: Config, databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  HOST: host,
  DEMO_DATA: String(demoData),
  WORKERS: '1',
  ...(secretKey !== undefined && { SECRET_KEY: secretKey }),
  ...(embedded && { [KEEP_IN]: dataDir }),
});

/** The primary answers for its workers; whoever wants no metrics does not load them. */
const serveMetrics = async (address: MetricsAddress) => (await import('./telemetry/metrics-server.ts')).serveMetrics(address);

/** Most of starting is to load what serves: PostgreSQL starts meanwhile. */
const loadServer = () => import('./server.ts');

/** The embedded database has a key of its own beside it. */
async function withSecretKey(config: Config, log: Logger): Promise<Config> {
  if (config.secretKey !== undefined) return config;
  if (config.embedded) return { ...config, secretKey: await ownSecretKey(config.dataDir) };
  log.warn('SECRET_KEY is not set: the key of the password hashes lies in the database, so whoever has a copy of it can try out passwords');
  return config;
}

async function run(given: Config, log: Logger): Promise<void> {
  const starting =
    given.databaseUrl === undefined ? startEmbedded({ dataDir: given.dataDir, log: (line) => log.debug({ postgres: line }) }) : null;
  // One that fails is told of below.
  starting?.catch(() => {});
  const server = given.workers > 1 ? null : await loadServer();
  const database = await starting;
  const databaseUrl = database?.url ?? given.databaseUrl ?? '';
  try {
    const config = await withSecretKey(given, log);
    const service: Running =
      server === null
        ? await startWorkers(config.workers, workerEnv(config, databaseUrl))
        : await server.startService({ config, databaseUrl, log, keepIn: config.embedded ? config.dataDir : undefined });
    const metrics = config.metrics && server === null ? await serveMetrics(config.metrics) : undefined;
    if (metrics) log.info({ url: metrics.url }, 'metrics are answered');
    if (config.allowAnonymousWrites) log.warn('ALLOW_ANONYMOUS_WRITES is set: everyone who reaches this service may change everything');
    log.info({ url: service.url, revision: config.revision, timezone: config.timezone, workers: config.workers }, 'started');
    const stop = async (): Promise<void> => {
      log.info('stopping');
      await metrics?.close();
      await service.stop();
      await database?.stop();
      log.info('stopped');
    };
    // Before the text: whoever reads it may stop the service at once.
    stopOnSignals(stop);
    process.stdout.write(await welcome(service, config, database?.version));
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

async function work(config: Config, log: Logger): Promise<void> {
  const { startService } = await loadServer();
  const service = await startService({
    config,
    databaseUrl: config.databaseUrl ?? '',
    log,
    keepIn: process.env[KEEP_IN],
    join: joinSiblings,
  });
  stopOnSignals(service.stop);
  // Without a primary nobody would end this process.
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  tellStarted(service.url, service.administrator);
}

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const log = await createLogger(config.logLevel, config.logFormat);
  await (cluster.isWorker ? work(config, log) : run(config, log));
}

/** What whoever starts the service has to know of a failure: one message, no stack. */
function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  // The primary says it, once for all workers.
  if (cluster.isWorker) tellFailed(message);
  else process.stderr.write(`${message}\n`);
  process.exit(1);
}

function stopOnSignals(stop: () => Promise<void>): void {
  let since: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // The second signal is for those who cannot wait; the database's guardian ends the database then.
      if (since !== undefined && performance.now() - since > SAME_SIGNAL_MS) process.exit(1);
      if (since !== undefined) return;
      since = performance.now();
      setTimeout(() => process.exit(1), STOP_MS).unref();
      stop()
        .then(endAll)
        .then(() => process.exit(0), fail);
    });
  }
}

start().catch(fail);
