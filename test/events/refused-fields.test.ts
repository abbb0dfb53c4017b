import { errorOf } from '../support/answer.ts';
import { hasFields } from '../support/input.ts';
import { APIS, type Body } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const REQUIRED = { title: 'River walk', start_date: '2031-04-05 14:00:00', end_date: '2031-04-05 16:00:00' };

/** A refused value, with the REST names that the error reports. */
const REFUSED: [sent: Body, failing: string[]][] = [
  [{ title: '' }, ['title']],
  [{ title: '   ' }, ['title']],
  [{ title: '<b></b>' }, ['title']],
  [{ title: '\u200b' }, ['title']],
  [{ title: ' \u2060\u00ad\ufeff\u3164 ' }, ['title']],
  [{ title: 5 }, ['title']],
  [{ title: ['x'] }, ['title']],
  [{ title: 'x'.repeat(1001) }, ['title']],
  [{ title: 'a\0b' }, ['title']],
  [{ description: 5 }, ['description']],
  [{ description: ['x'] }, ['description']],
  [{ excerpt: true }, ['excerpt']],
  [{ slug: '' }, ['slug']],
  [{ slug: ' ' }, ['slug']],
  [{ slug: 7 }, ['slug']],
  [{ status: 'bogus' }, ['status']],
  [{ status: '' }, ['status']],
  [{ status: 'any' }, ['status']],
  [{ status: 'auto-draft' }, ['status']],
  [{ timezone: 'Mars/Olympus' }, ['timezone']],
  [{ timezone: 'utc+2' }, ['timezone']],
  [{ timezone: 'UTC+15' }, ['timezone']],
  [{ timezone: 5 }, ['timezone']],
  [{ all_day: 'maybe' }, ['all_day']],
  [{ all_day: 2 }, ['all_day']],
  [{ show_map: 'yes' }, ['show_map']],
  [{ show_map_link: [] }, ['show_map_link']],
  [{ hide_from_listings: 'on' }, ['hide_from_listings']],
  [{ sticky: {} }, ['sticky']],
  [{ featured: 'x' }, ['featured']],
  [{ ticketed: 'x' }, ['ticketed']],
  [{ event_status: 'moved' }, ['event_status']],
  [{ event_status: '' }, ['event_status']],
  [{ event_status: ['canceled'] }, ['event_status']],
  [{ event_status: true }, ['event_status']],
  [{ event_status_reason: 5 }, ['event_status_reason']],
  [{ event_status_reason: ['Rain'] }, ['event_status_reason']],
  [{ event_status_reason: 'x'.repeat(1001) }, ['event_status_reason']],
  [{ is_virtual: 'yes' }, ['is_virtual']],
  [{ is_virtual: 'https://meet.example/1' }, ['is_virtual']],
  [{ virtual_url: 'meet.example' }, ['virtual_url']],
  [{ virtual_url: 'javascript:alert(1)' }, ['virtual_url']],
  [{ virtual_url: 'java\nscript:alert(1)' }, ['virtual_url']],
  [{ virtual_url: 'data:text/html,x' }, ['virtual_url']],
  [{ virtual_url: 'zoommtg://zoom.us/join?confno=1' }, ['virtual_url']],
  [{ virtual_url: 'mailto:a@a.example' }, ['virtual_url']],
  [{ virtual_url: '//a.example' }, ['virtual_url']],
  [{ virtual_url: 'https://user:pass@a.example' }, ['virtual_url']],
  [{ virtual_url: 'https://a.example/\nX-EVIL:1' }, ['virtual_url']],
  [{ virtual_url: 'https://a b.example' }, ['virtual_url']],
  [{ virtual_url: true }, ['virtual_url']],
  [{ website: 'a.example' }, ['website']],
  [{ website: 'ftp://a.example' }, ['website']],
  [{ website: 'javascript:alert(1)' }, ['website']],
  [{ website: 'mailto:a@a.example' }, ['website']],
  [{ website: '//a.example' }, ['website']],
  [{ website: 'https://user:pass@a.example' }, ['website']],
  [{ website: 'https://a b.example' }, ['website']],
  [{ website: 5 }, ['website']],
  [{ cost: true }, ['cost']],
  [{ cost: { amount: 5 } }, ['cost']],
  [{ cost: [[5]] }, ['cost']],
  [{ cost: 'x'.repeat(201) }, ['cost']],
  [{ image: 999_999 }, ['image']],
  [{ image: '999999' }, ['image']],
  [{ image: 'picture.png' }, ['image']],
  [{ image: 'ftp://a.example/x.png' }, ['image']],
  [{ image: 'data:image/png;base64,AA' }, ['image']],
  [{ image: -1 }, ['image']],
  [{ image: {} }, ['image']],
  [{ image: true }, ['image']],
  [{ author: 999_999 }, ['author']],
  [{ author: 0 }, ['author']],
  [{ author: -1 }, ['author']],
  [{ author: 'nobody' }, ['author']],
  [{ date: 'soonish' }, ['date']],
  [{ date: '' }, ['date']],
  [{ date: '2031-02-30' }, ['date']],
  [{ date_utc: '2031-13-01' }, ['date_utc']],
  [{ start_date: 'soonish' }, ['start_date']],
  [{ start_date: '' }, ['start_date']],
  [{ start_date: '0' }, ['start_date']],
  [{ start_date: '2031-02-30 10:00:00' }, ['start_date']],
  [{ start_date: '2031-04-05 25:00' }, ['start_date']],
  [{ start_date: ['2031-04-05'] }, ['start_date']],
  [{ end_date: '2031-00-10' }, ['end_date']],
  [{ end_date: {} }, ['end_date']],
  [{ start_date: '2031-04-05 10:00', end_date: '2031-04-05 09:59:59' }, ['end_date']],
  [{ venue: 999_999 }, ['venue']],
  [{ venue: 'Some hall' }, ['venue']],
  [{ venue: true }, ['venue']],
  [{ venue: -5 }, ['venue']],
  [{ venue: 1.5 }, ['venue']],
  [{ venue: [[1]] }, ['venue']],
  [{ venue: { venue: '' } }, ['venue']],
  [{ venue: { city: 'Rome' } }, ['venue']],
  [{ venue: { venue: 'X', website: 'bad' } }, ['venue']],
  [{ venue: { id: 999_999 } }, ['venue']],
  [{ organizer: 999_999 }, ['organizer']],
  [{ organizer: 'Some club' }, ['organizer']],
  [{ organizer: { organizer: ' ' } }, ['organizer']],
  [{ organizer: [{ organizer: 'X', website: 'bad' }] }, ['organizer']],
  [{ organizer: [{ email: 'a@a.example' }] }, ['organizer']],
  [{ categories: [999_999] }, ['categories']],
  [{ categories: ['999999'] }, ['categories']],
  [{ categories: [-1] }, ['categories']],
  [{ categories: [{}] }, ['categories']],
  [{ categories: [true] }, ['categories']],
  [{ tags: [999_999] }, ['tags']],
  [{ tags: [['x']] }, ['tags']],
  [{ tags: ['x'.repeat(201)] }, ['tags']],
  [{ post_parent: 999_999 }, ['post_parent']],
  [{ post_parent: -1 }, ['post_parent']],
  [{ post_parent: 'x' }, ['post_parent']],
  [
    { status: 'x', cost: true, website: 'x', sticky: 'x', end_date: 'x' },
    ['cost', 'end_date', 'status', 'sticky', 'website'],
  ],
  [
    {
      image: 999_999,
      venue: 999_999,
      organizer: 999_999,
      tags: [999_999],
      categories: [999_999],
      author: 999_999,
      timezone: 'x',
      post_parent: 999_999,
    },
    ['author', 'categories', 'image', 'organizer', 'post_parent', 'tags', 'timezone', 'venue'],
  ],
];
/** Values that GraphQL refuses or reads otherwise: it has its own types, and digits can be a name. */
const NOT_IN_GRAPHQL = new Set([
  '{"all_day":2}',
  '{"sticky":{}}',
  '{"show_map_link":[]}',
  '{"categories":["999999"]}',
]);

