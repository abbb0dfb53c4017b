import { install, PROGRAM, settings } from '../peers/directus/settings.ts';
import { LIST } from '../scenarios/scenarios.ts';
import { AUTHORIZATION, file, LOGIN, PASSWORD, type Running, startProgram, startService } from './service.ts';

/** The settings of the service without its cache, and with default settings. */
const SERVICES = {
  uncached: { RESPONSE_CACHE: 'off' },
  hot: {},
};
export type OwnService = keyof typeof SERVICES;

/** The same key for all starts on one database; a start with another key refuses it. */
const SECRET_KEY = 'only for the benchmark, 32 characters';

export const startOwn = (service: OwnService, databaseUrl: string): Promise<Running> =>
  startService({ SECRET_KEY, DATABASE_URL: databaseUrl, ...SERVICES[service] });

/** Starts the service with the embedded database in a folder. */
export const startEmbedding = (dataDir: string): Promise<Running> =>
  startService({ SECRET_KEY, DATA_DIR: dataDir });

/** Starts a hand-written peer, on pg or on postgres.js. */
export const startHandWritten = (
  driver: 'plain.ts' | 'postgres-js.mjs',
  databaseUrl: string,
): Promise<Running> =>
  startProgram([file(`bench/peers/${driver}`)], LIST.path, { DATABASE_URL: databaseUrl });

/** Starts a server that sends the service's response of the list. */
export const startStatic = (service: Running): Promise<Running> =>
  startProgram([file('bench/peers/static.ts')], '/', { SOURCE: service.url + LIST.path });

/** PostGraphile accepts GraphQL only by POST. */
export const startPostGraphile = (databaseUrl: string): Promise<Running> =>
  startProgram(
    [file('bench/peers/postgraphile.mjs')],
    '/graphql',
    { DATABASE_URL: databaseUrl },
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' },
  );

/** Installs Directus in the database, and starts it. */
export async function startDirectus(databaseUrl: string): Promise<Running> {
  await install(databaseUrl);
  return startProgram([PROGRAM, 'start'], '/server/ping', settings(databaseUrl));
}

/** @throws Error if the administrator, created by the first start, cannot log in */
export async function assertWritable({ url }: Running): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: AUTHORIZATION },
    body: '{"query":"{ viewer { login } }"}',
  });
  if (response.status !== 200)
    throw new Error(`${LOGIN} cannot log in with ${PASSWORD.length} characters: ${response.status}`);
}
