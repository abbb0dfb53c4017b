import { spawnSync } from 'node:child_process';
import { installed, reportMissing } from './packages.mjs';

/* Folders with their own packages have their own tsconfig.json. */
for (const { folder } of installed) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--noEmit', '--project', folder],
    { stdio: 'inherit' },
  );
  process.exitCode ||= status ?? 1;
}
reportMissing(({ folder }) => `the types of ${folder}`);
