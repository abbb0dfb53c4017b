import { spawnSync } from 'node:child_process';
import { installed, tellMissing } from './packages.mjs';

/* The folders with packages of their own have a tsconfig.json of their own. */
for (const { folder } of installed) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--noEmit', '--project', folder],
    { stdio: 'inherit' },
  );
  process.exitCode ||= status ?? 1;
}
tellMissing(({ folder }) => `the types of ${folder}`);
