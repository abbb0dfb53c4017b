import { openWorld, type World } from '../support/world.ts';

/** Old names of arguments and input fields (rules#graphql) count as the present ones; both at once is an error. */
let world: World;
const ids = { venue: 0, parent: 0, user: 0 };
beforeAll(async () => {
  world = await openWorld();
  ids.venue = (await world.make('venue', { venue: 'Barn' })).id;
  ids.parent = await world.event('Series', '2031-04-01 20:00');
  ids.user = (await world.newUser('ann', 'author')).id;
});
afterAll(() => world.stop());

const TIMES = { startDate: '2031-04-02 20:00', endDate: '2031-04-02 22:00' };
const create = (input: object) =>
  world.server.graphql(
    `mutation ($input: CreateEventInput!) { createEvent(input: $input) {
      authorId parentId venues { name authorId } organizers { name authorId }
    } }`,
    { input: { title: 'Night', ...TIMES, ...input } },
  );
const paramsOf = async (input: object) => (await create(input)).errors?.[0]?.extensions.params;

test('inputs by old names are those by present ones, also inside objects', async () => {
  const { user, parent } = ids;
  const old = {
    author: user,
    postParent: parent,
    venue: [{ id: ids.venue }, { create: { name: 'Mill', author: user } }],
    organizer: [{ create: { name: 'Club', author: user } }],
  };
  const { errors, data } = await create(old);
  expect(errors).toBeUndefined();
  expect(data?.createEvent).toEqual({
    authorId: user,
    parentId: parent,
    venues: [
      { name: 'Barn', authorId: 1 },
      { name: 'Mill', authorId: user },
    ],
    organizers: [{ name: 'Club', authorId: user }],
  });
  const { author, postParent, venue, organizer } = old;
  const present = { authorId: author, parentId: postParent, venues: venue, organizers: organizer };
  expect((await create(present)).data).toEqual(data);
});

test('both names at once are an error that names them, with all others', async () => {
  const both = 'must be sent once, and not as venue too, which is its old name';
  expect(await paramsOf({ title: '', venue: [], venues: [{ id: ids.venue }] })).toEqual({
    'input.title': 'must not be empty',
    'input.venues': both,
  });
  expect(await paramsOf({ venue: null, venues: null })).toEqual({ 'input.venues': both });
  expect(await paramsOf({ venues: [{ create: { name: 'x', author: 1, authorId: 1 } }] })).toEqual({
    'input.venues.0.create.authorId': expect.stringContaining('not as author too'),
  });
});

test('what is wrong with a value is said of its present name', async () => {
  expect(await paramsOf({ venue: [{ id: 424242 }], author: -1, postParent: 424242 })).toMatchObject({
    'input.authorId': 'must be at least 0',
    'input.parentId': 'there is no event with this id',
    'input.venues': expect.any(String),
  });
});

test('arguments of lists have old names too, nested ones as well', async () => {
  const list = (args: string) =>
    world.query(`{ events(startDate: "2031-01-01", ${args}) { nodes { title } } }`);
  expect(await list(`postParent: ${ids.parent}`)).toEqual(await list(`parentId: ${ids.parent}`));
  const nested = (args: string) =>
    world.query(
      `{ venue(id: ${ids.venue}) { events(startDate: "2031-01-01", ${args}) { nodes { title } } } }`,
    );
  const nights = { venue: { events: { nodes: [{ title: 'Night' }, { title: 'Night' }] } } };
  expect(await nested(`postParent: ${ids.parent}`)).toEqual(nights);
  expect(await nested(`parentId: ${ids.parent}`)).toEqual(nights);
  const terms = (args: string) => world.query(`{ categories(hideEmpty: false, ${args}) { nodes { name } } }`);
  await world.make('category', { name: 'A' });
  await world.make('category', { name: 'B' });
  expect(await terms('orderby: NAME, order: DESC')).toEqual({
    categories: { nodes: [{ name: 'B' }, { name: 'A' }] },
  });
  expect(await terms('orderBy: NAME, order: DESC')).toEqual({
    categories: { nodes: [{ name: 'B' }, { name: 'A' }] },
  });
  const { errors } = await world.server.graphql('{ tags(orderby: NAME, orderBy: NAME) { total } }');
  expect(errors?.[0]?.extensions.params).toEqual({ orderBy: expect.stringContaining('not as orderby too') });
});

test('REST has its own names only', async () => {
  const answer = await world.create('REST', 'event', {
    title: 'x',
    start_date: '2031-05-01',
    end_date: '2031-05-01',
    venues: [ids.venue],
    author_id: ids.user,
    parent_id: ids.parent,
  });
  expect(answer.body).toMatchObject({ author: 1, venue: [] });
});
