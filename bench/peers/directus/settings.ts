import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { queryOnce } from '../../support/database.ts';
import { file } from '../../support/service.ts';

/** The program of Directus, without its search for updates, which would leave this machine. */
export const PROGRAM = file('bench/peers/directus/node_modules/@directus/api/dist/cli/run.js');

/** As its guides recommend for production, without a cache and without limits that refuse requests. */
export const settings = (databaseUrl: string): Record<string, string> => ({
  TZ: 'UTC',
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: databaseUrl,
  DB_SEARCH_PATH: 'array:directus',
  DB_POOL__MAX: '10',
  SECRET: 'only for the benchmark, 32 characters',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'only for the benchmark',
  PUBLIC_URL: 'http://127.0.0.1',
  LOG_LEVEL: 'error',
  CACHE_ENABLED: 'false',
  RATE_LIMITER_ENABLED: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
  TELEMETRY: 'false',
  SERVE_APP: 'false',
});

/** Installs Directus into its own schema of the database, with a copy of the records. */
export async function install(databaseUrl: string): Promise<void> {
  await queryOnce(databaseUrl, 'drop schema if exists directus cascade; create schema directus');
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', ...settings(databaseUrl) };
  execFileSync(process.execPath, [PROGRAM, 'bootstrap'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  await queryOnce(databaseUrl, readFileSync(file('bench/peers/directus/tables.sql'), 'utf8'));
  await queryOnce(databaseUrl, 'vacuum analyze');
}
