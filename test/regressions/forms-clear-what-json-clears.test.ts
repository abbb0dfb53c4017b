import { restAnswer } from '../support/answer.ts';
import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const patch = async (path: string, form: string) =>
  restAnswer(
    await fetch(`${server.rest}${path}`, {
      method: 'PATCH',
      headers: { ...server.admin, 'content-type': 'application/x-www-form-urlencoded' },
      body: form,
    }),
  );

const FULL = {
  title: 'Fair',
  start_date: '2041-05-01 10:00',
  end_date: '2041-05-01 12:00',
  categories: ['Fairs'],
  tags: ['open air'],
  cost: '$5',
  website: 'https://fair.example/',
  venue: { venue: 'Green' },
  organizer: [{ organizer: 'Market board' }],
};

test.each([
  ['categories[]=', { categories: [] }],
  ['categories=', { categories: [] }],
  ['tags[]=', { tags: [] }],
  ['tags[]=&tags[]=', { tags: [] }],
  ['venue[]=', { venue: [] }],
  ['organizer[]=', { organizer: [] }],
  ['cost[]=', { cost: '' }],
  ['website=', { website: '' }],
  ['post_parent=', { post_parent: 0 }],
])('an event by the form %s', async (form, changed) => {
  const parent = await (await server.request('POST', '/events', FULL)).json();
  const event = await (await server.request('POST', '/events', { ...FULL, post_parent: parent.id })).json();
  expect(await patch(`/events/${event.id}`, form)).toMatchObject({
    status: 200,
    body: { ...changed, title: 'Fair' },
  });
});

test('the place of a venue', async () => {
  const venue = await (
    await server.request('POST', '/venues', { venue: 'Pier', geo_lat: 1, geo_lng: 2 })
  ).json();
  const { status, body } = await patch(`/venues/${venue.id}`, 'geo_lat=&geo_lng=');
  expect([status, 'geo_lat' in body, 'geo_lng' in body]).toEqual([200, false, false]);
  expect(await patch(`/venues/${venue.id}`, 'geo_lat=&geo_lng=5')).toMatchObject({
    status: 400,
    failing: ['geo_lat'],
  });
});

test('the parent of a category', async () => {
  const top = await (await server.request('POST', '/categories', { name: 'Top' })).json();
  const child = await (await server.request('POST', '/categories', { name: 'Child', parent: top.id })).json();
  expect(await patch(`/categories/${child.id}`, 'parent=')).toMatchObject({
    status: 200,
    body: { parent: 0 },
  });
});
