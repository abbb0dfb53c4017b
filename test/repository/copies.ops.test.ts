import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** CI's check of the copied files, against a registry with one version of each package. */
const COMMAND = resolve('.ci/copies.mjs');
const VERSION = '9.1.0';
const FILES: Readonly<Record<string, readonly string[]>> = {
  '@graphql-yoga/graphiql': [
    'dist/yoga-graphiql.umd.js',
    'dist/graphiql.css',
    'dist/monacoeditorwork/editor.worker.bundle.js',
    'dist/monacoeditorwork/graphql.worker..bundle.js',
    'dist/monacoeditorwork/json.worker.bundle.js',
  ],
  '@scalar/api-reference': ['dist/browser/standalone.js'],
  trix: ['dist/trix.umd.min.js'],
};
const NAMES = Object.keys(FILES);
const COPY = 'src/copies/reference.js.gz';
const LOCK = 'src/copies/package-lock.json';
let folder: string;
let registry: Server;

/** A package archive in npm's form, whose files contain their names. */
async function pack(name: string): Promise<Buffer> {
  const root = join(folder, name.replace('/', '-'));
  for (const file of FILES[name] ?? []) {
    const path = join(root, 'package', file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file);
  }
  await writeFile(join(root, 'package/package.json'), JSON.stringify({ name, version: VERSION }));
  return execFileSync('tar', ['-czf', '-', '-C', root, 'package']);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-test-'));
  await mkdir(join(folder, dirname(COPY)), { recursive: true });
  const archives = await Promise.all(NAMES.map(pack));
  registry = createServer(({ url = '', headers }, res) => {
    const path = decodeURIComponent(url).slice(1);
    const name = path.replace(/^archive\//, '');
    const archive = archives[NAMES.indexOf(name)];
    if (!archive) return void res.writeHead(404).end();
    if (path !== name) return void res.end(archive);
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
    const dist = { tarball: `http://${headers.host}/archive/${name}`, integrity };
    res.end(JSON.stringify({ name, versions: { [VERSION]: { name, version: VERSION, dist } } }));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
});
afterAll(async () => {
  registry.close();
  registry.closeAllConnections();
  await rm(folder, { recursive: true });
});

/** Runs the command. @returns its exit code and output */
const run = (...args: string[]): Promise<[code: number | null, said: string]> => {
  const { port } = registry.address() as AddressInfo;
  const options = [`--registry=http://127.0.0.1:${port}`, `--cache=${join(folder, 'cache')}`];
  return new Promise((done) => {
    const child = execFile(process.execPath, [COMMAND, ...args, ...options], { cwd: folder }, (_error, out) =>
      done([child.exitCode, out]),
    );
  });
};

beforeEach(async () => {
  for (const name of NAMES) expect(await run('update', name, VERSION)).toEqual([0, '']);
});

test('an update copies the published version', async () => {
  expect(gunzipSync(await readFile(join(folder, COPY))).toString()).toBe('dist/browser/standalone.js');
  expect(await run('check')).toEqual([0, NAMES.map((name) => `${name} ${VERSION}: the same\n`).join('')]);
});

test('a changed copy is detected', async () => {
  await writeFile(join(folder, COPY), gzipSync('and more'));
  const [code, said] = await run('check');
  expect([code, said]).toEqual([
    1,
    expect.stringContaining(`@scalar/api-reference ${VERSION}: NOT the same: ${COPY}\n`),
  ]);
  expect(said).toContain(`trix ${VERSION}: the same`);
});

test('so is a package other than the source of the copy', async () => {
  const lock = await readFile(join(folder, LOCK), 'utf8');
  await writeFile(join(folder, LOCK), lock.replace(/sha512-[^"]{5}/, 'sha512-other'));
  expect(await run('check')).toEqual([1, expect.stringContaining(`NOT the same: ${LOCK}\n`)]);
});
