import { LIST } from '../scenarios/scenarios.ts';
import { AUTHORIZATION, file, LOGIN, PASSWORD, type Running, startProgram, startService } from './service.ts';

/** The settings of the service without its cache, and with default settings. */
const SERVICES = {
  uncached: { RESPONSE_CACHE: 'off' },
  hot: {},
};
export type OwnService = keyof typeof SERVICES;

export const startOwn = (service: OwnService, databaseUrl: string): Promise<Running> =>
  startService({ DATABASE_URL: databaseUrl, ...SERVICES[service] });

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
