import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { Poster } from '../../src/api/webhooks/post.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer } from '../support/service.ts';
import {
  addUser,
  allDone,
  attempted,
  count,
  event,
  execute,
  hurry,
  listening,
  PRIVATE,
  send,
  server,
  subscribed,
  types,
  withService,
} from './hooks.ts';

/**
 * A webhook gets only records that its user may read at that time, at an allowed address, each message from one process
 * at a time.
 */
const SECONDS = (n: number): string => `(now() at time zone 'utc') + interval '${n} seconds'`;

describe('rights', () => {
  withService();

  test.each([
    ['ADMINISTRATOR', ['Draft', 'Hidden', 'Private', 'Public']],
    ['EDITOR', ['Draft', 'Hidden', 'Private', 'Public']],
    ['AUTHOR', ['Public']],
    ['CONTRIBUTOR', ['Public']],
    ['SUBSCRIBER', ['Public']],
  ])('%s is sent %j', async (role, titles) => {
    await addUser('owner', role);
    const receiver = await subscribed('event.*', 'owner');
    await event('Draft', { status: 'draft' });
    await event('Hidden', { hide_from_listings: true });
    await event('Private', { status: 'private' });
    await event('Public');
    await count(receiver, titles.length);
    await allDone();
    expect(receiver.received.map(({ data }) => data.record?.title).toSorted()).toEqual(titles);
  });

  test('a message for an editor is not sent once the user has lost the right', async () => {
    await addUser('owner', 'EDITOR');
    const receiver = await subscribed('event.*', 'owner');
    receiver.answers.push(400);
    await event('Draft', { status: 'draft' });
    await attempted();
    await server.graphql(
      'mutation { updateUser(by: { login: "owner" }, input: { role: SUBSCRIBER }) { user { id } } }',
    );
    await hurry();
    await eventually('it is left out', async () => {
      const [row] = await execute('select state from webhook_message');
      return row?.state === 'skipped';
    });
    expect(receiver.received).toEqual([]);
  });

  test('deleting a user deletes the webhook and its pending messages', async () => {
    await addUser('owner', 'ADMINISTRATOR');
    const receiver = await subscribed('event.*', 'owner');
    receiver.answers.push(503);
    await event('Jazz');
    await attempted();
    await server.graphql('mutation { deleteUser(by: { login: "owner" }) { deletedId } }');
    expect(await execute('select 1 from webhook union all select 1 from webhook_message')).toEqual([]);
    await event('Blues');
    expect(receiver.received).toEqual([]);
  });

  test('a record that was erased between two attempts is no longer sent', async () => {
    const receiver = await subscribed('event.*');
    receiver.answers.push(400);
    const id = await event('Regrettable');
    await attempted();
    await send('DELETE', `/events/${id}?force=true`);
    await count(receiver, 1);
    await hurry();
    await count(receiver, 2);
    expect(receiver.received.map(({ type, data }) => [type, data])).toEqual([
      ['event.deleted', { kind: 'event', id }],
      ['event.created', { kind: 'event', id }],
    ]);
  });

  test('a record of 200 kB arrives whole', async () => {
    const receiver = await subscribed('event.*');
    const description = `<p>${'Ein langer Abend. '.repeat(11_000)}</p>`;
    await event('Long', { description });
    await count(receiver, 1);
    expect(String(receiver.received[0]?.data.record?.description).length).toBeGreaterThan(190_000);
  });
});

