import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually, pause } from '../support/eventually.ts';
import { allDone, allNoted, command, execute, hurry, withService } from './hooks.ts';

/* Receivers that are slow, reject messages, or are unavailable: each message is handled alone. */

withService();

interface Request {
  readonly messageId: string;
  readonly recordId: number;
  /** Number of earlier deliveries of this message. */
  readonly earlier: number;
}

type Answer = (request: Request) => { status: number; delayMs?: number };

/** A receiver that decides about each message. */
class Deciding {
  readonly delivered = new Set<number>();
  requests = 0;
  /** Most requests at the same time. */
  most = 0;
  #now = 0;
  #server: Server | undefined;
  readonly #answer: Answer;
  readonly #earlier = new Map<string, number>();

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  /** @returns its address */
  async open(port = 0): Promise<string> {
    const server = createServer(async (request, response) => {
      this.most = Math.max(this.most, ++this.#now);
      this.requests += 1;
      let text = '';
      for await (const part of request) text += String(part);
      const messageId = String(request.headers['webhook-id']);
      const recordId: number = JSON.parse(text).data.id;
      const earlier = this.#earlier.get(messageId) ?? 0;
      this.#earlier.set(messageId, earlier + 1);
      const { status, delayMs = 0 } = this.#answer({ messageId, recordId, earlier });
      await pause(delayMs, undefined, { ref: false });
      if (status < 300) this.delivered.add(recordId);
      this.#now -= 1;
      response.writeHead(status).end();
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }
}

/** Adds a webhook for tags. @returns its id */
async function add(url: string): Promise<number> {
  const { text } = await command('add', url, '--user', 'admin', '--types', 'tag.*', '--json');
  return JSON.parse(text).id;
}

/** Stores tags in one transaction. @returns their ids */
async function makeTags(name: string, count: number): Promise<number[]> {
  const rows = await execute(`insert into term (taxonomy, name, name_key, slug)
    select 'post_tag', '${name} ' || n, '${name} ' || n, '${name}-' || n from generate_series(1, ${count}) as n returning id`);
  return rows.map(({ id }) => Number(id));
}

async function states(id: number): Promise<Record<string, number>> {
  const rows = await execute(
    `select state, count(*)::int as count from webhook_message where webhook_id = ${id} group by state`,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

test('a thousand messages, first rejected and then slow, one always rejected, next to a quick receiver', async () => {
  let refused = 0;
  const slow = new Deciding(({ recordId, earlier }) => {
    if (recordId === refused) return { status: 500 };
    return earlier === 0 ? { status: 503 } : { status: 200, delayMs: 4_500 };
  });
  const quick = new Deciding(() => ({ status: 200 }));
  const [slowId, quickId] = [await add(await slow.open()), await add(await quick.open())];
  await execute(`update webhook set is_active = false where id = ${quickId}`);
  const begun = performance.now();
  const ids = await makeTags('slow', 1_000);
  refused = ids[500] ?? 0;
  await allNoted();
  await execute(`update webhook set is_active = true where id = ${quickId}`);
  const quickBegun = performance.now();
  await makeTags('quick', 50);
  await eventually('the quick one has all', () => quick.delivered.size === 50);
  const quickMs = performance.now() - quickBegun;
  const slowBefore = slow.delivered.size;
  await eventually('the slow one has all but one', () => slow.delivered.size === 1_049);
  const slowMs = performance.now() - begun;
  if (process.env.FIGURES)
    console.info({ quickMs, slowBefore, slowMs, requests: slow.requests, most: slow.most });
  expect(slowBefore).toBeLessThan(1_049);
  expect(slow.most).toBeLessThanOrEqual(50);
  await eventually('it is noted', async () => (await states(slowId)).delivered === 1_049);
  expect(await states(slowId)).toEqual({ delivered: 1_049, pending: 1 });
  // A day later.
  await execute(
    `update webhook_message set begun_utc = begun_utc - interval '1 day' where state = 'pending'`,
  );
  await hurry();
  await allDone();
  expect(await states(slowId)).toEqual({ delivered: 1_049, parked: 1 });
  await slow.close();
  await quick.close();
});

test('a receiver that is down for ten minutes gets all messages afterwards', async () => {
  const receiver = new Deciding(() => ({ status: 200 }));
  const url = await receiver.open();
  const id = await add(url);
  await receiver.close();
  await makeTags('waiting', 50);
  // Within ten minutes it misses about the first attempt and those after 5 s, 30 s, 2 and 10 minutes.
  for (const attempts of [1, 2, 3, 4]) {
    await eventually(`${attempts} attempts of all have failed`, async () => {
      const rows = await execute(
        `select from webhook_message where attempts = ${attempts} and locked_utc is null`,
      );
      return rows.length === 50;
    });
    const [row] = await execute(
      `select max(extract(epoch from due_utc - (now() at time zone 'utc')))::float8 as seconds from webhook_message`,
    );
    expect(Number(row?.seconds)).toBeLessThan(12 * 60 + 1);
    if (attempts < 4) await hurry();
  }
  await receiver.open(Number(new URL(url).port));
  await hurry();
  await eventually('it has all', () => receiver.delivered.size === 50);
  await allDone();
  expect(await states(id)).toEqual({ delivered: 50 });
  await receiver.close();
});

test('after 410 Gone a receiver gets no more requests; all messages are parked, and can be replayed', async () => {
  let isGone = true;
  const receiver = new Deciding(() => ({ status: isGone ? 410 : 200 }));
  const id = await add(await receiver.open());
  await makeTags('gone', 200);
  await eventually('all is parked', async () => (await states(id)).parked === 200);
  const [webhook] = await execute('select is_active from webhook');
  expect(webhook).toEqual({ is_active: false });
  expect(receiver.requests).toBeLessThanOrEqual(50);
  isGone = false;
  const { text } = await command('replay', String(id));
  const [, again] = /^Redelivering (\d+) messages?\.$/.exec(text) ?? [];
  // Responses to requests in flight may have arrived meanwhile.
  expect(Number(again)).toBeGreaterThanOrEqual(200 - receiver.requests);
  expect(Number(again)).toBeLessThanOrEqual(200);
  await eventually('it has all', () => receiver.delivered.size === 200);
  await allDone();
  expect(await states(id)).toEqual({ delivered: 200 });
  await receiver.close();
});

test('receivers that never respond do not block others', async () => {
  const silent = new Deciding(() => ({ status: 200, delayMs: 60_000 }));
  const others = Array.from({ length: 3 }, () => new Deciding(() => ({ status: 200 })));
  const url = await silent.open();
  for (let n = 0; n < 5; n++) await add(url);
  for (const other of others) await add(await other.open());
  await makeTags('many', 300);
  await eventually('the others have all', () => others.every(({ delivered }) => delivered.size === 300));
  expect(silent.delivered.size).toBe(0);
  await silent.close();
  for (const other of others) await other.close();
});
