import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import {
  at,
  COURSE,
  countSeries,
  days,
  eventsIn,
  makeSeries,
  planOf,
  seriesOf,
  stored,
} from './series.world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const KEYS = ['recurrence', 'recurrence_text', 'recurrence_id', 'is_detached'];

describe.each(APIS)('%s', (api) => {
  test('a rule creates separate events, on the same clock across the change to summer time', async () => {
    const { body, status } = await world.create(api, 'event', {
      ...COURSE,
      venue: { venue: 'Boathouse' },
      organizer: [{ organizer: 'Rowers' }, { organizer: 'Swimmers' }],
      categories: ['Sports'],
      tags: ['outdoors'],
      cost: '5 EUR',
      description: '<p>Bring a towel.</p>',
    });
    expect(status).toBe(201);
    const events = await seriesOf(world, Number(body.id));
    expect(events.map(({ start, startUtc, end }) => [start, startUtc, end])).toEqual([
      ['2031-03-18 18:00:00', '2031-03-18 17:00:00', '2031-03-18 20:00:00'],
      ['2031-03-25 18:00:00', '2031-03-25 17:00:00', '2031-03-25 20:00:00'],
      ['2031-04-01 18:00:00', '2031-04-01 16:00:00', '2031-04-01 20:00:00'],
      ['2031-04-08 18:00:00', '2031-04-08 16:00:00', '2031-04-08 20:00:00'],
    ]);
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(4);
    const [parent, second] = await Promise.all(
      [at(events, 0), at(events, 1)].map(({ id }) => world.read('event', id)),
    );
    expect(parent).toMatchObject({
      post_parent: 0,
      recurrence: 'FREQ=WEEKLY;COUNT=4',
      recurrence_text: expect.stringContaining('Every week'),
      recurrence_id: '2031-03-18 18:00:00',
      is_detached: false,
    });
    expect(second).toMatchObject({
      post_parent: body.id,
      recurrence_text: parent?.recurrence_text,
      recurrence_id: '2031-03-25 18:00:00',
      is_detached: false,
    });
    expect(second).not.toHaveProperty('recurrence');
    for (const key of [
      'title',
      'description',
      'cost',
      'venue',
      'organizer',
      'tags',
      'status',
      'author',
      'date',
    ])
      expect(second?.[key]).toEqual(parent?.[key]);
    expect(second?.categories).toMatchObject([{ name: 'Sports', count: 4 * (APIS.indexOf(api) + 1) }]);
  });

  test('dates create a series, too; the event itself is the first', async () => {
    const { body } = await world.create(api, 'event', {
      ...COURSE,
      recurrence: ['2031-05-02', '2031-04-30 19:00', '2031-03-18 18:00'],
    });
    const events = await seriesOf(world, Number(body.id));
    expect(events.map(({ start }) => start)).toEqual([
      '2031-03-18 18:00:00',
      '2031-04-30 19:00:00',
      '2031-05-02 18:00:00',
    ]);
    expect(await world.read('event', Number(body.id))).toMatchObject({
      recurrence: '2031-03-18 18:00:00,2031-04-30 19:00:00,2031-05-02 18:00:00',
    });
  });

  test('excluded dates are left out, also the first', async () => {
    const { body } = await world.create(api, 'event', {
      ...COURSE,
      recurrence_exceptions: ['2031-03-18', '2031-04-01 18:00'],
    });
    expect(days(await seriesOf(world, Number(body.id)))).toBe('03-25, 04-08');
    expect(body).toMatchObject({ start_date: '2031-03-25 18:00:00', recurrence_id: '2031-03-25 18:00:00' });
    expect(await planOf(world, Number(body.id))).toMatchObject({ start: '2031-03-18 18:00:00' });
  });

  test.each([
    ['an invalid rule', { recurrence: 'FREQ=SOMETIMES' }, ['recurrence']],
    ['every second', { recurrence: 'FREQ=SECONDLY;COUNT=3' }, ['recurrence']],
    ['every hour', { recurrence: 'FREQ=HOURLY' }, ['recurrence']],
    ['more than a thousand events', { recurrence: 'FREQ=DAILY;UNTIL=20350101' }, ['recurrence']],
    ['a rule without dates', { recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, ['recurrence']],
    ['a rule that excludes the start', { recurrence: 'FREQ=WEEKLY;BYDAY=MO' }, ['recurrence']],
    ['an end before the start', { recurrence: 'FREQ=WEEKLY;UNTIL=20310101' }, ['recurrence']],
    ['dates before the start', { recurrence: ['2031-03-17'] }, ['recurrence']],
    ['an invalid date', { recurrence: ['2031-02-30'] }, ['recurrence']],
    ['dates that end after the last year', { recurrence: ['9999-12-31 23:00'] }, ['recurrence']],
    ['the last possible second', { recurrence: ['9999-12-31T23:59:59Z'], timezone: 'UTC' }, ['recurrence']],
    [
      'exceptions without a matching date',
      { recurrence_exceptions: ['2031-03-19'] },
      ['recurrence_exceptions'],
    ],
    [
      'exceptions that exclude every date',
      { recurrence_exceptions: ['2031-03-18', '2031-03-25', '2031-04-01', '2031-04-08'] },
      ['recurrence_exceptions'],
    ],
    [
      'exceptions without a recurrence',
      { recurrence: '', recurrence_exceptions: ['2031-03-25'] },
      ['recurrence_exceptions'],
    ],
    ['a series in the trash', { status: 'trash' }, ['recurrence']],
    ['several problems', { title: '', recurrence: 'FREQ=HOURLY' }, ['recurrence', 'title']],
  ])('rejects %s, and stores nothing', async (_name, fields, failing) => {
    const before = [await world.counts(), await countSeries(world)];
    expect(await world.create(api, 'event', { ...COURSE, ...fields })).toMatchObject({
      status: 400,
      failing,
    });
    expect([await world.counts(), await countSeries(world)]).toEqual(before);
  });

  test('a contributor gets drafts', async () => {
    const { body } = await world.create(api, 'event', COURSE, 'contributor');
    const events = await seriesOf(world, Number(body.id));
    expect(events.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft', 'draft']);
    expect(await world.readAs(api, 'event', at(events, 2).id, 'anonymous')).toMatchObject({ status: 403 });
  });

  test('an event in the trash cannot start to repeat', async () => {
    const { recurrence, ...single } = COURSE;
    const { id } = await world.make('event', single);
    await world.remove(api, 'event', id);
    const before = await world.counts();
    expect(await world.change(api, 'event', id, { recurrence }, 'editor')).toMatchObject({
      status: 400,
      failing: ['recurrence'],
    });
    expect(await world.counts()).toEqual(before);
    expect(await world.change(api, 'event', id, { recurrence, status: 'publish' }, 'editor')).toMatchObject({
      status: 200,
      body: { recurrence },
    });
  });

  test('a change turns an event into the first of a series', async () => {
    const { recurrence, ...single } = COURSE;
    const { id } = await world.make('event', single);
    expect(await world.change(api, 'event', id, { recurrence, title: 'Club' }, 'editor')).toMatchObject({
      status: 200,
      body: { id, recurrence, title: 'Club' },
    });
    const events = await seriesOf(world, id);
    expect(events.map(({ title }) => title)).toEqual(['Club', 'Club', 'Club', 'Club']);
    expect(at(events, 0).id).toBe(id);
  });
});

test('all day events repeat by the day', async () => {
  const ids = await makeSeries(world, {
    all_day: true,
    start_date: '2031-03-29',
    end_date: '2031-03-30',
    recurrence: 'FREQ=MONTHLY;COUNT=3',
  });
  const events = await seriesOf(world, at(ids, 0));
  expect(events.map(({ start, end }) => [start, end])).toEqual([
    ['2031-03-29 00:00:00', '2031-03-30 23:59:59'],
    ['2031-04-29 00:00:00', '2031-04-30 23:59:59'],
    ['2031-05-29 00:00:00', '2031-05-30 23:59:59'],
  ]);
});

test('a time that the clock skips is moved by the gap, and keeps its planned time', async () => {
  const ids = await makeSeries(world, {
    start_date: '2031-03-29 02:30',
    end_date: '2031-03-29 03:00',
    recurrence: 'FREQ=DAILY;COUNT=3',
  });
  const events = await seriesOf(world, at(ids, 0));
  expect(events.map(({ planned, start, end }) => [planned, start, end])).toEqual([
    ['2031-03-29 02:30:00', '2031-03-29 02:30:00', '2031-03-29 03:00:00'],
    ['2031-03-30 02:30:00', '2031-03-30 03:30:00', '2031-03-30 04:00:00'],
    ['2031-03-31 02:30:00', '2031-03-31 02:30:00', '2031-03-31 03:00:00'],
  ]);
});

test('a form sends a rule or dates as text', async () => {
  const post = async (recurrence: string) => {
    const body = new URLSearchParams({ ...COURSE, recurrence });
    const response = await fetch(`${world.server.rest}/events`, {
      method: 'POST',
      body,
      headers: world.headers('editor'),
    });
    expect(response.status).toBe(201);
    const { id } = (await response.json()) as { id: number };
    return days(await seriesOf(world, id));
  };
  expect(await post('FREQ=WEEKLY;COUNT=2')).toBe('03-18, 03-25');
  expect(await post('2031-03-18,2031-03-20')).toBe('03-18, 03-20');
});

test('24 events a day have addresses of their own', async () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',');
  const ids = await makeSeries(world, {
    title: 'Hourly',
    start_date: '2031-03-18 00:00',
    end_date: '2031-03-18 00:30',
    recurrence: `FREQ=DAILY;BYHOUR=${hours};COUNT=48`,
  });
  const slugs = (await seriesOf(world, at(ids, 0))).map(({ slug }) => slug);
  expect(new Set(slugs).size).toBe(48);
});

