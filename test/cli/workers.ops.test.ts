import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { basic } from '../support/service.ts';

const PASSWORD = 'abcd EFGH 1234 ijkl';
const READS = 6;

let database: TestDatabase;
let url: string;
let stop: () => Promise<number | null>;

beforeAll(async () => {
  database = await createTestDatabase();
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: {
      PATH: process.env.PATH ?? '',
      DATABASE_URL: database.url,
      HOST: '127.0.0.1',
      PORT: '0',
      WORKERS: '2',
      ADMIN_PASSWORD: PASSWORD,
      DATABASE_POOL_SIZE: '4',
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  url = await new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      const site = /REST +(\S+)\/events/.exec(text)?.[1];
      if (site) resolve(site.replace('localhost', '127.0.0.1'));
    });
  });
});
afterAll(async () => {
  await stop();
  await database.drop();
});

/** A request on a connection of its own, so that either worker may get it. */
const send = (method: string, path: string, body?: object): Promise<{ title: string; id: number }> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', ...(method !== 'GET' && basic('admin', PASSWORD)) };
    const sent = request(`${url}${path}`, { method, agent: false, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += String(chunk);
      });
      answer.on('end', () => resolve(JSON.parse(text)));
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });

test('whichever process answers, a write that was acknowledged is known', async () => {
  const { id } = await send('POST', '/events', {
    title: 'Version 0',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 12:00',
  });
  const path = `/events/${id}`;
  for (let version = 1; version <= 25; version++) {
    await send('PATCH', path, { title: `Version ${version}` });
    const seen = await Promise.all(
      Array.from({ length: READS }, async () => (await send('GET', path)).title),
    );
    expect(seen).toEqual(Array.from({ length: READS }, () => `Version ${version}`));
  }
});

test('all processes end on a signal', async () => {
  expect(await stop()).toBe(0);
});
