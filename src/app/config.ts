import * as v from 'valibot';
import type { Revision } from '../api/contract/types.ts';
import type { Settings } from '../domain/context/request.ts';
import { isLogin, LOGIN_RULE, MIN_PASSWORD_LENGTH, withoutSpaces } from '../domain/users/login.ts';
import { MIN_SECRET_KEY_LENGTH } from '../domain/users/secret-file.ts';
import { siteCurrency, US_DOLLAR } from '../lib/currency.ts';
import { normalForm } from '../lib/unicode-normal-form.ts';
import { findZone } from '../lib/zones.ts';
import { isDatabaseUrl } from '../platform/postgres/address.ts';
import { REQUEST_TIMEOUTS } from '../platform/postgres/timeouts.ts';
import { contradictions } from './config/contradictions.ts';
import {
  aliases,
  baseUrl,
  contacts,
  hostNames,
  listenAddress,
  locale,
  oneLine,
  plainHttpUrl,
  rate,
  trustProxy,
} from './config/formats.ts';
import { limitsOf } from './config/limits.ts';
import { duration, integer, oneOf, secret, toggle, value } from './config/readers.ts';

/** The parsed environment. Properties are named after the variables, in camelCase, unless noted otherwise. */
export type Config = ReturnType<typeof withDefaults>;

