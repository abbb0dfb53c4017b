import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { migrationsList } from '../../src/domain/migrations/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const git = async (...args: string[]): Promise<string> =>
  (await run('git', ['-C', ROOT, ...args])).stdout.trim();

async function releases(): Promise<string[]> {
  const versions = await readdir(join(ROOT, 'docs/releases'));
  return versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

export const lastRelease = async (): Promise<string> => (await releases()).at(-1) ?? '';

/** The names of a release's migrations, in order. */
export const migrationsOf = async (version: string): Promise<string[]> =>
  (await readFile(join(ROOT, 'docs/releases', version, 'migrations'), 'utf8')).trim().split('\n');

/** Whether a release has this migration. */
const hasMigration = async (version: string, name: string | undefined): Promise<boolean> =>
  name !== undefined && (await migrationsOf(version)).includes(name);

/**
 * The version to upgrade from: the last one that lacks some migration of this one, else the last one. Releases without
 * the first migration are too old.
 */
export async function releaseBefore(): Promise<string> {
  const versions = await releases();
  for (const version of versions.toReversed()) {
    if (!(await hasMigration(version, migrationsList[0]?.name))) break;
    if (!(await hasMigration(version, migrationsList.at(-1)?.name))) return version;
  }
  return versions.at(-1) ?? '';
}

/** The migrations that an earlier release lacks. */
export async function migrationsSince(version: string): Promise<typeof migrationsList> {
  const names = await migrationsOf(version);
  return migrationsList.filter(({ name }) => !names.includes(name));
}

/**
 * The commit of a release: the one that added its folder in docs/releases. Undefined without history, as in the shallow
 * clones of CI.
 */
export async function commitOf(version: string): Promise<string | undefined> {
  const path = `docs/releases/${version}/B.rest`;
  try {
    if ((await git('rev-parse', '--is-shallow-repository')) === 'true') return undefined;
    return (await git('log', '--diff-filter=A', '--format=%H', '--', path)).split('\n')[0] || undefined;
  } catch {
    return undefined;
  }
}

const dependencies = async (folder: string): Promise<Record<string, string>> => {
  const { dependencies: all } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return all;
};

export interface Release {
  readonly root: string;
  remove(): Promise<void>;
}

/**
 * Unpacks a commit. It shares the installed packages if it needs the same versions.
 * @param shares true if the part to run needs only these packages
 */
export async function unpack(commit: string, shares = false): Promise<Release> {
  const root = await mkdtemp(join(tmpdir(), 'calendar-release-'));
  await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', ROOT, commit, root]);
  const [now, then] = [await dependencies(ROOT), await dependencies(root)];
  const isSame = shares || Object.entries(then).every(([name, version]) => now[name] === version);
  if (isSame) await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  else await run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: root });
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
