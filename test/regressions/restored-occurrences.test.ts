import { at, COURSE, days, makeSeries, planOf, seriesOf, stored } from '../series/series.world.ts';
import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const THREE = { recurrence: 'FREQ=WEEKLY;COUNT=3' };

describe.each(APIS)('%s', (api) => {
  const restore = (id: number) => world.change(api, 'event', id, { status: 'publish' });

  test('the parent is the earliest event outside the trash, in whatever order events are trashed and restored', async () => {
    const festival = await world.event('Festival', '2031-03-01 10:00');
    const ids = await makeSeries(world, { ...THREE, post_parent: festival });
    for (const id of ids) await world.remove(api, 'event', id);
    for (const [count, id] of ids.toReversed().entries()) {
      await restore(id);
      expect(await planOf(world, id)).toMatchObject({ parent: id });
      expect(await world.read('event', id)).toMatchObject({
        post_parent: festival,
        recurrence: 'FREQ=WEEKLY;COUNT=3',
        is_detached: false,
      });
      for (const later of ids.slice(ids.length - count)) expect((await stored(world, later)).parent).toBe(id);
    }
    expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-25, 04-01');
  });

  test('a first date that is stored again has the parent', async () => {
    const ids = await makeSeries(world, THREE);
    await world.remove(api, 'event', at(ids, 0), { force: true });
    await world.change(api, 'event', at(ids, 1), { recurrence_exceptions: [] });
    const [first, second] = await seriesOf(world, at(ids, 1));
    expect([first?.planned, first?.parent, second?.parent]).toEqual(['2031-03-18 18:00:00', 0, first?.id]);
  });

  test('a restored event follows its series again if it still agrees with it', async () => {
    const ids = await makeSeries(world, { ...THREE, venue: { venue: 'Boathouse' }, tags: ['outdoors'] });
    await world.remove(api, 'event', at(ids, 2));
    await world.change(api, 'event', at(ids, 1), { title: 'Club' });
    await restore(at(ids, 2));
    expect(await stored(world, at(ids, 2))).toMatchObject({ detached: false, status: 'publish' });
    await world.change(api, 'event', at(ids, 0), { title: 'Swimming' }, undefined, { scope: 'all' });
    expect(await stored(world, at(ids, 2))).toMatchObject({ title: 'Swimming' });
  });

  test.each<[string, Record<string, unknown>, 'all' | 'following', boolean]>([
    ['a title', { title: 'Swimming' }, 'all', true],
    ['a price', { cost: '5 EUR' }, 'all', true],
    ['tags', { tags: ['indoors'] }, 'all', true],
    ['an hour', { start_date: '2031-03-25 19:00', end_date: '2031-03-25 21:00' }, 'following', true],
    ['an end', { end_date: '2031-03-25 21:00' }, 'all', true],
    ['a title that it had before', { title: COURSE.title }, 'all', false],
  ])('a change of the series in the meantime detaches it: %s', async (_name, fields, scope, isDetached) => {
    const ids = await makeSeries(world, { ...THREE, tags: ['outdoors'] });
    await world.remove(api, 'event', at(ids, 2));
    await world.change(api, 'event', at(ids, 1), fields, undefined, { scope });
    const before = await stored(world, at(ids, 2));
    await restore(at(ids, 2));
    const { start, title } = before;
    expect(await stored(world, at(ids, 2))).toMatchObject({ detached: isDetached, start, title });
    expect(await world.read('event', at(ids, 2))).toMatchObject({ is_detached: isDetached });
  });

  test('removing exceptions detaches differing events', async () => {
    const ids = await makeSeries(world, THREE);
    for (const id of ids.slice(1)) await world.remove(api, 'event', id);
    await world.change(api, 'event', at(ids, 0), { title: 'Swimming' }, undefined, { scope: 'all' });
    await world.change(api, 'event', at(ids, 0), { recurrence_exceptions: [] });
    expect((await seriesOf(world, at(ids, 0))).map(({ title, detached }) => [title, detached])).toEqual([
      ['Swimming', false],
      ['Course', true],
      ['Course', true],
    ]);
  });

  test('the parent counts as modified when excluded dates change', async () => {
    const ids = await makeSeries(world, THREE);
    const now = world.moveTo('2031-03-15 12:00:00');
    await world.remove(api, 'event', at(ids, 2));
    world.moveTo(now);
    const [parent, second] = await Promise.all(ids.slice(0, 2).map((id) => world.read('event', id)));
    expect(parent?.recurrence_exceptions).toEqual(['2031-04-01 18:00:00']);
    expect(String(parent?.modified) > String(second?.modified)).toBe(true);
  });
});
