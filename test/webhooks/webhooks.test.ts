import { eventually } from '../support/eventually.ts';
import { startTestServer } from '../support/service.ts';
import {
  addUser,
  allDone,
  attempted,
  command,
  count,
  event,
  execute,
  hurry,
  PRIVATE,
  send,
  server,
  subscribed,
  types,
  withService,
} from './hooks.ts';

withService();

test('created, changed, trashed, restored and deleted records are sent, with signatures', async () => {
  const receiver = await subscribed();
  const id = await event('Jazz', { categories: ['Music'], venue: { venue: 'Barn', city: 'Rome' } });
  await count(receiver, 3);
  expect(types(receiver).toSorted()).toEqual(['category.created', 'event.created', 'venue.created']);
  const first = receiver.received.find(({ type }) => type === 'event.created');
  expect(first?.messageId).toMatch(/^msg_[0-9a-f]{32}$/);
  expect(first).toMatchObject({
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: { kind: 'event', id, record: { id, title: 'Jazz', venue: { city: 'Rome' } } },
  });
  await send('PATCH', `/events/${id}`, { title: 'Jazz!' });
  await send('DELETE', `/events/${id}`);
  await send('PATCH', `/events/${id}`, { status: 'publish' });
  await send('DELETE', `/events/${id}?force=true`);
  await count(receiver, 7);
  expect(types(receiver).slice(3).toSorted()).toEqual([
    'event.deleted',
    'event.restored',
    'event.trashed',
    'event.updated',
  ]);
  const last = receiver.received.find(({ type }) => type === 'event.deleted');
  expect(last?.data).toEqual({ kind: 'event', id });
  expect(new Set(receiver.received.map(({ messageId }) => messageId)).size).toBe(7);
});

test('a webhook gets only the selected types', async () => {
  const receiver = await subscribed('venue.*,event.trashed');
  const id = await event('Jazz', { venue: { venue: 'Barn' } });
  await send('PATCH', `/events/${id}`, { title: 'Jazz!' });
  await send('DELETE', `/events/${id}`);
  await count(receiver, 2);
  expect(types(receiver).toSorted()).toEqual(['event.trashed', 'venue.created']);
});

test('a webhook with limited rights gets public records alone', async () => {
  await addUser('sub', 'SUBSCRIBER');
  const receiver = await subscribed('event.*', 'sub');
  await event('Draft', { status: 'draft' });
  await event('Hidden', { hide_from_listings: true });
  const shown = await event('Shown');
  await count(receiver, 1);
  await send('PATCH', `/events/${shown}`, { status: 'private', title: 'Secret' });
  await count(receiver, 2);
  // Later edits of the hidden event stay secret.
  await send('PATCH', `/events/${shown}`, { title: 'More secret' });
  await allDone();
  expect(receiver.received.map(({ type, data }) => [type, data])).toEqual([
    ['event.created', expect.objectContaining({ id: shown })],
    ['event.deleted', { kind: 'event', id: shown }],
  ]);
  expect(JSON.stringify(receiver.received)).not.toMatch(/Draft|Hidden|Secret/);
});

test('a failed message is sent again with the same id, and delays no others, not even of the same record', async () => {
  const receiver = await subscribed('event.*');
  receiver.answers.push(500);
  const first = await event('First');
  await eventually('it was refused', () => receiver.answers.length === 0);
  await send('PATCH', `/events/${first}`, { title: 'Changed' });
  const second = await event('Second');
  await count(receiver, 2);
  expect(receiver.received.map(({ type, data }) => `${type} ${data.id}`).toSorted()).toEqual([
    `event.created ${second}`,
    `event.updated ${first}`,
  ]);
  await attempted();
  await hurry();
  await count(receiver, 3);
  expect(receiver.received[2]).toMatchObject({
    type: 'event.created',
    data: { record: { title: 'Changed' } },
  });
  await allDone();
  const [{ attempts, state } = {}] = await execute(
    `select attempts, state from webhook_message where record_id = ${first} order by number limit 1`,
  );
  expect([attempts, state]).toEqual([2, 'delivered']);
});

test('a receiver that never responds delays neither writers nor others', async () => {
  const silent = await subscribed();
  silent.answers.push(...Array.from({ length: 1_000 }, () => 0));
  const receiver = await subscribed();
  for (let n = 0; n < 20; n++) await event(`Event ${n}`);
  await count(receiver, 20);
  expect(silent.received).toEqual([]);
  await eventually('nothing but what the silent one was sent waits', async () => {
    const [{ pending: first }, { pending: second }] = JSON.parse((await command('list', '--json')).text);
    return first === 20 && second === 0;
  });
});

