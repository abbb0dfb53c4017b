import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm run stranger`: clones the last commit, installs and starts it, runs every command of the README's
 * "First requests", tries the example of `POST /events` in `/docs`, and a mutation in GraphiQL with the
 * header that the console printed. Needs git and a Chromium (`CHROMIUM`, else the one on the path);
 * screenshots go to `bench/stranger/pictures`. Ends with an error at the first thing that does not work.
 */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

function findChromium(): string {
  const places = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => ['chromium', 'google-chrome'].map((name) => join(folder, name)));
  const found = [process.env.CHROMIUM ?? '', ...places].find((path) => path !== '' && existsSync(path));
  if (found === undefined) throw new Error('No Chromium was found; name one with CHROMIUM.');
  return found;
}

const executable = findChromium();
if (!existsSync(here('node_modules/playwright-core')))
  execFileSync('npm', ['ci'], { cwd: here('.'), stdio: 'ignore' });
const { arrive } = await import('./newcomer.ts');
const { tryCreating, tryMutation, visit } = await import('./pages.ts');

const pictures = here('pictures');
mkdirSync(pictures, { recursive: true });
// Only the outer npm is ours: the newcomer's commands find Node as npm puts it before them.
process.env.PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => folder !== dirname(process.execPath) && !/node_modules/.test(folder))
  .join(delimiter);

const newcomer = await arrive(here('../..'));
try {
  say(`started at ${newcomer.url}`);
  const commands = newcomer.blocks.filter((block) => /^(curl|PASSWORD=|npm run user)/.test(block));
  for (const block of commands)
    say(`README: ${block.split('\n')[0]?.slice(0, 90)} … ${newcomer.shell(block).length} characters`);
  const password = readFileSync(join(newcomer.project, '.data/admin-password'), 'utf8').trim();
  const visiting = await visit(newcomer, executable);
  try {
    const status = await tryCreating(visiting, newcomer, password, pictures);
    if (!status.startsWith('201'))
      throw new Error(`/docs: the example of POST /events was answered with ${status}`);
    say('/docs: the example of POST /events is 201');
    await tryMutation(visiting, newcomer, pictures);
    say('GraphiQL: the mutation answers');
    if (visiting.complaints.length > 0)
      throw new Error(`the pages complained: ${visiting.complaints.join('; ')}`);
  } finally {
    await visiting.end();
  }
} finally {
  await newcomer.leave();
}
say('the trip went well');