/** All problems of the environment in one message, one line each. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads the whole environment. @throws ConfigError that lists all problems */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const result = v.safeParse(variables, nonEmpty(env));
  if (!result.success)
    throw new ConfigError(result.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`));
  const config = withDefaults(result.output);
  const problems = contradictions(config, result.output);
  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(config);
}

/** Lists with a default: an empty variable clears them. */
const CLEARABLE = ['NAMESPACE_ALIASES'];

/** Any other empty variable counts as not set: compose files and unit files express "none" that way. */
function nonEmpty(env: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.keys(variables.entries).map((name) => [name, env[name] ?? ''] as const);
  const set = entries.filter(
    ([name, text]) => text.trim() !== '' || (CLEARABLE.includes(name) && env[name] !== undefined),
  );
  return Object.fromEntries(
    set.map(([name, text]) => [name, name === 'ADMIN_PASSWORD' ? text : text.trim()]),
  );
}

const HOUR_MS = 3_600_000;

const variables = v.object({
  PORT: integer(0, 65_535),
  HOST: value('an address or host name to listen on', (text) =>
    /^[\w.:%-]+$/.test(text) ? text : undefined,
  ),
  REUSE_PORT: toggle,
  DATABASE_URL: secret(
    'postgres://user:password@host:port/database of one server (a socket folder percent-encoded as host), or ' +
      'empty for the embedded database',
    isDatabaseUrl,
  ),
  DATABASE_LISTEN_URL: secret(
    'postgres://user:password@host:port/database, without a pooler in between',
    isDatabaseUrl,
  ),
  DATABASE_POOL_SIZE: integer(1, 500),
  DATABASE_PREPARE: toggle,
  DATA_DIR: v.optional(v.string()),
  API_REVISION: oneOf('A', 'B'),
  TIMEZONE: value('an IANA zone such as Europe/Berlin, or UTC+2, UTC-3:30', findZone),
  LOCALE: value('a language, with or without a country, such as en, de-AT or pt_BR', locale),
  SITE_NAME: value('one line of at most 100 characters', oneLine(100)),
  SITE_DESCRIPTION: value('one line of at most 300 characters', oneLine(300)),
  CURRENCY: value('the ISO 4217 code of a currency, such as USD or EUR', siteCurrency),
  CURRENCY_POSITION: oneOf('prefix', 'postfix'),
  PER_PAGE: integer(1, 1_000),
  MAX_PER_PAGE: integer(1, 1_000),
  ADMIN_USER: value(LOGIN_RULE, (text) => (isLogin(normalForm(text, 'NFKC')) ? text : undefined)),
  ADMIN_PASSWORD: secret(
    `${MIN_PASSWORD_LENGTH} to 200 characters long; spaces do not count`,
    (text) => withoutSpaces(text).length >= MIN_PASSWORD_LENGTH && text.length <= 200,
  ),
  SECRET_KEY: secret(
    `${MIN_SECRET_KEY_LENGTH} to 1,000 characters long`,
    (text) => text.length >= MIN_SECRET_KEY_LENGTH && text.length <= 1_000,
  ),
  RATE_LIMIT: value('a number of requests per second, minute or hour, such as 10/s, 600/min or 5000/h', rate),
  DEMO_DATA: toggle,
  ALLOW_ANONYMOUS_WRITES: toggle,
  NAMESPACE_ALIASES: value('a comma-separated list of paths such as tribe/events/v1', aliases),
  BASE_URL: value('an http or https address without query, such as https://events.example.org', baseUrl),
  TRUST_PROXY: value(
    'true, false, a number of proxies, or a comma-separated list of addresses or networks',
    trustProxy,
  ),
  ALLOWED_HOSTS: value('a comma-separated list of host names without port', hostNames),
  SECURITY_CONTACT: value(
    'a comma-separated list of e-mail addresses, or of https, mailto or tel addresses',
    contacts,
  ),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  METRICS: value('a port, or address:port, to serve /metrics at', listenAddress),
  OIDC_ISSUER: value('the http or https address of an OpenID Connect issuer', (text) =>
    plainHttpUrl(text) ? text : undefined,
  ),
  OIDC_AUDIENCE: v.optional(v.string()),
  OIDC_ROLES_CLAIM: v.optional(v.string()),
  OIDC_CLIENT_ID: v.optional(v.string()),
  OIDC_CLIENT_SECRET: v.optional(v.string()),
  RESPONSE_CACHE: toggle,
  SHARED_MAX_AGE: duration(0, 24 * HOUR_MS),
  FEED_LICENSE: value('an http or https address', (text) => (plainHttpUrl(text) ? text : undefined)),
  TRUSTED_DOCUMENTS: v.optional(v.string()),
  WEBHOOK_PRIVATE: toggle,
});

type Environment = v.InferOutput<typeof variables>;

function withDefaults(env: Environment) {
  const embedded = env.DATABASE_URL === undefined;
  const revision: Revision = env.API_REVISION ?? 'B';
  const maxPerPage = env.MAX_PER_PAGE ?? 100;
  return {
    port: env.PORT ?? 3000,
    /** With the embedded database the service is for evaluation or one desktop: only this machine reaches it. */
    host: env.HOST ?? (embedded ? '127.0.0.1' : '0.0.0.0'),
    /** Whether several processes may listen on the port. */
    reusePort: env.REUSE_PORT ?? false,
    /** True when the service runs its own PostgreSQL in `dataDir`. */
    embedded,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE ?? 10,
    /** The address for LISTEN, if it differs from `databaseUrl`. */
    databaseListenUrl: env.DATABASE_LISTEN_URL,
    databaseTimeouts: REQUEST_TIMEOUTS,
    /** Undefined: prepare statements unless there is a pooler in between. */
    databasePrepare: env.DATABASE_PREPARE,
    dataDir: env.DATA_DIR ?? '.data',
    settings: {
      revision,
      timezone: env.TIMEZONE ?? 'UTC',
      /** The date formats of earlier releases: a 24-hour clock, and weeks that begin on Monday. */
      locale: env.LOCALE ?? 'en-GB',
      currency: { ...(env.CURRENCY ?? US_DOLLAR), position: env.CURRENCY_POSITION ?? 'prefix' },
      perPage: env.PER_PAGE ?? Math.min(revision === 'A' ? 10 : 9, maxPerPage),
      maxPerPage,
      webhookPrivate: env.WEBHOOK_PRIVATE ?? false,
    } satisfies Settings,
    site: {
      name: env.SITE_NAME,
      description: env.SITE_DESCRIPTION ?? null,
    },
    adminUser: env.ADMIN_USER ?? 'admin',
    adminPassword: env.ADMIN_PASSWORD,
    /** The key of the password hashes is derived from it. Without it, the key is in the database. */
    secretKey: env.SECRET_KEY,
    /** Requests per client and period; undefined: unlimited. */
    rateLimit: env.RATE_LIMIT,
    demoData: env.DEMO_DATA ?? embedded,
    allowAnonymousWrites: env.ALLOW_ANONYMOUS_WRITES ?? false,
    /** Alternative paths of the REST API. Clients of The Events Calendar use this one. */
    namespaceAliases: env.NAMESPACE_ALIASES ?? ['tribe/events/v1'],
    baseUrl: env.BASE_URL,
    trustProxy: env.TRUST_PROXY ?? false,
    /**
     * Host names accepted in addition to localhost, IP addresses and the host of BASE_URL.
     * Empty: all, unless anonymous callers may write.
     */
    allowedHosts: env.ALLOWED_HOSTS ?? [],
    /** Contact URIs for vulnerability reports, the preferred one first. */
    securityContacts: env.SECURITY_CONTACT ?? [],
    logLevel: env.LOG_LEVEL ?? 'info',
    /** The address of the metrics; undefined: they are not served. */
    metrics: env.METRICS,
    /** Tokens are accepted only from this issuer; undefined: not at all. */
    oidc:
      env.OIDC_ISSUER === undefined
        ? undefined
        : {
            issuer: env.OIDC_ISSUER,
            audience: env.OIDC_AUDIENCE ?? '',
            rolesClaim: env.OIDC_ROLES_CLAIM ?? 'roles',
            /** This service as a client that signs in people; undefined: only tokens are accepted. */
            client:
              env.OIDC_CLIENT_ID === undefined
                ? undefined
                : { id: env.OIDC_CLIENT_ID, secret: env.OIDC_CLIENT_SECRET },
          },
    responseCache: env.RESPONSE_CACHE ?? true,
    /** How long a shared cache may reuse a public response, in milliseconds; 0: it must revalidate each time. */
    sharedMaxAge: env.SHARED_MAX_AGE ?? 0,
    /** The address of the license of the change feed; empty if there is none. */
    feedLicense: env.FEED_LICENSE ?? '',
    /** The folder of the only documents that GraphQL runs; undefined: all documents are accepted. */
    trustedDocuments: env.TRUSTED_DOCUMENTS,
    limits: limitsOf(embedded),
  } as const;
}
