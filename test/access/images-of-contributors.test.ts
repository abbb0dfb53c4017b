import { APIS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const EVENT = { title: 'Fair', start_date: '2031-05-01', end_date: '2031-05-01' };
const URL = 'https://img.example/1.png';

const post = (path: string, body: unknown, as: 'contributor' | 'author') =>
  world.server.send('POST', `/calendar/events/v1${path}`, body, world.headers(as));

test.each([
  ['/events', { ...EVENT, image: URL }],
  ['/venues', { venue: 'Barn', image: URL }],
  ['/organizers', { organizer: 'Club', image: URL }],
  ['/events', { ...EVENT, venue: { venue: 'New barn', image: URL } }],
  ['/events', { ...EVENT, organizer: [{ organizer: 'New club', image: URL }] }],
])('a contributor cannot add an image by its address, an author can: %s %j', async (path, body) => {
  const refused = await post(path, body, 'contributor');
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'rest_invalid_param' }]);
  expect((await post(path, body, 'author')).status).toBe(201);
});

test('a contributor may refer to a stored image by its id', async () => {
  const made = await post('/venues', { venue: 'Hall', image: URL }, 'author');
  const { image } = await made.json();
  expect((await post('/events', { ...EVENT, image: image.id }, 'contributor')).status).toBe(201);
});

test.each(['POST', 'PUT', 'PATCH'])(
  'a contributor cannot use %s of its own record, in any form',
  async (method) => {
    const { id } = await world.make('event', EVENT, 'contributor');
    for (const image of [URL, { id: 1, url: URL }, ` ${URL} `]) {
      const refused = await world.server.request(
        method,
        `/events/${id}`,
        { image },
        world.headers('contributor'),
      );
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { code: 'rest_invalid_param', data: { params: { image: expect.stringContaining('id') } } },
      ]);
    }
    const form = await fetch(`${world.server.rest}/events/${id}`, {
      method,
      body: new URLSearchParams({ image: URL }),
      headers: world.headers('contributor'),
    });
    expect(form.status).toBe(400);
    expect(await world.read('event', id)).not.toHaveProperty('image.url');
  },
);

test.each(['event', 'venue', 'organizer'] as const)(
  'a contributor may send an %s back as read, with an image set by an editor',
  async (kind) => {
    const fields = kind === 'event' ? EVENT : { [kind]: `Own ${kind}` };
    const { id } = await world.make(kind, fields, 'contributor');
    await world.change('REST', kind, id, { image: URL }, 'editor');
    const record = await world.read(kind, id);
    const description = '<p>New</p>';
    const sent = { ...record, description };
    expect(await world.change('REST', kind, id, sent, 'contributor')).toMatchObject({
      status: 200,
      body: { image: record.image, description },
    });
    for (const api of APIS)
      expect(await world.change(api, kind, id, { image: `${URL}?2` }, 'contributor')).toMatchObject({
        status: 400,
        failing: ['image'],
      });
  },
);

test('a contributor may send back an event that links a venue with an image', async () => {
  const { id: venue } = await world.make('venue', { venue: 'Gallery', image: URL });
  const { id } = await world.make('event', { ...EVENT, venue }, 'contributor');
  const event = await world.read('event', id);
  expect(await world.change('REST', 'event', id, event, 'contributor')).toMatchObject({ status: 200 });
});

test('rights to the record are checked first', async () => {
  const { id } = await world.make('event', EVENT, 'author');
  for (const api of APIS) {
    expect(await world.change(api, 'event', id, { image: URL }, 'contributor')).toMatchObject({
      status: 403,
    });
    expect(await world.create(api, 'event', { ...EVENT, image: URL }, 'subscriber')).toMatchObject({
      status: 403,
    });
  }
});

const INPUT = '{ title: "Fair", start: "2031-05-01", end: "2031-05-01"';
test.each([
  `createEvent(input: ${INPUT}, image: { url: "${URL}" } })`,
  `createVenue(input: { name: "Barn of GraphQL", image: { url: "${URL}" } })`,
  `createOrganizer(input: { name: "Club of GraphQL", image: { url: "${URL}" } })`,
  `createEvent(input: ${INPUT}, venues: [{ create: { name: "Shed", image: { url: "${URL}" } } }] })`,
  `createEvent(input: ${INPUT}, organizers: [{ create: { name: "Crew", image: { url: "${URL}" } } }] })`,
])('GraphQL refuses the same operation: %s', async (field) => {
  const query = `mutation { done: ${field} { __typename } }`;
  const before = await world.counts();
  const refused = await world.server.graphql(query, {}, world.headers('contributor'));
  expect(refused.errors).toMatchObject([{ extensions: { status: 400, code: 'BAD_USER_INPUT' } }]);
  expect(await world.counts()).toEqual(before);
  const done = await world.server.graphql(query, {}, world.headers('author'));
  expect(done).toMatchObject({ data: { done: { __typename: expect.any(String) } } });
});
