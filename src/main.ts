import { type StopSignal, stopOnSignals, stopWithNpm } from './app/cli/signals.ts';
import { welcome } from './app/cli/welcome.ts';
import { removedSettings } from './app/config/removed.ts';
import { type Config, loadConfig } from './app/config.ts';
import { isInsecureHttp } from './domain/authentication/insecure-http.ts';
import { assertStrongPassword } from './domain/authentication/password-strength.ts';
import { embeddedSecretKey } from './domain/users/secret-file.ts';
import { startEmbedded } from './platform/embedded-postgres/index.ts';
import { createLogger, type Logger } from './platform/telemetry/log.ts';

/** Ctrl-C stops without a delay: there is no load balancer in front of a service in a terminal. */
const shutdownDelay = (signal: StopSignal, { limits }: Config): number =>
  signal === 'SIGTERM' ? limits.shutdownDelay : 0;

/** With the embedded database, the key is in a file in the data folder. */
async function withSecretKey(config: Config, log: Logger): Promise<Config> {
  if (config.secretKey !== undefined) return config;
  if (config.embedded) return { ...config, secretKey: await embeddedSecretKey(config.dataDir) };
  log.warn(
    'SECRET_KEY is not set: the key of the password hashes is stored in the database, ' +
      'so a copy of the database is enough to guess passwords; set SECRET_KEY',
  );
  return config;
}

/** Checks the strength of ADMIN_PASSWORD. @throws Error with a message for the operator */
function checkPassword({ adminUser, adminPassword, baseUrl, allowedHosts }: Config): void {
  if (adminPassword === undefined) return;
  const hosts = baseUrl === undefined ? allowedHosts : [new URL(baseUrl).hostname, ...allowedHosts];
  assertStrongPassword('ADMIN_PASSWORD', adminPassword, [adminUser, ...hosts]);
}

async function run(fromEnvironment: Config, log: Logger): Promise<void> {
  checkPassword(fromEnvironment);
  const launched = Promise.withResolvers<void>();
  const starting = fromEnvironment.embedded
    ? startEmbedded({
        dataDir: fromEnvironment.dataDir,
        log: (line) => log.debug({ postgres: line }),
        onLaunched: launched.resolve,
      })
    : null;
  // A failure is reported below.
  starting?.catch(() => {});
  // Loading the server takes half of the time of a start, and occupies this thread: PostgreSQL starts meanwhile.
  if (starting) await Promise.race([launched.promise, starting]);
  const { startService } = await import('./app/server.ts');
  const database = await starting;
  const databaseUrl = database?.url ?? fromEnvironment.databaseUrl ?? '';
  try {
    const config = await withSecretKey(fromEnvironment, log);
    const passwordFolder = config.embedded ? config.dataDir : undefined;
    const service = await startService({ config, databaseUrl, log, passwordFolder });
    if (process.getuid?.() === 0)
      log.warn('started as root; in production, run the service as a separate user');
    if (config.oidc && isInsecureHttp(config.oidc.issuer)) {
      log.warn(
        'OIDC_ISSUER does not begin with https: an attacker on the network can replace its keys and log in as any user; use https',
      );
    }
    if (config.allowAnonymousWrites)
      log.warn('ALLOW_ANONYMOUS_WRITES is set: any client that can reach this service may change everything');
    log.info(
      {
        url: service.url,
        revision: config.settings.revision,
        timezone: config.settings.timezone,
      },
      'started',
    );
    const stop = async (signal: StopSignal): Promise<void> => {
      log.info({ signal }, 'stopping');
      await service.stop(shutdownDelay(signal, config));
      await database?.stop();
      log.info('stopped');
    };
    // Before the banner is printed, because a reader of the banner may stop the service at once.
    stopOnSignals(stop, fail);
    stopWithNpm();
    process.stdout.write(await welcome(service, config, database?.version));
  } catch (error) {
    await database?.stop();
    throw error;
  }
}

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const log = await createLogger(config.logLevel);
  const removed = removedSettings(process.env);
  if (removed !== null) log.warn(removed);
  await run(config, log);
}

/** Reports a failure to start: one message, no stack. */
function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

start().catch(fail);
