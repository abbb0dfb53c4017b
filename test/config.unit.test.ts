import { limitsOf } from '../src/app/config/limits.ts';
import { ConfigError, loadConfig } from '../src/app/config.ts';

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

test('works without any variable: embedded database, local access only, with demo data', () => {
  expect(loadConfig({})).toEqual({
    port: 3000,
    feedLicense: '',
    host: '127.0.0.1',
    embedded: true,
    databaseUrl: undefined,
    databasePoolSize: 10,
    databaseListenUrl: undefined,
    databaseTimeouts: { wait: 5_000, statement: 10_000, lock: 5_000, idle: 15_000 },
    databasePrepare: undefined,
    dataDir: '.data',
    securityContacts: [],
    settings: {
      revision: 'B',
      timezone: 'UTC',
      locale: 'en-GB',
      currency: { code: 'USD', symbol: '$', position: 'prefix' },
      perPage: 9,
      maxPerPage: 100,
      webhookPrivate: false,
    },
    site: { name: undefined, description: null },
    adminUser: 'admin',
    adminPassword: undefined,
    secretKey: undefined,
    rateLimit: undefined,
    demoData: true,
    allowAnonymousWrites: false,
    allowedHosts: [],
    namespaceAliases: ['tribe/events/v1'],
    baseUrl: undefined,
    trustProxy: false,
    trustedDocuments: undefined,
    logLevel: 'info',
    metrics: undefined,
    oidc: undefined,
    responseCache: true,
    sharedMaxAge: 0,
    reusePort: false,
    limits: limitsOf(true),
  });
});

test('with DATABASE_URL it serves others: all addresses, no demo data', () => {
  const config = loadConfig({ DATABASE_URL: 'postgresql://u:p@db.example/calendar' });
  expect(config).toMatchObject({ embedded: false, host: '0.0.0.0', demoData: false });
});

test('an address names exactly one server', () => {
  const problem =
    'DATABASE_URL must be postgres://user:password@host:port/database of one server (a socket folder ' +
    'percent-encoded as host), or empty for the embedded database.';
  for (const DATABASE_URL of ['postgresql://u:p@a,b/calendar', 'postgresql://u:p@a/calendar?host=a,b'])
    expect(problemsOf({ DATABASE_URL })).toEqual([problem]);
});

test('an empty variable is not set', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: ' ', HOST: '', OIDC_ISSUER: '' })).toEqual(loadConfig({}));
});

test('a refused duration names the bounds and units', () => {
  expect(problemsOf({ SHARED_MAX_AGE: '30' })).toHaveLength(1);
  expect(problemsOf({ SHARED_MAX_AGE: '2d' })).toEqual([
    'SHARED_MAX_AGE must be a duration from 0 to 24h (ms, s, min or h), not "2d".',
  ]);
});

test('the embedded database is listened to at its own address', () => {
  const DATABASE_LISTEN_URL = 'postgresql://u:p@db.example/calendar';
  expect(problemsOf({ DATABASE_LISTEN_URL })).toEqual([
    'DATABASE_LISTEN_URL has no effect without DATABASE_URL.',
  ]);
});

test('a currency by its code, in any letter case, has its symbol and position', () => {
  expect(loadConfig({ CURRENCY: 'eur', CURRENCY_POSITION: 'POSTFIX' }).settings.currency).toEqual({
    code: 'EUR',
    symbol: '€',
    position: 'postfix',
  });
  expect(loadConfig({ CURRENCY: 'CHF' }).settings.currency).toEqual({
    code: 'CHF',
    symbol: 'CHF',
    position: 'prefix',
  });
  for (const CURRENCY of ['€', 'EURO', 'XYZ', 'dollars']) expect(problemsOf({ CURRENCY })).toHaveLength(1);
  expect(problemsOf({ CURRENCY_POSITION: 'left' })).toHaveLength(1);
});

