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

/** @returns undefined if this process is not root; then its own user is used */
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

/** Ends a process, by SIGKILL after 20 s. */
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
  /** Whether the program runs as the user of this process. */
  asCaller?: boolean;
}

/** All started processes. Each has its own log file in a shared folder. */
export class Processes {
  readonly #folder: string;
  readonly #user = unprivileged();
  readonly #started: ChildProcess[] = [];
  #isClosing = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.changeOwner(folder);
  }

  /** Makes the user of the parts the owner of a file or folder. */
  changeOwner(path: string): void {
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid);
  }

  logOf(name: string): string {
    return join(this.#folder, `${name}.log`);
  }

  /** Refuses to start more processes, because a scenario may still be running. */
  refuseMore(): void {
    this.#isClosing = true;
  }

  /**
   * Starts a program in a separate session, so that Ctrl-C reaches only the runner, which ends all processes in order.
   */
  start(name: string, { command, args = [], env = {}, asCaller = false }: Starting): ChildProcess {
    if (this.#isClosing) throw new Error(`${name} is not started: the cluster is shutting down`);
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

  /** Ends the running processes, the last one first. */
  async stop(): Promise<void> {
    for (const child of this.#started.toReversed()) {
      // A frozen process would not react to the next signal.
      child.kill('SIGCONT');
      await end(child);
    }
  }
}
