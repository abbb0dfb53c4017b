import { startTestServer, type TestServer } from '../support/service.ts';

/** GraphQL writes enum values as names in capitals (rules#graphql); REST has words in any case (rules#words). */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const list = (args: string) => `{ events(${args}) { totalCount } }`;

test.each([
  ['orderBy: { field: "TITLE" }', 'orderBy.field', 'cannot represent non-enum value: "TITLE"'],
  [
    'orderBy: { field: title }',
    'orderBy.field',
    'Value "title" does not exist in "EventOrderField" enum. Did you mean the enum value "TITLE"',
  ],
  [
    'orderBy: { field: NONSENSE }',
    'orderBy.field',
    'Value "NONSENSE" does not exist in "EventOrderField" enum',
  ],
  [
    'filter: { statuses: [PUBLISHED, "DRAFT"] }',
    'filter.statuses.1',
    'cannot represent non-enum value: "DRAFT"',
  ],
  ['orderBy: { field: 1 }', 'orderBy.field', 'cannot represent non-enum value: 1'],
])('a document with %s is rejected, with the location', async (args, path, message) => {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query: list(args) }),
  });
  const [error] = (await response.json()).errors;
  expect([response.status, error.extensions]).toEqual([
    400,
    { code: 'BAD_USER_INPUT', status: 400, params: { [path]: error.message } },
  ]);
  expect(error.message).toContain(message);
  const column = list(args).search(/"|title|NONSENSE|1 /) + 1;
  expect(error.locations).toEqual([{ line: 1, column }]);
});

test('a variable is a JSON string with the name of a value', async () => {
  const query = `query ($by: EventOrderField!, $direction: SortDirection! = DESC) {
    events(orderBy: { field: $by, direction: $direction }) { totalCount } }`;
  expect(await server.graphql(query, { by: 'TITLE' })).toEqual({ data: { events: { totalCount: 0 } } });
  const { errors } = await server.graphql(query, { by: 'title', direction: 'up' });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    status: 400,
    params: {
      'orderBy.field': expect.stringMatching(/^"title" is not one of START, END.* Did you mean TITLE\?$/),
      'orderBy.direction': '"up" is not one of ASC, DESC.',
    },
  });
});

test('an input uses the names, too', async () => {
  const create = (status: string) =>
    server.graphql(`mutation { createVenue(input: { name: "x", status: ${status} }) { venue { status } } }`);
  expect((await create('"DRAFT"')).errors?.[0]?.extensions).toMatchObject({
    code: 'BAD_USER_INPUT',
    params: { 'input.status': expect.any(String) },
  });
  expect((await create('draft')).errors?.[0]?.message).toContain('Did you mean the enum value "DRAFT"');
  expect((await create('DRAFT')).data).toEqual({ createVenue: { venue: { status: 'DRAFT' } } });
});

test('REST accepts its words in any case', async () => {
  const answer = await server.request('GET', '/events?orderby=Title&order=ASC&status=Draft', undefined);
  expect(answer.status).toBe(200);
  const made = await server.request('POST', '/venues', { venue: 'y', status: 'DRAFT' });
  expect((await made.json()).status).toBe('draft');
});

/** One request more than it takes to compile an external query. */
const OFTEN = 22;

test('compiled queries read and return names, as graphql-js does', async () => {
  const made = await server.request('POST', '/events', {
    title: 'Tango',
    start_date: '2031-06-01 20:00',
    end_date: '2031-06-01 22:00',
    status: 'draft',
  });
  const { id } = await made.json();
  await server.graphql(
    `mutation { updateEvent(by: { databaseId: ${id} }, input: { venues: [{ create: { name: "Barn", status: DRAFT } }] }) {
      changedOccurrences } }`,
  );
  const query = `query ($order: EventOrder = { field: START, direction: DESC }, $in: [PublicationStatus!]) {
    viewer { role }
    events(orderBy: $order, filter: { statuses: $in, startsFrom: "2031-06-01" }) {
      nodes { status scheduleStatus venues { status } }
    }
  }`;
  const literal = `{ viewer { role }
    events(orderBy: { field: START, direction: DESC }, filter: { statuses: [DRAFT], startsFrom: "2031-06-01" }) {
      nodes { status scheduleStatus venues { status } } } }`;
  const data = {
    viewer: { role: 'ADMINISTRATOR' },
    events: { nodes: [{ status: 'DRAFT', scheduleStatus: 'SCHEDULED', venues: [{ status: 'DRAFT' }] }] },
  };
  for (const required of ['', '!'])
    for (let use = 0; use < OFTEN; use++)
      expect(
        await server.graphql(query.replace('EventOrder', `EventOrder${required}`), { in: ['DRAFT'] }),
      ).toEqual({ data });
  for (let use = 0; use < OFTEN; use++) expect(await server.graphql(literal)).toEqual({ data });
  for (let use = 0; use < OFTEN; use++)
    expect((await server.graphql(query, { in: 'draft' })).errors?.[0]?.message).toContain(
      'Did you mean DRAFT?',
    );
});
