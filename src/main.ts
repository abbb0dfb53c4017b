import { loadConfig } from './config.ts';
import { startEmbedded } from './db/embedded.ts';
import { createLogger } from './log.ts';
import { startService } from './server.ts';
import { welcome } from './welcome.ts';

/** Nothing may take longer than this to end; what is left is cut off. */
const STOP_MS = 14_000;
/** A signal to the process group comes twice: once for us, and once more from npm, which passes it on. */
const SAME_SIGNAL_MS = 1_000;

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger(config.logLevel);
  const database =
    config.databaseUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, log: (line) => log.debug({ postgres: line }) })
      : null;
  try {
    const service = await startService({ config, databaseUrl: database?.url ?? config.databaseUrl ?? '', log });
    if (config.allowAnonymousWrites) log.warn('ALLOW_ANONYMOUS_WRITES is set: everyone who reaches this service may change everything');
    log.info({ url: service.url, revision: config.revision, timezone: config.timezone }, 'started');
    const stop = async (): Promise<void> => {
      log.info('stopping');
      await service.stop();
      await database?.stop();
      log.info('stopped');
    };
    // Before the text: whoever reads it may stop the service at once.
    stopOnSignals(stop);
    process.stdout.write(welcome(service, config, database?.version));
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

/** What whoever starts the service has to know of a failure: one message, no stack. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
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
      stop().then(() => process.exit(0), fail);
    });
  }
}

start().catch(fail);
