import { spawnSync } from 'node:child_process';

/* What a merge has left behind, where no compiler looks. */
const { status, stdout } = spawnSync('git', ['grep', '-nE', '^(<<<<<<<|>>>>>>>) '], { encoding: 'utf8' });
process.stdout.write(stdout);
// 1: nothing found.
process.exitCode = status === 1 ? 0 : 1;
