import { startVictim } from '../attacks/victim.ts';
import { eventually } from '../support/eventually.ts';
import { type MuteProxy, startMuteProxy } from '../support/mute-proxy.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** A connection that hears nothing and does not say so: what others change must be seen all the same. */
const until = async (isSo: () => boolean | Promise<boolean>): Promise<number> => {
  const start = performance.now();
  await eventually(String(isSo), isSo);
  return performance.now() - start;
};

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

let events = 0;
async function newEvent(): Promise<number> {
  const answer = await writer.request('POST', '/events', {
    title: `Event ${++events}`,
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 12:00',
  });
  return (await answer.json()).id;
}
const statusOf = async (rest: string, id: number): Promise<number> =>
  (await fetch(`${rest}/events/${id}`)).status;
const hide = (id: number): Promise<Response> =>
  writer.request('PATCH', `/events/${id}`, { status: 'private' });

test('a connection that dies silently while it listens: what was hidden is hidden everywhere within three seconds', async () => {
  const between = await proxy(writer.database.url);
  const reader = await startTestServer({ database: { ...writer.database, url: between.url } });
  try {
    const [heard, unheard] = [await newEvent(), await newEvent()];
    for (const id of [heard, unheard]) await until(async () => (await statusOf(reader.rest, id)) === 200);
    await hide(heard);
    // The control: while it hears, that is a matter of moments.
    expect(await until(async () => (await statusOf(reader.rest, heard)) === 403)).toBeLessThan(1_000);
    between.mute('listening');
    await hide(unheard);
    expect(await until(async () => (await statusOf(reader.rest, unheard)) === 403)).toBeLessThan(3_000);
    between.unmute();
    // It listens again by itself, on another connection.
    await until(async () => {
      const id = await newEvent();
      await until(async () => (await statusOf(reader.rest, id)) === 200);
      const before = (await fetch(`${reader.rest}/events/${id}`)).headers.get('etag');
      return before !== null;
    });
  } finally {
    await reader.stop();
  }
});

const WARNING = /Changes that others make are not heard of.*DATABASE_LISTEN_URL/;

test('a pooler that accepts LISTEN and tells nothing is noticed at the start, said once, and nothing is remembered', async () => {
  const pooler = await proxy(writer.database.url, { deaf: true, withoutSettings: true });
  const reader = await startVictim({
    database: { ...writer.database, url: pooler.url },
    env: { DEMO_DATA: 'false' },
  });
  try {
    expect(reader.log.some((line) => line.includes('takes no settings for a connection'))).toBe(true);
    for (let round = 0; round < 3; round++) {
      const id = await newEvent();
      expect(await statusOf(reader.rest, id)).toBe(200);
      await hide(id);
      expect(await statusOf(reader.rest, id)).toBe(403);
    }
    await until(() => reader.log.some((line) => WARNING.test(line)));
    const id = await newEvent();
    expect(await statusOf(reader.rest, id)).toBe(200);
    await hide(id);
    expect(await statusOf(reader.rest, id)).toBe(403);
    expect(reader.log.filter((line) => WARNING.test(line))).toHaveLength(1);
  } finally {
    await reader.stop();
  }
});

test('with DATABASE_LISTEN_URL beside that pooler, changes are heard of and answers are kept', async () => {
  const pooler = await proxy(writer.database.url, { deaf: true, withoutSettings: true });
  const env = { DATABASE_LISTEN_URL: writer.database.url };
  // It starts only once it hears.
  const reader = await startTestServer({ database: { ...writer.database, url: pooler.url }, env });
  try {
    const id = await newEvent();
    await until(async () => (await statusOf(reader.rest, id)) === 200);
    await hide(id);
    expect(await until(async () => (await statusOf(reader.rest, id)) === 403)).toBeLessThan(1_000);
  } finally {
    await reader.stop();
  }
});
