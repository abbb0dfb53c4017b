import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folders with packages and a lock file of their own, and the tests that need these packages. */
const FOLDERS = [
  { folder: 'test/clients', tests: 'test/clients/' },
  { folder: 'src/platform/tracing', tests: 'test/telemetry/tracing.ops.test.ts' },
];

const isInstalled = ({ folder }) => existsSync(join(import.meta.dirname, '..', folder, 'node_modules'));

export const installed = FOLDERS.filter(isInstalled);
export const missing = FOLDERS.filter((one) => !isInstalled(one));

/** Says what is left out, and what installs it. @param what is done with the folder, such as `types of test/clients` */
export function tellMissing(what) {
  for (const one of missing)
    process.stderr.write(`Left out: ${what(one)}; "npm ci --prefix ${one.folder}" installs its packages.\n`);
}
