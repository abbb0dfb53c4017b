import { createServer, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { auditTo } from './access/audit.ts';
import { type Bootstrapped, ensureAdministrator } from './access/bootstrap.ts';
import { PasswordKeys } from './access/password-keys.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { Changes } from './db/changes.ts';
import { migrateDatabase } from './db/migrate.ts';
import { kysely, type Orm, openOrm } from './db/orm.ts';
import { seedDemo } from './demo/index.ts';
import { ServiceError } from './errors.ts';
import { createAdmission } from './http/admission.ts';
import { ResponseCache } from './http/cache.ts';
import { securityLines } from './http/security-headers.ts';
import type { Logger } from './log.ts';
import { openTelemetry } from './telemetry/index.ts';

export interface ServiceOptions {
  config: Config;
  databaseUrl: string;
  log: Logger;
  clock?: () => Date;
  /** Folder where a generated password is kept; only shown when absent. */
  keepIn?: string | undefined;
  /** Lets others hear of what is stored here. */
  join?: (changes: Changes) => void;
  /** Its own unless given. */
  changes?: Changes;
}

export interface Service {
  readonly url: string;
  readonly orm: Orm;
  readonly administrator: Bootstrapped;
  /** Takes no new requests, lets those under way finish, then closes the database connections. May be called more than once. */
  stop(): Promise<void>;
}

/** The service cannot start; the message is meant for whoever starts it. */
export class StartError extends Error {}

/** How long requests under way may take once the service is to stop. */
const DRAIN_MS = 5_000;

function listenReason(error: NodeJS.ErrnoException, { host, port }: Config): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Stop that one, or set PORT to another number.`;
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to a number above 1023.`;
  return `Cannot listen on ${host}, port ${port}: ${error.message}. Check HOST and PORT.`;
}

async function listen(server: Server, config: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new StartError(listenReason(error, config))));
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host) ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}

/** What Node cannot read as a request gets the body that every other error has. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { code, status, message } = new ServiceError(error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request');
  const body = JSON.stringify({ code, message, data: { status } });
  const type = ['Content-Type: application/json; charset=utf-8', ...securityLines, 'Cache-Control: no-store'].join('\r\n');
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The demo calendar, written by the first administrator. */
async function seedCalendar(orm: Orm, { revision, timezone, perPage, maxPerPage }: Config, now: Date): Promise<void> {
  const administrators = kysely(orm.em).selectFrom('user_account').select('id').where('role', '=', 'administrator');
  const { id } = await administrators.orderBy('id').limit(1).executeTakeFirstOrThrow();
  await seedDemo({ orm, settings: { revision, timezone, perPage, maxPerPage }, adminId: id, now });
}

/**
 * Brings the database up to date, makes sure that there is an administrator, and listens.
 * @throws StartError, DatabaseError with a message for the operator
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, databaseUrl, log, keepIn, clock = () => new Date(), join, changes = new Changes() } = options;
  await migrateDatabase(databaseUrl);
  const telemetry = await openTelemetry({ config, log, isListening: () => changes.listening });
  const orm = await openOrm(databaseUrl, config.databasePoolSize);
  const server = createServer().on('clientError', refuseMalformed);
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    if (server.listening) await close(server);
    await changes.close();
    await orm.close();
    await telemetry.close();
  };
  try {
    changes.listen(databaseUrl);
    join?.(changes);
    const cache = config.responseCache ? new ResponseCache({ changes, clock, admit: createAdmission(config) }) : null;
    const app = await createApp({ config, orm, changes, log, cache, clock });
    server.on(
      'request',
      telemetry.watch(app, (computing) => cache?.inFrontOf(computing) ?? computing),
    );
    const url = await listen(server, config);
    // Last, because a generated password is shown once: by a service that runs.
    const administrator = await ensureAdministrator({
      db: kysely(orm.em),
      keys: new PasswordKeys(config.secretKey),
      config,
      keepIn,
      audit: auditTo(log),
      log,
    });
    if (config.demoData) await seedCalendar(orm, config, clock());
    return { url, orm, administrator, stop: () => (stopped ??= stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
}
