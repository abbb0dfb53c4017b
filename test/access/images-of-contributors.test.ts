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
])('a contributor adds no image by its address, an author does: %s %j', async (path, body) => {
  const refused = await post(path, body, 'contributor');
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'rest_invalid_param' }]);
  expect((await post(path, body, 'author')).status).toBe(201);
});

test('a contributor names a stored image by its id', async () => {
  const made = await post('/venues', { venue: 'Hall', image: URL }, 'author');
  const { image } = await made.json();
  expect((await post('/events', { ...EVENT, image: image.id }, 'contributor')).status).toBe(201);
});

test('GraphQL refuses the same', async () => {
  const query = `mutation { createVenue(input: {name: "Barn of GraphQL", image: {url: "${URL}"}}) { id } }`;
  const ask = async (as: 'contributor' | 'author') =>
    (await world.server.send('POST', '/graphql', { query }, world.headers(as))).json();
  expect(await ask('contributor')).toMatchObject({ errors: [{ extensions: { status: 400 } }] });
  expect(await ask('author')).toMatchObject({ data: { createVenue: { id: expect.any(Number) } } });
});
