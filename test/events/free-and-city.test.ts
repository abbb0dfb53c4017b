import { isFreeCost } from '../../src/lib/cost.ts';
import { US_DOLLAR } from '../../src/lib/currency.ts';
import { FREE_COSTS, NOTATIONS, PRICED_COSTS } from '../lib/cost.data.ts';
import { watchStatements } from '../support/statements.ts';
import { each, type Row, table } from '../support/table.ts';
import { recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** `free` and `city`, two filters of events. */
const worlds: Partial<Record<'A' | 'B', World>> = {};
const at = (revision: 'A' | 'B') => (): World => {
  const world = worlds[revision];
  if (!world) throw new Error('the world has not started');
  return world;
};
const ids: Record<string, number> = {};
const counted = watchStatements();

beforeAll(async () => {
  const world = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  worlds.B = world;
  const events: readonly (readonly [title: string, fields: object])[] = [
    ['zero', { cost: 0, venue: { venue: 'Hall', city: 'Köln' } }],
    ['word', { cost: 'Eintritt frei', venue: { venue: 'Cellar', city: ' KÖLN ' } }],
    ['list', { cost: ['Free', '0 EUR'], venue: [{ venue: 'Hall' }, { venue: 'Yard', city: 'New  York' }] }],
    ['range', { cost: '0 - 10 EUR', venue: { venue: 'Loft', city: 'Köln-Deutz' } }],
    ['some', { cost: 'free for members', venue: { venue: 'Köln', city: 'Rome' } }],
    ['unknown', { description: 'Free, in Köln', venue: { venue: 'Nowhere' } }],
    ['paid', { cost: 20 }],
    [
      'long',
      { cost: Array.from({ length: 20 }, (_, at) => `${'Eintritt frei! '.repeat(4)}${'.'.repeat(at)}`) },
    ],
  ];
  for (const [at, [title, fields]] of events.entries())
    ids[title] = await world.event(title, `2031-05-20 1${at}:00`, fields);
  const hidden = (await world.make('venue', { venue: 'Plan', city: 'Bonn', status: 'draft' })).id;
  await world.event('secret', '2031-05-21 10:00', { venue: hidden });
  const gone = (await world.make('venue', { venue: 'Ruin', city: 'Ulm' })).id;
  await world.event('ashes', '2031-05-21 11:00', { venue: gone });
  await world.send('DELETE', `/venues/${gone}`);
  await world.event('draft', '2031-05-21 12:00', { cost: 0, status: 'draft', venue: { venue: 'Hall' } });
  await world.settled();
  worlds.A = await world.beside({ API_REVISION: 'A' });
});
afterAll(async () => {
  counted.restore();
  await worlds.A?.server.stop();
  await worlds.B?.stop();
});

const city = (name: string): string => `city=${encodeURIComponent(name)}`;
const ROWS: readonly Row[] = [
  ...each(['true', '1'], (value) => `free=${value}`, 'zero word list'),
  ...each(['false', '0'], (value) => `free=${value}`, 'range some unknown paid long secret ashes'),
  ...each(['yes', 'null'], (value) => `free=${value}`, 400, 'free'),
  ...each(['Köln', 'koln', 'KÖLN', ' köln ', 'Ko\u0308ln'], city, 'zero word list'),
  ...each(['New York', 'new  york'], city, 'list'),
  [city('rome'), 'some'],
  ...each(['Kö', 'Deutz', 'öln', 'York', '%', 'K_ln', 'Hall', "'; drop table event; --", 'x'], city, ''),
  ...each(['', ' ', '\u200b'], city, 400, 'city'),
  [city('x'.repeat(200)), ''],
  [city('x'.repeat(201)), 400, 'city'],
  ['free=true&city=koln&search=zero', 'zero'],
  ['free=false&city=koln', ''],
  ['free=false&city=rome', 'some'],
];
describe.each(['A', 'B'] as const)('revision %s', (revision) => {
  table('free and city', { kind: 'event', world: at(revision) }, ROWS);
  table('both refused', { kind: 'event', world: at(revision), apis: ['REST'] }, [
    ['free=maybe&city=', 400, 'city free'],
  ]);
  table('free and city of an editor', { kind: 'event', world: at(revision), as: 'editor' }, [
    ['free=true', 'zero word list draft'],
    [city('bonn'), 'secret'],
    [city('ulm'), ''],
  ]);
  table('venues hidden from the caller match nothing', { kind: 'event', world: at(revision) }, [
    ...each(['bonn', 'ulm'], city, ''),
  ]);
});

test('the character NUL is refused', async () => {
  expect(await at('B')().list('REST', 'event', 'city=%00')).toMatchObject({ status: 400, params: ['city'] });
  const { errors } = await at('B')().server.graphql(
    '{ events(filter: { city: "a\\u0000" }) { totalCount } }',
  );
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
});

const titlesIn = (list: unknown): unknown[] => recordsIn(Object(list).nodes).map(({ title }) => title);

test('lists inside records have both filters', async () => {
  const query = `query ($hall: VenueBy!) { venue(by: $hall) {
    all: events { nodes { title } } free: events(filter: { isFree: true }) { nodes { title } }
    paid: events(filter: { isFree: false }) { nodes { title } } there: events(filter: { city: "new york" }) { nodes { title } }
  } }`;
  const { venue } = await at('B')().query(query, 'anonymous', { hall: { slug: 'hall' } });
  const { all, free, paid, there } = Object(venue);
  expect([all, free, paid, there].map(titlesIn)).toEqual([['zero', 'list'], ['zero', 'list'], [], ['list']]);
  const { body } = await at('B')().send('GET', '/venues/by-slug/hall');
  const nested = await at('B')().send('GET', `/venues/${body.id}/events?city=new+york&free=1`);
  expect(recordsIn(nested.body.events).map(({ title }) => title)).toEqual(['list']);
});

test('feeds have both filters', async () => {
  const titles = async (query: string): Promise<string[]> => {
    const text = await (await fetch(`${at('B')().server.url}/feeds/events.ics?${query}`)).text();
    return Array.from(text.matchAll(/^SUMMARY:(\w+)/gm), ([, title = '']) => title);
  };
  expect(await titles('free=true')).toEqual(['zero', 'word', 'list']);
  expect(await titles('city=ROME')).toEqual(['some']);
  expect(await titles('free=true&city=rome')).toEqual([]);
});

test('the namespace index names neither', async () => {
  const { routes } = (await at('B')().send('GET', '')).body;
  const [list] = recordsIn(Object(Object(routes)['/calendar/events/v1/events']).endpoints);
  expect(list?.args).toHaveProperty('featured');
  expect(list?.args).not.toHaveProperty('free');
  expect(list?.args).not.toHaveProperty('city');
});

test('each needs one more statement', async () => {
  const statements = async (query: string): Promise<number> => {
    counted.clear();
    await at('B')().list('REST', 'event', query);
    return counted.seen().length;
  };
  await statements('per_page=50&other=0');
  const plain = await statements('per_page=50&other=1');
  expect(await statements('per_page=50&free=true&other=2')).toBe(plain + 1);
  expect(await statements('per_page=50&city=koln&other=3')).toBe(plain + 1);
});

test('agrees with the parser of costs, in every notation', async () => {
  const world = at('B')();
  const costs = [...NOTATIONS.map(([sent]) => [sent]), ...FREE_COSTS, ...PRICED_COSTS];
  for (const [number, cost] of costs.entries())
    await world.event(`cost ${number}`, '2032-05-20 10:00', { cost, timezone: 'UTC' });
  await world.settled();
  const listed = new Set<string>();
  for (let page = 1; ; page++) {
    const { status, names } = await world.list(
      'REST',
      'event',
      `free=true&start_date=2032-05-01&per_page=50&page=${page}`,
    );
    for (const name of names) listed.add(name);
    if (status !== 200 || names.length < 50) break;
  }
  for (const [number, cost] of costs.entries()) {
    expect([cost, listed.has(`cost ${number}`)]).toEqual([cost, isFreeCost(cost, US_DOLLAR)]);
  }
});
