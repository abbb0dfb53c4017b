import type { Generator } from './load/generator.ts';
import type { Request } from './load/request.ts';
import { persist } from './scenarios/graphql.ts';
import {
  type Contestant,
  deepPage,
  LIST,
  readScenarios,
  type Sample,
  type Scenario,
} from './scenarios/scenarios.ts';
import { creations, mixture } from './scenarios/writes.ts';
import { assertSameContent } from './support/content.ts';
import {
  assertWritable,
  type OwnService,
  startDirectus,
  startHandWritten,
  startOwn,
  startPostGraphile,
  startStatic,
} from './support/contestants.ts';
import { measure } from './support/measure.ts';
import type { Options } from './support/options.ts';
import { residentOf } from './support/proc.ts';
import type { Results } from './support/results.ts';
import { sampleEvents, sampleLinks } from './support/sample.ts';
import { NAMESPACE, type Running } from './support/service.ts';

const SERVICES: readonly OwnService[] = ['uncached', 'hot'];

export interface Run {
  options: Options;
  generator: Generator;
  dataDir: string;
  databaseUrl: string;
  /** The address for the peers: as the superuser, so that the log distinguishes their statements from the service's. */
  peerUrl: string;
  sample: Sample;
  results: Results;
  progress: (text: string) => void;
}

export const sampleOf = async (url: string, events: number): Promise<Sample> => ({
  events,
  ...(await sampleEvents(url)),
});

const send = (server: Running, { method = 'GET', path, headers = {}, body }: Request): Promise<Response> =>
  fetch(server.url + path, {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });

/** @throws Error if the contestants of a scenario return different content */
async function compare(
  servers: ReadonlyMap<Contestant, Running>,
  { name, requests }: Scenario,
): Promise<void> {
  if (!requests.PostGraphile && !requests['hand-written']) return;
  const answers = new Map<Contestant, string>();
  for (const [contestant, server] of servers) {
    const [request] = requests[contestant] ?? [];
    if (request) answers.set(contestant, await (await send(server, request)).text());
  }
  assertSameContent(name, answers);
}

async function stopAll(servers: Iterable<Running>): Promise<void> {
  await Promise.all([...servers].map((server) => server.stop()));
}

/** Measures all read scenarios of all contestants, in turn, in several rounds. */
export async function measureReads({
  options,
  generator,
  dataDir,
  databaseUrl,
  peerUrl,
  sample,
  results,
  progress,
}: Run): Promise<void> {
  const servers = new Map<Contestant, Running>();
  try {
    for (const service of SERVICES) servers.set(service, await startOwn(service, databaseUrl));
    servers
      .set('hand-written', await startHandWritten('plain.ts', peerUrl))
      .set('postgres.js', await startHandWritten('postgres-js.mjs', peerUrl))
      .set('PostGraphile', await startPostGraphile(peerUrl))
      .set('Directus', await startDirectus(peerUrl));
    for (const service of SERVICES) {
      const server = servers.get(service);
      if (!server) continue;
      await (await send(server, persist)).arrayBuffer();
      if (service === 'hot') servers.set('static', await startStatic(server));
    }
    const scenarios = readScenarios(sample).filter(({ name }) => name.includes(options.only));
    for (const scenario of scenarios) await compare(servers, scenario);
    for (let round = 1; round <= options.rounds; round++) {
      const { seconds, warmUp, connections } = options;
      for (const { name, status, requests } of scenarios) {
        progress(`round ${round}: ${name}`);
        for (const [contestant, server] of servers) {
          const own = requests[contestant];
          if (!own) continue;
          const load = { requests: await withCurrentTag(server, own), statuses: [status], connections };
          await measure(generator, server, dataDir, { ...load, seconds: warmUp });
          results.add(name, contestant, await measure(generator, server, dataDir, { ...load, seconds }));
        }
      }
    }
  } finally {
    await stopAll(servers.values());
  }
}