describe('claims', () => {
  withService();

  test("a process leaves another one's claim alone until it expires", async () => {
    const receiver = await subscribed('event.*');
    receiver.answers.push(503);
    await event('Jazz');
    await attempted();
    // As if its process had been killed meanwhile.
    await execute(`update webhook_message set locked_utc = ${SECONDS(3_600)}, due_utc = ${SECONDS(-1)}`);
    await event('Blues');
    await count(receiver, 1);
    expect(receiver.received[0]?.data.record?.title).toBe('Blues');
    await execute(`update webhook_message set locked_utc = ${SECONDS(-1)} where locked_utc is not null`);
    await count(receiver, 2);
  });

  test('a claim of a killed process ends within half a minute', async () => {
    const silent = await subscribed('event.*');
    silent.answers.push(0);
    await event('Jazz');
    const [row] = await eventually('it is under way', async () => {
      const rows = await execute(
        `select extract(epoch from locked_utc - (now() at time zone 'utc'))::float8 as seconds
         from webhook_message where locked_utc is not null`,
      );
      return rows.length > 0 ? rows : undefined;
    });
    expect(Number(row?.seconds)).toBeLessThanOrEqual(30);
  });

  test('a process that ends releases its claims at once, without an attempt', async () => {
    const database = await createTestDatabase();
    const ending = await startTestServer({ database, env: PRIVATE });
    const silent = await listening();
    silent.answers.push(0);
    const { data } = await ending.graphql(
      `mutation { createWebhook(input: { url: "${silent.url}", types: [TAG_ALL] }) { secret } }`,
    );
    silent.secret = JSON.parse(JSON.stringify(data)).createWebhook.secret;
    await ending.request('POST', '/tags', { name: 'Jazz' });
    await eventually('it is under way', () => silent.answers.length === 0);
    await ending.stop();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query('select state, attempts, locked_utc from webhook_message');
    await client.end();
    await database.drop();
    expect(rows).toEqual([{ state: 'pending', attempts: 0, locked_utc: null }]);
  });

  test('a message that is rejected for a day is parked alone', async () => {
    const receiver = await subscribed('event.*');
    receiver.answers.push(400, 200, 400);
    const id = await event('One');
    await attempted();
    await send('PATCH', `/events/${id}`, { title: 'Two' });
    await count(receiver, 1);
    await execute(
      `update webhook_message set begun_utc = ${SECONDS(-90_000)} where attempts > 0 and state = 'pending'`,
    );
    await hurry();
    await allDone();
    expect(types(receiver)).toEqual(['event.updated']);
    expect(
      await execute('select state, status, attempts from webhook_message order by number limit 1'),
    ).toEqual([{ state: 'parked', status: 400, attempts: 2 }]);
  });

  test('a message that waited long without an attempt is not parked', async () => {
    const receiver = await subscribed('event.*');
    await execute(`update webhook set is_active = false`);
    await execute(`insert into webhook_message (webhook_id, message_id, type, kind, record_id, at_utc)
      select id, 'msg_old', 'event.updated', 'event', 1, ${SECONDS(-200_000)} from webhook`);
    receiver.answers.push(503);
    await execute(`update webhook set is_active = true`);
    await attempted();
    await hurry();
    await count(receiver, 1);
  });

  test('each failure of a message makes its wait longer', async () => {
    const receiver = await subscribed('event.*');
    receiver.answers.push(503, 503);
    await event('One');
    const waits = async (attempts: number): Promise<number> => {
      const [row] = await eventually(`it has failed ${attempts} times`, async () => {
        const rows = await execute(
          `select extract(epoch from due_utc - (now() at time zone 'utc'))::int as wait from webhook_message
           where attempts = ${attempts}`,
        );
        return rows.length > 0 ? rows : undefined;
      });
      return Number(row?.wait);
    };
    expect(await waits(1)).toBeLessThan(8);
    await hurry();
    expect(await waits(2)).toBeGreaterThan(15);
  });
});

