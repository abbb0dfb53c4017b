/** Largest pool with the embedded server, which has 120 connections. */
const EMBEDDED_CONNECTIONS = 50;

interface CheckedConfig {
  readonly settings: { readonly perPage: number; readonly maxPerPage: number };
  readonly oidc: { readonly audience: string } | undefined;
  readonly embedded: boolean;
  readonly databasePoolSize: number;
  readonly databaseListenUrl: string | undefined;
  readonly reusePort: boolean;
  readonly sharedMaxAge: number;
  readonly baseUrl: string | undefined;
}

/** Variables that have no effect without another one, and have no default. */
interface Variables {
  readonly OIDC_AUDIENCE?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
}

/** Settings that contradict each other, one line each. */
export function contradictions(config: CheckedConfig, variables: Variables): string[] {
  const problems: string[] = [];
  const { perPage, maxPerPage } = config.settings;
  if (perPage > maxPerPage)
    problems.push(`PER_PAGE must not be above MAX_PER_PAGE: ${perPage} is more than ${maxPerPage}.`);
  if (config.oidc?.audience === '') {
    problems.push(
      'OIDC_AUDIENCE must be set when OIDC_ISSUER is: without it tokens meant for other services would be accepted.',
    );
  }
  for (const name of ['OIDC_AUDIENCE', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const)
    if (config.oidc === undefined && variables[name] !== undefined)
      problems.push(`${name} has no effect without OIDC_ISSUER.`);
  if (config.oidc && variables.OIDC_CLIENT_ID === undefined && variables.OIDC_CLIENT_SECRET !== undefined)
    problems.push('OIDC_CLIENT_SECRET has no effect without OIDC_CLIENT_ID.');
  // The service would listen for the changes of a database other than its own.
  if (config.embedded && config.databaseListenUrl !== undefined)
    problems.push('DATABASE_LISTEN_URL has no effect without DATABASE_URL.');
  // Links would depend on request headers that are not part of a shared cache's key.
  if (config.sharedMaxAge > 0 && config.baseUrl === undefined)
    problems.push(
      'SHARED_MAX_AGE needs BASE_URL: without it, a shared cache could return links to another host.',
    );
  if (config.embedded && config.reusePort)
    problems.push(
      'REUSE_PORT has no effect without DATABASE_URL: only one process can use the embedded database.',
    );
  if (config.embedded && config.databasePoolSize > EMBEDDED_CONNECTIONS)
    problems.push(`DATABASE_POOL_SIZE must be at most ${EMBEDDED_CONNECTIONS} with the embedded database.`);
  return problems;
}
