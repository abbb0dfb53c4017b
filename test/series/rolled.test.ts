import pg from 'pg';
import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from '../support/world.ts';
import { at, days, makeSeries, type Occurrence, planOf, seriesOf, stored } from './series.world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld({ roles: true });
});
afterEach(() => world.stop());

const OPEN = { recurrence: 'FREQ=WEEKLY', venue: { venue: 'Boathouse' }, tags: ['sports'] };
/** Tuesdays from 18 March 2031 until a day, at six in Berlin. */
function tuesdays(until: string): string[] {
  const starts: string[] = [];
  for (let day = Temporal.PlainDate.from('2031-03-18'); day.toString() < until; day = day.add({ days: 7 }))
    starts.push(`${day.toString()} 18:00:00`);
  return starts;
}
const planned = (events: readonly Occurrence[]): (string | null)[] => events.map((event) => event.planned);
const read = (one: World): Promise<unknown> => one.get('/events');

test('a rule without an end is stored two years ahead, and a request rolls it forward', async () => {
  const ids = await makeSeries(world, OPEN);
  expect(planned(await seriesOf(world, at(ids, 0)))).toEqual(tuesdays('2033-03-16'));
  expect(await planOf(world, at(ids, 0))).toMatchObject({ until: '2033-03-16 00:00:00' });
  await read(world);
  world.moveTo('2031-03-24 12:00:00');
  const { body } = await world.get('/events?starts_after=2033-03-15&per_page=5');
  expect(body).toMatchObject({ total: 1, events: [{ start_date: '2033-03-22 18:00:00' }] });
  world.moveTo('2031-06-24 12:00:00');
  const later = await world.get('/events?starts_after=2033-06-19&per_page=5');
  expect(later.body).toMatchObject({
    total: 1,
    events: [
      {
        start_date: '2033-06-21 18:00:00',
        title: 'Course',
        post_parent: ids[0],
        is_detached: false,
        venue: { venue: 'Boathouse' },
        tags: [{ name: 'sports' }],
      },
    ],
  });
  const events = await seriesOf(world, at(ids, 0));
  expect(planned(events)).toEqual(tuesdays('2033-06-26'));
  expect(new Set(events.map(({ slug }) => slug)).size).toBe(events.length);
  expect((await world.get('/tags')).body.tags).toMatchObject([{ count: events.length }]);
  // Nothing more on the same day.
  await read(world);
  expect(await seriesOf(world, at(ids, 0))).toHaveLength(events.length);
});

test('events that a list does not wait for are stored after its response', async () => {
  const ids = await makeSeries(world, OPEN);
  const holder = new pg.Client({ connectionString: world.server.database.url });
  await holder.connect();
  try {
    await holder.query('begin; lock table event in exclusive mode');
    world.moveTo('2031-09-01 12:00:00');
    await read(world);
    await holder.query('commit');
    await eventually(
      'the series is stored until then',
      async () => (await planOf(world, at(ids, 0))).until === '2033-09-03 00:00:00',
    );
  } finally {
    await holder.end();
  }
});

test('a starting process rolls forward series without requests', async () => {
  const ids = await makeSeries(world, OPEN);
  world.moveTo('2031-09-01 12:00:00');
  const other = await world.beside({});
  try {
    await eventually(
      'the series is stored until then',
      async () => (await planOf(world, at(ids, 0))).until === '2033-09-03 00:00:00',
    );
    expect(planned(await seriesOf(world, at(ids, 0)))).toEqual(tuesdays('2033-09-03'));
  } finally {
    await other.stop();
  }
});

test('new events copy the last one that follows the series; excluded dates stay excluded', async () => {
  const ids = await makeSeries(world, OPEN);
  const last = at(ids, -1);
  await world.change(
    'REST',
    'event',
    at(ids, 0),
    { title: 'Club', recurrence_exceptions: ['2033-03-22', '2033-03-29'] },
    undefined,
    { scope: 'all' },
  );
  await world.change('REST', 'event', last, { title: 'Farewell' });
  world.moveTo('2031-04-20 12:00:00');
  await read(world);
  const events = (await seriesOf(world, at(ids, 0))).slice(-4);
  expect(events.map(({ title, start, detached }) => [title, start.slice(0, 10), detached])).toEqual([
    ['Farewell', '2033-03-15', true],
    ['Club', '2033-04-05', false],
    ['Club', '2033-04-12', false],
    ['Club', '2033-04-19', false],
  ]);
});

