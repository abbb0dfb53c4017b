import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFolder, findProgram } from '../../../bench/support/programs.ts';

/** Paths of the programs of a cluster. */
export interface Programs {
  etcd: string;
  patroni: string;
  haproxy: string;
  pgbouncer: string;
  nginx: string;
  /** The folder of `initdb`, `postgres` and other programs of PostgreSQL. */
  postgres: string;
}

/** A program that the scenarios need is not installed. */
export class NotInstalled extends Error {}

/** Names of Debian's packages; Patroni needs the last one for etcd, and openssl creates the certificate of nginx. */
const PACKAGES = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  nginx: 'nginx',
  openssl: 'openssl',
  postgres: 'postgresql',
  client: 'python3-etcd',
};
const VERSIONS = '/usr/lib/postgresql';

/** Folders of PostgreSQL, newest first; Debian has a folder for each version. */
function versions(): string[] {
  try {
    const installed = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
    return installed.map((version) => join(VERSIONS, version, 'bin'));
  } catch {
    return [];
  }
}

const isPythonModule = (name: string): boolean => {
  try {
    execFileSync('/usr/bin/python3', ['-c', `import ${name}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** @throws NotInstalled with the names of all missing packages */
export function findPrograms(): Programs {
  const programs = {
    etcd: findProgram('etcd'),
    patroni: findProgram('patroni'),
    haproxy: findProgram('haproxy'),
    pgbouncer: findProgram('pgbouncer'),
    nginx: findProgram('nginx'),
    openssl: findProgram('openssl'),
    postgres: findFolder('initdb', versions()),
    client: isPythonModule('etcd') ? 'etcd' : undefined,
  };
  const names = [
    'etcd',
    'patroni',
    'haproxy',
    'pgbouncer',
    'nginx',
    'openssl',
    'postgres',
    'client',
  ] as const;
  const missing = names.filter((name) => programs[name] === undefined).map((name) => PACKAGES[name]);
  const { etcd, patroni, haproxy, pgbouncer, nginx, postgres } = programs;
  if (!etcd || !patroni || !haproxy || !pgbouncer || !nginx || !postgres || missing.length > 0)
    throw new NotInstalled(
      `Not installed: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`,
    );
  return { etcd, patroni, haproxy, pgbouncer, nginx, postgres };
}

/** The version of a program, such as `1.18.0`. */
export function versionOf(program: string): string {
  const output = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return /\d+(\.\d+)+/.exec(output)?.[0] ?? output.trim();
}
