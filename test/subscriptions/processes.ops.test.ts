import { connect, type Socket } from 'node:net';
import { freePort } from '../../bench/support/service.ts';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { eventually } from '../support/eventually.ts';
import { eventSource, subscribe } from './support.ts';

const ALL =
  'subscription { recordChanged(kinds: [EVENT]) { type record { ... on Event { title description } } } }';
const DAY = { start_date: '2031-04-01 20:00:00', end_date: '2031-04-01 22:00:00' };

let victim: Victim;
const start = async (env: Record<string, string>): Promise<void> => {
  victim = await startVictim({ env: { DEMO_DATA: 'false', DATABASE_POOL_SIZE: '4', ...env } });
};
afterEach(() => victim?.stop());

/** A connection without any event from the beginning: it takes a while until it needs a keep-alive. */
const idle = { text: '' };
let quiet: Victim;
beforeAll(async () => {
  quiet = await startVictim({ env: { DEMO_DATA: 'false' } });
  const { body } = await fetch(`${quiet.url}/graphql?query=${encodeURIComponent(ALL)}`, {
    headers: { accept: 'text/event-stream' },
  });
  void (async () => {
    for await (const chunk of body ?? []) idle.text += Buffer.from(chunk).toString();
  })().catch(() => {});
});
afterAll(() => quiet.stop());

const create = async (fields: object): Promise<number> =>
  Object(await (await victim.request('POST', '/events', { ...DAY, ...fields }, victim.admin)).json()).id;

test('every one of several processes reports each change, and all subscriptions end with the service', async () => {
  const shared = { PORT: String(await freePort()), REUSE_PORT: 'true' };
  await start(shared);
  const other = await startVictim({
    database: victim.database,
    env: { DEMO_DATA: 'false', DATABASE_POOL_SIZE: '4', ...shared },
  });
  const listening = await Promise.all(Array.from({ length: 8 }, () => subscribe(victim.url, ALL)));
  const source = await eventSource(victim.url, ALL);
  for (let at = 1; at <= 6; at++) await create({ title: `Told ${at}` });
  await Promise.all(listening.map((one) => one.count(6)));
  await source.count(7);
  for (const { messages } of listening)
    expect(messages.map(({ data }) => Object(Object(data?.recordChanged).record).title).toSorted()).toEqual(
      [1, 2, 3, 4, 5, 6].map((at) => `Told ${at}`),
    );
  const asked = performance.now();
  for (const process of [victim, other]) process.kill('SIGTERM');
  expect(await Promise.all([victim.ended, other.ended])).toEqual([0, 0]);
  expect(performance.now() - asked).toBeLessThan(11_500);
  await eventually('all have ended', () => listening.every(({ end }) => end !== undefined));
  // The clients should connect again, to any process that responds.
  for (const { end } of listening) expect(end).toMatch(/closed/i);
  await source.count(8);
  expect(source.lines.at(7)).toBe('error');
  source.close();
  await other.stop();
});

test('clients that do not read are closed, and cost little memory until then; others continue', async () => {
  await start({});
  const event = await create({ title: 'Long', description: 'x'.repeat(150_000) });
  const deaf: Socket[] = [];
  for (let at = 0; at < 49; at++) {
    const socket = connect(Number(new URL(victim.url).port), '127.0.0.1');
    socket.write(
      `GET /graphql?query=${encodeURIComponent(ALL)} HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    socket.on('error', () => {});
    deaf.push(socket);
  }
  const reading = await subscribe(victim.url, ALL);
  const full = await fetch(`${victim.url}/graphql?query=${encodeURIComponent(ALL)}`, {
    headers: { accept: 'text/event-stream' },
  });
  expect(full.status).toBe(429);
  const before = await victim.memory();
  for (let at = 1; at <= 80; at++) {
    await victim.request('PATCH', `/events/${event}`, { title: `Long ${at}` }, victim.admin);
    await reading.count(at);
  }
  // Each client gets the part that fits into its socket, not twelve megabytes.
  expect((await victim.memory()) - before).toBeLessThan(150 * 1024 * 1024);
  await eventually('their places are free', async () => {
    const next = await subscribe(victim.url, ALL);
    const isOpen = next.end === undefined;
    next.close();
    return isOpen;
  });
  expect(reading.end).toBeUndefined();
  reading.close();
  for (const socket of deaf) socket.destroy();
});

test('idle connections are kept alive', async () => {
  await eventually('it has been told that it is alive', () => idle.text.length >= 6);
  expect(idle.text).toMatch(/^(:\n\n)+$/);
});
