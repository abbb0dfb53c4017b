import { readdir } from 'node:fs/promises';
import { type Replay, replaySite } from './replay.ts';
import { sums } from './sums.ts';
import { ALL, openTaking, type Taking } from './taking.ts';

let site: Replay;
let ours: Taking;
beforeEach(async () => {
  [site, ours] = await Promise.all([replaySite({ most: 3 }), openTaking()]);
});
afterEach(() => Promise.all([site.stop(), ours.stop()]));

test('a busy site is retried, and a redirect is followed', async () => {
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

test('a dry run has no open transaction while the site responds', async () => {
  // The service reads the change log in short transactions of its own.
  const idle = `select pid || ' ' || xact_start as transaction from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`;
  const answers: Set<string>[] = [];
  site.before = async () => {
    const open = await ours.server.orm.em.fork().execute<{ transaction: string }[]>(idle);
    answers.push(new Set(open.map(({ transaction }) => transaction)));
    return false;
  };
  expect(sums(await ours.take(site.url, { dryRun: true }))).toMatchObject({ created: 17, refused: 0 });
  expect(answers.length).toBeGreaterThan(8);
  const [first, ...others] = answers.slice(-4);
  expect([...(first ?? [])].filter((one) => others.every((open) => open.has(one)))).toEqual([]);
});

test('a dry run stores nothing', async () => {
  expect(sums(await ours.take(site.url, { dryRun: true, folder: ours.folder }))).toMatchObject({
    created: 17,
    refused: 0,
  });
  expect([(await ours.get(ALL)).total, (await ours.get('/venues')).total]).toEqual([0, 0]);
  expect(await readdir(ours.folder)).toEqual([]);
});

test('private addresses are rejected by default', async () => {
  await expect(ours.take(site.url, { allowPrivate: undefined })).rejects.toThrow(
    /private address.*--allow-private/,
  );
  expect(site.requests).toEqual([]);
});
