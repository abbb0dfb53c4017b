import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/*
 * `node .ci/copies.mjs check` compares the files in src/copies with the published packages that its lock file names;
 * `node .ci/copies.mjs update PACKAGE VERSION` replaces the copies of a package. Further arguments go to npm.
 */
const FOLDER = 'src/copies';
const LOCK = join(FOLDER, 'package-lock.json');
const MAX_BYTES = 64e6;

/** The copied files of each package, and the names of the copies. */
const COPIES = {
  '@graphql-yoga/graphiql': {
    'dist/yoga-graphiql.umd.js': 'graphiql.js',
    'dist/graphiql.css': 'graphiql.css',
    'dist/monacoeditorwork/editor.worker.bundle.js': 'graphiql-editor.js',
    'dist/monacoeditorwork/graphql.worker..bundle.js': 'graphiql-graphql.js',
    'dist/monacoeditorwork/json.worker.bundle.js': 'graphiql-json.js',
  },
  '@scalar/api-reference': {
    'dist/browser/standalone.js': 'reference.js',
  },
  trix: {
    'dist/trix.umd.min.js': 'trix.js',
  },
};

const copyOf = (name) => join(FOLDER, `${name}.gz`);

/** Downloads a version. @returns the hash of the package, in the format of lock files, and its files by copy */
function download(name, version, options) {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-copies-'));
  try {
    const pack = ['pack', `${name}@${version}`, '--pack-destination', folder, ...options];
    execFileSync('npm', pack, { stdio: ['ignore', 'ignore', 'inherit'] });
    const archive = join(folder, ...readdirSync(folder));
    const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    const files = Object.entries(COPIES[name]).map(([file, copy]) => {
      const unpack = ['-xzOf', archive, `package/${file}`];
      return [copyOf(copy), execFileSync('tar', unpack, { maxBuffer: MAX_BYTES })];
    });
    return { integrity, files };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const readLock = () => JSON.parse(readFileSync(LOCK, 'utf8'));

function check(...options) {
  const { packages } = readLock();
  for (const name of Object.keys(COPIES)) {
    const { version, integrity } = packages[`node_modules/${name}`];
    const published = download(name, version, options);
    const different = published.files
      .filter(([copy, content]) => !gunzipSync(readFileSync(copy)).equals(content))
      .map(([copy]) => copy);
    if (published.integrity !== integrity) different.push(LOCK);
    console.log(
      `${name} ${version}: ${different.length > 0 ? `NOT the same: ${different.join(', ')}` : 'the same'}`,
    );
    if (different.length > 0) process.exitCode = 1;
  }
}

function update(name, version, ...options) {
  const { integrity, files } = download(name, version, options);
  for (const [copy, content] of files) writeFileSync(copy, gzipSync(content, { level: 9 }));
  const empty = { name: 'copies', lockfileVersion: 3, packages: { '': { dependencies: {} } } };
  const lock = existsSync(LOCK) ? readLock() : empty;
  lock.packages[''].dependencies[name] = version;
  lock.packages[`node_modules/${name}`] = { version, integrity, license: 'MIT' };
  writeFileSync(LOCK, `${JSON.stringify(lock, null, 2)}\n`);
}

const [command, ...rest] = process.argv.slice(2);
if (command === 'check') check(...rest);
else if (command === 'update' && rest[0] in COPIES && rest.length > 1) update(...rest);
else throw new Error('check, or update PACKAGE VERSION');
