import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { pause } from '../support/eventually.ts';
import { basic, type GraphQLAnswer } from '../support/service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOGIN = 'admin';
const PASSWORD = 'abcd EFGH 1234 ijkl MNOP 5678';
/** Headers by which the administrator of every victim is known. */
export const ADMIN = basic(LOGIN, PASSWORD);

/**
 * The service as `npm start` runs it, in a process of its own: one that an attack could end, block or fill.
 */
export interface Victim {
  readonly url: string;
  /** `…/calendar/events/v1` */
  readonly rest: string;
  readonly pid: number;
  readonly admin: { authorization: string };
  readonly database: TestDatabase;
  /** What it wrote to stderr, line by line. */
  readonly log: readonly string[];
  /** Whether the process still runs. */
  readonly isAlive: boolean;
  /**
   * Its resident memory in bytes once it has collected its garbage: what it keeps. Linux only, as all of
   * these tests.
   */
  memory(): Promise<number>;
  /** Sends a signal to the process. */
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code once it has ended; null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** A request to a path of the REST namespace, as nobody unless said otherwise. Objects are sent as JSON. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  graphql(
    query: string,
    variables?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<GraphQLAnswer>;
  stop(): Promise<void>;
}

interface VictimOptions {
  /** Variables of the configuration. The demo calendar is there unless `DEMO_DATA` is `false`. */
  env?: Record<string, string>;
  /** Added to those of `npm start`. */
  nodeFlags?: readonly string[];
  /** Shared with others; by default it has its own, which goes with it. */
  database?: TestDatabase;
  /** Folder of another release. */
  root?: string;
}

/** Collects garbage when it is told to: when that happens by itself is another matter on every machine. */
const COLLECTOR = ['--expose-gc', '--import', `data:text/javascript,process.on('SIGUSR2',()=>gc())`];
/** Collecting takes less than this, and so does giving memory back to the system. */
const COLLECT_MS = 250;

/** The arguments of `node` in the script `start`. */
async function startArguments(root: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.replace(/^(exec )?node /, '').split(' ');
}

async function readyUrl(child: ChildProcess, log: readonly string[]): Promise<string> {
  if (!child.stdout) throw new Error('the process has no output');
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /^GraphQL\s+(\S+)\/graphql$/.exec(line) ?? [];
    if (url) return url.replace('localhost', '127.0.0.1');
  }
  throw new Error(`the service did not start:\n${log.join('\n')}`);
}

export async function startVictim({
  env = {},
  nodeFlags = [],
  database,
  root = ROOT,
}: VictimOptions = {}): Promise<Victim> {
  const own = database ?? (await createTestDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'calendar-attack-'));
  const child = spawn(process.execPath, [...COLLECTOR, ...nodeFlags, ...(await startArguments(root))], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      ADMIN_USER: LOGIN,
      ADMIN_PASSWORD: PASSWORD,
      DEMO_DATA: 'true',
      DATABASE_URL: own.url,
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  createInterface(child.stderr).on('line', (line) => log.push(line));
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const clean = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
    if (!database) await own.drop();
  };
  let url: string;
  try {
    url = await readyUrl(child, log);
    // Nobody reads the rest.
    child.stdout.resume();
  } catch (error) {
    await clean();
    throw error;
  }
  const rest = `${url}/calendar/events/v1`;
  const send = (
    address: string,
    method: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response> =>
    fetch(address, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    url,
    rest,
    pid: child.pid ?? 0,
    admin: ADMIN,
    database: own,
    log,
    ended,
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    async memory() {
      child.kill('SIGUSR2');
      await pause(COLLECT_MS);
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
    },
    kill: (signal) => void child.kill(signal),
    request: (method, path, body, headers = {}) => send(`${rest}${path}`, method, body, headers),
    async graphql(query, variables = {}, headers = {}) {
      return (await (
        await send(`${url}/graphql`, 'POST', { query, variables }, headers)
      ).json()) as GraphQLAnswer;
    },
    stop: clean,
  };
}

/** The slowest answers that somebody else got while an attack was under way, in milliseconds. */
export interface Bystander {
  list: number;
  health: number;
  /** How many lists were answered. */
  lists: number;
}

const PAUSE_MS = 100;
const GIVE_UP_MS = 30_000;
const TICK_MS = 10;

/**
 * How long an answer takes, in milliseconds, without the longest moment in which this process stood still
 * itself: it collects much more garbage than the one that is attacked.
 */
async function timed(url: string): Promise<number> {
  const still = monitorEventLoopDelay({ resolution: TICK_MS });
  still.enable();
  const start = performance.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(GIVE_UP_MS) });
  await response.arrayBuffer();
  const took = performance.now() - start;
  // Whoever stood still until now has not been told of it yet.
  await new Promise((resolve) => setTimeout(resolve, 2 * TICK_MS));
  still.disable();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return Math.max(0, took - Math.max(0, still.max / 1e6 - 2 * TICK_MS));
}

/**
 * Runs an attack while somebody else asks for a plain list, which is computed each time, and for /healthz.
 * @throws when one of these is not answered with 200
 */
export async function during(
  victim: Pick<Victim, 'url' | 'rest'>,
  attack: () => Promise<unknown>,
): Promise<Bystander> {
  const seen: Bystander = { list: 0, health: 0, lists: 0 };
  let running = true;
  const ask = async (): Promise<void> => {
    // At least once, and once more when the attack is over: what it leaves behind counts too.
    for (let last = false; !last; ) {
      last = !running;
      const [list, health] = await Promise.all([
        timed(`${victim.rest}/events?bystander=${seen.lists}-${Date.now()}`),
        timed(`${victim.url}/healthz`),
      ]);
      seen.list = Math.max(seen.list, list);
      seen.health = Math.max(seen.health, health);
      seen.lists += 1;
      await pause(PAUSE_MS);
    }
  };
  const asking = ask();
  // Told below, once the attack is over.
  asking.catch(() => {});
  try {
    await attack();
  } finally {
    running = false;
  }
  await asking;
  return seen;
}

const MEGABYTE = 1024 * 1024;
/**
 * What a process takes at most after an attack, in megabytes. An idle one takes 237; on a busy machine, which gives memory
 * back later, 312 were seen after a flood of `memory-cache.ops.test.ts`, mostly 250 to 290.
 */
const MOST = 320;

/**
 * What every attack has to leave behind: the same process, not grown, and others who were answered meanwhile. The limits
 * tell a process that is held from a slow machine.
 */
export async function expectUnharmed(victim: Victim, bystander: Bystander): Promise<void> {
  expect(victim.isAlive).toBe(true);
  expect(bystander.list).toBeLessThan(10_000);
  expect(bystander.health).toBeLessThan(5_000);
  expect(Math.round((await victim.memory()) / MEGABYTE)).toBeLessThan(MOST);
}