describe.each(APIS)('refused through %s, and nothing is stored', (api) => {
  let event: Body & { id: number };
  let before: Body;
  beforeAll(async () => {
    world.moveTo(NOW);
    event = await world.make('event', { ...REQUIRED, title: `Steady ${api}` });
    before = await world.counts();
  });
  afterAll(async () => {
    expect(await world.counts()).toEqual(before);
    expect(await world.read('event', event.id)).toEqual(event);
  });
  const refused = REFUSED.filter(
    ([sent]) => api === 'REST' || (hasFields(api, sent) && !NOT_IN_GRAPHQL.has(JSON.stringify(sent))),
  );

  test.each(refused)('create %j -> 400 %j', async (sent, failing) => {
    const answer = await world.create(api, 'event', { ...REQUIRED, ...sent });
    expect(answer).toMatchObject({ status: 400, failing });
    if (api === 'REST') expect(answer.code).toMatch(/^rest_(invalid_param|missing_callback_param)$/);
    else {
      expect(answer.code).toBe('BAD_USER_INPUT');
      for (const name of answer.named) expect(name).toMatch(/^input\./);
    }
  });

  test.each(refused)('change %j -> 400 %j', async (sent, failing) => {
    expect(await world.change(api, 'event', event.id, sent)).toMatchObject({
      ...errorOf(api, 400, 'rest_invalid_param'),
      failing,
    });
  });

  test('REST reports malformed and meaningless values together', async () => {
    const answer = await world.change('REST', 'event', event.id, {
      status: 'x',
      cost: true,
      venue: 999_999,
      timezone: 'x',
      title: '<i></i>',
    });
    expect(answer).toMatchObject({ status: 400, failing: ['cost', 'status', 'timezone', 'title', 'venue'] });
  });

  test.each(['title', 'start_date', 'end_date'])(
    'a new event needs %s, and null counts as absent',
    async (field) => {
      expect(await world.create(api, 'event', { ...REQUIRED, [field]: null })).toMatchObject({
        status: 400,
        failing: [field],
      });
    },
  );

  test('an empty event reports all three', async () => {
    expect(await world.create(api, 'event', {})).toMatchObject({
      status: 400,
      failing: ['end_date', 'start_date', 'title'],
    });
  });
});
