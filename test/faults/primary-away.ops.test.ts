import pg from 'pg';
import { staleAnswers } from '../../src/platform/telemetry/counters.ts';
import { openMetrics } from '../../src/platform/telemetry/metrics.ts';
import { subscribe } from '../subscriptions/support.ts';
import { eventually, pause } from '../support/eventually.ts';
import { type MuteProxy, startMuteProxy } from '../support/mute-proxy.ts';
import { type Primary, type Replica, startPrimary } from '../support/replicas.ts';
import { sampled } from '../support/sample.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** Anonymous reads go on while no primary answers, from what is cached and from replicas, and say that they are stale. */
let primary: Primary;
let replica: Replica;
let proxy: MuteProxy;
beforeAll(async () => {
  primary = await startPrimary();
  await primary.query(`alter role calendar set synchronous_commit = 'local'`);
  replica = await primary.replica();
  proxy = await startMuteProxy(primary.url);
});
afterAll(async () => {
  await proxy.stop();
  await primary.stop();
});

/** Ways in which a primary goes away, and what ends them. */
const FAULTS: Record<string, [happens: () => Promise<void>, ends: () => Promise<void>]> = {
  killed: [
    () => proxy.stop(),
    async () => {
      proxy = await startMuteProxy(primary.url, { port: Number(new URL(proxy.url).port) });
    },
  ],
  frozen: [() => primary.freeze(), async () => primary.thaw()],
  'cut off': [async () => proxy.mute('all'), async () => proxy.unmute()],
};

const faults = (name: string): string[] => sampled(name, Object.keys(FAULTS), 1);

const servers: TestServer[] = [];
let ends: (() => Promise<void>) | undefined;
let locker: pg.Client | undefined;
afterEach(async () => {
  await ends?.();
  ends = undefined;
  await locker?.end();
  locker = undefined;
  await replica.resumeReplay();
  for (const server of servers.splice(0)) await server.stop();
});

async function open(env: Record<string, string> = {}): Promise<TestServer> {
  const database = { url: proxy.url, drop: async () => {} };
  const server = await startTestServer({ database, env, realLimits: true });
  servers.push(server);
  return server;
}
async function happens(name: string): Promise<void> {
  const fault = FAULTS[name];
  ends = fault?.[1];
  await fault?.[0]();
}
async function end(): Promise<void> {
  await ends?.();
  ends = undefined;
}

/** Holds a table of the primary until the test is over. */
async function lock(table: string): Promise<void> {
  locker = new pg.Client({ connectionString: primary.url });
  await locker.connect();
  await locker.query(`begin; lock table ${table} in access exclusive mode`);
}
const someoneWaits = () =>
  eventually('a statement waits for the table', async () => {
    const rows = await primary.query('select from pg_locks where not granted');
    return rows.length > 0;
  });

const event = (title: string): object => ({
  title,
  start_date: '2031-05-01 10:00',
  end_date: '2031-05-01 12:00',
});
async function make(server: TestServer, title: string): Promise<{ id: number; slug: string }> {
  return (await server.request('POST', '/events', event(title))).json();
}
const rename = async (server: TestServer, id: number, title: string): Promise<number> =>
  (await server.request('PATCH', `/events/${id}`, { title })).status;

const post = (body: object, method = 'POST'): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const QUERY = '{ events(startDate: "2031-01-01") { total nodes { title } } }';
/** All that anonymous callers read, and how. */
const READS: Record<string, [path: string, init?: RequestInit]> = {
  'a list by REST': ['/calendar/events/v1/events?start_date=2031-01-01'],
  'a list whose window moves with the clock': ['/calendar/events/v1/events?ended=false'],
  'venues by REST': ['/calendar/events/v1/venues'],
  'GraphQL by GET': [`/graphql?query=${encodeURIComponent(QUERY)}`],
  'GraphQL by POST': ['/graphql', post({ query: QUERY })],
  'GraphQL by QUERY': ['/graphql', post({ query: QUERY }, 'QUERY')],
  'a page': ['/events/?from=2031-05-01', { headers: { accept: 'text/html' } }],
  'a sitemap': ['/sitemap.xml'],
  iCalendar: ['/feeds/events.ics'],
  RSS: ['/feeds/events.rss'],
};
interface Answer {
  status: number;
  age: string | null;
  warning: string | null;
  text: string;
}
async function ask(server: TestServer, path: string, init?: RequestInit): Promise<Answer> {
  const answer = await fetch(server.url + path, init);
  const { status, headers } = answer;
  return { status, age: headers.get('age'), warning: headers.get('warning'), text: await answer.text() };
}
const STALE = '110 - "Response is Stale"';
const isAway = (server: TestServer) =>
  eventually('no primary answers', () => server.invalidator.isStale, 2_000);