test('revision A has its own page size, and letter case does not matter', () => {
  expect(loadConfig({ API_REVISION: 'a' }).settings).toMatchObject({ revision: 'A', perPage: 10 });
  expect(loadConfig({ API_REVISION: 'a', PER_PAGE: '5' }).settings.perPage).toBe(5);
  expect(loadConfig({ MAX_PER_PAGE: '4' }).settings.perPage).toBe(4);
});

test('all problems are listed together, in plain words', () => {
  const problems = problemsOf({
    PORT: '70000',
    TIMEZONE: 'Mars/Base',
    LOG_LEVEL: 'loud',
    DATABASE_POOL_SIZE: '1.5',
  });
  expect(problems).toEqual([
    'PORT must be a whole number from 0 to 65535, not "70000".',
    'DATABASE_POOL_SIZE must be a whole number from 1 to 500, not "1.5".',
    'TIMEZONE must be an IANA zone such as Europe/Berlin, or UTC+2, UTC-3:30, not "Mars/Base".',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
  ]);
  expect(new ConfigError(problems).message).toContain(problems.join('\n  '));
});

test('secrets are never shown', () => {
  const [password, url] = problemsOf({
    ADMIN_PASSWORD: 'hunter2',
    DATABASE_URL: 'mysql://u:hunter2@db/x',
  }).toSorted();
  expect(password).toBe('ADMIN_PASSWORD must be 12 to 200 characters long; spaces do not count.');
  expect(url).toMatch(/^DATABASE_URL must be postgres:\/\//);
  expect(url).not.toContain('hunter2');
});

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['asia/kolkata', 'Asia/Kolkata'],
  ['UTC', 'UTC'],
  ['UTC+5:30', 'UTC+5:30'],
  ['UTC-3.5', 'UTC-3.5'],
])('TIMEZONE=%s is %s', (text, zone) => {
  expect(loadConfig({ TIMEZONE: text }).settings.timezone).toBe(zone);
});

test.each(['UTC+15', 'UTC+', 'Europe', '5'])('TIMEZONE=%s is refused', (text) => {
  expect(problemsOf({ TIMEZONE: text })).toHaveLength(1);
});

test.each([
  ['true', true],
  ['FALSE', false],
  ['2', 2],
  ['loopback, 10.0.0.0/8,::1', ['loopback', '10.0.0.0/8', '::1']],
])('TRUST_PROXY=%s', (text, value) => {
  expect(loadConfig({ TRUST_PROXY: text }).trustProxy).toEqual(value);
});

test.each(['everybody', '10.0.0.0/33', '1.2.3.4,x'])('TRUST_PROXY=%s is refused', (text) => {
  expect(problemsOf({ TRUST_PROXY: text })).toHaveLength(1);
});

test('the namespace of The Events Calendar is served unless an empty variable switches it off', () => {
  expect(loadConfig({}).namespaceAliases).toEqual(['tribe/events/v1']);
  expect(loadConfig({ NAMESPACE_ALIASES: '' }).namespaceAliases).toEqual([]);
});

test('namespace aliases are a list of paths, slashes around them do not matter', () => {
  expect(loadConfig({ NAMESPACE_ALIASES: 'tribe/events/v1, /wp/v2/' }).namespaceAliases).toEqual([
    'tribe/events/v1',
    'wp/v2',
  ]);
  expect(problemsOf({ NAMESPACE_ALIASES: 'tribe/../v1' })).toHaveLength(1);
  expect(problemsOf({ NAMESPACE_ALIASES: 'tribe' })).toHaveLength(1);
});

test('BASE_URL loses its last slash and must be a plain http address', () => {
  expect(loadConfig({ BASE_URL: 'https://example.org/' }).baseUrl).toBe('https://example.org');
  expect(loadConfig({ BASE_URL: 'https://example.org/cal/' }).baseUrl).toBe('https://example.org/cal');
  for (const text of ['example.org', 'ftp://example.org', 'https://example.org/?a=1'])
    expect(problemsOf({ BASE_URL: text })).toHaveLength(1);
});

