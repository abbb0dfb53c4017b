import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/** CI's check of the copy of Scalar's script, against a registry with one version of its package. */
const COMMAND = resolve('.ci/scalar.mjs');
const NAME = '@scalar/api-reference';
const VERSION = '9.1.0';
const SCRIPT = 'what the page runs';
const COPY = 'src/api/pages/scalar/standalone.js.br';
const LOCK = 'src/api/pages/scalar/package-lock.json';
let folder: string;
let registry: Server;

/** A package archive in npm's form. */
async function pack(): Promise<Buffer> {
  const path = join(folder, 'package/dist/browser/standalone.js');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, SCRIPT);
  await writeFile(join(folder, 'package/package.json'), JSON.stringify({ name: NAME, version: VERSION }));
  return execFileSync('tar', ['-czf', '-', '-C', folder, 'package']);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calendar-test-'));
  await mkdir(join(folder, dirname(COPY)), { recursive: true });
  const archive = await pack();
  const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  registry = createServer(({ url, headers }, res) => {
    const dist = { tarball: `http://${headers.host}/archive.tgz`, integrity };
    const versions = { [VERSION]: { name: NAME, version: VERSION, dist } };
    res.end(url === '/archive.tgz' ? archive : JSON.stringify({ name: NAME, versions }));
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
  expect(await run('update', VERSION)).toEqual([0, '']);
});

test('an update copies the published version', async () => {
  expect(brotliDecompressSync(await readFile(join(folder, COPY))).toString()).toBe(SCRIPT);
  expect(await run('check')).toEqual([0, `${COPY} is dist/browser/standalone.js of ${NAME} ${VERSION}\n`]);
});

test('a changed copy is detected', async () => {
  await writeFile(join(folder, COPY), brotliCompressSync(`${SCRIPT}, and more`));
  expect(await run('check')).toEqual([1, expect.stringContaining(`${COPY} is NOT dist/`)]);
});

test('so is a package other than the source of the copy', async () => {
  const lock = await readFile(join(folder, LOCK), 'utf8');
  await writeFile(join(folder, LOCK), lock.replace(/sha512-[^"]{5}/, 'sha512-other'));
  expect(await run('check')).toEqual([1, expect.stringContaining(`${COPY} is NOT dist/`)]);
});
