import { request } from 'node:http';
import { loadConfig } from '../../src/app/config.ts';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { eventually, pause } from '../support/eventually.ts';

const NAMESPACE = '/{namespace}';

/** The address of the metrics in the log. */
async function metricsUrl({ log }: Victim): Promise<string> {
  const line = await eventually(
    () => log.join('\n'),
    () => log.find((one) => one.includes('metrics available at')),
  );
  return String(JSON.parse(line).url);
}

interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

async function read(url: string): Promise<Series[]> {
  const text = await (await fetch(url)).text();
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text]);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });
}

const COUNT = 'http_request_duration_seconds_count';
const sum = (all: Series[], name: string, labels: Record<string, string> = {}): number =>
  all
    .filter(
      (one) =>
        one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
    )
    .reduce((total, { value }) => total + value, 0);

/** Polls until the metrics match: the client may receive a response before it is counted. */
async function settled(url: string, is: (all: Series[]) => boolean): Promise<Series[]> {
  for (const end = performance.now() + 5_000; ; ) {
    const all = await read(url);
    if (is(all) || performance.now() > end) return all;
    await pause(50);
  }
}

/** A request on a connection of its own, which is closed afterwards. */
const alone = (url: string, method: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url + path, { method, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end();
  });

describe('one process', () => {
  let victim: Victim;
  let url: string;

  beforeAll(async () => {
    victim = await startVictim({ env: { METRICS: '0' } });
    url = await metricsUrl(victim);
  });

  afterAll(() => victim.stop());

  test('metrics have their own address on this machine, without other paths', async () => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    expect((await fetch(url)).headers.get('content-type')).toContain('version=0.0.4');
    for (const path of ['/', '/metrics/x', '/healthz'])
      expect((await fetch(url.replace('/metrics', path))).status).toBe(404);
    expect((await fetch(`${victim.url}/metrics`)).status).toBe(404);
  });

  test('requests are counted by route template and operation', async () => {
    for (const id of [999_991, 999_992, 999_993]) await victim.request('GET', `/events/${id}`);
    await victim.graphql('query A { tags { totalCount } }');
    await victim.graphql('query B { tags { totalCount } categories { totalCount } }');
    const labels = {
      route: `${NAMESPACE}/events/{id}`,
      operation: 'Query.event',
      method: 'GET',
      status: '404',
    };
    const all = await settled(url, (series) => sum(series, COUNT, { operation: 'Query, several' }) === 1);
    expect(sum(all, COUNT, labels)).toBe(3);
    expect(sum(all, COUNT, { route: '/graphql', operation: 'Query.tags', status: '200' })).toBe(1);
    expect(sum(all, 'http_request_duration_seconds_sum', labels)).toBeGreaterThan(0);
  });

  test('cache hits are counted', async () => {
    const cachedCount = (series: Series[]) =>
      sum(series, 'calendar_response_cache_hits_total', { route: `${NAMESPACE}/venues` });
    const missedCount = (series: Series[]) => sum(series, 'calendar_response_cache_misses_total');
    const before = missedCount(await settled(url, () => true));
    for (let n = 0; n < 4; n++) await victim.request('GET', '/venues?per_page=3');
    // A process that was busy for a second does not know whether its cache is current.
    const countOf = (series: Series[]) => cachedCount(series) + missedCount(series) - before;
    const all = await settled(url, (series) => countOf(series) >= 4);
    expect(countOf(all)).toBe(4);
    expect(cachedCount(all)).toBeGreaterThan(0);
    expect(cachedCount(all)).toBeLessThan(4);
  });

  test('database, event loop, memory, throttled logins', async () => {
    const wrong = { authorization: `Basic ${Buffer.from('admin:wrong').toString('base64')}` };
    await Promise.all(Array.from({ length: 13 }, () => victim.request('GET', '/events', undefined, wrong)));
    const all = await read(url);
    expect(sum(all, 'calendar_throttled_logins_total')).toBe(3);
    expect(sum(all, 'calendar_change_log_current')).toBe(1);
    expect(sum(all, 'calendar_database_connections')).toBeGreaterThan(0);
    expect(all.some(({ name }) => name === 'calendar_database_waiting_requests')).toBe(true);
    expect(sum(all, 'calendar_statement_duration_seconds_count')).toBeGreaterThan(5);
    expect(sum(all, 'process_resident_memory_bytes')).toBeGreaterThan(50_000_000);
    expect(all.some(({ name }) => name === 'nodejs_eventloop_lag_p99_seconds')).toBe(true);
  });

  test('requests for arbitrary addresses add no series', async () => {
    const strange = async (n: number): Promise<void> => {
      await alone(victim.url, ['PROPFIND', 'MKCOL', 'PURGE', 'REPORT'][n % 4] ?? 'LOCK', `/${n}`);
      await alone(victim.url, 'GET', `/stranger-${n}/${n}`);
      await victim.request('GET', `/nothing-${n}`);
      await victim.request('GET', `/events/by-slug/slug-${n}`);
      await victim.graphql(
        `query Name${n} { alias${n}: event(by: { databaseId: ${n + 1_000_000} }) { id } }`,
      );
      await victim.graphql(`query Name${n} { unknown${n} }`);
      await fetch(`${victim.url}/docs/${n}.js`);
      await fetch(`${victim.url}/event/${n}/`, { redirect: 'manual' });
    };
    for (let n = 0; n < 4; n++) await strange(n);
    const before = (await read(url)).filter(({ name }) => name === COUNT).length;
    for (let n = 4; n < 40; n++) await strange(n);
    const after = await settled(
      url,
      (all) => sum(all, COUNT, { operation: 'Query.event', route: '/graphql' }) === 40,
    );
    expect(sum(after, COUNT, { operation: 'Query.event', route: '/graphql' })).toBe(40);
    expect(after.filter(({ name }) => name === COUNT).length).toBe(before);
  });
});

test.each([
  ['9464', { host: '127.0.0.1', port: 9464 }],
  ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
  ['[::1]:9464', { host: '::1', port: 9464 }],
  ['metrics.local:1', { host: 'metrics.local', port: 1 }],
])('METRICS=%s', (text, expected) => {
  expect(loadConfig({ METRICS: text }).metrics).toEqual(expected);
});

test.each(['true', '70000', ':9464', '1.2.3.4', 'a b:1'])('METRICS=%s is rejected', (text) => {
  expect(() => loadConfig({ METRICS: text })).toThrow('METRICS must be a port, or address:port');
});
