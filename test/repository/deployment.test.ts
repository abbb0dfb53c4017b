import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../bench/support/service.ts';
import { startTestServer } from '../support/service.ts';

/** Checks that the files of `deploy/` agree with the project. */
const read = (path: string): string => readFileSync(path, 'utf8');
const matches = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

const dockerfile = read('deploy/Dockerfile');
const compose = read('deploy/compose.yml');
const unit = read('deploy/calendar-events.service');
const template = read('deploy/calendar-events@.service');
const settings = matches(read('src/app/config.ts'), /^ {2}([A-Z_]+): /gm);
const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
/** Paths that the image copies from the repository. */
const copied = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));

test('the image copies existing files, and the build context has only those', () => {
  expect(copied.length).toBeGreaterThan(6);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  const [all, ...files] = read('deploy/Dockerfile.dockerignore').trim().split('\n').slice(1);
  expect(all).toBe('*');
  const left = ['src/platform/tracing/node_modules'];
  expect(files.toSorted()).toEqual([...[...new Set(copied)].map((path) => `!${path}`), ...left].toSorted());
});

test('the image contains all files that the service reads', () => {
  const files = globSync('src/**/*.ts').flatMap((file) => matches(read(file), /\bprojectFile\('([^']+)'\)/g));
  expect(files.length).toBeGreaterThan(2);
  expect(files.filter((path) => !copied.includes(path))).toEqual([]);
});

test('the unit template for several processes adds only a shared port and separate metrics ports', () => {
  const directives = (text: string): string[] =>
    text.split('\n').filter((line) => /^(\w+=|\[)/.test(line) && !line.startsWith('Description='));
  const added = ['Environment=REUSE_PORT=true', 'Environment=METRICS=946%i'];
  expect(directives(template).filter((line) => !added.includes(line))).toEqual(directives(unit));
  expect(directives(template)).toEqual(expect.arrayContaining(added));
});

test('image and unit run the command of npm start', () => {
  const command = scripts.start.replace(/^exec node /, '');
  const [cmd = '[]'] = matches(dockerfile, /^CMD (.+)$/gm);
  expect((JSON.parse(cmd) as string[]).join(' ')).toBe(`node ${command}`);
  const [executed = ''] = matches(unit, /^ExecStart=(.+)$/gm);
  expect(executed).toBe(`/opt/calendar-events/node_modules/.bin/node ${command}`);
});

test('nothing runs as root', () => {
  expect(matches(dockerfile, /^USER (.+)$/gm)).toEqual(['node']);
  expect(matches(unit, /^User=(.+)$/gm)).toEqual(['calendar']);
});

test('every set variable is a variable of the service', () => {
  const [, service = ''] = /\n {2}app:([\s\S]*?)\n {2}database:/.exec(compose) ?? [];
  const set = [
    ...matches(service, /^ {6}([A-Z_]+): /gm),
    ...matches(read('deploy/calendar-events.env'), /^([A-Z_]+)=/gm),
  ];
  expect(set.length).toBeGreaterThan(12);
  expect(set.filter((name) => !settings.includes(name))).toEqual([]);
});

test('the nginx container has every line that its start replaces', () => {
  const nginx = read('deploy/nginx.conf');
  const replaced = matches(compose, /-e 's[/#]([^/#]+|[^#]+(?=#\/dev))[/#]/g);
  expect(replaced.length).toBe(4);
  expect(replaced.filter((pattern) => !new RegExp(pattern, 'm').test(nginx))).toEqual([]);
});

test('no secret has a value in the repository', () => {
  const written = `${compose}\n${read('deploy/calendar-events.env')}`;
  expect(matches(written, /^\s*(?:SECRET_KEY|ADMIN_PASSWORD|POSTGRES_PASSWORD)[:=] *(.+)$/gm)).toEqual([
    expect.stringMatching(/^\$\{SECRET_KEY:\?/),
    expect.stringMatching(/^\$\{ADMIN_PASSWORD:-\}$/),
    expect.stringMatching(/^\$\{DATABASE_PASSWORD:\?/),
  ]);
});

test('files and folders in the deployment page and files exist', () => {
  const files = readdirSync('deploy', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const texts = ['docs/deployment.md', ...files].map(read);
  const named = texts.flatMap((text) => matches(text, /(?<![\w./-])((?:deploy|src|docs)\/[\w./-]+\.\w+)/g));
  expect(named.length).toBeGreaterThan(15);
  // Deployments create this file for their secrets.
  expect(named.filter((path) => !path.endsWith('/.env') && !existsSync(path))).toEqual([]);
});

test('the health check succeeds for a service that is ready, and fails without a service', async () => {
  const [check = '[]'] = matches(dockerfile, /^HEALTHCHECK .*\\\n +CMD (.+)$/gm);
  const [program = '', ...args] = JSON.parse(check) as string[];
  expect(program).toBe('node');
  const health = (port: string) =>
    promisify(execFile)(process.execPath, args, { env: { PORT: port } }).then(
      ({ stdout }) => stdout,
      (error: { code: number; stdout: string }) => `${error.code}: ${error.stdout}`,
    );
  const server = await startTestServer();
  const { port } = new URL(server.url);
  try {
    expect(await health(port)).toBe(`http://127.0.0.1:${port}/readyz returned 200\n`);
  } finally {
    await server.stop();
  }
  const nobody = String(await freePort());
  expect(await health(nobody)).toBe(`1: http://127.0.0.1:${nobody}/readyz does not respond\n`);
});
