import { startVictim } from '../attacks/victim.ts';
import { eventually, pause } from '../support/eventually.ts';
import { type MuteProxy, startMuteProxy } from '../support/mute-proxy.ts';
import { startTestServer, type TestServer } from '../support/service.ts';
import { BOUND_MS, hideEvent, makeEvent, staleness, statusOf } from '../support/staleness.ts';

/** Every instance sees writes of others within a second, whatever happens to its connections. */
let writer: TestServer;
const proxies: MuteProxy[] = [];
const proxy = async (...options: Parameters<typeof startMuteProxy>): Promise<MuteProxy> => {
  const made = await startMuteProxy(...options);
  proxies.push(made);
  return made;
};
beforeAll(async () => {
  writer = await startTestServer();
});
afterAll(async () => {
  for (const made of proxies) await made.stop();
  await writer.stop();
});

const newEvent = (): Promise<number> => makeEvent(writer);
const hide = (id: number): Promise<Response> => hideEvent(writer, id);
const expectFresh = async (rest: string, rounds = 3): Promise<void> => {
  for (let round = 0; round < rounds; round++) expect(await staleness(writer, rest)).toBeLessThan(BOUND_MS);
};

test('a connection that dies silently while it listens: no change is seen later than after a second', async () => {
  const between = await proxy(writer.database.url);
  const reader = await startTestServer({
    database: { ...writer.database, url: between.url },
    realLimits: true,
  });
  try {
    await expectFresh(reader.rest, 1);
    between.mute('listening');
    await expectFresh(reader.rest);
    expect(reader.version.isKnown).toBe(true);
  } finally {
    between.unmute();
    await reader.stop();
  }
});

test('an unresponsive database: no cached value is served for longer than a second', async () => {
  const between = await proxy(writer.database.url);
  const reader = await startTestServer({
    realLimits: true,
    database: { ...writer.database, url: between.url },
    timeouts: { statement: 1_000, wait: 1_000 },
  });
  try {
    const id = await newEvent();
    await eventually('it is cached', async () => (await statusOf(reader.rest, id)) === 200);
    between.mute('all');
    await hide(id);
    await pause(BOUND_MS);
    // It cannot verify its data, and reports that.
    expect([403, 503]).toContain(await statusOf(reader.rest, id));
    expect(reader.version.isKnown).toBe(false);
    between.unmute();
    await eventually('it caches again', () => reader.version.isKnown);
    expect(await statusOf(reader.rest, id)).toBe(403);
  } finally {
    await reader.stop();
  }
});

const WARNING = /LISTEN is accepted.*DATABASE_LISTEN_URL/;

test("detects a pooler that accepts LISTEN without delivering, warns once, and sees others' changes in time", async () => {
  const pooler = await proxy(writer.database.url, { deaf: true, withoutSettings: true });
  const reader = await startVictim({
    database: { ...writer.database, url: pooler.url },
    env: { DEMO_DATA: 'false' },
  });
  try {
    expect(reader.log.some((line) => line.includes('does not accept connection settings'))).toBe(true);
    await expectFresh(reader.rest);
    await eventually('it is said', () => reader.log.some((line) => WARNING.test(line)));
    await expectFresh(reader.rest, 1);
    expect(reader.log.filter((line) => WARNING.test(line))).toHaveLength(1);
  } finally {
    await reader.stop();
  }
});

test('behind that pooler, responses are still cached', async () => {
  const pooler = await proxy(writer.database.url, { deaf: true, withoutSettings: true });
  const reader = await startTestServer({
    database: { ...writer.database, url: pooler.url },
    realLimits: true,
  });
  try {
    expect(reader.version.isKnown).toBe(true);
    await expectFresh(reader.rest, 1);
  } finally {
    await reader.stop();
  }
});

test('with DATABASE_LISTEN_URL beside that pooler, notifications arrive, and there is no warning', async () => {
  const pooler = await proxy(writer.database.url, { deaf: true, withoutSettings: true });
  const reader = await startVictim({
    database: { ...writer.database, url: pooler.url },
    env: { DEMO_DATA: 'false', DATABASE_LISTEN_URL: writer.database.url },
  });
  try {
    await expectFresh(reader.rest);
    expect(reader.log.filter((line) => WARNING.test(line))).toHaveLength(0);
  } finally {
    await reader.stop();
  }
});
