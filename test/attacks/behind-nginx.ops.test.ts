import { readdirSync, readlinkSync } from 'node:fs';
import { findNginx, type Nginx, startNginx } from '../../bench/support/nginx.ts';
import { eventually, pause } from '../support/eventually.ts';
import { ask } from './ask.ts';
import { during, startVictim, type Victim } from './victim.ts';
import { dialMany, ELSEWHERE, HALF, type Wire } from './wire.ts';

/** Attacks that `deploy/nginx.conf` stops. The attacker has its own address. */
const withNginx = findNginx() ? describe : describe.skip;
if (!findNginx()) process.stderr.write('nginx and openssl are not installed: no test of deploy/nginx.conf\n');

const MANY = 4_000;
/** `limit_conn` of the configuration. */
const CONNECTIONS = 100;
/** `burst` of the configuration: the requests allowed at once. */
const BURST = 200;
/** An address without earlier requests. */
const FLOODER = '127.0.0.3';
const LIST = '/calendar/events/v1/events';

/** Timeouts short enough for a test, and a rate that any machine reaches. */
const SHORT = {
  'client_header_timeout 10s;': 'client_header_timeout 2s;',
  'client_body_timeout 10s;': 'client_body_timeout 2s;',
  'send_timeout 30s;': 'send_timeout 2s;',
  'rate=50r/s;': 'rate=20r/s;',
};

/** The number of sockets of a process. */
function socketsOf({ pid }: Victim): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(`${folder}/${name}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;
}

const cut = (wires: readonly Wire[]): void => {
  for (const wire of wires) wire.cut();
};
const statusesOf = (wires: readonly Wire[]): string[] =>
  wires.map(({ text }) => /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? '');
const count = <T>(values: readonly T[], wanted: T): number =>
  values.filter((value) => value === wanted).length;

withNginx('behind nginx', () => {
  let victim: Victim;
  let nginx: Nginx;
  let quiet: number;
  beforeAll(async () => {
    victim = await startVictim({ env: { TRUST_PROXY: '127.0.0.1' } });
    nginx = await startNginx({ ports: [Number(new URL(victim.url).port)], replaced: SHORT });
    quiet = socketsOf(victim);
  });
  afterAll(async () => {
    await nginx.stop();
    await victim.stop();
  });

  /** Requests lists through nginx during the attack; all must succeed. */
  async function others(attack: () => Promise<unknown>): Promise<void> {
    const seen = await during({ url: nginx.url, rest: `${nginx.url}/calendar/events/v1` }, attack);
    expect(seen.lists).toBeGreaterThan(1);
    expect(victim.isAlive).toBe(true);
  }
  const attackers = (number: number, first: string, reads = true): Promise<Wire[]> =>
    dialMany(number, nginx.url, () => first, reads, ELSEWHERE);

  test(`${MANY} connections that say nothing, or half of their headers, never reach the service`, async () => {
    await others(async () => {
      const silent = await attackers(MANY / 2, '');
      const half = await attackers(MANY / 2, `GET ${LIST} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: `);
      await pause(500);
      expect(socketsOf(victim)).toBeLessThan(quiet + 20);
      await eventually('all are closed', () => [...silent, ...half].every(({ isOpen }) => !isOpen));
    });
  });

  test('stalled bodies take no connection of the service, and one address may have few of them', async () => {
    await others(async () => {
      const half = await attackers(4 * CONNECTIONS, HALF.replace('Host: a', 'Host: 127.0.0.1'));
      await eventually('most are refused', () => count(statusesOf(half), '429') >= 2 * CONNECTIONS);
      expect(count(statusesOf(half), '429')).toBe(3 * CONNECTIONS);
      expect(socketsOf(victim)).toBeLessThan(quiet + 20);
      await eventually('the others are closed', () => half.every(({ isOpen }) => !isOpen));
    });
  });

  test('a client that reads no response takes no memory in the service', async () => {
    await others(async () => {
      const request = `GET ${LIST}?per_page=100&nobody-reads HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
      const deaf = await attackers(CONNECTIONS - 10, request.repeat(2), false);
      await pause(1_000);
      // Connections that nginx keeps alive.
      await eventually('the service has answered all', () => socketsOf(victim) <= quiet + 2 * 64 + 20);
      cut(deaf);
    });
  });

  test('an address that floods is refused, with the time to retry, and others are not', async () => {
    const seen: { status: number; text: string; after: unknown }[] = [];
    await others(async () => {
      const flood = async (): Promise<void> => {
        for (let n = 0; n < 40; n++) {
          const { status, text, headers } = await ask(`${nginx.url}${LIST}`, 'GET', {}, '', FLOODER);
          seen.push({ status, text, after: headers['retry-after'] });
        }
      };
      await Promise.all(Array.from({ length: 50 }, flood));
    });
    const refused = seen.filter(({ status }) => status !== 200);
    expect(seen.length - refused.length).toBeGreaterThanOrEqual(BURST);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, text, after } of refused) {
      expect([status, after]).toEqual([429, '1']);
      expect(JSON.parse(text)).toMatchObject({ code: 'too_many_requests', data: { status: 429 } });
    }
  });

  test('a large upload stops at nginx', async () => {
    await pause(1_000);
    await others(async () => {
      const head = `POST ${LIST} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
      const uploads = await attackers(20, `${head}Content-Length: 500000000\r\n\r\n${'x'.repeat(100_000)}`);
      await eventually('all are refused', () => count(statusesOf(uploads), '413') === uploads.length);
      expect(socketsOf(victim)).toBeLessThan(quiet + 2 * 64 + 20);
      cut(uploads);
    });
    // The service's own error messages.
    const own = await ask(
      `${nginx.url}${LIST}`,
      'POST',
      { ...victim.admin, 'content-type': 'application/json' },
      JSON.stringify({ title: 'x'.repeat(1_500_000) }),
    );
    expect(own.status).toBe(413);
    expect(JSON.parse(own.text)).toMatchObject({ code: 'payload_too_large' });
  });
});
