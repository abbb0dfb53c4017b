import { eventually } from '../support/eventually.ts';
import { startVictim, type Victim } from './victim.ts';
import { dial, dialMany, ELSEWHERE, type Wire } from './wire.ts';

/** Somebody who takes all connections there are. */
const API = '/calendar/events/v1';
const HEAD = 'Host: a\r\nContent-Type: application/json\r\nContent-Length: ';
const HALF = `POST /graphql HTTP/1.1\r\n${HEAD}9\r\nExpect: 100-continue\r\n\r\n`;
const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n';
const BODY = '{"title":"Sent slowly","start_date":"2031-01-01","end_date":"2031-01-02"}';
const MOST = 60;

let victim: Victim;
afterEach(() => victim.stop());
const start = async (env: Record<string, string>): Promise<void> => {
  victim = await startVictim({ env: { MAX_CONNECTIONS: String(MOST), ...env } });
};
/** Requests whose body does not come, one after another: the service reads the head of each before the next. */
const half = async (count: number, from?: string): Promise<Wire[]> => {
  const wires: Wire[] = [];
  for (let n = 0; n < count; n++) {
    const wire = await dial(victim.url, HALF, true, from);
    await wire.until('100 Continue');
    wires.push(wire);
  }
  return wires;
};
const REFUSED = /^HTTP\/1\.1 100 Continue\s+HTTP\/1\.1 503 .*Retry-After.*"service_unavailable"/s;
const isHealthy = async (): Promise<boolean> => {
  const wire = await dial(victim.url, HEALTH);
  const text = await wire.until('"alive"');
  wire.cut();
  return text.includes('200 OK');
};
const open = (wires: readonly Wire[]): number => wires.filter((wire) => wire.isOpen).length;

test('where the attacker is in the same network, the oldest go, and are told so', async () => {
  await start({});
  const wires = await half(MOST);
  for (let round = 0; round < 3; round++) expect(await isHealthy()).toBe(true);
  await eventually('the oldest have gone', () => open(wires) < MOST);
  const [first] = wires;
  expect(await first?.until('}')).toMatch(REFUSED);
  expect(wires.at(-1)?.isOpen).toBe(true);
  for (const wire of wires) wire.cut();
});

test('bodies of users go last, however old they are', async () => {
  await start({});
  const auth = `Authorization: ${victim.admin.authorization}`;
  const ask = `POST ${API}/events HTTP/1.1\r\n${auth}\r\n${HEAD}${BODY.length}\r\nExpect: 100-continue\r\n\r\n`;
  const users = await dialMany(5, victim.url, () => ask);
  for (const wire of users) await wire.until('100 Continue');
  const strangers = await half(MOST - 5);
  const late = await half(20);
  await eventually('strangers have gone', () => open(strangers) < MOST - 20);
  for (const wire of users) {
    wire.send(BODY);
    expect(await wire.until('Sent slowly')).toContain('201 Created');
  }
  for (const wire of [...users, ...strangers, ...late]) wire.cut();
});

/** Connections whose answers nobody reads, which stay busy; those that were refused are closed. */
async function busy(): Promise<Wire[]> {
  // More than the system takes off our hands, less than may wait.
  const lists = `GET ${API}/events?per_page=100 HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(65);
  const wires: Wire[] = [];
  for (let n = 0; n < MOST; n++) {
    const wire = await dial(victim.url, lists, false, ELSEWHERE);
    await new Promise((resolve) => wire.socket.once('readable', resolve).once('close', resolve));
    // Only who reads on learns of the end.
    if (wire.socket.readableLength === 0) wire.cut();
    wires.push(wire);
  }
  return wires;
}

test('one network gets three quarters of all connections, whatever it does with them', async () => {
  await start({});
  const wires = await busy();
  // One that had nothing more to send for a moment has made room for the next, and does not know it.
  expect(open(wires)).toBeGreaterThanOrEqual(MOST * 0.75);
  expect(open(wires)).toBeLessThan(MOST * 0.9);
  expect(await isHealthy()).toBe(true);
  for (const wire of wires) wire.cut();
});

test('many networks, of which none has its share, get no more than all connections', async () => {
  await start({});
  const wires: Wire[] = [];
  for (let network = 2; network < 8; network++) wires.push(...(await half(14, `127.0.0.${network}`)));
  expect(await isHealthy()).toBe(true);
  expect(await wires[0]?.until('}')).toMatch(REFUSED);
  expect(wires.at(-1)?.isOpen).toBe(true);
  for (const wire of wires) wire.cut();
});

test('a proxy that is trusted gets all of them: its clients are not one network', async () => {
  await start({ TRUST_PROXY: ELSEWHERE });
  const wires = await busy();
  expect(open(wires)).toBe(MOST);
  for (const wire of wires) wire.cut();
});
