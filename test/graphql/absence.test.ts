import { buildSchema, GraphQLString, isObjectType } from 'graphql';
import { parseContract } from '../../src/api/contract/source.ts';
import { WRITTEN } from '../contract/load-contract.ts';
import { publicSdl } from '../support/public-sdl.ts';
import { openWorld, type World } from '../support/world.ts';

/** Absent values are null in GraphQL; REST keeps its traditional values (rules#graphql). */
const schema = buildSchema(publicSdl(parseContract(WRITTEN)));
/** Nullable text fields by type. */
const textsOf = (name: string): string[] => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no type`);
  return Object.values(type.getFields()).flatMap((field) =>
    field.type === GraphQLString || field.type === schema.getType('Url') ? [field.name] : [],
  );
};

let world: World;
const ids: Record<string, unknown> = {};
beforeAll(async () => {
  world = await openWorld();
  ids.event = await world.event('Bare', '2031-04-01 20:00', {
    venue: [{ venue: 'Hall' }],
    organizer: [{ organizer: 'Club' }],
    categories: ['Kind'],
    tags: ['Word'],
    image: 'https://pictures.test/bare',
  });
});
afterAll(() => world.stop());

test('every nullable text is null if nothing is stored', async () => {
  const inside = (name: string): string => `{ ${textsOf(name).join(' ')} }`;
  const query = `{ event(by: {databaseId: ${ids.event}}) { ${textsOf('Event').join(' ')} image ${inside('Image')}
    venues ${inside('Venue')} organizers ${inside('Organizer')} categories ${inside('Category')} tags ${inside('Tag')} } }`;
  expect(textsOf('Venue')).toEqual(expect.arrayContaining(['city', 'phone', 'website', 'description']));
  const nothing = (name: string) => Object.fromEntries(textsOf(name).map((field) => [field, null]));
  expect((await world.query(query)).event).toEqual({
    ...nothing('Event'),
    image: nothing('Image'),
    venues: [nothing('Venue')],
    organizers: [nothing('Organizer')],
    categories: [nothing('Category')],
    tags: [nothing('Tag')],
  });
});

test('the same texts are empty in REST, or omitted from venues and organizers', async () => {
  const { body } = await world.get(`/events/${ids.event}`);
  expect(body).toMatchObject({
    description: '',
    excerpt: '',
    cost: '',
    website: '',
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '' },
    categories: [{ description: '', parent: 0 }],
    tags: [{ description: '' }],
  });
  expect(body).not.toHaveProperty('venue.phone');
  expect(body).not.toHaveProperty('organizer.0.email');
});

test('existing values are returned', async () => {
  const fields = { description: '<p>D</p>', excerpt: 'E', cost: '$5', website: 'https://a.test/' };
  const { id } = await world.make('event', {
    title: 'Full',
    start_date: '2031-04-02 20:00',
    end_date: '2031-04-02 21:00',
    ...fields,
  });
  const query = `{ event(by: {databaseId: ${id}}) { description excerpt cost website priceRange { min { amount currency } } } }`;
  expect((await world.query(query)).event).toEqual({
    ...fields,
    priceRange: { min: { amount: 5, currency: 'USD' } },
  });
});

test('a category of the top level has no parent', async () => {
  const { body } = await world.get('/categories?hide_empty=false');
  const query = '{ categories(filter: {hideEmpty: false}) { nodes { parent { id } } } }';
  expect(await world.query(query)).toEqual({ categories: { nodes: [{ parent: null }] } });
  expect(body).toMatchObject({ categories: [{ parent: 0 }] });
});

test('nothing is published before it is', async () => {
  const publishedAt = async (status: string): Promise<unknown> => {
    const databaseId = await world.event(status, '2031-04-03 20:00', { status });
    const query = `{ event(by: {databaseId: ${databaseId}}) { publishedAt } }`;
    return Object((await world.query(query, world.server.admin)).event).publishedAt;
  };
  expect(await publishedAt('draft')).toBeNull();
  expect(await publishedAt('pending')).toBeNull();
  expect(await publishedAt('private')).toBe('2031-03-14T12:00:00+00:00');
});