/** Sets the server's current entity tag in conditional requests. */
async function withCurrentTag(server: Running, requests: readonly Request[]): Promise<readonly Request[]> {
  const [first] = requests;
  if (first?.headers?.['if-none-match'] === undefined) return requests;
  const response = await fetch(server.url + first.path, { headers: { 'accept-encoding': 'identity' } });
  await response.arrayBuffer();
  return [{ ...first, headers: { 'if-none-match': response.headers.get('etag') ?? '' } }];
}

/** Measures p50 of some uncached reads with one connection, in milliseconds. */
export async function measureLatencies({
  options,
  generator,
  dataDir,
  databaseUrl,
  sample,
  progress,
}: Run): Promise<Map<string, number>> {
  const requests: readonly (readonly [string, readonly Request[]])[] = [
    ['list', [LIST]],
    ['search, rare word', [{ path: `${NAMESPACE}/events?per_page=10&search=zyzzyva` }]],
    ['search, common word', [{ path: `${NAMESPACE}/events?per_page=10&search=concert` }]],
    ['category', [{ path: `${NAMESPACE}/events?per_page=10&categories=sub-9` }]],
    ['geo, 25 km', [{ path: `${NAMESPACE}/events?per_page=10&geoloc_lat=41.9&geoloc_lng=12.5` }]],
    ['single', sample.ids.map((id) => ({ path: `${NAMESPACE}/events/${id}` }))],
    ['deep page', [{ path: `${NAMESPACE}/events?per_page=10&page=${deepPage(sample.events)}` }]],
    ['venues', [{ path: `${NAMESPACE}/venues?per_page=10` }]],
    ['categories', [{ path: `${NAMESPACE}/categories?per_page=10` }]],
  ];
  const latencies = new Map<string, number>();
  const server = await startOwn('uncached', databaseUrl);
  try {
    for (const [name, own] of requests) {
      progress(`alone: ${name}`);
      const load = { requests: own, statuses: [200], connections: 1 };
      await measure(generator, server, dataDir, { ...load, seconds: options.warmUp });
      const seconds = Math.min(2, options.seconds);
      const { p50 } = await measure(generator, server, dataDir, { ...load, seconds });
      latencies.set(name, p50);
    }
  } finally {
    await server.stop();
  }
  return latencies;
}

/** More requests than the fastest run can send. */
const CREATIONS = 8_000;
const MIXED = 8_000;

/**
 * Measures creations, then reads with one write in twenty; one service at a time, because all services process each
 * write.
 * @returns resident MB after each mixed run of the service with its cache
 */
export async function measureWrites({
  options,
  generator,
  dataDir,
  databaseUrl,
  peerUrl,
  sample,
  results,
  progress,
}: Run): Promise<number[]> {
  const { rounds, seconds, warmUp, connections, only } = options;
  const links = await sampleLinks(peerUrl);
  const resident: number[] = [];
  for (const contestant of SERVICES) {
    const server = await startOwn(contestant, databaseUrl);
    try {
      await assertWritable(server);
      for (let round = 0; round <= rounds; round++) {
        const time = round === 0 ? warmUp : seconds;
        const run = `${contestant} ${round} ${Math.round(performance.now())}`;
        progress(`writes, ${contestant}, round ${round}`);
        const scenarios = [
          ['create', creations(run, links, CREATIONS), [201]],
          ['mixed, 95 reads to 5 writes', mixture(run, links, sample, MIXED), [200, 201]],
        ] as const;
        for (const [name, requests, statuses] of scenarios.filter(([label]) => label.includes(only))) {
          const measured = await measure(generator, server, dataDir, {
            requests,
            statuses,
            connections,
            seconds: time,
          });
          if (round > 0) results.add(name, contestant, measured);
          if (round > 0 && contestant === 'hot' && name !== 'create') resident.push(residentOf(server.pid));
        }
      }
    } finally {
      await server.stop();
    }
  }
  return resident;
}
