import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { at, makeSeries } from './series.world.ts';

let world: World;
let weekly: number[] = [];
let daily: number[] = [];
let single = 0;
beforeAll(async () => {
  world = await openWorld({ roles: true });
  // Today is 14 March: two of these are over.
  weekly = await makeSeries(world, {
    title: 'Weekly',
    start_date: '2031-03-04 18:00',
    end_date: '2031-03-04 20:00',
    recurrence: 'FREQ=WEEKLY;COUNT=5',
    venue: { venue: 'Boathouse' },
    tags: ['sports'],
  });
  daily = await makeSeries(world, {
    title: 'Daily',
    start_date: '2031-03-20 10:00',
    end_date: '2031-03-20 11:00',
    recurrence: 'FREQ=DAILY;COUNT=4',
    venue: { venue: 'Hall' },
  });
  single = await world.event('Single', '2031-03-21 09:00', { venue: { venue: 'Hall' } });
  // One of the daily ones is elsewhere.
  const { body } = await world.get('/venues?search=boathouse');
  const [venue] = body.venues as { id: number }[];
  await world.change('REST', 'event', at(daily, 2), { venue: venue?.id });
  await world.settled();
});
afterAll(() => world.stop());

const GRAPHQL = 'events(series: FIRST, perPage: 100) { total nodes { id } }';

describe.each(APIS)('%s', (api) => {
  const listed = async (query: string): Promise<{ ids: unknown[]; total: unknown }> => {
    if (api === 'REST') {
      const { body, status } = await world.get(`/events?per_page=100&${query}`);
      expect(status).toBe(200);
      return { ids: (body.events as { id: number }[]).map(({ id }) => id), total: body.total };
    }
    const args = new URLSearchParams(query);
    const graphql = [...args].map(([name, value]) => {
      const field = name.replace(/_[a-z]/g, (text) => text.slice(1).toUpperCase());
      return `${field}: ${['series', 'order'].includes(name) ? value.toUpperCase() : /^\d+$/.test(value) ? value : JSON.stringify(value)}`;
    });
    const data = await world.query(`{ events(perPage: 100, ${graphql.join(', ')}) { total nodes { id } } }`);
    const { total, nodes } = data.events as { total: number; nodes: { id: number }[] };
    return { ids: nodes.map(({ id }) => id), total };
  };

  test('lists show all, or of each series the next in the window', async () => {
    expect((await listed('series=all')).total).toBe(3 + 4 + 1);
    expect(await listed('series=first')).toEqual({ ids: [weekly[2], daily[0], single], total: 3 });
    expect(await listed('series=first&order=desc')).toEqual({ ids: [single, daily[0], weekly[2]], total: 3 });
  });

  test('the next is the first of those that all other arguments find', async () => {
    expect(await listed('series=first&start_date=2031-03-22')).toEqual({
      ids: [daily[2], weekly[3]],
      total: 2,
    });
    expect(await listed('series=first&starts_after=2000-01-01')).toEqual({
      ids: [weekly[0], daily[0], single],
      total: 3,
    });
    expect(await listed('series=first&search=daily')).toEqual({ ids: [daily[0]], total: 1 });
    expect(await listed('series=first&tags=sports')).toEqual({ ids: [weekly[2]], total: 1 });
  });
});

test('pages have each once, and the totals of what they show', async () => {
  for (const [page, id] of [weekly[2], daily[0], single].entries()) {
    const { body } = await world.get(`/events?series=first&per_page=1&page=${page + 1}`);
    expect(body).toMatchObject({ total: 3, total_pages: 3, events: [{ id }] });
  }
  expect(await world.get('/events?series=first&per_page=1&page=4')).toMatchObject({ status: 404 });
  const first = await world.query(
    '{ events(series: FIRST, first: 2) { nodes { id } pageInfo { endCursor hasNextPage } } }',
  );
  const { pageInfo } = first.events as { pageInfo: { endCursor: string } };
  expect(pageInfo).toMatchObject({ hasNextPage: true });
  const rest = await world.query(
    'query ($after: String) { events(series: FIRST, first: 2, after: $after) { total nodes { id } } }',
    'anonymous',
    { after: pageInfo.endCursor },
  );
  expect(rest.events).toEqual({ total: 3, nodes: [{ id: single }] });
});

test('a list inside a venue shows the next that takes place there', async () => {
  const data = await world.query(`{ venues(perPage: 10) { nodes { name ${GRAPHQL} } } }`);
  const { nodes } = data.venues as { nodes: { name: string; events: unknown }[] };
  expect(Object.fromEntries(nodes.map(({ name, events }) => [name, events]))).toEqual({
    Boathouse: { total: 2, nodes: [{ id: weekly[2] }, { id: daily[2] }] },
    Hall: { total: 2, nodes: [{ id: daily[0] }, { id: single }] },
  });
});

test('what the caller may not see does not stand for the others', async () => {
  await world.change('REST', 'event', at(weekly, 2), { status: 'draft' });
  await world.settled();
  const ids = async (as: 'anonymous' | 'editor') =>
    ((await world.get('/events?series=first', as)).body.events as { id: number }[]).map(({ id }) => id);
  expect(await ids('anonymous')).toEqual([daily[0], single, weekly[3]]);
  expect(await ids('editor')).toEqual([weekly[2], daily[0], single]);
});

test('feeds have the filter, too', async () => {
  const response = await fetch(`${world.server.url}/feeds/events.rss?series=first`);
  const items = (await response.text()).match(/<item>/g);
  expect([response.status, items?.length]).toEqual([200, 3]);
});

test.each(['series=second', 'series='])('%s is refused', async (query) => {
  expect((await world.get(`/events?${query}`)).status).toBe(400);
});