test('standalone events have none of the keys, in lists neither', async () => {
  const id = await world.event('By itself', '2031-03-20 10:00');
  const { body } = await world.get(`/events/${id}`);
  expect(Object.keys(body).filter((key) => KEYS.includes(key))).toEqual([]);
  const list = await world.get('/events?search=itself');
  expect(
    eventsIn(list.body).flatMap((event) => Object.keys(event).filter((key) => KEYS.includes(key))),
  ).toEqual([]);
  expect(
    await world.query(
      `{ event(by: { databaseId: ${id} }) { series { rule } plannedLocalStart isDetached } }`,
    ),
  ).toEqual({
    event: { series: null, plannedLocalStart: null, isDetached: null },
  });
});

test('GraphQL shows the series of each of its events', async () => {
  const ids = await makeSeries(world, { recurrence_exceptions: ['2031-04-01'] });
  const series = `series { databaseId uid rule dates exceptions localStart text parent { databaseId }
    occurrences(first: 2) { totalCount nodes { databaseId plannedLocalStart } } }`;
  const data = await world.query(`{ event(by: { databaseId: ${at(ids, -1)} }) { ${series} } }`);
  expect(data.event).toEqual({
    series: {
      databaseId: (await planOf(world, at(ids, 0))).id,
      uid: expect.any(String),
      rule: 'FREQ=WEEKLY;COUNT=4',
      dates: [],
      exceptions: ['2031-04-01 18:00:00'],
      localStart: '2031-03-18 18:00:00',
      text: expect.stringContaining('Every week'),
      parent: { databaseId: ids[0] },
      occurrences: {
        totalCount: 3,
        nodes: [
          { databaseId: ids[0], plannedLocalStart: '2031-03-18 18:00:00' },
          { databaseId: ids[1], plannedLocalStart: '2031-03-25 18:00:00' },
        ],
      },
    },
  });
});

