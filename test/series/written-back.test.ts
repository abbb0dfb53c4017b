import { APIS, type Body } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { at, COURSE, days, makeSeries, planOf, seriesOf, stored } from './series.world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const PLAN = ['recurrence', 'recurrence_start', 'recurrence_exceptions'];
const shownOf = ({ recurrence, recurrence_start, recurrence_exceptions }: Body) => ({
  recurrence,
  recurrence_start,
  recurrence_exceptions,
});

test('the parent alone shows the fields to write the series back', async () => {
  const ids = await makeSeries(world, { recurrence_exceptions: ['2031-03-25'] });
  const [parent, other] = await Promise.all(ids.map((id) => world.read('event', id)));
  expect(parent).toMatchObject({
    recurrence: 'FREQ=WEEKLY;COUNT=4',
    recurrence_start: '2031-03-18 18:00:00',
    recurrence_exceptions: ['2031-03-25 18:00:00'],
  });
  expect(Object.keys(other ?? {}).filter((key) => PLAN.includes(key))).toEqual([]);
  const single = await world.read('event', await world.event('Alone', '2031-03-20 10:00'));
  expect(Object.keys(single).filter((key) => PLAN.includes(key))).toEqual([]);
  const fields = 'series { rule localStart exceptions }';
  const series = {
    rule: 'FREQ=WEEKLY;COUNT=4',
    localStart: '2031-03-18 18:00:00',
    exceptions: ['2031-03-25 18:00:00'],
  };
  expect(
    await world.query(
      `{ parent: event(by: { databaseId: ${at(ids, 0)} }) { ${fields} }
         other: event(by: { databaseId: ${at(ids, 1)} }) { ${fields} } }`,
    ),
  ).toEqual({ parent: { series }, other: { series } });
});

describe.each(APIS)('%s', (api) => {
  const copyOf = async (id: number): Promise<number> => {
    const { title, start_date, end_date, timezone, ...parent } = await world.read('event', id);
    const fields = { title, start_date, end_date, timezone, ...shownOf(parent) };
    const { status, body } = await world.create(api, 'event', fields);
    expect(status).toBe(201);
    expect(shownOf(body)).toEqual(shownOf(parent));
    return Number(body.id);
  };

  test('a series whose first date is excluded can be copied', async () => {
    const ids = await makeSeries(world);
    await world.remove(api, 'event', at(ids, 0));
    await world.remove(api, 'event', at(ids, 2));
    const copy = await copyOf(at(ids, 1));
    const events = await seriesOf(world, copy);
    expect(days(events)).toBe('03-25, 04-08');
    expect(events.map(({ detached }) => detached)).toEqual([false, false]);
  });

  test('a series whose first event has moved can be copied', async () => {
    const ids = await makeSeries(world);
    await world.change(api, 'event', at(ids, 0), {
      start_date: '2031-03-19 17:00',
      end_date: '2031-03-19 19:00',
    });
    const events = await seriesOf(world, await copyOf(at(ids, 0)));
    expect(events.map(({ planned, start, detached }) => [planned, start, detached])).toEqual([
      ['2031-03-18 18:00:00', '2031-03-19 17:00:00', true],
      ['2031-03-25 18:00:00', '2031-03-25 18:00:00', false],
      ['2031-04-01 18:00:00', '2031-04-01 18:00:00', false],
      ['2031-04-08 18:00:00', '2031-04-08 18:00:00', false],
    ]);
  });

  test('an event becomes the first of a series that counts from another start', async () => {
    const { recurrence, ...single } = COURSE;
    const { id } = await world.make('event', single);
    const fields = { recurrence, recurrence_start: '2031-03-11', recurrence_exceptions: ['2031-03-11'] };
    expect(await world.change(api, 'event', id, fields)).toMatchObject({
      status: 200,
      body: { recurrence_start: '2031-03-11 18:00:00', is_detached: false },
    });
    expect(days(await seriesOf(world, id))).toBe('03-18, 03-25, 04-01');
  });

  test('a series sent back as read changes nothing, also next to another recurrence', async () => {
    const ids = await makeSeries(world);
    await world.remove(api, 'event', at(ids, 0));
    const parent = shownOf(await world.read('event', at(ids, 1)));
    expect(await world.change(api, 'event', at(ids, 1), parent)).toMatchObject({ status: 200 });
    expect(days(await seriesOf(world, at(ids, 1)))).toBe('03-18 trash, 03-25, 04-01, 04-08');
    const moved = { ...parent, start_date: '2031-03-25 19:00', end_date: '2031-03-25 21:00' };
    expect(await world.change(api, 'event', at(ids, 1), moved, undefined, { scope: 'all' })).toMatchObject({
      status: 200,
      body: { recurrence_start: '2031-03-18 19:00:00' },
    });
    const now = shownOf(await world.read('event', at(ids, 1)));
    const other = { ...now, recurrence: 'FREQ=WEEKLY;COUNT=3' };
    expect(await world.change(api, 'event', at(ids, 1), other)).toMatchObject({ status: 200 });
    expect(days(await seriesOf(world, at(ids, 1)))).toBe('03-18 trash, 03-25, 04-01');
    expect(await world.change(api, 'event', at(ids, 1), { ...other, recurrence: null })).toMatchObject({
      status: 200,
    });
    expect(await stored(world, at(ids, 1))).toMatchObject({ series: null });
  });

  test.each([
    ['another start of a series', { recurrence_start: '2031-03-11 18:00' }],
    [
      'another start with another recurrence',
      { recurrence_start: '2031-03-11', recurrence: 'FREQ=DAILY;COUNT=2' },
    ],
    ['an invalid date', { recurrence_start: '2031-02-30' }],
  ])('rejects %s, and changes nothing', async (_name, fields) => {
    const ids = await makeSeries(world);
    const before = [await planOf(world, at(ids, 0)), await seriesOf(world, at(ids, 0))];
    expect(await world.change(api, 'event', at(ids, 0), fields)).toMatchObject({
      status: 400,
      failing: ['recurrence_start'],
    });
    expect([await planOf(world, at(ids, 0)), await seriesOf(world, at(ids, 0))]).toEqual(before);
  });

  test.each([
    ['of a standalone event', { recurrence: '', recurrence_start: '2031-03-11' }, ['recurrence_start']],
    [
      'outside the rule',
      { recurrence: 'FREQ=WEEKLY;BYDAY=TU', recurrence_start: '2031-03-12' },
      ['recurrence'],
    ],
    ['that is not a date', { recurrence_start: 'soon-ish' }, ['recurrence_start']],
  ])('rejects a start %s', async (_name, fields, failing) => {
    const before = await world.counts();
    expect(await world.create(api, 'event', { ...COURSE, ...fields })).toMatchObject({
      status: 400,
      failing,
    });
    expect(await world.counts()).toEqual(before);
  });
});
