import { buildSchema, isObjectType } from 'graphql';
import { startTestServer, type TestServer } from '../support/service.ts';

const servers: TestServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.stop())));

const sdlOf = async (env: Record<string, string>): Promise<{ response: Response; text: string }> => {
  const server = await startTestServer({ env });
  servers.push(server);
  const response = await fetch(`${server.url}/schema.graphql`);
  return { response, text: await response.text() };
};

test('the public schema is there to be taken along: described, without the bindings to REST, usable by generators', async () => {
  const { response, text } = await sdlOf({});
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).not.toMatch(/@(rest|wire|param|argumentsOf)\b/);
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

test('each revision has its own', async () => {
  const { text } = await sdlOf({ API_REVISION: 'A' });
  expect(text).not.toContain('startsBefore');
  expect(text).toContain('ongoing');
});
