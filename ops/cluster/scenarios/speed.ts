import { Generator } from '../../../bench/load/generator.ts';
import { bytesOf, get, post, type Request } from '../../../bench/load/request.ts';
import { AUTHORIZATION, NAMESPACE } from '../../../bench/support/service.ts';
import { atLeast, type Check, none, reported } from '../verdict.ts';
import { Pair } from './pair.ts';
import type { Scene } from './scenario.ts';

/** Number of starts of both instances, because speed varies more between starts than between rounds. */
const PAIRS = 3;
const ROUNDS = 4;
const SECONDS = 2;
const RATIO = 0.8;
const CONNECTIONS = 16;
const DATES = { start_date: '2031-06-01 10:00', end_date: '2031-06-01 11:00' };

/** A list or a single event. */
const read = (n: number, ids: readonly number[]): Request =>
  get(`${NAMESPACE}/events${n % 2 === 0 ? '?start_date=2031-05-01&per_page=10' : `/${ids[n % ids.length]}`}`);

const create = (title: string): Request =>
  post(`${NAMESPACE}/events`, { title, ...DATES }, { authorization: AUTHORIZATION });

interface Kind {
  what: string;
  env: Record<string, string>;
  request(n: number, name: string, ids: readonly number[]): Request;
}

const KINDS: readonly Kind[] = [
  {
    what: 'lists and single events, without a cache',
    env: { RESPONSE_CACHE: 'off' },
    request: (n, _name, ids) => read(n, ids),
  },
  {
    what: '95 reads to 5 creations',
    env: {},
    request: (n, name, ids) => (n % 20 === 19 ? create(`Measured ${name} ${n}`) : read(n, ids)),
  },
];

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** @returns requests per second of the two instances, by round */
async function measure(
  { instances }: Pair,
  requestsOf: (name: string) => Request[],
): Promise<{ perSecond: [direct: number[], pooled: number[]]; wrong: string[] }> {
  const generator = new Generator();
  const runs: [number[], number[]] = [[], []];
  const wrong: string[] = [];
  try {
    // The instances take turns in going first, because the calendar grows. The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const n of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const port = instances[n]?.port ?? 0;
        const requests = requestsOf(`${round} ${n}`).map((request) => bytesOf(request, port));
        const job = { port, connections: CONNECTIONS, seconds: SECONDS, requests, statuses: [200, 201] };
        const measured = await generator.run(job);
        if (measured.error) wrong.push(measured.error.split('\r\n')[0] ?? '');
        if (round > 0) runs[n]?.push(measured.perSecond);
      }
  } finally {
    generator.stop();
  }
  return { perSecond: runs, wrong };
}

/** Compares an instance with a direct database connection with one behind the pooler; they are measured in turn. */
export async function compareSpeed(
  { stage, balancer }: Scene,
  pooled: string,
  ids: readonly number[],
  prepared: boolean,
): Promise<Check[]> {
  const direct = balancer.url('pooled', stage.port('nearPrimary'));
  const checks: Check[] = [];
  for (const { what, env, request } of KINDS) {
    const perSecond: [direct: number[], pooled: number[]] = [[], []];
    const wrong: string[] = [];
    for (let n = 0; n < PAIRS; n++) {
      const pair = new Pair(stage, [direct, pooled], { ...env, DATABASE_PREPARE: prepared ? 'on' : 'off' });
      try {
        await pair.start();
        const requestsOf = (name: string): Request[] =>
          Array.from({ length: 4_000 }, (_, at) => request(at, `${n} ${name}`, ids));
        const measured = await measure(pair, requestsOf);
        for (const way of [0, 1] as const) perSecond[way].push(...measured.perSecond[way]);
        wrong.push(...measured.wrong);
      } finally {
        await pair.stop();
      }
    }
    const [directRates, pooledRates] = perSecond;
    // Both were measured right after each other in each round, so other load on the machine affects both.
    const ratios = pooledRates.map((rate, round) => rate / (directRates[round] ?? Number.NaN));
    checks.push(
      none(`${what}: unexpected responses`, wrong),
      reported(
        `${what}: requests per second, direct; through PgBouncer`,
        `${median(directRates).toFixed(0)}; ${median(pooledRates).toFixed(0)}`,
      ),
      atLeast(`${what}: ratio through PgBouncer to direct`, RATIO, median(ratios)),
    );
  }
  return checks;
}