describe('series', () => {
  withService();

  test('each occurrence is reported as an event, for every scope; the series itself never is', async () => {
    const receiver = await subscribed('*');
    const id = await event('Weekly', { recurrence: 'FREQ=WEEKLY;COUNT=4' });
    await count(receiver, 4);
    const ids = new Set(receiver.received.map(({ data }) => data.id));
    expect([types(receiver), ids.size, ids.has(id)]).toEqual([Array(4).fill('event.created'), 4, true]);
    await send('PATCH', `/events/${id}?scope=all`, { title: 'Renamed' });
    await count(receiver, 8);
    expect(types(receiver).slice(4)).toEqual(Array(4).fill('event.updated'));
    await send('PATCH', `/events/${id}?scope=all`, { event_status: 'canceled' });
    await count(receiver, 12);
    expect(types(receiver).slice(8)).toEqual(Array(4).fill('event.canceled'));
    await send('DELETE', `/events/${id}?scope=all`);
    await count(receiver, 16);
    expect(types(receiver).slice(12)).toEqual(Array(4).fill('event.trashed'));
    await allDone();
    expect(receiver.received.length).toBe(16);
    expect(new Set(receiver.received.map(({ data }) => `${data.kind} ${data.id}`))).toEqual(
      new Set([...ids].map((one) => `event ${one}`)),
    );
  });

  test('only the following occurrences are reported when the rest of a series changes', async () => {
    const receiver = await subscribed('event.*');
    await event('Weekly', { recurrence: 'FREQ=WEEKLY;COUNT=4' });
    await count(receiver, 4);
    const third = receiver.received.map(({ data }) => data.id).toSorted((a, b) => a - b)[2] ?? 0;
    await execute('delete from webhook_message');
    await send('PATCH', `/events/${third}?scope=following`, { title: 'From here on' });
    await allDone();
    const renamed = receiver.received.filter(({ data }) => data.record?.title === 'From here on');
    expect(renamed.length).toBe(2);
    expect(new Set(renamed.map(({ type }) => type))).toEqual(new Set(['event.updated']));
  });
});

describe('target addresses', () => {
  withService({});

  test('an address that has become private since its creation gets no message', async () => {
    const receiver = await subscribed('event.*');
    await execute(`update webhook set url = replace(url, '127.0.0.1', 'localhost')`);
    await event('Jazz');
    await attempted();
    const [row] = await execute('select error, status, state from webhook_message');
    expect(row).toEqual({ error: expect.stringContaining('is not allowed'), status: null, state: 'pending' });
    expect(receiver.received).toEqual([]);
  });
});

describe('responses', () => {
  withService();

  test('no redirect is followed', async () => {
    const other = await subscribed('tag.*');
    const paths: string[] = [];
    const moved = createServer((request, response) => {
      paths.push(request.url ?? '');
      response.writeHead(307, { location: other.url }).end();
    });
    await new Promise<void>((resolve) => moved.listen(0, '127.0.0.1', resolve));
    const { port } = moved.address() as AddressInfo;
    const receiver = await subscribed('event.*');
    await execute(`update webhook set url = 'http://127.0.0.1:${port}/old' where id = ${receiver.id}`);
    await event('Jazz');
    await attempted();
    const [row] = await execute('select status, state from webhook_message');
    expect([row, paths, other.received]).toEqual([{ status: 307, state: 'pending' }, ['/old'], []]);
    moved.closeAllConnections();
    moved.close();
  });

  test('an endless or very slow response is aborted', async () => {
    const drip = createServer((request, response) => {
      request.resume();
      response.writeHead(200);
      if (request.url === '/flood') {
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(16_384)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      } else setInterval(() => response.write('.'), 200).unref();
    });
    await new Promise<void>((resolve) => drip.listen(0, '127.0.0.1', resolve));
    const { port } = drip.address() as AddressInfo;
    const poster = new Poster(true, 3_000);
    const post = async (path: string): Promise<number> => {
      const url = new URL(`http://127.0.0.1:${port}${path}`);
      return (await poster.post(url, '{}', {}, new AbortController().signal)).status;
    };
    expect(await post('/flood')).toBe(200);
    // An incomplete response is a timeout, whatever its beginning.
    await expect(post('/drip')).rejects.toThrow('no response within 3 s');
    poster.close();
    drip.closeAllConnections();
    drip.close();
  });
});
