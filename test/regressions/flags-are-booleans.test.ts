import { openWorld, type World } from '../support/world.ts';

/** A flag of a venue accepted any value in GraphQL: a typo switched the map off. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const ask = async (query: string, variables?: unknown) => {
  const headers = world.headers('administrator');
  const response = await world.server.send('POST', '/graphql', { query, variables }, headers);
  return { status: response.status, body: await response.json() };
};

test.each(['"banana"', '1', '{a: 1}'])('showMap: %s is rejected, and nothing is stored', async (value) => {
  const query = `mutation { createVenue(input: {name: "Flags", showMap: ${value}}) { venue { id } } }`;
  expect((await ask(query)).body.errors[0].extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    status: 400,
    params: { 'input.showMap': expect.any(String) },
  });
  const { body } = await ask('{ venues(filter: { search: "Flags" }) { totalCount } }');
  expect(body.data.venues.totalCount).toBe(0);
});

test('also in variables, and in filters', async () => {
  const query = 'mutation ($input: CreateVenueInput!) { createVenue(input: $input) { venue { id } } }';
  const { body } = await ask(query, { input: { name: 'Flags', showMapLink: 'yes' } });
  expect(body.errors[0].extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    status: 400,
    params: { 'input.showMapLink': expect.any(String) },
  });
  const filter = await ask('{ venues(filter: { hasEvents: {a: 1} }) { totalCount } }');
  expect(filter.body.errors[0].extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    status: 400,
    params: { 'filter.hasEvents': expect.any(String) },
  });
});

test('REST reads form values as before', async () => {
  const create = (show_map: unknown) =>
    world.server.send(
      'POST',
      '/calendar/events/v1/venues',
      { venue: `Map ${String(show_map)}`, show_map },
      world.headers('administrator'),
    );
  expect((await (await create('yes')).json()).show_map).toBe(true);
  expect((await (await create('0')).json()).show_map).toBe(false);
});

test('REST reads them in a venue inside an event', async () => {
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
  const event = async (venue: object) =>
    (await world.make('event', { title: 'Inside', ...times, venue })).venue;
  expect(await event({ venue: 'Map inside', show_map: 'yes', show_map_link: '0' })).toMatchObject({
    show_map: true,
    show_map_link: false,
  });
});
