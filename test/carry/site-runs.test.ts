import { readdir } from 'node:fs/promises';
import { WEEKLY } from './events-calendar.ts';
import { type Replay, replaySite } from './replay.ts';
import { sums } from './sums.ts';
import { ALL, openTaking, type Taking } from './taking.ts';

let site: Replay;
let ours: Taking;
beforeEach(async () => {
  [site, ours] = await Promise.all([replaySite({ most: 3 }), openTaking()]);
});
afterEach(() => Promise.all([site.stop(), ours.stop()]));

test('a site that is busy is asked again, and one that has moved is followed', async () => {
  let refusals = 0;
  site.before = (_request, response, url) => {
    if (url.pathname === '/old/') {
      response.writeHead(302, { location: '/' }).end();
      return true;
    }
    if (url.searchParams.get('page') !== '2' || refusals > 0) return false;
    refusals++;
    response.writeHead(503, { 'retry-after': '1' }).end('busy');
    return true;
  };
  expect(sums(await ours.take(`${site.url}old/`))).toMatchObject({ created: 17, refused: 0 });
  expect(refusals).toBe(1);
});

test('one that is broken off goes on where it was, and ends equal', async () => {
  site.most = 20;
  site.events = WEEKLY;
  site.before = (_request, response, url) => {
    if (!url.pathname.endsWith('/events') || url.searchParams.get('page') !== '6') return false;
    response.writeHead(400).end('{"message":"Out of order"}');
    return true;
  };
  await expect(ours.take(site.url, { folder: ours.folder })).rejects.toThrow(
    /answers 400 at .*page=6.*, Out of order/,
  );
  const { total } = await ours.get(ALL);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(WEEKLY.length);
  site.before = () => false;
  const said: string[] = [];
  const before = site.asked.length;
  const report = await ours.take(site.url, { folder: ours.folder, say: (line) => said.push(line) });
  expect(said).toEqual([expect.stringMatching(/^Goes on after page \d+ of the events/)]);
  expect(site.asked.slice(before).some(({ path }) => /\/events\?.*[?&]page=1&/.test(path))).toBe(false);
  expect(report.counts.event?.created).toBe(WEEKLY.length - total);
  expect((await ours.get(ALL)).total).toBe(WEEKLY.length);
  expect(await readdir(ours.folder)).toEqual([]);
  expect(sums(await ours.take(site.url))).toMatchObject({ created: 0, changed: 0, refused: 0 });
});

test('a dry run stores nothing', async () => {
  expect(sums(await ours.take(site.url, { dryRun: true, folder: ours.folder }))).toMatchObject({
    created: 17,
    refused: 0,
  });
  expect([(await ours.get(ALL)).total, (await ours.get('/venues')).total]).toEqual([0, 0]);
  expect(await readdir(ours.folder)).toEqual([]);
});
