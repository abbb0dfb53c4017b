import {
  buildSchema,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import { startTestServer, type TestServer } from '../support/service.ts';

/**
 * Linked records of an event are loaded only if selected (`domain/events/event.selection.ts`). So a computed field that
 * uses a venue must be declared there; otherwise it finds none unless the query selects one.
 */
let server: TestServer;
let schema: GraphQLSchema;

const LISTS = {
  Event: 'events',
  Venue: 'venues',
  Organizer: 'organizers',
  Category: 'categories',
  Tag: 'tags',
};

beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date('2031-04-01T12:00:00Z') });
  schema = buildSchema(await (await fetch(`${server.url}/schema.graphql`)).text());
  const image = 'https://pictures.example.org/a.png';
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
  const parent = await server.request('POST', '/events', { title: 'Season', ...times });
  const answer = await server.request('POST', '/events', {
    ...times,
    title: 'Fair',
    description: '<p>All day long.</p>',
    excerpt: 'Long.',
    image,
    website: 'https://fair.example.org',
    cost: '10',
    post_parent: (await parent.json()).id,
    venue: { venue: 'Hall', city: 'Ulm', description: 'Old.', image, geo_lat: 48.4, geo_lng: 10 },
    organizer: [{ organizer: 'Club', phone: '1', description: 'Kind.', image }],
    categories: ['Music'],
    tags: ['open air'],
  });
  expect(answer.status).toBe(201);
});
afterAll(() => server.stop());

/** A field; for an object its values, or its content. */
function selection({ name, type }: GraphQLField<unknown, unknown>): string {
  const inner = getNamedType(type);
  if (!isObjectType(inner)) return name;
  const fields = Object.values(inner.getFields());
  const values = fields.filter((field) => isLeafType(getNamedType(field.type)));
  return `${name} { ${(values.length > 0 ? values : fields).map(selection).join(' ')} }`;
}

/** The path to the records of a list. */
const PLACES = {
  nodes: (fields: string) => `records: nodes { ${fields} }`,
  edges: (fields: string) => `records: edges { node { ${fields} } }`,
};
type Place = keyof typeof PLACES;

/** The first record of a list, with the selected fields. */
async function firstOf(list: string, fields: string, place: Place = 'nodes'): Promise<object> {
  const filter = list === 'events' ? '(filter: {search: "fair"})' : '';
  const answer = await server.graphql(`{ list: ${list}${filter} { ${PLACES[place](fields)} } }`);
  expect(answer).toEqual({ data: { list: { records: [expect.any(Object)] } } });
  const { list: page } = answer.data as { list: { records: [object & { node?: object }] } };
  return page.records[0].node ?? page.records[0];
}

test.each(
  Object.entries(LISTS).flatMap(([name, list]) =>
    (['nodes', 'edges'] as const).map((place): [string, Place, string] => [name, place, list]),
  ),
)('%s in %s: a field shows the same alone as beside all others', async (name, place, list) => {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`there is no ${name}`);
  const fields = Object.values(type.getFields());
  const whole = await firstOf(list, fields.map(selection).join(' '));
  const alone: Record<string, unknown> = {};
  for (const field of fields) Object.assign(alone, await firstOf(list, selection(field), place));
  expect(alone).toEqual(whole);
});
