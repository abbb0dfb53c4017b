import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { graphqlVariables, listDocument } from '../support/arguments.ts';
import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { at, makeSeries } from './series.world.ts';

let world: World;
let weekly: number[] = [];
let daily: number[] = [];
let single = 0;
beforeAll(async () => {
  world = await openWorld({ roles: true });
  // Today is 14 March: two of these are past.
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
  // One of the daily events is elsewhere.
  const { body } = await world.get('/venues?search=boathouse');
  const [venue] = body.venues as { id: number }[];
  await world.change('REST', 'event', at(daily, 2), { venue: venue?.id });
  await world.settled();
});
afterAll(() => world.stop());

const GRAPHQL = 'events(filter: { series: FIRST }, first: 100) { totalCount nodes { databaseId } }';

describe.each(APIS)('%s', (api) => {
  const listed = async (query: string): Promise<{ ids: unknown[]; total: unknown }> => {
    if (api === 'REST') {
      const { body, status } = await world.get(`/events?per_page=100&${query}`);
      expect(status).toBe(200);
      return { ids: (body.events as { id: number }[]).map(({ id }) => id), total: body.total };
    }
    const variables = graphqlVariables(`per_page=100&${query}`, 'event');
    const { list } = await world.query(
      listDocument('event', 'totalCount nodes { databaseId }'),
      'anonymous',
      variables,
    );
    const { totalCount, nodes } = list as { totalCount: number; nodes: { databaseId: number }[] };
    return { ids: nodes.map(({ databaseId }) => databaseId), total: totalCount };
  };

  test('lists show all events, or the next event of each series in the window', async () => {
    expect((await listed('series=all')).total).toBe(3 + 4 + 1);
    expect(await listed('series=first')).toEqual({ ids: [weekly[2], daily[0], single], total: 3 });
    expect(await listed('series=first&order=desc')).toEqual({ ids: [single, daily[0], weekly[2]], total: 3 });
  });

  test('the next event is the first that matches all other arguments', async () => {
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

  test('the series of an event is listed as a whole, whatever its dates; other arguments still apply', async () => {
    const all = { ids: weekly, total: 5 };
    for (const id of [at(weekly, 0), at(weekly, 3)]) expect(await listed(`series_of=${id}`)).toEqual(all);
    expect(await listed(`series_of=${single}`)).toEqual({ ids: [single], total: 1 });
    const next = { ids: [weekly[2]], total: 1 };
    expect(await listed(`series_of=${weekly[0]}&start_date=2031-03-18&end_date=2031-03-18`)).toEqual(next);
    expect(await listed(`series_of=${weekly[0]}&ended=true`)).toEqual({ ids: weekly.slice(0, 2), total: 2 });
    expect(await listed(`series_of=${weekly[0]}&tags=sports&order=desc`)).toEqual({
      ids: weekly.toReversed(),
      total: 5,
    });
    const { status, params } = await world.list(api, 'event', 'series_of=999999');
    expect([status, params]).toEqual([400, ['series_of']]);
  });
});

test('pages list each series once, with the matching totals', async () => {
  for (const [page, id] of [weekly[2], daily[0], single].entries()) {
    const { body } = await world.get(`/events?series=first&per_page=1&page=${page + 1}`);
    expect(body).toMatchObject({ total: 3, total_pages: 3, events: [{ id }] });
  }
  expect(await world.get('/events?series=first&per_page=1&page=4')).toMatchObject({ status: 404 });
  const first = await world.query(
    '{ events(filter: { series: FIRST }, first: 2) { nodes { title } pageInfo { endCursor hasNextPage } } }',
  );
  const { pageInfo } = first.events as { pageInfo: { endCursor: string } };
  expect(pageInfo).toMatchObject({ hasNextPage: true });
  const rest = await world.query(
    'query ($after: String) { events(filter: { series: FIRST }, first: 2, after: $after) { totalCount nodes { databaseId } } }',
    'anonymous',
    { after: pageInfo.endCursor },
  );
  expect(rest.events).toEqual({ totalCount: 3, nodes: [{ databaseId: single }] });
});

test('a list inside a venue shows the next event there', async () => {
  const data = await world.query(`{ venues { nodes { name ${GRAPHQL} } } }`);
  const { nodes } = data.venues as { nodes: { name: string; events: unknown }[] };
  expect(Object.fromEntries(nodes.map(({ name, events }) => [name, events]))).toEqual({
    Boathouse: { totalCount: 2, nodes: [{ databaseId: weekly[2] }, { databaseId: daily[2] }] },
    Hall: { totalCount: 2, nodes: [{ databaseId: daily[0] }, { databaseId: single }] },
  });
});

test('GraphQL: an event selects its series by slug or global ID, and the list has events of any date', async () => {
  const id = encodeGlobalId('Event', at(weekly, 1));
  const { slug } = await world.read('event', at(weekly, 4));
  const LIST = 'totalCount nodes { databaseId }';
  const data = await world.query(`{
    byId: events(filter: { seriesOf: { id: "${id}" } }, first: 100) { ${LIST} }
    bySlug: events(filter: { seriesOf: { slug: "${String(slug)}" } }, first: 100) { ${LIST} }
    event(by: { id: "${id}" }) { series {
      occurrences { ${LIST} }
      past: occurrences(filter: { hasEnded: true }) { ${LIST} }
      last: occurrences(last: 1) { ${LIST} }
      latest: occurrences(orderBy: { direction: DESC }, first: 2) { ${LIST} }
    } }
  }`);
  const list = (ids: readonly number[], totalCount = 5) => ({
    totalCount,
    nodes: ids.map((databaseId) => ({ databaseId })),
  });
  expect(data).toEqual({
    byId: list(weekly),
    bySlug: list(weekly),
    event: {
      series: {
        occurrences: list(weekly),
        past: list(weekly.slice(0, 2), 2),
        last: list(weekly.slice(-1)),
        latest: list(weekly.toReversed().slice(0, 2)),
      },
    },
  });
});

test('an event that the caller may not see does not represent its series', async () => {
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

test.each(['series=second', 'series='])('%s is rejected', async (query) => {
  expect((await world.get(`/events?${query}`)).status).toBe(400);
});
