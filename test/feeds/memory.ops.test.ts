import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { eventually, pause } from '../support/eventually.ts';
import { createSeededDatabase } from '../support/seeded.ts';

const ALL = '/feeds/events.ics?start_date=2000-01-01&end_date=2100-01-01';
const MEGABYTE = 1024 * 1024;
/** The size of a feed in bytes; four of them buffered in memory take 20 MB and more. */
const WHOLE = 5 * MEGABYTE;
const READERS = 4;
/** Reports the memory in use after garbage collection, in bytes, on request; buffers are freed a moment later. */
const TELL = `process.on('SIGUSR2',()=>{gc();setTimeout(()=>{gc();const m=process.memoryUsage();console.error('in use '+(m.heapUsed+m.external))},1000)})`;

let service: Victim;

beforeAll(async () => {
  const database = await createSeededDatabase(10_000);
  service = await startVictim({
    env: { DEMO_DATA: 'false' },
    database,
    nodeFlags: ['--expose-gc', '--import', `data:text/javascript,${TELL}`],
  });
});

afterAll(async () => {
  await service.stop();
  await service.database.drop();
});

async function open(): Promise<IncomingMessage> {
  const [response] = await once(get(`${service.url}${ALL}`), 'response');
  return response;
}

/** Reads to the end, at full speed or with pauses. @returns bytes */
async function read(response: IncomingMessage, pauseMs = 0): Promise<number> {
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (pauseMs > 0) await pause(pauseMs);
  }
  return bytes;
}

const memoryLines = (): string[] => service.log.filter((line) => line.startsWith('in use '));

async function inUse(): Promise<number> {
  const before = memoryLines().length;
  service.kill('SIGUSR2');
  await eventually('the service reports its memory', () => memoryLines().length > before);
  return Number(memoryLines().at(-1)?.slice('in use '.length));
}

test('10,000 events do not increase memory, however they are read', async () => {
  // Loads the code, and grows the heap to the size that one feed needs.
  for (let time = 0; time < 2; time++) expect(await read(await open())).toBeGreaterThan(WHOLE);
  const before = await inUse();
  const grown = async (): Promise<number> => ((await inUse()) - before) / MEGABYTE;
  // These read nothing while others read everything.
  const waiting = await Promise.all(Array.from({ length: READERS }, open));
  expect(await read(await open())).toBeGreaterThan(WHOLE);
  expect(await grown()).toBeLessThan(12);
  const slow = waiting.map((response) => read(response, 1));
  for (const bytes of await Promise.all(slow)) expect(bytes).toBeGreaterThan(WHOLE);
  expect(await grown()).toBeLessThan(12);
  expect(service.log.filter((line) => line.includes('Warning'))).toEqual([]);
});
