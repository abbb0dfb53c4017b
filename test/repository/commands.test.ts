import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { commandsOf, runnable } from '../support/commands.ts';
import { eventually } from '../support/eventually.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

/** Runs the commands of README.md and of pages in docs/ as printed, except for the port. */
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.info('There is no curl: the commands of README.md were not run.');
const withCurl = hasCurl ? describe : describe.skip;

const read = (page: string): string => readFileSync(page, 'utf8');
/** Later than the printed dates. */
const NOW = '2026-12-01T09:00:00Z';

withCurl('on the demo calendar', () => {
  let server: TestServer;
  /** A folder like the project's after the first start. */
  let folder: string;

  beforeAll(async () => {
    server = await startTestServer({ env: { DEMO_DATA: 'true' }, clock: () => new Date(NOW) });
    folder = mkdtempSync(join(tmpdir(), 'calendar-test-'));
    for (const name of ['package.json', 'schema.graphql', 'node_modules', 'src', 'docs'])
      symlinkSync(resolve(name), join(folder, name));
    const [, password = ''] = atob(server.admin.authorization.replace('Basic ', '')).split(':');
    mkdirSync(join(folder, '.data'));
    writeFileSync(join(folder, '.data/admin-password'), `${password}\n`);
    // The last line of stderr is the status.
    writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "%{stderr}%{http_code}"\n');
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  const atServer = (command: string): string =>
    command.replaceAll('localhost:3000', new URL(server.url).host);
  const options = () => ({
    cwd: folder,
    env: { ...process.env, CURL_HOME: folder, DATABASE_URL: server.database.url, LOG_LEVEL: 'silent' },
  });
  /** @throws when the command fails */
  const run = (command: string) =>
    promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', atServer(command)], options());

  /** Runs a request. @returns the body of a 2xx answer with data */
  async function answerTo(command: string): Promise<string> {
    const { stdout, stderr } = await run(command);
    expect(stderr).toMatch(/^2\d\d$/);
    expect(stdout).not.toBe('');
    expect(stdout).not.toMatch(/"errors":|"(?:events|nodes)":\[\]|"total":0\b/);
    return stdout;
  }

  test.each<[says: RegExp, command: string]>(
    [
      /"events":\[\{"title":"[^"]+","start_date":"2026-12-.*"total":\d{2}/,
      /"title":"[^"]*Jazz/,
      /"venue":\{"name":"[^"]+","events":\{"nodes":\[\{"title":/,
      /"title":"River walk".*"start_date":"2026-12-05 14:00:00"/,
      /BEGIN:VEVENT[\s\S]+END:VCALENDAR/,
    ].map((says, at) => [says, runnable(read('README.md'))[at] ?? '']),
  )('README.md gets %s', async (says, command) => {
    expect(await answerTo(command)).toMatch(says);
  });

  test('README.md creates its event once, however often the request is sent', async () => {
    const creates = runnable(read('README.md')).find((command) => command.includes('Idempotency-Key')) ?? '';
    expect(await answerTo(creates)).toBe(await answerTo(creates));
  });

  test.each(
    runnable(read('docs/requests.md')).map((command) => [/^(?:curl|npm).*/m.exec(command)?.[0], command]),
  )('docs/requests.md: %s', async (_line, command = '') => {
    const answer = await answerTo(command);
    if (command.includes('/feeds/')) expect(answer).toMatch(/BEGIN:VEVENT|<item>/);
  });

  test('docs/users.md creates a user, and prints the password', async () => {
    const [command = ''] = runnable(read('docs/users.md'));
    expect((await run(command)).stdout).toMatch(/maria[\s\S]*Authorization: Basic /);
  });

  test('docs/changes.md reads the change feed, and follows changes', async () => {
    const [feed = '', subscription = ''] = runnable(read('docs/changes.md'));
    expect(await answerTo(feed)).toContain('"items":[{');
    const child = spawn('bash', ['-c', `exec ${atServer(subscription)}`], options());
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
    });
    try {
      await eventually('the subscription answers', async () => {
        await server.request('POST', '/tags', { name: `followed ${Math.random()}` });
        return said.includes('"recordChanged":{"type":');
      });
    } finally {
      child.kill();
    }
  });

  test('every other command of these pages starts the project, or has a placeholder', () => {
    const pages = ['README.md', 'docs/requests.md', 'docs/users.md', 'docs/changes.md'].map(read);
    const ran = pages.flatMap(runnable);
    const left = pages.flatMap(commandsOf).filter((command) => !ran.some((one) => one.endsWith(command)));
    expect(left).toEqual([
      'npm ci && npm start',
      'npm ci && npm test',
      'PASSWORD=$(cat .data/admin-password)',
      expect.stringMatching(/^npm run webhook .* # your receiver$/),
    ]);
  });
});
