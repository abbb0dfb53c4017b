import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with their own packages and lock file, and the tests that need these packages. */
const FOLDERS = [
  { folder: 'test/clients', tests: 'test/clients/' },
  { folder: 'src/platform/tracing', tests: 'test/telemetry/tracing.ops.test.ts' },
];

const isInstalled = ({ folder }) => existsSync(join(import.meta.dirname, '..', folder, 'node_modules'));

export const installed = FOLDERS.filter(isInstalled);
export const missing = FOLDERS.filter((one) => !isInstalled(one));

/** Reports skipped folders, and how to install their packages. @param what names the skipped work on a folder */
export function reportMissing(what) {
  for (const one of missing)
    process.stderr.write(
      `Skipped: ${what(one)}. To install its packages, run "npm ci --prefix ${one.folder}".\n`,
    );
}
