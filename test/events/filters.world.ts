import { openWorld, type World } from '../support/world.ts';

/** Ids by the names in the rows of tables. */
export type Ids = Record<string, number>;

/** Titles of events, as in the rows of tables. */
export const [J, B, C, S, X, N, L, T] = [
  'Jazz_on_the_river',
  'JAZZ_brunch',
  'Café_Zürich',
  'snake_case_workshop',
  'snakeXcase',
  'Bebop_night',
  'Łódź_évening',
  'Child_talk',
];
export const ALL = [J, B, C, S, X, N, L, T].join(' ');
export const allBut = (...names: string[]): string =>
  ALL.split(' ')
    .filter((name) => !names.includes(name))
    .join(' ');

async function makeTerms(world: World, ids: Ids): Promise<void> {
  const term = async (kind: 'category' | 'tag', key: string, name: string, parent?: number) => {
    ids[key] = (await world.make(kind, { name, ...(parent && { parent }) })).id;
  };
  await term('category', 'music', 'Music');
  await term('category', 'jazz', 'Jazz', ids.music);
  await term('category', 'bebop', 'Bebop', ids.jazz);
  await term('category', 'food', 'Food & Drink');
  await term('category', 'foodjazz', 'Jazz', ids.food);
  await term('category', 'talks', 'Talks');
  await term('category', 'empty', 'Empty');
  await term('category', 'number', '2031');
  await term('tag', 'live', 'live');
  await term('tag', 'outdoor', 'Outdoor');
  await term('tag', 'free', 'Éntry free');
  await term('tag', 'unused', 'unused');
}

async function makeEvents(world: World, ids: Ids): Promise<void> {
  for (const name of ['hall', 'cellar']) ids[name] = (await world.make('venue', { venue: name })).id;
  for (const name of ['society', 'bakers'])
    ids[name] = (await world.make('organizer', { organizer: name })).id;
  ids.plan = (await world.make('venue', { venue: 'plan', status: 'draft' })).id;
  const event = async (key: string, title: string, fields: object) => {
    const day = `2031-06-${String(Object.keys(ids).length).padStart(2, '0')}`;
    ids[key] = await world.event(title, `${day} 10:00`, fields);
  };
  const { jazz, food, talks, bebop, live, outdoor, free, hall, cellar, society, bakers } = ids;
  await event('J', 'Jazz on the river', {
    description: '<p>Blue <strong>notes</strong> by the water&amp;wine</p>',
    excerpt: 'An evening of swing',
    categories: [jazz],
    tags: [live, outdoor],
    venue: hall,
    organizer: society,
    featured: true,
    ticketed: true,
  });
  await event('B', 'JAZZ brunch', {
    description: 'River view, 100% fun',
    categories: [food],
    tags: [free],
    venue: cellar,
    event_status: 'canceled',
    virtual_url: 'https://meet.example/brunch',
  });
  await event('C', 'Café Zürich', {
    description: 'Crème brûlée und Straße',
    categories: [food],
    organizer: [bakers, society],
  });
  await event('S', 'snake_case workshop', { description: 'a\\b and 5% off', categories: [talks] });
  await event('X', 'snakeXcase', { tags: [live], event_status: 'postponed' });
  await event('N', 'Bebop night', {
    description: 'blue<br>notes',
    categories: [bebop],
    tags: [outdoor, free],
    venue: [hall, cellar],
  });
  await event('L', 'Łódź évening', { description: 'नमस्ते O’Brien "quoted"' });
  await event('T', 'Child talk', { categories: [talks, ids.number], post_parent: ids.J });
  await event('draft', 'Unfinished jazz', {
    status: 'draft',
    venue: ids.plan,
    categories: [jazz],
    featured: true,
  });
  // All at the same instant.
  ids.b = await world.event('tie-b', '2034-01-01 12:00');
  ids.a = await world.event('tie-a', '2034-01-01 12:00');
  ids.c = await world.event('tie-c', '2034-01-01 21:00', { timezone: 'Asia/Tokyo', end_date: '2034-01-02' });
  ids.z = await world.event('tie-z', '2034-01-01 11:59:59', { sticky: true, featured: true });
}

/**
 * A world with an event for each filter.
 * @param ids receives the ids of all records
 */
export async function openFilterWorld(ids: Ids): Promise<World> {
  const world = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  await makeTerms(world, ids);
  await makeEvents(world, ids);
  return world;
}
