import { setTimeout as pause } from 'node:timers/promises';
import { Generator } from '../../load/generator.ts';
import { bytesOf, get, post, type Request } from '../../load/request.ts';
import { AUTHORIZATION, NAMESPACE } from '../../support/service.ts';
import { Load } from '../load/load.ts';
import { Instance } from '../parts/instance.ts';
import { keepsStatements, Pooler } from '../parts/pooler.ts';
import { versionOf } from '../parts/programs.ts';
import { atLeast, type Check, equal, none, told } from '../verdict.ts';
import { checksOf } from './checks.ts';
import { Pair } from './pair.ts';
import type { Scenario, Scene } from './scenario.ts';

const STARTS = 5;
const LOAD_MS = 10_000;
const ROUNDS = 3;
const RATIO = 0.8;
const CONNECTIONS = 16;

/** Lists, single events, and every tenth request a creation. */
const mixture = (round: string, ids: readonly number[]): Request[] =>
  Array.from({ length: 5_000 }, (_, n) => {
    if (n % 10 === 9)
      return post(
        `${NAMESPACE}/events`,
        { title: `Measured ${round} ${n}`, start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' },
        { authorization: AUTHORIZATION },
      );
    return get(
      `${NAMESPACE}/events${n % 2 === 0 ? '?start_date=2031-05-01&per_page=10' : `/${ids[n % ids.length]}`}`,
    );
  });

/** Starts one instance after the other, by way of connections that the one before has left. */
async function starts(scene: Scene, url: string): Promise<number> {
  let started = 0;
  for (let n = 0; n < STARTS; n++) {
    const instance = new Instance(scene.stage, 0, { DATABASE_URL: url, SHUTDOWN_DELAY: '0s' });
    try {
      await instance.start();
      started += 1;
    } catch (error) {
      scene.stage.say(error instanceof Error ? error.message : String(error));
    }
    await instance.stop();
  }
  return started;
}

/** @returns how many requests a second each of the two instances answered, the middle one of some rounds */
async function compareSpeed(
  pair: Pair,
  ids: readonly number[],
): Promise<{ perSecond: number[]; wrong: string[] }> {
  const generator = new Generator();
  const runs = pair.instances.map((): number[] => []);
  const wrong: string[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [n, { port }] of pair.instances.entries()) {
        const requests = mixture(`${round} ${n}`, ids).map((request) => bytesOf(request, port));
        const job = { port, connections: CONNECTIONS, seconds: 3, requests, statuses: [200, 201] };
        const measured = await generator.run(job);
        if (measured.wrong) wrong.push(measured.wrong.split('\r\n')[0] ?? '');
        runs[n]?.push(measured.perSecond);
      }
  } finally {
    generator.stop();
  }
  const middle = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return { perSecond: runs.map(middle), wrong };
}

/** One instance directly, one by the pooler, and nothing remembered: every request asks the database. */
async function speed({ stage, balancer }: Scene, pooled: string, ids: readonly number[]): Promise<Check[]> {
  const direct = balancer.url('pooled', stage.port('nearPrimary'));
  const pair = new Pair(stage, [direct, pooled], { MEMORY: 'off', RESPONSE_CACHE: 'off' });
  try {
    await pair.start();
    const { perSecond, wrong } = await compareSpeed(pair, ids);
    const [straight = 0, around = 0] = perSecond;
    return [
      none('answers other than 2xx while measured', wrong),
      told('requests a second, direct and by PgBouncer', `${straight.toFixed(0)}, ${around.toFixed(0)}`),
      atLeast('by PgBouncer, of direct', RATIO, around / straight),
    ];
  } finally {
    await pair.stop();
  }
}

/** PgBouncer in transaction mode, without an address past it: nobody is told of changes. */
const pooler = (prepared: boolean): Scenario => ({
  title: `PgBouncer, transaction mode, ${prepared ? 'with' : 'without'} prepared statements`,
  async run(scene) {
    const version = versionOf(scene.stage.programs.pgbouncer);
    if (prepared && !keepsStatements(version))
      return {
        checks: [told('not run', `PgBouncer ${version} cannot; 1.21 can`)],
        notes: [],
      };
    await scene.cluster.create('pooled');
    const pooled = Pooler.start(scene.stage, { prepared });
    try {
      const url = pooled.url('pooled');
      const started = await starts(scene, url);
      const pair = new Pair(scene.stage, [url, url]);
      try {
        await pair.start();
        const load = await Load.start(pair.urls);
        await pause(LOAD_MS);
        const ledger = await load.stop();
        const primary = await scene.cluster.primary();
        const checks = [
          told('version', version),
          equal(`starts of ${STARTS}, the first on an empty database`, STARTS, started),
          equal('answers 503 in the load', 0, ledger.unavailable),
          ...(await checksOf(ledger, scene.cluster.superuserUrl(primary, 'pooled'))),
          pair.stillRun,
        ];
        await pair.stop();
        const ids = ledger.subjects.map(({ id }) => id);
        return { checks: [...checks, ...(await speed(scene, url, ids))], notes: [] };
      } finally {
        await pair.stop();
      }
    } finally {
      await pooled.stop();
      await scene.cluster.drop('pooled');
    }
  },
});

export const unprepared = pooler(false);
export const prepared = pooler(true);
