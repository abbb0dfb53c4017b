import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const LOGIN = 'admin';
export const PASSWORD = 'abcd EFGH 1234 ijkl MNOP 5678';
/** Settings of a service with this administrator, and without demo records. */
export const ADMINISTRATOR = { ADMIN_USER: LOGIN, ADMIN_PASSWORD: PASSWORD, DEMO_DATA: 'false' };
/** The `Authorization` header of the administrator. */
export const AUTHORIZATION = `Basic ${Buffer.from(`${LOGIN}:${PASSWORD}`).toString('base64')}`;
export const NAMESPACE = '/calendar/events/v1';

const START_MS = 300_000;
const STOP_MS = 15_000;

export interface Running {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Milliseconds from the start to the first 200. */
  readonly startMs: number;
  stop(): Promise<void>;
}

export const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function waitUntilReady(url: string, init: RequestInit, child: ChildProcess): Promise<void> {
  const end = performance.now() + START_MS;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('the server ended before it was ready');
    const status = await fetch(url, init).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      () => 0,
    );
    if (status === 200) return;
    if (performance.now() > end)
      throw new Error(`no 200 within ${START_MS} ms, the last status was ${status}`);
    await pause(5);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const cut = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(cut);
}

/** Starts a program with PORT set, and waits until `path` returns 200. */
export async function startProgram(
  program: readonly string[],
  path: string,
  env: Record<string, string>,
  init: RequestInit = {},
): Promise<Running> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...program], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await waitUntilReady(url + path, init, child);
  } catch (error) {
    await end(child);
    throw new Error(`${program.join(' ')}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { url, port, pid: child.pid ?? 0, startMs: performance.now() - started, stop: () => end(child) };
}

/** The arguments of Node.js in the package script `start`. @param root the folder of another release */
export function startArguments(root = file('')): string[] {
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return scripts.start
    .replace(/^(exec )?node /, '')
    .split(' ')
    .map((argument) => (argument.startsWith('--') ? argument : join(root, argument)));
}

/** Starts the service like `npm start`. @param root the folder of another release */
export const startService = (env: Record<string, string>, root?: string): Promise<Running> =>
  startProgram(startArguments(root), `${NAMESPACE}/events`, {
    LOG_LEVEL: 'warn',
    ...ADMINISTRATOR,
    ...env,
  });