const isBack = (server: TestServer) =>
  eventually('it is up to date', () => server.invalidator.isUpToDate && !server.invalidator.isStale);

/** Asks for something again and again. @returns the longest time without an answer, in milliseconds */
function asking(server: TestServer, path: string, init?: RequestInit): { stop(): Promise<number> } {
  let isOver = false;
  let longest = 0;
  const done = (async () => {
    let last = performance.now();
    while (!isOver) {
      const { status } = await ask(server, path, init);
      const now = performance.now();
      longest = Math.max(longest, now - last);
      if (status === 200) last = now;
      await pause(10);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await done;
      return longest;
    },
  };
}

/** With time to spare for a busy machine: the promise is a second. */
const PAUSE_MS = 1_500;

describe.each(faults('without a replica'))('a primary that is %s, without a replica', (fault) => {
  test('what is cached is answered as before, and says how old it may be; nothing else is', async () => {
    const server = await open();
    const [{ id }, gone] = [await make(server, `Known ${fault}`), await make(server, `Changed ${fault}`)];
    const paths = Object.entries(READS);
    const before = new Map<string, Answer>();
    await eventually('everything is cached', async () => {
      for (const [name, [path, init]] of paths) before.set(name, await ask(server, path, init));
      return true;
    });
    expect([...before].filter(([, { status, warning }]) => status !== 200 || warning !== null)).toEqual([]);
    const single = `/calendar/events/v1/events/${id}`;
    const changed = `/calendar/events/v1/events/${gone.id}`;
    for (const path of [single, changed]) expect((await ask(server, path)).status).toBe(200);
    expect(await rename(server, gone.id, 'Changed since')).toBe(200);
    for (const [, [path, init]] of paths) await ask(server, path, init);
    const counted = staleAnswers.counts.get('cache') ?? 0;
    const reader = asking(server, single);
    await happens(fault);
    await isAway(server);

    const wrong: unknown[] = [];
    for (const [name, [path, init]] of paths) {
      const { status, age, warning } = await ask(server, path, init);
      if (status !== 200 || !(Number(age) >= 1) || warning !== STALE)
        wrong.push([name, status, age, warning]);
    }
    expect(wrong).toEqual([]);
    expect(staleAnswers.counts.get('cache')).toBeGreaterThan(counted);
    const { age } = await ask(server, single);
    await pause(1_100);
    expect(Number((await ask(server, single)).age)).toBeGreaterThan(Number(age));
    expect(await reader.stop()).toBeLessThan(PAUSE_MS);

    const head = await fetch(server.url + single, { method: 'HEAD' });
    expect([head.status, head.headers.get('warning')]).toEqual([200, STALE]);
    const tag = head.headers.get('etag') ?? '';
    const same = await fetch(server.url + single, { headers: { 'if-none-match': tag } });
    expect([same.status, same.headers.get('warning')]).toEqual([304, STALE]);
    // What was changed is not shown as it was, but lists have read it since.
    const { status, warning, text } = await ask(server, changed);
    expect([status, warning, JSON.parse(text).title]).toEqual([200, STALE, 'Changed since']);
    const others = await Promise.all([
      fetch(`${server.rest}/events?search=nobody`),
      fetch(server.url + single, { headers: server.admin }),
      server.request('POST', '/events', event('Refused')),
    ]);
    for (const { status, headers } of others)
      expect([status, headers.get('retry-after'), headers.get('age'), headers.get('warning')]).toEqual([
        503,
        '5',
        null,
        null,
      ]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/readyz/reads`)).status).toBe(200);

    await end();
    await isBack(server);
    expect(await rename(server, id, `Afterwards ${fault}`)).toBe(200);
    const after = await ask(server, single);
    expect(after).toMatchObject({ status: 200, age: null, warning: null });
    expect(JSON.parse(after.text).title).toBe(`Afterwards ${fault}`);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

describe.each(faults('with a replica'))('a primary that is %s, with a replica', (fault) => {
  test('what the replica has is answered, however old; with the primary that ends', async () => {
    const server = await open({ DATABASE_REPLICA_URLS: replica.url });
    const { id, slug } = await make(server, `Old ${fault}`);
    await replica.caughtUp();
    await replica.pauseReplay();
    expect(await rename(server, id, `New ${fault}`)).toBe(200);
    const behind = performance.now();
    await pause(500);
    const titleOf = async (): Promise<[title: string, answer: Answer]> => {
      const answer = await ask(server, `/calendar/events/v1/events/by-slug/${slug}?n=${performance.now()}`);
      return [answer.status === 200 ? JSON.parse(answer.text).title : answer.status, answer];
    };
    expect((await titleOf())[0]).toBe(`New ${fault}`);
    // Not for everybody: each is read.
    const reader = asking(server, `/calendar/events/v1/events/by-slug/${slug}?_envelope=1&${fault}`);
    // They hold all places for lists, and wait for the primary in any case.
    await lock('venue');
    const editors = Array.from({ length: 8 }, (_, n) => server.request('GET', `/venues?search=e${n}`));
    await someoneWaits();
    await happens(fault);
    // Nothing is known to be current, so these wait for the primary.
    server.invalidator.invalidate();
    const waiting = Array.from({ length: 4 }, titleOf);
    const lists = Array.from({ length: 4 }, (_, n) => ask(server, `/calendar/events/v1/events?search=a${n}`));
    const begun = performance.now();
    const answers = await Promise.all([...waiting, ...lists]);
    expect(performance.now() - begun).toBeLessThan(PAUSE_MS);
    expect(answers.map((answer) => (Array.isArray(answer) ? answer[1] : answer).status)).toEqual(
      answers.map(() => 200),
    );
    await isAway(server);
    const shared = `/calendar/events/v1/events/by-slug/${slug}?shared`;
    for (let n = 0; n < 2; n++) expect((await ask(server, shared)).text).toContain(`Old ${fault}`);
    const [old, { age, warning }] = await titleOf();
    expect([old, warning]).toEqual([`Old ${fault}`, STALE]);
    // At least as old as it says: it lacks what was stored before.
    expect(Number(age)).toBeGreaterThanOrEqual((performance.now() - behind) / 1_000 - 0.5);
    expect((await Promise.all(editors)).map(({ status }) => status)).toEqual(editors.map(() => 503));
    expect(await reader.stop()).toBeLessThan(PAUSE_MS);
    for (const [path, init] of Object.values(READS))
      expect(await ask(server, path, init)).toMatchObject({ status: 200, warning: STALE });

    await end();
    await locker?.end();
    // The first answer that does not say that it is stale is right, and so are all after it.
    const titles: string[] = [];
    const since = performance.now();
    await eventually('nothing is stale any more', async () => {
      const [title, { warning: isStale }] = await titleOf();
      if (isStale === null) titles.push(title);
      return titles.length > 20;
    });
    expect(new Set(titles)).toEqual(new Set([`New ${fault}`]));
    expect(performance.now() - since).toBeLessThan(PAUSE_MS + 4_000);
    expect((await titleOf())[1]).toMatchObject({ age: null, warning: null });
    // Nor is anything that was cached meanwhile.
    expect((await ask(server, shared)).text).toContain(`New ${fault}`);
  });
});

test('of a primary that was silent for a moment, nothing stays that was read from a replica meanwhile', async () => {
  const server = await open({ DATABASE_REPLICA_URLS: replica.url });
  const { id, slug } = await make(server, 'Before the moment');
  await replica.caughtUp();
  await replica.pauseReplay();
  expect(await rename(server, id, 'Renamed before it')).toBe(200);
  const path = `/calendar/events/v1/events/by-slug/${slug}`;
  await happens('frozen');
  await isAway(server);
  for (let n = 0; n < 2; n++) expect((await ask(server, path)).text).toContain('Before the moment');
  await end();
  await isBack(server);
  expect((await ask(server, path)).text).toContain('Renamed before it');
});

test('after STALE_IF_ERROR everybody gets 503 again', async () => {
  const server = await open({ STALE_IF_ERROR: '2s' });
  const { id } = await make(server, 'For two seconds');
  const path = `/calendar/events/v1/events/${id}`;
  await ask(server, path);
  await happens('killed');
  await isAway(server);
  expect(await ask(server, path)).toMatchObject({ status: 200, warning: STALE });
  await pause(2_000);
  expect(await ask(server, path)).toMatchObject({ status: 503, warning: null });
  expect((await fetch(`${server.url}/readyz/reads`)).status).toBe(503);
  await end();
  await isBack(server);
  expect(await ask(server, path)).toMatchObject({ status: 200, warning: null });
});

test('with STALE_IF_ERROR=0 nothing is answered that cannot be confirmed', async () => {
  const server = await open({ STALE_IF_ERROR: '0', DATABASE_REPLICA_URLS: replica.url });
  const { id } = await make(server, 'Never stale');
  const path = `/calendar/events/v1/events/${id}`;
  await ask(server, path);
  await happens('killed');
  await eventually('it cannot be confirmed', () => !server.invalidator.isUpToDate);
  await pause(1_200);
  expect(await ask(server, path)).toMatchObject({ status: 503, warning: null });
  expect((await fetch(`${server.url}/readyz/reads`)).status).toBe(503);
});

interface FeedPage extends Answer {
  next: string;
  titles: string[];
}
async function feedPage(server: TestServer, address: string): Promise<FeedPage> {
  const answer = await ask(server, address.replace(server.url, ''));
  const { next = '', items = [] } = JSON.parse(answer.text);
  const titles = items.flatMap(({ data }: { data?: { title?: string } }) => data?.title ?? []);
  return { ...answer, next, titles };
}
/** The first page, once it has an event: what is stored is numbered twice a second. */
const inFeed = (server: TestServer, title: string): Promise<FeedPage> =>
  eventually('it is told', async () => {
    const shown = await feedPage(server, '/feeds/changes');
    return shown.titles.includes(title) ? shown : null;
  });

test('the change feed answers pages that were right, and nothing from a replica: a walk misses nothing', async () => {
  const server = await open({ DATABASE_REPLICA_URLS: replica.url });
  const { id } = await make(server, 'In the feed');
  const page = (address: string) => feedPage(server, address);
  const first = await inFeed(server, 'In the feed');
  const last = await page(first.next);
  expect(await page(first.next)).toEqual(last);
  await happens('frozen');
  await isAway(server);
  expect(await page('/feeds/changes')).toMatchObject({ status: 200, warning: STALE, next: first.next });
  expect(await page(first.next)).toMatchObject({ status: 200, warning: STALE, next: last.next, titles: [] });
  const asked = performance.now();
  expect(await page(`${first.next}&limit=7`)).toMatchObject({ status: 503, warning: null });
  expect(performance.now() - asked).toBeLessThan(PAUSE_MS);
  await end();
  await isBack(server);
  expect(await rename(server, id, 'Renamed')).toBe(200);
  expect((await page(last.next)).titles).toEqual(['Renamed']);
});

test('the change feed tells nothing that a replica shows of what the primary has numbered', async () => {
  const server = await open({ DATABASE_REPLICA_URLS: replica.url });
  const { id } = await make(server, 'Before its number');
  await replica.caughtUp();
  await replica.pauseReplay();
  expect(await rename(server, id, 'Numbered')).toBe(200);
  await inFeed(server, 'Numbered');
  // What is cached would be right.
  server.invalidator.invalidate();
  await lock('event');
  const answer = feedPage(server, '/feeds/changes?limit=100');
  await someoneWaits();
  await happens('frozen');
  expect(await answer).toMatchObject({ status: 503, titles: [] });
});

test('subscriptions are told nothing meanwhile, and afterwards what has changed', async () => {
  const server = await open({ DATABASE_REPLICA_URLS: replica.url });
  const { id } = await make(server, 'Followed');
  await replica.pauseReplay();
  expect(await rename(server, id, 'Renamed before')).toBe(200);
  const told = await subscribe(server.url, `subscription { eventChanged(id: ${id}) { title } }`);
  try {
    await happens('killed');
    await isAway(server);
    await pause(1_000);
    expect([told.messages, told.end]).toEqual([[], undefined]);
    await end();
    await isBack(server);
    expect(await rename(server, id, 'Renamed after')).toBe(200);
    await eventually(
      'it is told',
      () => told.messages.length > 0 && JSON.stringify(told.messages).includes('after'),
    );
    expect(JSON.stringify(told.messages)).not.toContain('Followed');
  } finally {
    told.close();
  }
});

test('operators see since when no primary has answered', async () => {
  const server = await open();
  const metrics = openMetrics(() => true);
  const since = async (): Promise<number> => {
    const text = await metrics.registry.metrics();
    return Number(/^calendar_primary_unreachable_since_seconds (\S+)$/m.exec(text)?.[1]);
  };
  try {
    expect(await since()).toBe(0);
    const before = Date.now() / 1_000;
    await happens('killed');
    await isAway(server);
    expect(await since()).toBeGreaterThanOrEqual(before);
    expect(await since()).toBeLessThanOrEqual(Date.now() / 1_000);
    await end();
    await isBack(server);
    expect(await since()).toBe(0);
  } finally {
    metrics.close();
  }
});
