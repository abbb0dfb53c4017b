import { buildSchema, isInputObjectType, isObjectType } from 'graphql';
import { startTestServer, type TestServer } from '../support/service.ts';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const sdlOf = async (env: Record<string, string>): Promise<{ response: Response; text: string }> => {
  const server = await startTestServer({ env });
  servers.push(server);
  const response = await fetch(`${server.url}/schema.graphql`);
  return { response, text: await response.text() };
};

test('the public schema can be downloaded: described, without the REST bindings, usable by generators', async () => {
  const { response, text } = await sdlOf({});
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).not.toMatch(/@(?!oneOf|specifiedBy|deprecated)\w+|restOnly/);
  expect(text).toContain(
    'scalar DateTime @specifiedBy(url: "https://scalars.graphql.org/andimarek/date-time")',
  );
  const schema = buildSchema(text);
  expect(schema.description).toContain('application password');
  const [venue, query] = [schema.getType('Venue'), schema.getQueryType()];
  const argumentsOf = (type: typeof venue, field: string): string[] =>
    isObjectType(type) ? (type.getFields()[field]?.args ?? []).map(({ name }) => name) : [];
  expect(argumentsOf(venue, 'events')).toEqual(argumentsOf(query ?? undefined, 'events'));
});

test('has nothing that only REST has', async () => {
  const { text } = await sdlOf({});
  const schema = buildSchema(text);
  const fieldsOf = (name: string): string[] => {
    const type = schema.getType(name);
    return isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [];
  };
  expect(fieldsOf('Event')).toContain('localStart');
  expect(fieldsOf('Event')).not.toContain('utcStartDate');
  expect(fieldsOf('EventConnection')).toEqual(['nodes', 'edges', 'pageInfo', 'totalCount']);
  expect(fieldsOf('VenueLink')).toEqual(['id', 'databaseId', 'slug', 'name', 'create']);
  for (const type of ['DateDetails', 'TermLinks', 'RecordInput', 'HttpMethod', 'Literal'])
    expect([type, schema.getType(type)]).toEqual([type, undefined]);
});

test('each revision of REST has the same public schema', async () => {
  const [{ text }, other] = await Promise.all([sdlOf({}), sdlOf({ API_REVISION: 'A' })]);
  expect(other.text).toBe(text);
});
