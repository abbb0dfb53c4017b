import { LIST } from '../scenarios/scenarios.ts';
import { AUTHORIZATION, file, LOGIN, PASSWORD, type Running, startProgram, startService } from './service.ts';

/** The settings of the service without its cache, and as it comes. */
const SERVICES = {
  uncached: { RESPONSE_CACHE: 'off' },
  hot: {},
};
export type OwnService = keyof typeof SERVICES;

/** Starts the service itself. */
export const startOwn = (service: OwnService, databaseUrl: string): Promise<Running> =>
  startService({ DATABASE_URL: databaseUrl, ...SERVICES[service] });

/** By hand, on pg or on postgres.js. */
export const startByHand = (driver: 'plain.ts' | 'postgres-js.mjs', databaseUrl: string): Promise<Running> =>
  startProgram([file(`bench/peers/${driver}`)], LIST.path, { DATABASE_URL: databaseUrl });

/** Sends what the service answers to the list. */
export const startStatic = (service: Running): Promise<Running> =>
  startProgram([file('bench/peers/static.ts')], '/', { SOURCE: service.url + LIST.path });

/** It takes GraphQL by POST only. */
export const startPostGraphile = (databaseUrl: string): Promise<Running> =>
  startProgram(
    [file('bench/peers/postgraphile.mjs')],
    '/graphql',
    { DATABASE_URL: databaseUrl },
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ __typename }"}' },
  );

/** The administrator's login works: the first start made it. */
export async function assertWritable({ url }: Running): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: AUTHORIZATION },
    body: '{"query":"{ viewer { login } }"}',
  });
  if (response.status !== 200)
    throw new Error(`${LOGIN} cannot log in with ${PASSWORD.length} characters: ${response.status}`);
}
