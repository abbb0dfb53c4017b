import type { Walker } from '../../bench/support/walker.ts';
import { at, makeSeries, seriesOf } from '../series/series.world.ts';
import { openWorld, type World } from '../support/world.ts';
import { brief, comparable, listed, numbered, walkerOf } from './walking.ts';

/** Everything happens within one second of the service's clock: `modified` cannot distinguish states. */
let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.stop());

/** A weekly series, one of whose four events was changed separately, and a reader with a copy. */
async function held(): Promise<{ ids: number[]; walker: Walker }> {
  const ids = await makeSeries(world, { tags: ['sports'] });
  await change(at(ids, 2), { title: 'Special' });
  await numbered(world);
  const walker = walkerOf(world);
  await walker.walk();
  expect(comparable(walker.data)).toEqual(comparable(await listed(world)));
  return { ids, walker };
}

async function change(
  id: number,
  fields: Record<string, unknown>,
  scope?: 'this' | 'following' | 'all',
): Promise<void> {
  const answer = await world.change('REST', 'event', id, fields, undefined, { scope });
  expect(answer).toMatchObject({ status: 200 });
}
type Ids = readonly number[];

test.each<[what: string, happens: (ids: Ids) => Promise<unknown>]>([
  ['gets another rule', (ids) => change(at(ids, 0), { recurrence: 'FREQ=WEEKLY;COUNT=6' })],
  ['gets a rule with fewer dates', (ids) => change(at(ids, 0), { recurrence: 'FREQ=WEEKLY;COUNT=2' })],
  [
    'gets a rule that says the same otherwise',
    (ids) => change(at(ids, 0), { recurrence: 'FREQ=WEEKLY;UNTIL=20310408T160000Z' }),
  ],
  [
    'gets dates in place of its rule',
    (ids) => change(at(ids, 0), { recurrence: ['2031-03-18', '2031-03-20'] }),
  ],
  ['is no series any more', (ids) => change(at(ids, 0), { recurrence: null })],
  ['leaves a date out', (ids) => change(at(ids, 0), { recurrence_exceptions: ['2031-03-25'] })],
  ['is renamed as a whole', (ids) => change(at(ids, 1), { title: 'Class' }, 'all')],
  [
    'is moved as a whole',
    (ids) => change(at(ids, 1), { start_date: '2031-03-25 19:00', end_date: '2031-03-25 21:00' }, 'all'),
  ],
  ['is renamed from an event on', (ids) => change(at(ids, 1), { title: 'Class' }, 'following')],
  [
    'is another one from an event on',
    (ids) => change(at(ids, 1), { recurrence: 'FREQ=DAILY;COUNT=3' }, 'following'),
  ],
  ['has an event that no longer follows it', (ids) => change(at(ids, 1), { title: 'Exam' })],
  ['loses an event', (ids) => world.remove('REST', 'event', at(ids, 1))],
  ['loses an event for good', (ids) => world.remove('REST', 'event', at(ids, 1), { force: true })],
  ['loses its parent', (ids) => world.remove('REST', 'event', at(ids, 0))],
  ['loses its parent for good', (ids) => world.remove('REST', 'event', at(ids, 0), { force: true })],
  ['loses what follows an event', (ids) => world.remove('REST', 'event', at(ids, 1), { scope: 'following' })],
  ['loses all its events', (ids) => world.remove('REST', 'event', at(ids, 0), { scope: 'all', force: true })],
  ['is put off as a whole', (ids) => change(at(ids, 0), { date: '2031-04-01 08:00:00' }, 'all')],
  ['is hidden as a whole', (ids) => change(at(ids, 0), { hide_from_listings: true }, 'all')],
  [
    'is canceled as a whole',
    (ids) => change(at(ids, 0), { event_status: 'canceled', event_status_reason: 'Flood' }, 'all'),
  ],
  ['is changed by hand', () => execute(`update series set rule = 'FREQ=WEEKLY;COUNT=9'`)],
  ['is erased by hand', () => execute('delete from series')],
])("a follower's copy equals the lists when a series %s", async (_what, happens) => {
  const { ids, walker } = await held();
  const before = walker.data;
  await happens(ids);
  await numbered(world);
  await walker.walk();
  const shown = comparable(await listed(world));
  expect(comparable(walker.data)).toEqual(shown);
  expect(shown).not.toEqual(comparable(before));
});

const execute = (statement: string): Promise<unknown> =>
  world.server.orm.em.getConnection().execute(statement);

test('all show another rule, also events whose rows did not change', async () => {
  const { ids, walker } = await held();
  await execute(`update series set rule = 'FREQ=WEEKLY;COUNT=9'`);
  await numbered(world);
  expect(brief(await walker.walk()).toSorted()).toEqual(ids.map((id) => `updated event-${id}`).toSorted());
  const texts = [...walker.copy.values()].flatMap(({ data }) => data?.recurrence_text ?? []);
  expect(texts).toEqual(ids.map(() => 'Every week on Tuesday, 9 times'));
});

test('a parent that is erased is a tombstone, and the next one has the rule', async () => {
  const { ids, walker } = await held();
  await world.remove('REST', 'event', at(ids, 0), { force: true });
  await numbered(world);
  const items = brief(await walker.walk());
  expect(items).toContain(`deleted event-${at(ids, 0)}`);
  expect(items).toContain(`updated event-${at(ids, 3)}`);
  expect(walker.copy.get(`event-${at(ids, 1)}`)?.data).toMatchObject({
    post_parent: 0,
    recurrence: expect.any(String),
  });
  expect(walker.copy.get(`event-${at(ids, 3)}`)?.data).toMatchObject({ post_parent: at(ids, 1) });
});

test('rolled-forward events are published, existing ones are not', async () => {
  const ids = await makeSeries(world, { recurrence: 'FREQ=WEEKLY' });
  await numbered(world);
  const walker = walkerOf(world);
  await walker.walk();
  expect(walker.copy.size).toBe(ids.length);
  world.moveTo('2031-03-24 12:00:00');
  expect(await world.get('/events')).toMatchObject({ status: 200 });
  await numbered(world);
  const [added] = (await seriesOf(world, at(ids, 0))).filter(({ id }) => !ids.includes(id));
  expect(brief(await walker.walk())).toEqual([`updated event-${added?.id}`]);
  expect(comparable(walker.data)).toEqual(comparable(await listed(world)));
  expect(await walker.walk()).toEqual([]);
});

test('an excluded date changes its event and the parent, and no other event', async () => {
  const { ids, walker } = await held();
  await world.remove('REST', 'event', at(ids, 1));
  await numbered(world);
  expect(brief(await walker.walk()).toSorted()).toEqual(
    [`deleted event-${at(ids, 1)}`, `updated event-${at(ids, 0)}`, 'updated tag-1'].toSorted(),
  );
});
