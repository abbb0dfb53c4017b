import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../bench/support/service.ts';
import { runnable } from '../../test/support/commands.ts';

const PAGES = ['README.md', 'docs/requests.md', 'docs/users.md'];

/** A fresh clone of the project, started by the README's first command. */
interface Newcomer {
  /** The clone. */
  readonly project: string;
  readonly url: string;
  /** The header that the console printed. */
  readonly authorization: string;
  /** Commands of the README and of the pages on requests and users, in order. */
  readonly commands: readonly string[];
  /**
   * Runs commands in a shell, as printed except for the port. @returns their output
   * @throws Error if a command fails
   */
  shell(commands: string): string;
  /** Stops the service, and removes the clone. */
  close(): Promise<void>;
}

/** Waits for the whole banner. @returns its `Authorization` header */
async function readBanner(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the service has no output');
  let authorization = '';
  for await (const line of createInterface(child.stdout)) {
    authorization ||= /Authorization: (Basic \S+)/.exec(line)?.[1] ?? '';
    if (line.startsWith('Press Ctrl-C')) return authorization;
  }
  throw new Error('the service did not start');
}

/** Clones the last commit into a private folder, installs it, and starts it. */
export async function installClone(repository: string): Promise<Newcomer> {
  const folder = mkdtempSync(join(tmpdir(), 'calendar newcomer '));
  chmodSync(folder, 0o700);
  const project = join(folder, 'calendar');
  execFileSync('git', ['clone', '--quiet', repository, project]);
  execFileSync('npm', ['ci'], { cwd: project, stdio: 'ignore' });
  const port = await freePort();
  const child = spawn('npm', ['start'], {
    cwd: project,
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const close = async (): Promise<void> => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.pid !== undefined) {
      process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const authorization = await readBanner(child);
    child.stdout?.resume();
    // An error response also fails the shell command.
    writeFileSync(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
    return {
      project,
      url: `http://localhost:${port}`,
      authorization,
      commands: PAGES.flatMap((page) => runnable(readFileSync(join(project, page), 'utf8'))),
      shell: (commands) =>
        execFileSync(
          'bash',
          ['-e', '-o', 'pipefail', '-c', commands.replaceAll('localhost:3000', `localhost:${port}`)],
          {
            cwd: project,
            env: {
              ...process.env,
              CURL_HOME: folder,
              PASSWORD: readFileSync(join(project, '.data/admin-password'), 'utf8').trim(),
            },
            encoding: 'utf8',
          },
        ),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
