import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSeeded } from '../../bench/support/database.ts';
import { residentOf } from '../../bench/support/proc.ts';
import { sampleEvents } from '../../bench/support/sample.ts';
import { file, freePort, type Running, startService } from '../../bench/support/service.ts';
import type { Period, SoakJob } from './job.ts';
import { mixtureOf } from './mixture.ts';

const CONNECTIONS = 32;
const SHARE = 0.8;

interface SoakOptions {
  dataDir: string;
  events: number;
  periods: number;
  /** Duration of a period. */
  seconds: number;
  /** Duration of each of the four runs that measure the capacity. */
  trySeconds: number;
  log: (line: string) => void;
}

/** A period, as measured at the client and at the service. */
export interface Row extends Period {
  /** Resident MB of the service at the end of the period. */
  resident: number;
  /** Statements sent to the database. */
  statements: number;
}

interface Soaked {
  /** Requests per second without a limit. */
  capacity: number;
  rows: Row[];
  unmetGoals: string[];
}

async function run(client: ChildProcess, job: SoakJob): Promise<Period> {
  const message = once(client, 'message');
  client.send(job);
  const [period]: Period[] = await message;
  if (!period) throw new Error('the client sent no result');
  return period;
}

async function statementsOf(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  return Number(/^calendar_statement_duration_seconds_count (\d+)/m.exec(text)?.[1]);
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

/** The goals that were not met. */
export function unmetGoalsOf(rows: readonly Row[]): string[] {
  const unmetGoals = rows.flatMap(({ wrong }, n) => wrong.map((words) => `period ${n + 1}: ${words}`));
  const worst = Math.max(...rows.map(({ p99 }) => p99));
  const median = medianOf(rows.map(({ p99 }) => p99));
  if (worst > 3 * median)
    unmetGoals.push(
      `the worst p99 is ${worst.toFixed(1)} ms, more than three times the median of ${median.toFixed(1)} ms`,
    );
  const half = Math.ceil(rows.length / 2);
  const [early, late] = [rows.slice(0, half), rows.slice(-half)].map((some) =>
    medianOf(some.map(({ resident }) => resident)),
  );
  if (early !== undefined && late !== undefined && late > early * 1.1 + 10)
    unmetGoals.push(
      `memory grows: ${early.toFixed(0)} MB in the first half, ${late.toFixed(0)} MB in the second`,
    );
  if (rows.some(({ resident }) => resident > 300)) unmetGoals.push('the process takes more than 300 MB');
  return unmetGoals;
}

async function soak(
  service: Running,
  metrics: string,
  ids: readonly number[],
  { periods, seconds, trySeconds, log }: SoakOptions,
): Promise<Soaked> {
  const client = fork(file('ops/soak/client.ts'), { env: { PATH: process.env.PATH ?? '' } });
  try {
    const job = { port: service.port, connections: CONNECTIONS, ...mixtureOf(ids, service.port) };
    const tries: number[] = [];
    for (let n = 0; n < 4; n++)
      tries.push((await run(client, { ...job, rate: 0, seconds: trySeconds })).responses / trySeconds);
    // The first run is a warm-up.
    const capacity = medianOf(tries.slice(1));
    const rate = Math.round(capacity * SHARE);
    log(
      `capacity ${Math.round(capacity)} requests per second; ${periods} periods of ${seconds} s at ${rate}`,
    );
    const rows: Row[] = [];
    let before = await statementsOf(metrics);
    for (let n = 1; n <= periods; n++) {
      const period = await run(client, { ...job, rate, seconds });
      const now = await statementsOf(metrics);
      rows.push({ ...period, resident: residentOf(service.pid), statements: now - before });
      before = now;
      const { responses, wrong, p50, p99, resident, statements } = rows.at(-1) ?? {
        ...period,
        resident: 0,
        statements: 0,
      };
      log(
        `${n}: ${responses} requests, ${wrong.length} errors, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${resident.toFixed(0)} MB, ${statements} statements`,
      );
    }
    return { capacity, rows, unmetGoals: unmetGoalsOf(rows) };
  } finally {
    client.disconnect();
  }
}

/** Measures the capacity for a mixed load, then applies 80 % of it for several periods. */
export async function runSoak(options: SoakOptions): Promise<Soaked> {
  options.log(`seeding ${options.events} events`);
  const { database, superuserUrl } = await openSeeded(options.dataDir, options.events);
  try {
    const port = await freePort();
    const { ids } = await sampleEvents(superuserUrl);
    const service = await startService({
      DATABASE_URL: database.url,
      METRICS: String(port),
      LOG_LEVEL: 'silent',
    });
    try {
      return await soak(service, `http://127.0.0.1:${port}/metrics`, ids, options);
    } finally {
      await service.stop();
    }
  } finally {
    await database.stop();
  }
}
