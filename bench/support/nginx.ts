import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findProgram } from './programs.ts';
import { file, freePort } from './service.ts';

const START_MS = 20_000;
/** Temporary folders of nginx; only root may write to the default ones. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The path of the installed nginx; undefined if nginx, or openssl for its certificate, is missing. */
export const findNginx = (): string | undefined =>
  findProgram('openssl') ? findProgram('nginx') : undefined;

export interface Nginx {
  /** Address without TLS. */
  readonly url: string;
  /** Address with TLS; the certificate is self-signed. */
  readonly secureUrl: string;
  /** The name of the site in the configuration. */
  readonly host: string;
  /** Lines of the access log. */
  log(): string[];
  /** Lines of the error log. */
  errors(): string[];
  stop(): Promise<void>;
}

interface NginxOptions {
  /** Ports of the service's processes. */
  ports: readonly number[];
  /** Port without TLS; a free one by default. */
  port?: number;
  securePort?: number;
  /** Changes of the configuration: texts of `deploy/nginx.conf`, and their replacements. */
  replaced?: Readonly<Record<string, string>>;
}

const HOST = 'calendar.example.org';

/** @throws Error if the configuration does not contain the text */
function replace(config: string, from: string, to: string): string {
  if (!config.includes(from)) throw new Error(`deploy/nginx.conf has no "${from}"`);
  return config.replaceAll(from, to);
}

function configuration(folder: string, ports: readonly number[], port: number, securePort: number): string {
  const temporary = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n    ');
  const servers = ports.map((each) => `server 127.0.0.1:${each};`).join('\n        ');
  const changes: readonly [string, string][] = [
    // The site is served at both ports; the sites for other names and for plain HTTP are removed below.
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port};\n        listen 127.0.0.1:${securePort} ssl http2;`],
    ['server 127.0.0.1:3000;', servers],
    ['/run/nginx.pid', join(folder, 'nginx.pid')],
    ['/var/log/nginx', folder],
    ['/var/cache/nginx', folder],
    [`/etc/letsencrypt/live/${HOST}`, folder],
    ['http {', `http {\n    ${temporary}`],
    [`server_name ${HOST};`, `server_name ${HOST} 127.0.0.1;`],
  ];
  const config = readFileSync(file('deploy/nginx.conf'), 'utf8')
    .replaceAll(/^ {4}server \{\n {8}listen 80[\s\S]*?\n {4}\}\n/gm, '')
    .replaceAll(/^ +listen \[::\].*\n/gm, '');
  return changes.reduce((text, [from, to]) => replace(text, from, to), config);
}

async function isListening(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

/** Starts nginx with `deploy/nginx.conf`, on free ports and in a temporary folder. */
export async function startNginx({ ports, replaced = {}, ...given }: NginxOptions): Promise<Nginx> {
  const program = findNginx();
  if (!program) throw new Error('nginx is not installed');
  const port = given.port ?? (await freePort());
  const securePort = given.securePort ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'calendar-nginx-'));
  // nginx's worker processes do not run as root.
  chmodSync(folder, 0o755);
  for (const name of TEMPORARY) mkdirSync(join(folder, name));
  const certificate = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${HOST}`];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync('openssl', [...certificate, ...files], { stdio: 'ignore' });
  const config = Object.entries(replaced).reduce(
    (text, [from, to]) => replace(text, from, to),
    configuration(folder, ports, port, securePort),
  );
  const path = join(folder, 'nginx.conf');
  writeFileSync(path, config);
  const child = spawn(program, ['-c', path, '-g', 'daemon off;'], { stdio: 'ignore', detached: true });
  const exited = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const lines = (name: string): string[] => readFileSync(join(folder, name), 'utf8').trim().split('\n');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const end = performance.now() + START_MS;
  while (!(await isListening(url))) {
    if (child.exitCode !== null || performance.now() > end) {
      const words = lines('error.log').join('\n');
      await stop();
      throw new Error(`nginx did not start: ${words}`);
    }
    await pause(20);
  }
  return {
    url,
    secureUrl: `https://127.0.0.1:${securePort}`,
    host: HOST,
    log: () => lines('calendar.log'),
    errors: () => lines('error.log'),
    stop,
  };
}