test('410 Gone deactivates a webhook, and its messages are replayed on request', async () => {
  const receiver = await subscribed('event.*');
  receiver.answers.push(410);
  await event('First');
  await eventually('it is given up', async () => {
    const [row] = await execute('select is_active from webhook');
    return row?.is_active === false;
  });
  await event('Second');
  await allDone();
  expect(receiver.received).toEqual([]);
  expect((await command('list')).text).toContain('inactive');
  expect(await command('replay', String(receiver.id))).toMatchObject({
    code: 0,
    text: 'Redelivering 1 message.',
  });
  await count(receiver, 1);
  await allDone();
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await command('replay', String(receiver.id), '--since', since);
  await count(receiver, 2);
  expect(receiver.received[0]?.messageId).toBe(receiver.received[1]?.messageId);
});

test('one message is replayed by its id, even a delivered one', async () => {
  const receiver = await subscribed('event.*');
  await event('First');
  await event('Second');
  await count(receiver, 2);
  await allDone();
  const id = String(receiver.id);
  const { text } = await command('deliveries', id, '--state', 'delivered', '--json');
  const [second, first] = JSON.parse(text);
  expect([second, first]).toMatchObject([{ state: 'delivered', status: 200 }, { type: 'event.created' }]);
  expect(await command('replay', id, '--message', first.messageId)).toMatchObject({ code: 0 });
  await count(receiver, 3);
  expect(receiver.received[2]?.messageId).toBe(first.messageId);
  await allDone();
  expect(receiver.received.length).toBe(3);
  expect((await command('deliveries', id)).text).toContain(second.messageId);
  expect(await command('replay', id, '--message', 'msg_none')).toMatchObject({
    code: 1,
    wrong: 'There is no message of this webhook with this id.',
  });
});

test('a receiver that sends Retry-After gets that time, for a day at most', async () => {
  const receiver = await subscribed('event.*');
  const waits = async (retryAfter: string, status = 503): Promise<number> => {
    receiver.retryAfter = retryAfter;
    receiver.answers.push(status);
    await execute('delete from webhook_message');
    await event('Jazz');
    await attempted();
    const [row] = await execute(
      `select extract(epoch from due_utc - (now() at time zone 'utc'))::float8 as seconds from webhook_message`,
    );
    return Number(row?.seconds);
  };
  const at = new Date(Date.now() + 7_200_000).toUTCString();
  expect(Math.round((await waits('3600')) / 60)).toBe(60);
  expect(Math.round((await waits(at, 429)) / 60)).toBe(120);
  expect(Math.round((await waits('99999999')) / 3_600)).toBe(24);
  expect(await waits('3600', 500)).toBeLessThan(60);
  expect(await waits('soon')).toBeLessThan(60);
});

test('a message that failed for a day is parked, and shown', async () => {
  const receiver = await subscribed('event.*');
  receiver.answers.push(...Array.from({ length: 10 }, () => 503));
  await event('Jazz');
  await attempted();
  await hurry(`, begun_utc = begun_utc - interval '25 hours'`);
  await eventually(
    'it is parked',
    async () => (await execute(`select 1 from webhook_message where state = 'parked'`)).length === 1,
  );
  const [row] = JSON.parse((await command('list', '--json')).text);
  expect(row).toMatchObject({ pending: 0, parked: 1, error: 'status 503' });
});

test('two instances deliver each message once', async () => {
  const other = await startTestServer({ database: server.database, env: PRIVATE });
  const receiver = await subscribed('event.*');
  const ids: number[] = [];
  for (let n = 0; n < 10; n++) ids.push(await event(`Event ${n}`));
  for (const id of ids)
    for (const title of ['One', 'Two'])
      await other.request('PATCH', `/events/${id}`, { title: `${title} ${id}` });
  await count(receiver, 30);
  await allDone();
  expect(receiver.received.length).toBe(30);
  for (const id of ids) {
    const own = receiver.received.filter(({ data }) => data.id === id).map(({ type }) => type);
    expect(own.toSorted()).toEqual(['event.created', 'event.updated', 'event.updated']);
  }
  await other.stop();
});

test('the database has no secrets in plain text', async () => {
  const receiver = await subscribed();
  const [row] = await execute('select secret from webhook');
  const secret = receiver.secret.replace('whsec_', '');
  expect(Buffer.from(String(row?.secret), 'base64').includes(Buffer.from(secret, 'base64'))).toBe(false);
  expect(String(row?.secret)).not.toContain(secret);
});
