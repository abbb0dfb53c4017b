import { type ChildProcess, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  type Binaries,
  EmbeddedDatabaseError,
  type Identity,
  runAs,
  SERVER_ENV,
  WORKING_FOLDER,
} from './programs.ts';

interface ServerOptions {
  binaries: Binaries;
  identity: Identity;
  cluster: string;
  settings: Readonly<Record<string, string>>;
  /** How the superuser connects, to check that the server is ready. */
  superuser: pg.ClientConfig;
  log: (line: string) => void;
}

interface Server {
  /** Resolves with the reason when the server has ended, for whatever cause. */
  readonly ended: Promise<string>;
  /** Shuts the server down: open connections are cut, acknowledged writes are preserved. */
  stop(): Promise<void>;
}

/**
 * The guardian: a shell that waits on a pipe from this process and stops the server when the pipe breaks, so that the
 * server does not outlive this process even after `kill -9`. A line on the pipe dismisses the guardian. The server
 * replaces the outer shell, so `$$` is its pid. The guardian must not be a child of the server, which would confuse the
 * server's bookkeeping.
 */
const GUARDIAN_SCRIPT = '( (read -r _ <&3 || kill -INT $$) >/dev/null 2>&1 & ) ; exec "$@" 3<&-';

/** Starts PostgreSQL on a cluster and waits until it responds. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const lines: string[] = [];
  const child = launch(options);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n').filter((part) => part.trim() !== '')) {
      lines.push(line);
      if (lines.length > 30) lines.shift();
      options.log(line);
    }
  });
  const server: Server = { ended, stop: () => stop(child, ended, options) };
  try {
    await Promise.race([waitUntilReady(options.superuser), ended.then(startFailure(lines))]);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** The server gets its own session (`detached`), so that ^C and signals to this process group do not reach it. */
function launch({ binaries, identity, cluster, settings }: ServerOptions): ChildProcess {
  const args = [
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, text]) => ['-c', `${name}=${text}`]),
  ];
  const guard = process.platform === 'win32' ? [] : ['/bin/sh', '-c', GUARDIAN_SCRIPT, 'sh'];
  const [program = '', ...rest] = [...identity.commandPrefix, ...guard, binaries.postgres, ...args];
  const child = spawn(program, rest, {
    ...identity.user,
    cwd: WORKING_FOLDER,
    env: SERVER_ENV,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const guardian = child.stdio[3] as Writable;
  guardian.on('error', () => {});
  // Dismissed as soon as the server has ended, because its pid may soon belong to another process.
  child.once('exit', () => guardian.end('\n'));
  return child;
}

async function stop(
  child: ChildProcess,
  ended: Promise<string>,
  { binaries, identity, cluster }: ServerOptions,
): Promise<void> {
  // Windows has no signal for an orderly stop; `kill` would terminate the process at once.
  if (process.platform === 'win32')
    await runAs(identity, [binaries.pgCtl, 'stop', '-D', cluster, '-m', 'fast', '-t', '8']).catch(() => {});
  // SIGINT, a fast shutdown, cuts connections and flushes all data; SIGQUIT, an immediate one, leaves recovery to the
  // next start. Both preserve acknowledged writes.
  for (const [signal, timeoutMs] of [
    ['SIGINT', 8_000],
    ['SIGQUIT', 3_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) break;
    child.kill(signal);
    await Promise.race([ended, pause(timeoutMs, undefined, { ref: false })]);
  }
}

async function waitUntilReady(config: pg.ClientConfig): Promise<void> {
  const end = Date.now() + 10 * 60_000;
  for (let wait = 10; ; wait = Math.min(wait * 1.5, 250)) {
    const client = new pg.Client(config);
    client.on('error', () => {});
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      // Not listening yet, or still recovering after a crash.
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (!['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code) || Date.now() > end) throw error;
      await pause(wait);
    }
  }
}

const startFailure =
  (lines: readonly string[]) =>
  (reason: string): never => {
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL did not start (${reason}):\n${lines.map((line) => `  ${line}`).join('\n')}`,
    );
  };

/** Starts the server, and restarts it when it ends unexpectedly, for example because memory ran out. */
export async function superviseServer(options: ServerOptions): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let server: Server | undefined = await startWithRetries(options);
  let watching = watch(server);

  async function watch(running: Server): Promise<void> {
    const reason = await running.ended;
    if (stopping) return;
    options.log(`The embedded database ended unexpectedly (${reason}). Restarting it.`);
    server = undefined;
    for (let wait = 100; !stopping && server === undefined; wait = Math.min(wait * 2, 10_000)) {
      server = await startWithRetries(options).catch(
        (error: EmbeddedDatabaseError) => void options.log(error.message),
      );
      if (server === undefined) await pause(wait);
    }
    if (server === undefined) return;
    if (stopping) return server.stop();
    watching = watch(server);
  }

  return {
    async stop() {
      stopping = true;
      await server?.stop();
      await watching;
    },
  };
}

/** After a `kill -9` of the server, its child processes keep the cluster locked until they notice. */
async function startWithRetries(options: ServerOptions): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(options);
    } catch (error) {
      const busy = /pre-existing shared memory block|lock file ".*" already exists/.test(
        (error as Error).message,
      );
      if (!busy || attempt === 20) throw error;
      await pause(250);
    }
  }
}