test('responses for shared caches link to one host', () => {
  expect(problemsOf({ SHARED_MAX_AGE: '60s' })).toEqual([
    expect.stringMatching(/^SHARED_MAX_AGE needs BASE_URL/),
  ]);
  const { sharedMaxAge } = loadConfig({ SHARED_MAX_AGE: '60s', BASE_URL: 'https://cal.example.net' });
  expect(sharedMaxAge).toBe(60_000);
});

test('a token issuer needs an audience', () => {
  const OIDC_ISSUER = 'https://login.example.org/';
  expect(problemsOf({ OIDC_ISSUER })).toEqual([expect.stringMatching(/^OIDC_AUDIENCE must be set/)]);
  expect(loadConfig({ OIDC_ISSUER, OIDC_AUDIENCE: 'calendar' }).oidc).toEqual({
    issuer: OIDC_ISSUER,
    audience: 'calendar',
    rolesClaim: 'roles',
  });
});

test('a client of the issuer signs in people; its secret is optional', () => {
  const issuer = { OIDC_ISSUER: 'https://login.example.org/', OIDC_AUDIENCE: 'calendar' };
  const OIDC_CLIENT_ID = 'desk';
  const OIDC_CLIENT_SECRET = 'secret';
  expect(loadConfig({ ...issuer, OIDC_CLIENT_ID }).oidc?.client).toEqual({ id: 'desk', secret: undefined });
  expect(loadConfig({ ...issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }).oidc?.client).toEqual({
    id: 'desk',
    secret: 'secret',
  });
  expect(problemsOf({ ...issuer, OIDC_CLIENT_SECRET })).toEqual([
    'OIDC_CLIENT_SECRET has no effect without OIDC_CLIENT_ID.',
  ]);
  expect(problemsOf({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET })).toEqual([
    'OIDC_CLIENT_ID has no effect without OIDC_ISSUER.',
    'OIDC_CLIENT_SECRET has no effect without OIDC_ISSUER.',
  ]);
});

test('names settings that contradict each other', () => {
  expect(problemsOf({ PER_PAGE: '50', MAX_PER_PAGE: '20' })).toEqual([
    'PER_PAGE must not be above MAX_PER_PAGE: 50 is more than 20.',
  ]);
  expect(problemsOf({ DATABASE_POOL_SIZE: '51', REUSE_PORT: 'true' })).toEqual([
    'REUSE_PORT has no effect without DATABASE_URL: only one process can use the embedded database.',
    'DATABASE_POOL_SIZE must be at most 50 with the embedded database.',
  ]);
  const DATABASE_URL = 'postgres://db/calendar';
  expect(problemsOf({ DATABASE_POOL_SIZE: '51', REUSE_PORT: 'true', DATABASE_URL })).toEqual([]);
});

test('reads the request limits and refuses senseless values', () => {
  expect(loadConfig({ RATE_LIMIT: '600/min' }).rateLimit).toEqual({ requests: 600, seconds: 60 });
  expect(loadConfig({ RATE_LIMIT: '5 / h' }).rateLimit).toEqual({ requests: 5, seconds: 3_600 });
  for (const text of ['600', '0/min', '10/day', '-1/s', '1.5/s', '10000000/h'])
    expect(problemsOf({ RATE_LIMIT: text })).toHaveLength(1);
  expect(problemsOf({ SECRET_KEY: 'short' })).toEqual(['SECRET_KEY must be 32 to 1,000 characters long.']);
  expect(problemsOf({ ADMIN_PASSWORD: '1 2 3 4 5 6 7 8 9 0 1' })).toHaveLength(1);
});

test("the site's name and description are one line each", () => {
  expect(problemsOf({ SITE_NAME: 'a'.repeat(101), SITE_DESCRIPTION: 'a\nb' })).toEqual([
    `SITE_NAME must be one line of at most 100 characters, not "${'a'.repeat(101)}".`,
    'SITE_DESCRIPTION must be one line of at most 300 characters, not "a\nb".',
  ]);
  const { site } = loadConfig({
    SITE_NAME: ' Hafen ',
    SITE_DESCRIPTION: 'Was los ist',
  });
  expect(site).toEqual({ name: 'Hafen', description: 'Was los ist' });
});
