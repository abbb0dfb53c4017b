import type { Run } from './runs.ts';
import { deepPage } from './scenarios/scenarios.ts';
import { creations, type Links } from './scenarios/writes.ts';
import { startOwn } from './support/contestants.ts';
import { cpuOf } from './support/proc.ts';
import type { Feed } from './support/results.ts';
import { sampleLinks } from './support/sample.ts';
import { NAMESPACE, type Running } from './support/service.ts';

const TIMES = 15;
const [DAY_MS, SECOND_MS] = [86_400_000, 1_000];
/** Events in the measured feed, if the world has as many. */
const LONG_FEED = 60_000;

/** Lists that count the event that is created before each request. */
const kinds = (events: number): readonly (readonly [name: string, query: string])[] => [
  ['list', ''],
  ['by title', '&orderby=title'],
  ['500 km', '&geoloc_lat=41.9&geoloc_lng=12.5&geoloc_radius=500'],
  ['deep page', `&page=${deepPage(events)}`],
  ['two categories', '&categories=sub-7,sub-9'],
  ['common word', '&search=evening'],
];

async function create(server: Running, run: string, links: Links): Promise<void> {
  const [{ path, headers, body } = { path: '' }] = creations(run, links, 1);
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`no event was created: ${response.status}`);
}

/** @returns milliseconds until the whole response has arrived, and its body */
async function timed(url: string): Promise<{ ms: number; text: string }> {
  const start = performance.now();
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  const text = await response.text();
  const ms = performance.now() - start;
  if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
  return { ms, text };
}

/** @returns p50 in milliseconds of the first response after a write, by kind of list */
async function lists(
  server: Running,
  { sample, peerUrl, progress, options }: Run,
): Promise<Map<string, number>> {
  const links = await sampleLinks(peerUrl);
  const found = new Map<string, number>();
  for (const [name, query] of kinds(sample.events)) {
    progress(`right after a write: ${name}`);
    const times: number[] = [];
    // The first request is not counted: its statement is planned, and its data read from disk.
    for (let n = 0; n <= (options.quick ? 3 : TIMES); n++) {
      await create(server, `${name} ${n} ${Date.now()}`, links);
      const { ms } = await timed(`${server.url}${NAMESPACE}/events?per_page=10${query}`);
      if (n > 0) times.push(ms);
    }
    found.set(name, times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN);
  }
  return found;
}

/** Reads a long feed twice, first right after a write. */
async function feed(server: Running, { sample, peerUrl, progress }: Run): Promise<Feed> {
  progress('a long feed');
  const wanted = Math.min(LONG_FEED, sample.events);
  // The events of the seeded world are evenly distributed over three years.
  const days = Math.ceil((wanted / sample.events) * 1_095);
  const until = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  const today = new Date().toISOString().slice(0, 10);
  const url = `${server.url}/feeds/events.ics?start_date=${today}&end_date=${until}`;
  await create(server, `feed ${Date.now()}`, await sampleLinks(peerUrl));
  const read = async (): Promise<{ ms: number; cpuMs: number; events: number }> => {
    const before = cpuOf(server.pid);
    const { ms, text } = await timed(url);
    return {
      ms,
      cpuMs: (cpuOf(server.pid) - before) * SECOND_MS,
      events: text.split('BEGIN:VEVENT').length - 1,
    };
  };
  const [first, again] = [await read(), await read()];
  return { events: first.events, first, again };
}

/** Measures reads right after a write, from the service with default settings. */
export async function afterWrites(run: Run): Promise<{ afterWrite: Map<string, number>; feed: Feed }> {
  const server = await startOwn('hot', run.databaseUrl);
  try {
    return { afterWrite: await lists(server, run), feed: await feed(server, run) };
  } finally {
    await server.stop();
  }
}
