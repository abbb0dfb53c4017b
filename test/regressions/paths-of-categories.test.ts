import { settled } from '../support/service.ts';
import { watchStatements } from '../support/statements.ts';
import { openWorld, type World } from '../support/world.ts';

/** Pages and lists of terms show the address of a category, which contains its ancestors. */
let world: World;
let low = 0;
let top = 0;
const statements = watchStatements();

beforeAll(async () => {
  world = await openWorld({ env: { RESPONSE_CACHE: 'off' } });
  top = Number((await world.make('category', { name: 'Music' })).id);
  const middle = Number((await world.make('category', { name: 'Jazz', parent: top })).id);
  low = Number((await world.make('category', { name: 'Bebop', parent: middle })).id);
  const day = { start_date: '2031-05-01', end_date: '2031-05-01' };
  await world.make('event', { title: 'Concert', ...day, categories: [low] });
});
afterAll(async () => {
  statements.restore();
  await world.stop();
});

const page = async (): Promise<string> =>
  (await fetch(`${world.server.url}/event/concert/`, { headers: { accept: 'text/html' } })).text();

test('the page of an event reads it, its terms level by level, and its adjacent events', async () => {
  await settled(world.server);
  await page();
  statements.clear();
  expect(await page()).toContain('/events/category/music/jazz/bebop/');
  expect(statements.seen()).toHaveLength(5);
});

test('renaming an ancestor gives the next page its new address', async () => {
  await world.change('REST', 'category', top, { slug: 'sounds' });
  expect(await page()).toContain('/events/category/sounds/jazz/bebop/');
});

test('a cycle created by SQL ends the address', async () => {
  const { orm } = world.server;
  await orm.em.fork().getConnection().execute(`update term set parent_id = ${low} where id = ${top}`);
  await settled(world.server);
  expect(await page()).toContain('/events/category/sounds/jazz/bebop/');
});
