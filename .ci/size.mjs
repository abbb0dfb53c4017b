import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Checks the disk usage of the installed packages in MiB, including Node and PostgreSQL, counted like `du`. Raising a
 * limit needs a reason in docs/decisions/0032-overrides-and-pins.md.
 */
const LIMITS = { production: 390, development: 630 };
const MIB = 2 ** 20;
const BLOCK = 4096;

/** Bytes of a package, in whole blocks; packages inside its folder are listed separately. */
function sizeOf(folder) {
  let bytes = BLOCK;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile()) bytes += Math.ceil(lstatSync(path).size / BLOCK) * BLOCK;
    else if (entry.isDirectory() && entry.name !== 'node_modules') bytes += sizeOf(path);
  }
  return bytes;
}

const { packages } = JSON.parse(readFileSync('node_modules/.package-lock.json', 'utf8'));
const sizes = Object.entries(packages).map(([path, { dev = false }]) => ({ path, dev, bytes: sizeOf(path) }));

function checkSize(name, counted) {
  const total = Math.ceil(counted.reduce((sum, { bytes }) => sum + bytes, 0) / MIB);
  console.log(`${name}: ${counted.length} packages, ${total} MB of ${LIMITS[name]}`);
  if (total <= LIMITS[name]) return;
  process.exitCode = 1;
  const largest = counted.toSorted((a, b) => b.bytes - a.bytes).slice(0, 20);
  for (const { path, bytes } of largest) console.log(`  ${(bytes / MIB).toFixed(1)} ${path}`);
}

checkSize(
  'production',
  sizes.filter(({ dev }) => !dev),
);
checkSize('development', sizes);
