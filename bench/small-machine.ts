import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { crowd } from './load/crowd.ts';
import { Generator } from './load/generator.ts';
import { bytesOf, get, type Request } from './load/request.ts';
import { sampleOf } from './runs.ts';
import { LIST, readScenarios } from './scenarios/scenarios.ts';
import { creations, type Links, mixture } from './scenarios/writes.ts';
import { openSeeded } from './support/database.ts';
import { createLimits, memoryOf, removeLimits, startLimited } from './support/limited.ts';
import { measure } from './support/measure.ts';
import { sampleLinks } from './support/sample.ts';
import { NAMESPACE, type Running } from './support/service.ts';

/**
 * `node bench/small-machine.ts`: the service with its embedded PostgreSQL on one core and in little memory. It needs
 * root, cgroups of version 1, and a second core for the load.
 */
const EVENTS = 10_000;
const LISTS = 6_000;
const CREATIONS = 8_000;
const STATUSES = [200, 201];
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Lists of 10 and of 100 events, all different, so that each is computed and the cache gets full; and creations. */
function storm(run: string, links: Links): Request[] {
  const writes = creations(run, links, LISTS / 3);
  return Array.from({ length: LISTS }, (_, n) => {
    const start = new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString().slice(0, 19);
    const list = get(`${NAMESPACE}/events?per_page=${n % 2 === 0 ? 10 : 100}&start_date=${start}`);
    return (n % 3 === 2 && writes[(n - 2) / 3]) || list;
  });
}

interface Options {
  memory: string;
  connections: string;
  seconds: string;
  data?: string;
  node: string;
}

async function run({ memory, connections, seconds, data, node }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-small-'));
  const dataDir = data ?? join(folder, 'world');
  const options = node.split(' ').filter(Boolean);
  // The load uses the other core.
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', String(process.pid)], {
    stdio: 'ignore',
  });
  const generator = new Generator();
  createLimits(Number(memory));
  try {
    const { database, superuserUrl } = await openSeeded(dataDir, EVENTS);
    const sample = await sampleOf(superuserUrl, EVENTS);
    const links = await sampleLinks(superuserUrl);
    await database.stop();

    const measureOne = async (server: Running, name: string): Promise<void> => {
      const loads: [string, readonly Request[]][] = [
        ['list, 10 a page', [LIST]],
        [
          'single by slug',
          readScenarios(sample).find((each) => each.name === 'single by slug')?.requests.hot ?? [],
        ],
        ['create', creations(`a ${name}`, links, CREATIONS)],
        ['mixed, 95 reads to 5 writes', mixture(`b ${name}`, links, sample, CREATIONS)],
      ];
      for (const [label, requests] of loads) {
        const load = { requests, statuses: STATUSES, connections: 16, seconds: 4 };
        if (label !== 'create') await measure(generator, server, dataDir, { ...load, seconds: 2 });
        const { perSecond, p50, p99, serverCpu, databaseCpu } = await measure(
          generator,
          server,
          dataDir,
          load,
        );
        say(
          `${label}: ${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
            `CPU ${serverCpu.toFixed(2)} + ${databaseCpu.toFixed(2)} ms`,
        );
      }
      say(memoryOf(server));
      const requests = storm(name, links).map((request) => bytesOf(request, server.port));
      for (const round of [1, 2]) {
        const load = {
          port: server.port,
          requests,
          connections: Number(connections),
          seconds: Number(seconds),
        };
        say(`overload ${round}: ${await crowd(load)}`);
        say(memoryOf(server));
      }
      await pause(5_000);
      const after = await measure(generator, server, dataDir, {
        requests: [LIST],
        statuses: STATUSES,
        connections: 16,
        seconds: 4,
      });
      say(`afterwards: ${after.perSecond.toFixed(0)} lists a second, p99 ${after.p99.toFixed(1)} ms`);
      say(memoryOf(server));
    };

    const first = await startLimited({ DATA_DIR: join(folder, 'new') }, options);
    say(`start with a new database: ${first.startMs.toFixed(0)} ms`);
    await first.stop();

    for (const cache of ['off', 'on']) {
      const server = await startLimited({ DATA_DIR: dataDir, RESPONSE_CACHE: cache }, options);
      say(`\nRESPONSE_CACHE=${cache}: start ${server.startMs.toFixed(0)} ms, ${memoryOf(server)}`);
      try {
        await measureOne(server, `${cache} ${process.pid}`);
      } finally {
        await server.stop();
      }
    }
  } finally {
    generator.stop();
    rmSync(folder, { recursive: true, force: true });
    removeLimits();
  }
}

await new Command('small-machine')
  .option('--memory <MB>', 'memory of the service with its database', '512')
  .option('--connections <number>', 'connections of the overload', '250')
  .option('--seconds <number>', 'duration of the overload', '30')
  .option('--data <folder>', 'a folder that retains the database')
  .option('--node <options>', 'options of Node.js, in place of those of npm start', '')
  .action(run)
  .parseAsync();
