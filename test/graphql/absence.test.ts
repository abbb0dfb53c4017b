import { readFileSync } from 'node:fs';
import { buildSchema, GraphQLString, isObjectType } from 'graphql';
import { forRevision, publicSdl } from '../../src/api/contract/source.ts';
import { openWorld, type World } from '../support/world.ts';

/** What is absent is null in GraphQL, and in REST what it has always been (rules#graphql). */
const written = readFileSync('schema.graphql', 'utf8');
const schema = buildSchema(publicSdl(forRevision(written, 'B')));
/** The texts of a type that may be absent. */
const textsOf = (name: string): string[] => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no type`);
  return Object.values(type.getFields()).flatMap((field) =>
    field.type === GraphQLString ? [field.name] : [],
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

test('every text that may be absent is null where nothing is stored', async () => {
  const inside = (name: string): string => `{ ${textsOf(name).join(' ')} }`;
  const query = `{ event(id: ${ids.event}) { ${textsOf('Event').join(' ')} costDetails ${inside('CostDetails')} image ${inside('Image')}
    venues ${inside('Venue')} organizers ${inside('Organizer')} categories ${inside('Category')} tags ${inside('Tag')} } }`;
  expect(textsOf('Venue')).toEqual(expect.arrayContaining(['city', 'phone', 'website', 'description']));
  const nothing = (name: string) => Object.fromEntries(textsOf(name).map((field) => [field, null]));
  expect((await world.query(query)).event).toEqual({
    ...nothing('Event'),
    costDetails: nothing('CostDetails'),
    image: nothing('Image'),
    venues: [nothing('Venue')],
    organizers: [nothing('Organizer')],
    categories: [nothing('Category')],
    tags: [nothing('Tag')],
  });
});

test('the same texts are empty in REST, or left out of venues and organizers', async () => {
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

test('what is there is answered', async () => {
  const fields = { description: '<p>D</p>', excerpt: 'E', cost: '$5', website: 'https://a.test/' };
  const { id } = await world.make('event', {
    title: 'Full',
    start_date: '2031-04-02 20:00',
    end_date: '2031-04-02 21:00',
    ...fields,
  });
  const query = `{ event(id: ${id}) { description excerpt cost website costDetails { currencySymbol currencyCode } } }`;
  expect((await world.query(query)).event).toEqual({
    ...fields,
    costDetails: { currencySymbol: '$', currencyCode: 'USD' },
  });
});

test('a category of the top level has no parent', async () => {
  const { body } = await world.get('/categories?hide_empty=false');
  const query = '{ categories(hideEmpty: false) { nodes { parentId parent { id } } } }';
  expect(await world.query(query)).toEqual({ categories: { nodes: [{ parentId: null, parent: null }] } });
  expect(body).toMatchObject({ categories: [{ parent: 0 }] });
});
