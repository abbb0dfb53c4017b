import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { startVictim, type Victim } from './attacks/victim.ts';
import { dial } from './attacks/wire.ts';
import { createTestDatabase } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { sampled } from './support/sample.ts';

const API = '/calendar/events/v1';

async function stored(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from event where title like 'Leaving %'",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

const statusOf = (url: string): Promise<number> => fetch(url).then(({ status }) => status);

test('/readyz reports unready, responses close their connections, and service continues until the delay ends', async () => {
  const victim = await startVictim({ env: { DATABASE_POOL_SIZE: '3' } });
  try {
    expect(await statusOf(`${victim.url}/readyz`)).toBe(200);
    const wire = await dial(victim.url, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(await wire.until('"alive"')).toContain('Connection: keep-alive');
    const type = 'Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue';
    const auth = `Authorization: ${victim.admin.authorization}`;
    const half = await dial(
      victim.url,
      `POST ${API}/events HTTP/1.1\r\nHost: a\r\n${auth}\r\n${type}\r\n\r\n`,
    );
    await half.until('100 Continue');
    victim.kill('SIGTERM');
    await eventually('/readyz says no', async () => (await statusOf(`${victim.url}/readyz`)) === 503);
    half.send('{}');
    await half.closed;
    expect(half.text).toMatch(/HTTP\/1\.1 400 [^{]*Connection: close/s);
    expect(await statusOf(`${victim.rest}/events`)).toBe(200);
    wire.send('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await wire.closed;
    expect(wire.text).toContain('Connection: close');
    expect(await victim.ended).toBe(0);
  } finally {
    await victim.stop();
  }
});

/**
 * Writes on one kept-alive connection until it closes.
 * @returns the number of 201 responses
 */
async function writeUntilGone(victim: Victim, agent: Agent): Promise<number> {
  const body = JSON.stringify({ title: 'Leaving soon', start_date: '2031-01-01', end_date: '2031-01-02' });
  for (let answered = 0; ; answered++) {
    const status = await new Promise<number>((resolve) => {
      const headers = { ...victim.admin, 'content-type': 'application/json' };
      const sent = request(`${victim.rest}/events`, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
        answer.once('error', () => resolve(0));
      });
      sent.once('error', () => resolve(0));
      sent.end(body);
    });
    if (status !== 201) return answered;
  }
}

test('every stored write gets a response, on kept-alive and pipelined connections', async () => {
  const victim = await startVictim({ env: { DEMO_DATA: 'false' } });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  try {
    const writers = Array.from({ length: 8 }, () => writeUntilGone(victim, agent));
    const body = JSON.stringify({ title: 'Leaving ahead', start_date: '2031-01-01', end_date: '2031-01-02' });
    const auth = `Authorization: ${victim.admin.authorization}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    const ahead = await dial(
      victim.url,
      `POST ${API}/events HTTP/1.1\r\nHost: a\r\n${auth}\r\n\r\n${body}`.repeat(100),
    );
    await ahead.until('201 Created');
    victim.kill('SIGTERM');
    const answered = (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
    await ahead.closed;
    const byAhead = ahead.text.match(/HTTP\/1\.1 201/g)?.length ?? 0;
    expect(await victim.ended).toBe(0);
    expect(byAhead).toBeLessThan(100);
    expect(await stored(victim.database.url)).toBe(answered + byAhead);
  } finally {
    agent.destroy();
    await victim.stop();
  }
});

test('a request in progress when the port closes gets its response; idle connections delay nothing', async () => {
  const victim = await startVictim({ env: { DEMO_DATA: 'false' } });
  try {
    const body = JSON.stringify({ title: 'Leaving late', start_date: '2031-01-01', end_date: '2031-01-02' });
    const head = [
      `POST ${API}/events HTTP/1.1`,
      'Host: a',
      `Authorization: ${victim.admin.authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ];
    const running = await dial(victim.url, `${head.join('\r\n')}\r\n\r\n`);
    await running.until('100 Continue');
    const idle = await dial(victim.url, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await idle.until('"alive"');
    const silent = await dial(victim.url);
    victim.kill('SIGTERM');
    await eventually('the port is closed', () =>
      statusOf(`${victim.url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    await Promise.all([idle.closed, silent.closed]);
    running.send(body);
    await running.closed;
    expect(running.text).toMatch(/HTTP\/1\.1 201 [^{]*Connection: close/s);
    expect(await victim.ended).toBe(0);
    expect(await stored(victim.database.url)).toBe(1);
  } finally {
    await victim.stop();
  }
});

/** `npm start` under dash, or whatever `sh` is here. */
async function npmStart(url: string): Promise<{ npm: ChildProcess; url: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: url,
    HOST: '127.0.0.1',
    PORT: '0',
  };
  const npm = spawn('npm', ['start'], {
    env: { ...env, ADMIN_PASSWORD: 'abcd EFGH 1234 ijkl MNOP 5678' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface(npm.stdout)) {
    const [, address] = /^GraphQL\s+(\S+)\/graphql$/.exec(line) ?? [];
    if (address) return { npm, url: address.replace('localhost', '127.0.0.1') };
  }
  throw new Error('npm start did not start');
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGKILL'] as const;

test.each(sampled('signals', SIGNALS, 1))('%s sent only to npm ends the service', async (signal) => {
  const database = await createTestDatabase();
  try {
    const { npm, url } = await npmStart(database.url);
    expect(await statusOf(`${url}/readyz`)).toBe(200);
    const ended = once(npm, 'exit');
    npm.kill(signal);
    await ended;
    const isGone = (): Promise<boolean> =>
      statusOf(`${url}/healthz`).then(
        () => false,
        () => true,
      );
    await eventually('the service has ended', isGone, 15_000);
  } finally {
    await database.drop();
  }
});
