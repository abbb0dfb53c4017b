import { difference, restAnswer } from '../support/answer.ts';
import { hasFields } from '../support/input.ts';
import { APIS, type Api, type Body } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';
import { CHANGES, REST_CHANGES } from './changed-fields.data.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const LATER = '2031-03-15 08:30:00';
const REQUIRED = { title: 'River walk', start_date: '2031-04-05 14:00:00', end_date: '2031-04-05 16:00:00' };

const rows: [Api, Body, Body][] = [
  ...APIS.flatMap((api) =>
    CHANGES.filter(([sent]) => hasFields(api, sent)).map(([sent, changed]): [Api, Body, Body] => [
      api,
      sent,
      changed,
    ]),
  ),
  ...REST_CHANGES.map(([sent, changed]): [Api, Body, Body] => ['REST', sent, changed]),
];

describe('a change of one field leaves all others unchanged', () => {
  let parent: number;
  const full = (): Body => ({
    ...REQUIRED,
    description: '<p>Old</p>',
    excerpt: 'Old',
    timezone: 'UTC',
    image: 'https://img.example/old.png',
    cost: '$7',
    website: 'https://old.example/',
    show_map: false,
    show_map_link: false,
    hide_from_listings: true,
    sticky: true,
    featured: true,
    ticketed: true,
    event_status: 'canceled',
    event_status_reason: 'Flood',
    is_virtual: false,
    virtual_url: 'https://meet.example/1',
    categories: ['Walks'],
    tags: ['outdoor', 'free'],
    venue: { venue: 'Boathouse' },
    organizer: [{ organizer: 'Walkers' }, { organizer: 'Rowers' }],
    post_parent: parent,
    date: '2031-02-01 10:00:00',
  });
  beforeAll(async () => {
    world.moveTo(NOW);
    parent = (await world.make('event', REQUIRED)).id;
  });

  test.each(rows)('%s %j -> %j', async (api, sent, changed) => {
    world.moveTo(NOW);
    const before = await world.make('event', full());
    world.moveTo(LATER);
    const answer = await world.change(api, 'event', before.id, sent);
    expect(answer).toMatchObject({ status: 200 });
    expect(difference(before, answer.body)).toEqual(changed);
    expect(answer.body.modified).toBe(Object.keys(changed).length > 0 ? LATER : NOW);
    expect(await world.read('event', before.id)).toEqual(answer.body);
  });

  test.each(['POST', 'PUT', 'PATCH'])('%s is the same operation', async (method) => {
    const before = await world.make('event', full());
    const response = await world.server.request(method, `/events/${before.id}`, { sticky: false });
    expect(response.status).toBe(200);
    expect(difference(before, (await restAnswer(response)).body)).toEqual({ sticky: false });
  });
});
