import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The user that the parts of a cluster run as: PostgreSQL and PgBouncer refuse to run as root. */
interface User {
  uid: number;
  gid: number;
}

const STOP_MS = 20_000;

const id = (option: string, name: string): number =>
  Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));

/** @returns undefined where this process is not root: then its own user will do */
function unprivileged(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return { uid: id('-u', 'postgres'), gid: id('-g', 'postgres') };
  } catch {
    return { uid: id('-u', 'nobody'), gid: id('-g', 'nobody') };
  }
}

export const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;

/** Ends a process; by force after some seconds. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const cut = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await exited;
  clearTimeout(cut);
}

interface Starting {
  command: string;
  args?: readonly string[];
  env?: Record<string, string>;
  /** Whether it runs as the user who started all this. */
  asCaller?: boolean;
}

/** All processes that were started. Each writes its output into a file of its own, in one folder. */
export class Processes {
  readonly #folder: string;
  readonly #user = unprivileged();
  readonly #started: ChildProcess[] = [];
  #isOver = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.give(folder);
  }

  /** Gives a file or a folder to the user that the parts run as. */
  give(path: string): void {
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid);
  }

  logOf(name: string): string {
    return join(this.#folder, `${name}.log`);
  }

  /** From now on refuses to start anything: a scenario may still be about to. */
  refuse(): void {
    this.#isOver = true;
  }

  /**
   * Starts a program in a session of its own, so that Ctrl-C reaches only the runner, which ends all in
   * order.
   */
  start(name: string, { command, args = [], env = {}, asCaller = false }: Starting): ChildProcess {
    if (this.#isOver) throw new Error(`${name} is not started: all is being ended`);
    const log = openSync(this.logOf(name), 'a');
    const child = spawn(command, [...args], {
      cwd: asCaller ? process.cwd() : this.#folder,
      env: { PATH: process.env.PATH ?? '', HOME: this.#folder, ...env },
      stdio: ['ignore', log, log],
      detached: true,
      ...(!asCaller && this.#user),
    });
    closeSync(log);
    this.#started.push(child);
    return child;
  }

  /** Ends what still runs, the last one first. */
  async stop(): Promise<void> {
    for (const child of this.#started.toReversed()) {
      // A frozen process would not react to the next signal.
      child.kill('SIGCONT');
      await end(child);
    }
  }
}
