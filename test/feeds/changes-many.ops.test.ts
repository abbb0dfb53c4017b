import { openWorld, type World } from '../support/world.ts';
import { numbered, walkerOf } from './walking.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.stop());

/** A statement sent manually to the database. */
const execute = (statement: string, values: unknown[] = []): Promise<unknown> =>
  world.server.orm.em.getConnection().execute(statement, values);

test('a whole table at once', async () => {
  await numbered(world);
  await execute(`
    insert into term (taxonomy, name, name_key, slug)
    select 'post_tag', 'Tag ' || n, 'tag ' || n, 'tag-' || n from generate_series(1, 20500) as n`);
  await execute('delete from term where id = 7');
  await numbered(world);
  const walker = walkerOf(world);
  await walker.walk();
  expect(walker.copy.size).toBe(20_499);
});
