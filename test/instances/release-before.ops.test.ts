import pg from 'pg';
import { startVictim, type Victim } from '../attacks/victim.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { eventually, pause } from '../support/eventually.ts';
import { commitOf, type Release, releaseBefore, unpack } from '../support/release.ts';

/** Instances of the previous and the current release share tables created by the current one. */
const version = await releaseBefore();
const commit = await commitOf(version);
if (!commit) console.info(`The history is not here: ${version} was not tried on the tables of this release.`);
const ENV = { DATABASE_POOL_SIZE: '4', SECRET_KEY: 'the same for instances of any release' };
const withHistory = commit ? describe : describe.skip;

withHistory('the last release beside this one', () => {
  let database: TestDatabase;
  let release: Release;
  let before: Victim;
  let now: Victim;
  beforeAll(async () => {
    database = await createEmptyDatabase();
    release = await unpack(commit ?? '');
    // As in a rolling upgrade: the tables change while the old release serves.
    before = await startVictim({ database, env: ENV, root: release.root });
    now = await startVictim({ database, env: ENV });
  });
  afterAll(async () => {
    await before?.stop();
    await now?.stop();
    await release?.remove();
    await database.drop();
  });

  const instances = (which: string): [writes: Victim, other: Victim] =>
    which === version ? [before, now] : [now, before];
  const json = { 'content-type': 'application/json' };

  test.each([version, 'this release'])('the other release shows records stored by %s', async (which) => {
    const [writes, other] = instances(which);
    const change = async (method: string, path: string, body?: unknown): Promise<number> => {
      const headers = { ...json, ...writes.admin };
      const answer = await writes.request(method, path, body, headers);
      expect([answer.status, answer.status < 300 ? '' : await answer.clone().text()]).toEqual([
        method === 'POST' ? 201 : 200,
        '',
      ]);
      return Number((await answer.json()).id ?? 0);
    };
    const show = async (path: string): Promise<Record<string, unknown>> =>
      (await other.request('GET', path)).json();

    const id = await change('POST', '/events', {
      title: `Made by ${which}`,
      start_date: '2031-05-01 10:00',
      end_date: '2031-05-01 12:00',
      categories: ['Music'],
      tags: ['open air'],
      venue: { venue: `Hall of ${which}`, city: 'Rome' },
      organizer: [{ organizer: `Club of ${which}` }],
    });
    const seen = await show(`/events/${id}`);
    expect(seen).toMatchObject({
      title: `Made by ${which}`,
      categories: [{ name: 'Music' }],
      tags: [{ name: 'open air' }],
      venue: { venue: `Hall of ${which}`, city: 'Rome' },
      organizer: [{ organizer: `Club of ${which}` }],
    });

    // The record is cached there by now.
    await change('PATCH', `/events/${id}`, { title: `Changed by ${which}` });
    await eventually(
      'the change is seen',
      async () => (await show(`/events/${id}`)).title === `Changed by ${which}`,
    );
    expect(await show(`/events?search=changed+${which}&start_date=2031-01-01`)).toMatchObject({ total: 1 });
    for (const [path, fields] of [
      ['/venues', { venue: `House of ${which}` }],
      ['/organizers', { organizer: `Band of ${which}` }],
      ['/categories', { name: `Kind of ${which}` }],
      ['/tags', { name: `Tag of ${which}` }],
    ] as const) {
      const made = await change('POST', path, fields);
      expect(await show(`${path}/${made}`)).toMatchObject({ id: made });
      await change('DELETE', `${path}/${made}?force=true`);
    }
    await change('DELETE', `/events/${id}`);
    await eventually(
      'it is in the trash',
      async () => (await other.request('GET', `/events/${id}`)).status === 403,
    );
    await change('DELETE', `/events/${id}?force=true`);
    await eventually('it is gone', async () => (await other.request('GET', `/events/${id}`)).status === 404);
  });

  test('both count alike, and the previous release starts again on these tables', async () => {
    const total = async ({ rest }: Victim): Promise<unknown> =>
      (await (await fetch(`${rest}/events?start_date=2000-01-01&end_date=2040-01-01`)).json()).total;
    const insert = async (from: number, to: number): Promise<void> => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await client.query(
        `insert into event (status, published_utc, modified_utc, slug, title, start_local, end_local, start_utc, end_utc, timezone)
        select 'publish', '2001-01-01', '2001-01-01', n, 'Recital', '2031-05-01', '2031-05-02', '2031-05-01', '2031-05-02', 'UTC'
        from generate_series($1::int, $2::int) as n`,
        [from, to],
      );
      await client.end();
    };
    // Above this size, release 0.2.0 would materialize totals, which are no longer maintained.
    await insert(1, 31_000);
    const many = Number(await total(before));
    await pause(3_000);
    await insert(31_001, 31_010);
    await eventually('the last release counts', async () => (await total(before)) === many + 10);
    expect(await total(now)).toBe(many + 10);
    const again = await startVictim({ database, root: release.root, env: ENV });
    try {
      expect(await total(again)).toBe(await total(now));
    } finally {
      await again.stop();
    }
  });
});
