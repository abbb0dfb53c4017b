import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/*
 * The script of /docs is one file of a package that is not installed, because it would install two hundred others.
 * `node .ci/scalar.mjs check` compares the copy in this project with the published package that its lock file names;
 * `node .ci/scalar.mjs update VERSION` replaces it by another version. Further arguments go to npm.
 */
const PACKAGE = '@scalar/api-reference';
const FILE = 'dist/browser/standalone.js';
const FOLDER = 'src/api/pages/scalar';
const COPY = join(FOLDER, 'standalone.js.br');
const LOCK = join(FOLDER, 'package-lock.json');
const MAX_BYTES = 64e6;

/** Downloads a version. @returns the hash of the package, in the format of lock files, and its script */
function download(version, options) {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-scalar-'));
  try {
    const pack = ['pack', `${PACKAGE}@${version}`, '--pack-destination', folder, ...options];
    execFileSync('npm', pack, { stdio: ['ignore', 'ignore', 'inherit'] });
    const archive = join(folder, ...readdirSync(folder));
    const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    const unpack = ['-xzOf', archive, `package/${FILE}`];
    return { integrity, script: execFileSync('tar', unpack, { maxBuffer: MAX_BYTES }) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function check(...options) {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8'));
  const { version, integrity } = packages[`node_modules/${PACKAGE}`];
  const published = download(version, options);
  const isSame =
    published.integrity === integrity && brotliDecompressSync(readFileSync(COPY)).equals(published.script);
  console.log(`${COPY} is ${isSame ? '' : 'NOT '}${FILE} of ${PACKAGE} ${version}`);
  if (!isSame) process.exitCode = 1;
}

function update(version, ...options) {
  const { integrity, script } = download(version, options);
  const lock = {
    name: 'scalar',
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { [PACKAGE]: version } },
      [`node_modules/${PACKAGE}`]: { version, integrity, license: 'MIT' },
    },
  };
  writeFileSync(COPY, brotliCompressSync(script));
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'check') check(...rest);
else if (command === 'update' && rest.length > 0) update(...rest);
else throw new Error('check, or update VERSION');
