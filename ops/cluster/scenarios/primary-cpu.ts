import { Generator } from '../../../bench/load/generator.ts';
import { bytesOf } from '../../../bench/load/request.ts';
import { Load } from '../load/load.ts';
import { atLeast, atMost, type Check, none, reported } from '../verdict.ts';
import { Pair } from './pair.ts';
import type { Scene } from './scenario.ts';
import { middle, read } from './speed.ts';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 8;
const SHARE = 0.3;

/**
 * Compares how much CPU of the primary reads cost, of an instance that reads from the primary alone, and of
 * one that also reads from standbys. They are measured in turn, and remember nothing.
 */
export async function primaryCpu({ stage, cluster, balancer }: Scene): Promise<Check[]> {
  const url = balancer.url('calendar', stage.port('nearPrimary'));
  const alone = { MEMORY: 'off', RESPONSE_CACHE: 'off' };
  const among = { ...alone, DATABASE_REPLICA_URLS: await cluster.standbyUrls('calendar') };
  const pair = new Pair(stage, [url, url], alone, among);
  const generator = new Generator();
  const wrong: string[] = [];
  const used: number[][] = [[], []];
  const speeds: number[][] = [[], []];
  try {
    await pair.start();
    const { subjects } = await (await Load.start(pair.urls)).stop();
    const ids = subjects.map(({ id }) => id);
    const primary = await cluster.primary();
    for (let round = 0; round <= ROUNDS; round++)
      for (const [n, { port }] of pair.instances.entries()) {
        const requests = Array.from({ length: 100 }, (_, turn) => bytesOf(read(turn, ids), port));
        const before = primary.cpuSeconds();
        const job = { port, connections: CONNECTIONS, seconds: SECONDS, requests, statuses: [200] };
        const measured = await generator.run(job);
        if (measured.wrong) wrong.push(measured.wrong.split('\r\n')[0] ?? '');
        if (round === 0) continue;
        used[n]?.push(((primary.cpuSeconds() - before) * 1_000) / measured.answers);
        speeds[n]?.push(measured.perSecond);
      }
  } finally {
    generator.stop();
    await pair.stop();
  }
  const [byItself = 0, shared = 0] = used.map(middle);
  const [slow = 0, fast = 0] = speeds.map(middle);
  return [
    none('other answers while CPU was measured', wrong),
    reported(
      'CPU of the primary for a read, alone; with replicas',
      `${byItself.toFixed(2)} ms; ${shared.toFixed(2)} ms`,
    ),
    atMost('CPU of the primary with replicas, of alone', SHARE, shared / byItself, ''),
    reported('requests a second, alone; with replicas', `${slow.toFixed(0)}; ${fast.toFixed(0)}`),
    atLeast('CPU that the primary needed alone, ms', 0.05, byItself),
  ];
}
