import pg from 'pg';
import { type Page, Walker } from '../../bench/support/walker.ts';
import { pause } from '../support/eventually.ts';
import { type As, type Body, type Kind, LISTS, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { comparable, listed } from './walking.ts';

/** Followers of two instances with many concurrent writers, in transactions of all lengths. */
const LOAD_MS = 10_000;
let world: World;
let other: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
  other = await world.beside({});
});
afterAll(async () => {
  await other.stop();
  await world.stop();
});

const any = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to choose from');
  return value;
};
const anyWorld = (): World => any([world, other]);

/** Reads a page by any of the instances; addresses are those of the first. */
async function page(url: string, as: As): Promise<Page> {
  const at = anyWorld();
  const path = url.replace(world.server.url, '');
  const response = await at.server.send('GET', path, undefined, at.headers(as));
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text.replaceAll(at.server.url, world.server.url));
}
const follower = (as: As): Walker =>
  new Walker((url) => page(url, as), `${world.server.url}/feeds/changes?limit=${any([3, 20, 500])}`);

const TITLES = ['Jazz', 'Fair', 'Market', 'Dance', 'Talk'];
const STATUSES = ['publish', 'publish', 'draft', 'private', 'pending'];
const kinds = Object.keys(LISTS) as Kind[];
const isPost = (kind: Kind): boolean => kind !== 'category' && kind !== 'tag';
const nameOf: Record<Kind, string> = {
  event: 'title',
  venue: 'venue',
  organizer: 'organizer',
  category: 'name',
  tag: 'name',
};
const records: Record<Kind, number[]> = { event: [], venue: [], organizer: [], category: [], tag: [] };
let made = 0;

const fieldsOf = (kind: Kind): Body => {
  const name = { [nameOf[kind]]: `${any(TITLES)} ${++made}` };
  if (kind !== 'event') return isPost(kind) ? { ...name, status: any(STATUSES) } : name;
  return {
    ...name,
    status: any(STATUSES),
    hide_from_listings: Math.random() < 0.1,
    venue: records.venue.length > 0 ? [any(records.venue)] : [],
    organizer: records.organizer.length > 0 ? [any(records.organizer)] : [],
    categories: records.category.length > 0 ? [any(records.category)] : [],
    tags: records.tag.length > 0 ? [any(records.tag)] : [],
  };
};
const TIMES = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };

async function write(): Promise<void> {
  const at = anyWorld();
  const kind = Math.random() < 0.6 ? 'event' : any(kinds);
  const chance = Math.random();
  const own = records[kind];
  if (own.length < 5 || (chance < 0.3 && own.length < 60)) {
    const { body } = await at.create('REST', kind, { ...fieldsOf(kind), ...(kind === 'event' && TIMES) });
    if (typeof body.id === 'number') own.push(body.id);
  } else if (chance < 0.75) await at.change('REST', kind, any(own), fieldsOf(kind));
  else await at.remove('REST', kind, any(own), { force: chance > 0.92 });
}

/** Manual changes, in transactions that stay open while others commit; some are rolled back. */
async function writeByHand(client: pg.Client): Promise<void> {
  await client.query('begin');
  const id = any(records.event);
  await client.query('update event set title = $1 where id = $2', [`By hand ${++made}`, id]);
  await pause(Math.random() * 700);
  await client.query(Math.random() < 0.8 ? 'commit' : 'rollback');
  await pause(20);
}

test('finally equal the lists, and for editors the stored records', async () => {
  const clients = [1, 2].map(() => new pg.Client({ connectionString: world.server.database.url }));
  for (const client of clients) await client.connect();
  for (let n = 0; n < 40; n++) await write();
  const followers = [...Array(3)].map(() => follower('anonymous')).concat(follower('editor'));
  const end = performance.now() + LOAD_MS;
  const until = async (work: () => Promise<unknown>): Promise<void> => {
    while (performance.now() < end) await work();
  };
  await Promise.all([
    ...[1, 2, 3].map(() => until(write)),
    ...clients.map((client) => until(() => writeByHand(client))),
    ...followers.map((one) => until(() => one.step().then(() => pause(30)))),
  ]);
  for (const client of clients) await client.end();
  await pause(600);
  const expected = comparable(await listed(world));
  expect(Object.keys(expected).length).toBeGreaterThan(10);
  const whole = followers.pop();
  for (const one of followers) {
    await one.walk();
    expect(comparable(one.data)).toEqual(expected);
  }
  // A new reader gets the same, each record once.
  const late = new Walker((url) => page(url, 'subscriber'), `${world.server.url}/feeds/changes`);
  const items = await late.walk();
  expect(comparable(late.data)).toEqual(expected);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  const numbers = items.map(({ modified }) => modified);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  await whole?.walk();
  const stored = await world.server.orm.em.getConnection().execute(`
    select 'event-' || id as id from event union all select 'venue-' || id from venue
    union all select 'organizer-' || id from organizer
    union all select case taxonomy when 'post_tag' then 'tag-' else 'category-' end || id from term`);
  expect(Object.keys(whole?.data ?? {})).toEqual(
    recordsIn(stored)
      .map(({ id }) => id)
      .toSorted(),
  );
});
