import { eventually, pause } from '../support/eventually.ts';
import { type MuteProxy, startMuteProxy } from '../support/mute-proxy.ts';
import { type Primary, type Replica, startPrimary, together } from '../support/replicas.ts';
import { sampled } from '../support/sample.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { event, Load } from './load.ts';

/** Another server takes over: the service finds it by itself. */
const NOTHING = async (): Promise<void> => {};
test('a primary that takes no writes any more is left, with 503 by both APIs, and taken again', async () => {
  const primary = await startPrimary();
  const server = await startTestServer({
    database: { url: primary.url, drop: NOTHING },
    realLimits: true,
    env: { DATABASE_POOL_SIZE: '1' },
  });
  const turn = async (writes: 'on' | 'off'): Promise<void> => {
    const readOnly = writes === 'on' ? 'off' : 'on';
    await primary.query(`alter system set default_transaction_read_only = ${readOnly}`);
    await primary.query('select pg_reload_conf()');
  };
  const write = () => server.request('POST', '/events', event('Fair'));
  const mutation = 'mutation { createVenue(input: { venue: "Hall" }) { id } }';
  try {
    expect((await write()).status).toBe(201);
    await turn('off');
    await eventually('it refuses', async () => (await write()).status === 503);
    const refused = await write();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const graphql = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { ...server.admin, 'content-type': 'application/json' },
      body: JSON.stringify({ query: mutation }),
    });
    expect([graphql.status, graphql.headers.get('retry-after')]).toEqual([503, '5']);
    // The connection was closed, and nobody can say how old the answers of this server will be.
    expect((await fetch(`${server.rest}/venues?search=new`)).status).toBe(503);
    await turn('on');
    await eventually('it is taken again', async () => (await write()).status === 201);
    expect((await fetch(`${server.rest}/venues?search=newer`)).status).toBe(200);
  } finally {
    await server.stop();
    await primary.stop();
  }
});

const LIST = '/events?start_date=2031-01-01';
/** Longest that it may take to write again: less than one statement may take. */
const BACK_MS = 8_000;
describe('a primary that says nothing any more', () => {
  let primary: Primary;
  let replica: Replica;
  let proxy: MuteProxy | undefined;
  let load: Load | undefined;
  const servers: TestServer[] = [];
  beforeEach(async () => {
    primary = await startPrimary();
    replica = await primary.replica();
  });
  afterEach(async () => {
    primary.thaw();
    await load?.stop();
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    await proxy?.stop();
    await primary.stop();
    load = undefined;
    proxy = undefined;
  });

  async function open(url: string): Promise<TestServer> {
    const server = await startTestServer({ database: { url, drop: NOTHING }, realLimits: true });
    servers.push(server);
    return server;
  }

  /** Two services with work to do, one of which is returned. */
  async function openTwo(url: string): Promise<{ load: Load; reader: TestServer }> {
    const [writer, reader] = [await open(url), await open(url)];
    const { id } = await (await writer.request('POST', '/events', event('Counter'))).json();
    load = new Load(writer, reader, id);
    return { load, reader };
  }

  /** Both services are woken by the new primary. */
  async function expectListening(): Promise<void> {
    const listening = `select count(*)::int as services from pg_stat_activity where query like 'listen %'`;
    await eventually(
      'both listen',
      async () => (await replica.query<{ services: number }>(listening))[0]?.services === 2,
    );
  }

  /** What was acknowledged is there, once, and nobody was told anything but that he may ask again. */
  async function expectRight(load: Load): Promise<void> {
    await load.stop();
    expect([...load.statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(load.statuses).toContain(503);
    const rows = await replica.query<{ title: string }>('select title from event');
    const there = new Set(rows.map(({ title }) => title));
    expect(load.titles.length).toBeGreaterThan(10);
    expect(load.titles.filter((title) => !there.has(title))).toEqual([]);
    expect(there.size).toBe(rows.length);
    expect(load.stale).toEqual([]);
  }

  /** From now on the replica is the primary: both services write soon, and nothing was lost or told too late. */
  async function expectTakenOver(load: Load, reader: TestServer): Promise<void> {
    const promoted = performance.now();
    await eventually('one of them stores again', () => load.storedAt > promoted);
    const back = performance.now() - promoted;
    await eventually(
      'both do',
      async () => (await reader.request('POST', '/events', event('Other'))).status === 201,
    );
    const both = performance.now() - promoted;
    await expectListening();
    expect(back).toBeLessThan(BACK_MS);
    expect(both).toBeLessThan(BACK_MS);
    await expectRight(load);
  }

  /** How another server takes over: what the service is given, and what happens. */
  const TAKEOVERS: [name: string, url: () => Promise<string>, takeOver: () => Promise<void>][] = [
    [
      'of several servers another one is found',
      async () => together(primary.url, replica.url),
      async () => {
        await primary.freeze();
        await pause(1_000);
        await replica.promote();
      },
    ],
    [
      'an address moves to another server while connections die silently',
      async () => {
        proxy = await startMuteProxy(primary.url);
        return proxy.url;
      },
      async () => {
        proxy?.mute('present');
        await replica.promote();
        proxy?.lead(replica.url);
      },
    ],
  ];

  test.each(sampled('take-overs', TAKEOVERS, 1))(
    '%s: nothing is lost, and nothing is told too late',
    async (_name, url, takeOver) => {
      await primary.synchronous();
      const { load, reader } = await openTwo(await url());
      await eventually('something is stored', () => load.titles.length > 20);
      await takeOver();
      await expectTakenOver(load, reader);
    },
  );

  test('another one that never heard of the last changes: they are forgotten', async () => {
    const server = await open(together(primary.url, replica.url));
    const make = async (title: string): Promise<number> =>
      (await (await server.request('POST', '/events', event(title))).json()).id;
    const ask = async (path: string): Promise<{ status: number; total?: number; isStale: boolean }> => {
      const answer = await fetch(`${server.rest}${path}`);
      const isStale = answer.headers.has('warning');
      return { status: answer.status, total: (await answer.json()).total, isStale };
    };
    const stored = await make('Kept');
    await replica.caughtUp();
    await replica.detach();
    const lost = await make('Lost');
    await eventually('both are remembered', async () => (await ask(LIST)).total === 2);
    expect(await ask(`/events/${lost}`)).toMatchObject({ status: 200 });
    await primary.freeze();
    await replica.promote();
    // Asked all the time, so that whatever was remembered would be told.
    const told: string[] = [];
    await eventually(
      () => `the lost one is gone, still ${told.slice(-3)}`,
      async () => {
        const { status, isStale } = await ask(`/events/${lost}`);
        told.push(isStale ? 'stale' : String(status));
        return status === 404;
      },
    );
    expect(new Set(told.filter((one) => one !== '503'))).toEqual(new Set(['200', 'stale', '404']));
    expect(told.lastIndexOf('200')).toBeLessThan(told.indexOf('stale'));
    expect(await ask(LIST)).toMatchObject({ status: 200, total: 1, isStale: false });
    expect(await ask(`/events/${stored}`)).toMatchObject({ status: 200 });
    await make('New');
    expect(await ask(LIST)).toMatchObject({ status: 200, total: 2 });
  });
});
