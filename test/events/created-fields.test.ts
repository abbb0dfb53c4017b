import { difference } from '../support/answer.ts';
import { hasFields } from '../support/input.ts';
import { APIS } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const REQUIRED = { title: 'River walk', start_date: '2031-04-05 14:00:00', end_date: '2031-04-05 16:00:00' };

describe.each(APIS)('created through %s', (api) => {
  test('an event with only the required fields has the documented defaults', async () => {
    world.moveTo(NOW);
    const { status, body } = await world.create(api, 'event', { ...REQUIRED, title: `Bare walk ${api}` });
    expect(status).toBe(201);
    const details = { year: '2031', month: '04', day: '05', minutes: '00', seconds: '00' };
    expect(body).toEqual({
      id: expect.any(Number),
      global_id: `${new URL(world.server.url).hostname}?id=${body.id}`,
      global_id_lineage: [`${new URL(world.server.url).hostname}?id=${body.id}`],
      author: 1,
      status: 'publish',
      date: NOW,
      date_utc: NOW,
      modified: NOW,
      modified_utc: NOW,
      url: `${world.server.url}/event/bare-walk-${api.toLowerCase()}/`,
      rest_url: `${world.server.rest}/events/${body.id}`,
      title: `Bare walk ${api}`,
      description: '',
      excerpt: '',
      slug: `bare-walk-${api.toLowerCase()}`,
      image: false,
      all_day: false,
      start_date: '2031-04-05 14:00:00',
      start_date_details: { ...details, hour: '14' },
      end_date: '2031-04-05 16:00:00',
      end_date_details: { ...details, hour: '16' },
      utc_start_date: '2031-04-05 14:00:00',
      utc_start_date_details: { ...details, hour: '14' },
      utc_end_date: '2031-04-05 16:00:00',
      utc_end_date_details: { ...details, hour: '16' },
      timezone: 'UTC',
      timezone_abbr: 'UTC',
      cost: '',
      cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
      website: '',
      show_map: true,
      show_map_link: true,
      hide_from_listings: false,
      sticky: false,
      featured: false,
      post_parent: 0,
      ticketed: false,
      event_status: 'scheduled',
      event_status_reason: '',
      is_virtual: false,
      virtual_url: '',
      categories: [],
      tags: [],
      venue: [],
      organizer: [],
    });
  });

  const optional = [
    'description',
    'slug',
    'excerpt',
    'status',
    'timezone',
    'all_day',
    'image',
    'cost',
    'website',
    'show_map',
    'show_map_link',
    'hide_from_listings',
    'sticky',
    'featured',
    'categories',
    'tags',
    'venue',
    'organizer',
    'post_parent',
    'ticketed',
    'event_status',
    'event_status_reason',
    'is_virtual',
    'virtual_url',
    'author',
    'date',
    'date_utc',
  ];
  test.each(optional.filter((field) => hasFields(api, { [field]: null })))(
    '%s: null counts as absent',
    async (field) => {
      world.moveTo(NOW);
      const bare = await world.create(api, 'event', REQUIRED);
      const { status, body } = await world.create(api, 'event', { ...REQUIRED, [field]: null });
      expect(status).toBe(201);
      const own = ['id', 'slug', 'url', 'rest_url', 'global_id', 'global_id_lineage'];
      expect(Object.keys(difference(bare.body, body)).filter((key) => !own.includes(key))).toEqual([]);
    },
  );
});