test('a request sent twice with a key creates one series', async () => {
  const send = () =>
    world.server.request('POST', '/events', COURSE, {
      ...world.headers('editor'),
      'idempotency-key': 'series-1',
    });
  const before = await countSeries(world);
  const answers = await Promise.all([send(), send()]);
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(bodies[0]).toEqual(bodies[1]);
  expect(await countSeries(world)).toBe(before + 1);
});

test('a child of another event keeps its parent, and the others have none', async () => {
  const festival = await world.event('Festival', '2031-03-01 10:00');
  const ids = await makeSeries(world, { post_parent: festival });
  expect((await stored(world, at(ids, 0))).parent).toBe(festival);
  expect((await stored(world, at(ids, 1))).parent).toBe(ids[0]);
});

test.each([
  [{ rule: 'FREQ=WEEKLY;COUNT=2' }, '03-18, 03-25'],
  [{ dates: ['2031-03-20'] }, '03-18, 03-20'],
])('REST accepts the form of GraphQL, too: %j', async (recurrence, shown) => {
  expect(days(await seriesOf(world, at(await makeSeries(world, { recurrence }), 0)))).toBe(shown);
});

test.each([[{}], [{ rule: 5 }], [{ dates: '2031-02-30' }], [5], [true], [[['2031-03-20']]]])(
  '%j is not a recurrence',
  async (recurrence) => {
    const answer = await world.create('REST', 'event', { ...COURSE, recurrence });
    expect(answer).toMatchObject({ status: 400, failing: ['recurrence'] });
  },
);
