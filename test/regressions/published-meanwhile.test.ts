import pg from 'pg';
import { makeOwn } from '../access/records.ts';
import { settled } from '../support/service.ts';
import { POSTS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

/** Runs `work` while another transaction locks the record, and publishes it once `work` waits for it. */
async function whilePublishing<T>(kind: string, id: number, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: world.server.database.url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`update ${kind} set status = 'publish' where id = ${id}`);
    const answer = work();
    const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    for (let n = 0; n === 0; ) n = (await client.query<{ n: number }>(waiting)).rows[0]?.n ?? 0;
    await client.query('commit');
    const answered = await answer;
    await settled(world.server);
    return answered;
  } finally {
    await client.end();
  }
}

describe.each(POSTS)("a contributor's draft %s that an editor publishes meanwhile", (kind) => {
  const refused = { status: 403, code: 'rest_forbidden' };

  test('is no longer changed', async () => {
    const { id } = await makeOwn(world, kind, world.ids.contributor, 'draft');
    const change = () => world.change('REST', kind, id, { description: 'late' }, 'contributor');
    expect(await whilePublishing(kind, id, change)).toMatchObject(refused);
    expect(await world.read(kind, id)).toMatchObject({ status: 'publish' });
  });

  test.each([false, true])('is no longer deleted (force: %s)', async (force) => {
    const { id } = await makeOwn(world, kind, world.ids.contributor, 'draft');
    const remove = () => world.remove('REST', kind, id, { force }, 'contributor');
    expect(await whilePublishing(kind, id, remove)).toMatchObject(refused);
    expect(await world.read(kind, id)).toMatchObject({ status: 'publish' });
  });
});