test('ended and trashed series do not grow; a restored series catches up', async () => {
  const [bounded, split, trashed] = [
    await makeSeries(world, { recurrence: 'FREQ=WEEKLY;COUNT=3' }),
    await makeSeries(world, OPEN),
    await makeSeries(world, OPEN),
  ];
  await world.remove('REST', 'event', at(split, 3), { scope: 'following' });
  await world.remove('REST', 'event', at(trashed, 0), { scope: 'all' });
  world.moveTo('2031-06-24 12:00:00');
  await read(world);
  expect(days(await seriesOf(world, at(bounded, 0)))).toBe('03-18, 03-25, 04-01');
  expect(days(await seriesOf(world, at(split, 0)))).toBe('03-18, 03-25, 04-01');
  expect(await seriesOf(world, at(trashed, 0))).toHaveLength(trashed.length);
  await world.change('REST', 'event', at(trashed, 0), { status: 'publish' }, undefined, { scope: 'all' });
  const events = await seriesOf(world, at(trashed, 0));
  expect(events.filter(({ status }) => status !== 'publish')).toEqual([]);
  expect(planned(events)).toEqual(tuesdays('2033-06-26'));
});

test('a series that begins in three years has its first event', async () => {
  const ids = await makeSeries(world, {
    ...OPEN,
    start_date: '2034-03-21 18:00',
    end_date: '2034-03-21 20:00',
  });
  expect(ids).toHaveLength(1);
  world.moveTo('2032-04-01 12:00:00');
  await read(world);
  expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-21, 03-28');
});

test('a series that cannot be rolled forward does not block others, and lists show the stored events', async () => {
  const [broken, whole] = [await makeSeries(world, OPEN), await makeSeries(world, OPEN)];
  await world.server.orm.em
    .getConnection()
    .execute(`update series set timezone = 'Nowhere/Else' where parent_id = ${at(broken, 0)}`);
  world.moveTo('2031-04-20 12:00:00');
  expect(await world.get('/events?per_page=1')).toMatchObject({ status: 200 });
  expect(planned(await seriesOf(world, at(whole, 0)))).toEqual(tuesdays('2033-04-22'));
});

test('several instances at once store each date once, and miss none', async () => {
  const others = await Promise.all([world.beside({}), world.beside({})]);
  try {
    const all = [];
    for (let n = 0; n < 4; n++) all.push(await makeSeries(world, { ...OPEN, title: `Course ${n}` }));
    for (const [round, month] of ['04', '06', '09'].entries()) {
      world.moveTo(`2031-${month}-20 12:00:00`);
      await Promise.all([world, ...others].flatMap((one) => [read(one), read(one)]));
      for (const ids of all)
        await eventually(
          `round ${round} is stored`,
          async () => (await planOf(world, at(ids, 0))).until === `2033-${month}-22 00:00:00`,
        );
      for (const ids of all)
        expect(planned(await seriesOf(world, at(ids, 0)))).toEqual(tuesdays(`2033-${month}-22`));
    }
  } finally {
    for (const other of others) await other.stop();
  }
});

test('a change waits for a roll forward, and finds the new events', async () => {
  const ids = await makeSeries(world, OPEN);
  world.moveTo('2031-12-24 12:00:00');
  await Promise.all([
    read(world),
    world.change('REST', 'event', at(ids, 0), { title: 'Renamed' }, undefined, { scope: 'all' }),
    world.change('REST', 'event', at(ids, 5), { title: 'Detached' }),
  ]);
  const events = await seriesOf(world, at(ids, 0));
  expect(planned(events)).toEqual(tuesdays('2033-12-26'));
  expect(new Set(events.map(({ title }) => title))).toEqual(new Set(['Renamed', 'Detached']));
  expect((await stored(world, at(ids, 5))).detached).toBe(true);
});

test('a series whose parent was erased by SQL gets a new parent', async () => {
  const ids = await makeSeries(world, OPEN);
  await world.server.orm.em.getConnection().execute(`delete from event where id = ${at(ids, 0)}`);
  await world.settled();
  world.moveTo('2031-04-20 12:00:00');
  await read(world);
  const events = await seriesOf(world, at(ids, 1));
  expect(await planOf(world, at(ids, 1))).toMatchObject({ parent: ids[1] });
  expect(new Set(events.slice(1).map(({ parent }) => parent))).toEqual(new Set([ids[1]]));
});
