import { table } from '../support/table.ts';
import { APIS, type As } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let started: World | undefined;
const world = (): World => {
  if (!started) throw new Error('the world has not started');
  return started;
};
const ids: Record<string, number> = {};

beforeAll(async () => {
  started = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  ids.shown = await world().event('shown', '2031-06-01 10:00');
  ids.hidden = await world().event('hidden', '2031-06-02 10:00', { hide_from_listings: true });
  ids.draft = await world().event('draft', '2031-06-03 10:00', { hide_from_listings: true, status: 'draft' });
  ids.past = await world().event('past', '2030-06-03 10:00', {
    hide_from_listings: true,
    venue: { venue: 'Hall' },
  });
});
afterAll(() => started?.server.stop());

describe.each(['editor', 'administrator'] as const)('%s', (as) => {
  table('lists what is hidden, and only that', { kind: 'event', world, ids: () => ids, as }, [
    ['', 'shown'],
    ['hidden=false', 'shown'],
    ['hidden=true', 'hidden draft'],
    ['hidden=1&status=publish', 'hidden'],
    ['hidden=true&search=draft', 'draft'],
    ['hidden=true&end_date=yesterday', 'past'],
    ['hidden=true&starts_after=2000-01-01', 'past hidden draft'],
    ['hidden=true&include={shown},{hidden}', 'hidden'],
    ['hidden=false&include={shown},{hidden}', 'shown hidden'],
  ]);
});

describe.each([
  ['anonymous', 401],
  ['subscriber', 403],
  ['contributor', 403],
  ['author', 403],
] as [As, number][])('%s', (as, status) => {
  table('may not ask for it', { kind: 'event', world, ids: () => ids, as }, [
    ['hidden=false', 'shown'],
    ['hidden=true', status],
    ['hidden=true&include={hidden}', status],
    ['hidden=true&per_page=0', status],
  ]);

  test('not below a venue either', async () => {
    const query =
      '{ venues { nodes { events(filter: { isHidden: true, startsAfter: "2000-01-01" }) { totalCount } } } }';
    const { errors } = await world().server.graphql(query, {}, world().headers(as));
    expect(errors?.[0]?.extensions.status).toBe(status);
  });
});

test('editors find it below a venue', async () => {
  const query =
    '{ venues { nodes { events(filter: { isHidden: true, startsAfter: "2000-01-01" }) { totalCount } } } }';
  expect(await world().query(query, 'editor')).toEqual({
    venues: { nodes: [{ events: { totalCount: 1 } }] },
  });
});

test.each(APIS)("the editors' response in %s is not cached for others", async (by) => {
  expect((await world().list(by, 'event', 'hidden=true', 'editor')).status).toBe(200);
  expect((await world().list(by, 'event', 'hidden=true')).status).toBe(401);
});

test('an invalid value is 400', async () => {
  expect(await world().list('REST', 'event', 'hidden=maybe', 'editor')).toMatchObject({
    status: 400,
    params: ['hidden'],
  });
});
