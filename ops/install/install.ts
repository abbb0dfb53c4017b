import { mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { visitor } from '../../test/clients/browser/chromium.ts';
import { chooseTab, runQuery, setHeaders, tryCreating } from '../../test/clients/browser/explore.ts';
import { installClone } from './newcomer.ts';

/**
 * `npm run test:install`: clones the last commit, installs and starts it, runs the requests of README.md,
 * docs/requests.md and docs/users.md, tries the example of `POST /events` in `/docs`, and a mutation in GraphiQL with
 * the header that the console printed. Needs git and a Chromium (`CHROMIUM`, or on the path); screenshots go to
 * `ops/install/pictures`. Ends with an error at the first failure.
 */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const pictures = here('pictures');
mkdirSync(pictures, { recursive: true });
// Removes the folders that this npm added, so that the newcomer's commands find the Node of their own npm.
process.env.PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => folder !== dirname(process.execPath) && !/node_modules/.test(folder))
  .join(delimiter);

const newcomer = await installClone(here('../..'));
try {
  say(`started at ${newcomer.url}`);
  for (const command of newcomer.commands)
    say(`${command.split('\n').at(-1)?.slice(0, 90)} … ${newcomer.shell(command).length} characters`);
  const password = readFileSync(join(newcomer.project, '.data/admin-password'), 'utf8').trim();
  const browser = await visitor(newcomer.url);
  try {
    const docs = await browser.open('/docs');
    const status = await tryCreating(docs, 'admin', password);
    await docs.screenshot({ path: join(pictures, 'docs.png') });
    if (!status.startsWith('201')) throw new Error(`/docs: the example of POST /events returned ${status}`);
    say('/docs: the example of POST /events returned 201');
    const editor = await browser.open('/graphql');
    await chooseTab(editor, 'Create');
    await setHeaders(editor, { Authorization: newcomer.authorization });
    await runQuery(editor, '"createEvent"');
    await editor.screenshot({ path: join(pictures, 'graphiql.png') });
    say('GraphiQL: the mutation succeeded');
    if (browser.complaints.length > 0)
      throw new Error(`the pages reported errors: ${browser.complaints.join('; ')}`);
  } finally {
    await browser.leave();
  }
} finally {
  await newcomer.close();
}
say('the installation works');
