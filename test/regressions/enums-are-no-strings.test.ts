import { startTestServer, type TestServer } from '../support/service.ts';

/** GraphQL writes enum values as names (rules#graphql); REST has words in any case (rules#words). */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const list = (args: string) => `{ events(${args}) { total } }`;

test.each([
  ['orderBy: "title"', 'cannot represent non-enum value: "title"'],
  ['orderBy: TITLE', 'Value "TITLE" does not exist in "EventOrderBy" enum'],
  ['orderBy: NONSENSE', 'Value "NONSENSE" does not exist in "EventOrderBy" enum'],
  ['status: [publish, "draft"]', 'cannot represent non-enum value: "draft"'],
  ['orderBy: 1', 'cannot represent non-enum value: 1'],
])('a document with %s is refused, and says where', async (args, message) => {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query: list(args) }),
  });
  const [error] = (await response.json()).errors;
  expect([response.status, error.extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  expect(error.message).toContain(message);
  const column = list(args).search(/"|TITLE|NONSENSE|1\)/) + 1;
  expect(error.locations).toEqual([{ line: 1, column }]);
});

test('a variable is a string of JSON that is the name of a value', async () => {
  const query =
    'query ($by: EventOrderBy, $order: Order = desc) { events(orderBy: $by, order: $order) { total } }';
  expect(await server.graphql(query, { by: 'title' })).toEqual({ data: { events: { total: 0 } } });
  const { errors } = await server.graphql(query, { by: 'TITLE', order: 'up' });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'rest_invalid_param',
    status: 400,
    params: {
      orderBy: expect.stringContaining('"TITLE" is not one of start_date, end_date'),
      order: '"up" is not one of asc, desc.',
    },
  });
});

test('an input has them as names, too', async () => {
  const create = (status: string) =>
    server.graphql(`mutation { createVenue(input: { name: "x", status: ${status} }) { status } }`);
  expect((await create('"draft"')).errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect((await create('draft')).data).toEqual({ createVenue: { status: 'draft' } });
});

test('REST takes its words in any case', async () => {
  const answer = await server.request('GET', '/events?orderby=Title&order=ASC&status=Draft', undefined);
  expect(answer.status).toBe(200);
  const made = await server.request('POST', '/venues', { venue: 'y', status: 'DRAFT' });
  expect((await made.json()).status).toBe('draft');
});
