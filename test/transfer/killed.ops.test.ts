import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { eventually } from '../support/eventually.ts';
import { ORGANIZERS, VENUES, WEEKLY } from './events-calendar.ts';
import { type Replay, replaySite } from './replay.ts';
import { openTaking, type Taking } from './taking.ts';

let site: Replay;
let ours: Taking;
let child: ChildProcess | undefined;
beforeAll(async () => {
  [site, ours] = await Promise.all([replaySite({ most: 20 }), openTaking(() => new Date())]);
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await Promise.all([site.stop(), ours.stop()]);
});

/** `npm run import` for the site, as typed by a user. */
function start(...options: string[]) {
  const started = spawn(process.execPath, ['src/app/cli/import.ts', site.url, ...options], {
    env: { ...process.env, DATABASE_URL: ours.server.database.url, DATA_DIR: ours.folder, BASE_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  const [out, wrong] = [text(started.stdout), text(started.stderr)];
  const ended = async () => {
    await once(started, 'close');
    return { code: started.exitCode, out: await out, wrong: await wrong };
  };
  return { started, ended };
}

const total = async (): Promise<number> =>
  (await ours.get('/events?start_date=2032-01-01&end_date=2040-01-01&per_page=1')).total;

test('a killed import continues at its last page, and ends with the same result', async () => {
  site.events = WEEKLY;
  // The site hangs in the middle, and the user kills the import.
  site.before = (_request, _response, url) =>
    url.pathname.endsWith('/events') && url.searchParams.get('page') === '6';
  const first = start('--allow-private');
  const stored = await eventually('a part of the events is stored', async () => (await total()) || null);
  await eventually('how far it has come is kept', async () => (await readdir(ours.folder)).length > 0);
  const killed = first.ended();
  first.started.kill('SIGKILL');
  await killed;
  expect(await total()).toBe(stored);
  expect(stored).toBeLessThan(WEEKLY.length);

  site.before = () => false;
  site.requests.length = 0;
  const { code, out, wrong } = await start('--allow-private', '--json').ended();
  expect(wrong).toMatch(/^Continues after page 4 of the events/);
  const { counts, refused } = JSON.parse(out);
  expect({ code, refused }).toEqual({ code: 0, refused: [] });
  expect(counts).toMatchObject({
    event: { created: WEEKLY.length - stored, changed: 0 },
    venue: { created: 0, changed: 0, unchanged: VENUES.length },
    organizer: { created: 0, changed: 0, unchanged: ORGANIZERS.length },
  });
  const pages = site.requests.flatMap(({ path }) => /\/events\?.*[?&]page=(\d+)/.exec(path)?.[1] ?? []);
  expect(pages).toEqual(['5', '6', '7']);
  // Another process sees the events within a second.
  await eventually('all events are seen', async () => (await total()) === WEEKLY.length);
  expect(await readdir(ours.folder)).toEqual([]);
});
