import pg from 'pg';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { canPrepare, findPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { type Pooler, startPooler } from '../support/pooler.ts';
import { sampled } from '../support/sample.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { BOUND_MS, staleness } from '../support/staleness.ts';

/** A pooler in transaction mode between the service and PostgreSQL: a test pooler, and PgBouncer if it is installed. */
const program = findPgBouncer();
const knows = program !== undefined && canPrepare(program);
if (!program) console.info('No PgBouncer was found: nothing was tried behind it (see PGBOUNCER).');
else if (!knows) console.info(`${program} cannot keep prepared statements: tried without only.`);

type Kind = [kind: string, prepared: number, start: (url: string) => Promise<Pooler>];
const bouncer = (prepared: number) => (url: string) => startPgBouncer(program ?? '', url, { prepared });
const kinds: Kind[] = [
  ['a pooler of our own', 0, startPooler],
  ['PgBouncer without prepared statements', 0, bouncer(0)],
  ['PgBouncer with prepared statements', 200, bouncer(200)],
];

const here = kinds.slice(0, program ? (knows ? 3 : 2) : 1);

describe.each(sampled('poolers', here, 1))('%s', (_kind, prepared, start) => {
  let database: TestDatabase;
  let pooler: Pooler;
  let pooled: TestDatabase;
  beforeEach(async () => {
    database = await createEmptyDatabase();
    pooler = await start(database.url);
    pooled = { ...database, url: pooler.url };
  });
  afterEach(async () => {
    await pooler.stop();
    await database.drop();
  });

  const env = prepared > 0 ? { DATABASE_PREPARE: 'on' } : {};
  const two = (): Promise<[TestServer, TestServer]> =>
    Promise.all([
      startTestServer({ realLimits: true, database: pooled, env }),
      startTestServer({ realLimits: true, database: pooled, env }),
    ]);

  test('five starts of two instances at once, the first of which creates the tables', async () => {
    for (let start = 1; start <= 5; start++) {
      const instances = await two();
      for (const { rest } of instances) expect((await fetch(`${rest}/events`)).status).toBe(200);
      await Promise.all(instances.map((instance) => instance.stop()));
      // The pooler keeps its connections: a session lock would persist.
      expect(await locksOf(database)).toBe(0);
    }
  });

  test('all simultaneous reads and writes through both instances succeed', async () => {
    const instances = await two();
    try {
      const clients = await Promise.all(Array.from({ length: 8 }, (_, client) => use(instances, client)));
      expect(clients.flatMap(({ wrong }) => wrong)).toEqual([]);
      expect(clients.map(({ requests }) => requests > 90)).toEqual(clients.map(() => true));
    } finally {
      await Promise.all(instances.map((instance) => instance.stop()));
    }
  });

  test('the other instance shows a change within a second', async () => {
    const [one, other] = await two();
    try {
      for (let round = 0; round < 3; round++) {
        expect(await staleness(one, other.rest)).toBeLessThan(BOUND_MS);
        expect(await staleness(other, one.rest)).toBeLessThan(BOUND_MS);
      }
      expect([one.version.isKnown, other.version.isKnown]).toEqual([true, true]);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  test('logs each hint for the operator once, and none that the settings make obsolete', async () => {
    const plain = await startVictim({ database: pooled, env });
    const victim = await startVictim({
      database: pooled,
      env: { DATABASE_LISTEN_URL: database.url, ...env },
    });
    try {
      for (const { rest } of [plain, victim])
        for (let time = 0; time < 5; time++)
          expect((await fetch(`${rest}/events?search=jazz&time=${time}`)).status).toBe(200);
      const said = ({ log }: Victim, text: string): number =>
        log.filter((line) => line.includes(text)).length;
      await eventually('it is said', () => said(plain, 'LISTEN is accepted') > 0);
      for (const { url, rest } of [plain, victim])
        expect([(await fetch(`${url}/readyz`)).status, (await fetch(`${rest}/events`)).status]).toEqual([
          200, 200,
        ]);
      expect(WARNINGS.map((text) => said(plain, text))).toEqual([1, 1]);
      expect(WARNINGS.map((text) => said(victim, text))).toEqual([1, 0]);
    } finally {
      await plain.stop();
      await victim.stop();
    }
  });
});

const WARNINGS = ['does not accept connection settings', 'LISTEN is accepted'];

async function locksOf({ url }: TestDatabase): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(`
      select count(*)::int as count from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and datname = current_database()`);
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

/**
 * Reads and writes everything through the instances in turn.
 * @returns the number of requests, and the failures
 */
async function use(
  instances: readonly [TestServer, TestServer],
  client: number,
): Promise<{ requests: number; wrong: string[] }> {
  let turn = client;
  const next = (): TestServer => instances[turn++ % 2 === 0 ? 0 : 1];
  const wrong: string[] = [];
  let requests = 0;
  const judge = (what: string, got: number, wanted: number, text = ''): void => {
    requests += 1;
    if (got !== wanted) wrong.push(`${what}: ${got}, not ${wanted}: ${text}`);
  };
  const send = async (method: string, path: string, body?: unknown, wanted = 200): Promise<number> => {
    const answer = await next().request(method, path, body);
    const text = await answer.text();
    judge(`${method} ${path}`, answer.status, wanted, text);
    return Number(/"id":(\d+)/.exec(text)?.[1]);
  };
  const graphql = async (query: string): Promise<void> => {
    const { errors = [] } = await next().graphql(query);
    judge(query, errors.length, 0, JSON.stringify(errors));
  };
  const read = async (path: string): Promise<void> => {
    const { url } = next();
    judge(path, (await fetch(`${url}${path}`)).status, 200);
  };
  const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
  for (let round = 0; round < 3; round++) {
    const name = `${client}-${round}`;
    const id = await send(
      'POST',
      '/events',
      {
        ...dates,
        title: `Fair ${name}`,
        categories: [`Kind ${name}`],
        tags: ['common'],
        venue: { venue: `Hall ${name}`, city: 'Rome', geo_lat: 41.9, geo_lng: 12.5 },
        organizer: [{ organizer: `Club ${name}` }],
      },
      201,
    );
    await send('PATCH', `/events/${id}`, { title: `Market ${name}`, tags: ['common', `mark ${name}`] });
    for (const path of [
      `/events/${id}`,
      '/events?per_page=3',
      `/events?search=${name}&tags=common`,
      '/categories?hide_empty=true',
      '/events?geo_lat=41.9&geo_lng=12.5&radius=5',
      '/venues',
      '/organizers',
      '/tags',
      `/events?status=draft`,
    ])
      await send('GET', path);
    for (const path of ['/events/', '/feeds/events.ics', '/feeds/events.rss', '/']) await read(path);
    await graphql(
      '{ events(first: 5) { totalCount nodes { title venue { name events { totalCount } } categories { name } } } }',
    );
    await graphql(
      `mutation { createEvent(input: { title: "G ${name}", start: "2031-05-01", end: "2031-05-02" }) { event { id } } }`,
    );
    await graphql(`mutation { createApplicationPassword(input: { name: "P ${name}" }) { password } }`);
    for (const [path, fields] of [
      ['/venues', { venue: `House ${name}` }],
      ['/organizers', { organizer: `Band ${name}` }],
      ['/categories', { name: `Category ${name}` }],
      ['/tags', { name: `Tag ${name}` }],
    ] as const) {
      const made = await send('POST', path, fields, 201);
      await send('PATCH', `${path}/${made}`, { description: 'changed' });
      await send('DELETE', `${path}/${made}?force=true`);
    }
    await send('DELETE', `/events/${id}`);
    await send('PATCH', `/events/${id}`, { status: 'publish' });
    await send('DELETE', `/events/${id}?force=true`);
    await send('GET', `/events/${id}`, undefined, 404);
  }
  return { requests, wrong };
}
