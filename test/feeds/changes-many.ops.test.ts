import { openWorld, type World } from '../support/world.ts';
import { numbered, walkerOf } from './walking.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.stop());

/** A statement on the database, sent by hand. */
const execute = (statement: string, values: unknown[] = []): Promise<unknown> =>
  world.server.orm.em.getConnection().execute(statement, values);

test('what many events show is told of all of them, in parts', async () => {
  const venue = await world.make('venue', { venue: 'Barn' });
  await execute(`
    insert into event (status, published_utc, modified_utc, slug, title, start_local, end_local, start_utc, end_utc, timezone)
    select 'publish', '2031-01-01', '2031-01-01', 'event-' || n, 'Event ' || n, '2031-05-01', '2031-05-01', '2031-05-01', '2031-05-01', 'UTC'
    from generate_series(1, 4500) as n`);
  await execute('insert into event_venue (event_id, venue_id, position) select id, ?, 0 from event', [
    venue.id,
  ]);
  await numbered(world);
  const walker = walkerOf(world);
  await walker.walk();
  expect(walker.copy.size).toBe(4501);
  expect(walker.pages).toBe(11);
  await world.change('REST', 'venue', venue.id, { city: 'Alderport' });
  await numbered(world);
  await walker.walk();
  await numbered(world);
  await walker.walk();
  const cities = [...walker.copy.values()].map(({ kind, data }) =>
    kind === 'event' ? Object(data?.venue).city : data?.city,
  );
  expect(new Set(cities)).toEqual(new Set(['Alderport']));
});

test('more changes at once than are read one by one', async () => {
  await numbered(world);
  await execute(`
    insert into term (taxonomy, name, name_key, slug)
    select 'post_tag', 'Tag ' || n, 'tag ' || n, 'tag-' || n from generate_series(1, 20500) as n`);
  await execute('delete from term where id = 7');
  await numbered(world);
  const walker = walkerOf(world);
  while (walker.copy.size < 20_499) {
    await walker.walk();
    await numbered(world);
  }
  expect(walker.copy.size).toBe(20_499);
});
