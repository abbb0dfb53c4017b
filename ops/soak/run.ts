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
  /** Of a period. */
  seconds: number;
  /** How long each of the four tries to find the capacity takes. */
  trySeconds: number;
  log: (line: string) => void;
}

/** A period as seen from both sides. */
export interface Row extends Period {
  /** Resident MB of the service at its end. */
  resident: number;
  /** That the database was asked. */
  statements: number;
}

interface Soaked {
  /** Requests a second when nothing holds them back. */
  capacity: number;
  rows: Row[];
  complaints: string[];
}

async function run(client: ChildProcess, job: SoakJob): Promise<Period> {
  const answer = once(client, 'message');
  client.send(job);
  const [period]: Period[] = await answer;
  if (!period) throw new Error('the client answered nothing');
  return period;
}

async function statementsOf(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  return Number(/^calendar_statement_duration_seconds_count (\d+)/m.exec(text)?.[1]);
}

const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;

/** What was promised, and is not so. */
export function complaintsOf(rows: readonly Row[]): string[] {
  const complaints = rows.flatMap(({ wrong }, n) => wrong.map((words) => `period ${n + 1}: ${words}`));
  const worst = Math.max(...rows.map(({ p99 }) => p99));
  const median = middle(rows.map(({ p99 }) => p99));
  if (worst > 3 * median)
    complaints.push(
      `the worst p99 is ${worst.toFixed(1)} ms, more than three times the median of ${median.toFixed(1)} ms`,
    );
  const half = Math.ceil(rows.length / 2);
  const [early, late] = [rows.slice(0, half), rows.slice(-half)].map((some) =>
    middle(some.map(({ resident }) => resident)),
  );
  if (early !== undefined && late !== undefined && late > early * 1.1 + 10)
    complaints.push(
      `memory grows: ${early.toFixed(0)} MB in the first half, ${late.toFixed(0)} MB in the second`,
    );
  if (rows.some(({ resident }) => resident > 300)) complaints.push('the process takes more than 300 MB');
  return complaints;
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
      tries.push((await run(client, { ...job, rate: 0, seconds: trySeconds })).answers / trySeconds);
    // The first one warms up.
    const capacity = middle(tries.slice(1));
    const rate = Math.round(capacity * SHARE);
    log(`capacity ${Math.round(capacity)} requests a second; ${periods} periods of ${seconds} s at ${rate}`);
    const rows: Row[] = [];
    let before = await statementsOf(metrics);
    for (let n = 1; n <= periods; n++) {
      const period = await run(client, { ...job, rate, seconds });
      const now = await statementsOf(metrics);
      rows.push({ ...period, resident: residentOf(service.pid), statements: now - before });
      before = now;
      const { answers, wrong, p50, p99, resident, statements } = rows.at(-1) ?? {
        ...period,
        resident: 0,
        statements: 0,
      };
      log(
        `${n}: ${answers} requests, ${wrong.length} errors, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${resident.toFixed(0)} MB, ${statements} statements`,
      );
    }
    return { capacity, rows, complaints: complaintsOf(rows) };
  } finally {
    client.disconnect();
  }
}

/** Finds out how much mixed load the service takes, then gives it four fifths of that for a while. */
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
