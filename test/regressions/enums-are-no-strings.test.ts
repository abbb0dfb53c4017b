import { startTestServer, type TestServer } from '../support/service.ts';

/** GraphQL writes values of enums as names in capitals (rules#graphql); REST has words in any case (rules#words). */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const list = (args: string) => `{ events(${args}) { total } }`;

test.each([
  ['orderBy: "TITLE"', 'cannot represent non-enum value: "TITLE"'],
  [
    'orderBy: title',
    'Value "title" does not exist in "EventOrderBy" enum. Did you mean the enum value "TITLE"',
  ],
  ['orderBy: NONSENSE', 'Value "NONSENSE" does not exist in "EventOrderBy" enum'],
  ['status: [PUBLISH, "DRAFT"]', 'cannot represent non-enum value: "DRAFT"'],
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
  const column = list(args).search(/"|title|NONSENSE|1\)/) + 1;
  expect(error.locations).toEqual([{ line: 1, column }]);
});

test('a variable is a string of JSON that is the name of a value', async () => {
  const query =
    'query ($by: EventOrderBy, $order: Order = DESC) { events(orderBy: $by, order: $order) { total } }';
  expect(await server.graphql(query, { by: 'TITLE' })).toEqual({ data: { events: { total: 0 } } });
  const { errors } = await server.graphql(query, { by: 'title', order: 'up' });
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'rest_invalid_param',
    status: 400,
    params: {
      orderBy: expect.stringMatching(/^"title" is not one of START_DATE, END_DATE.* Did you mean TITLE\?$/),
      order: '"up" is not one of ASC, DESC.',
    },
  });
});

test('an input has them as names, too', async () => {
  const create = (status: string) =>
    server.graphql(`mutation { createVenue(input: { name: "x", status: ${status} }) { status } }`);
  expect((await create('"DRAFT"')).errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  expect((await create('draft')).errors?.[0]?.message).toContain('Did you mean the enum value "DRAFT"');
  expect((await create('DRAFT')).data).toEqual({ createVenue: { status: 'DRAFT' } });
});

test('REST takes its words in any case', async () => {
  const answer = await server.request('GET', '/events?orderby=Title&order=ASC&status=Draft', undefined);
  expect(answer.status).toBe(200);
  const made = await server.request('POST', '/venues', { venue: 'y', status: 'DRAFT' });
  expect((await made.json()).status).toBe('draft');
});

/** As often as it takes to compile a query from outside, and once more. */
const OFTEN = 22;

test('compiled queries read and answer names, as those of graphql-js do', async () => {
  const made = await server.request('POST', '/events', {
    title: 'Tango',
    start_date: '2031-06-01 20:00',
    end_date: '2031-06-01 22:00',
    cost: '$20',
    status: 'draft',
  });
  const { id } = await made.json();
  await server.graphql(
    `mutation { updateEvent(id: ${id}, input: { venue: [{ create: { name: "Barn", status: DRAFT } }] }) { id } }`,
  );
  const query = `query ($by: EventOrderBy = START_DATE, $order: Order! = DESC, $in: [Status!]) {
    viewer { role }
    events(orderBy: $by, order: $order, status: $in, startDate: "2031-06-01") {
      events { status costDetails { currencyPosition } venues { status } }
    }
  }`;
  const literal = `{ viewer { role } events(orderBy: START_DATE, order: DESC, status: [DRAFT], startDate: "2031-06-01") {
      events { status costDetails { currencyPosition } venues { status } } } }`;
  const data = {
    viewer: { role: 'ADMINISTRATOR' },
    events: {
      events: [
        { status: 'DRAFT', costDetails: { currencyPosition: 'PREFIX' }, venues: [{ status: 'DRAFT' }] },
      ],
    },
  };
  for (const order of ['', '!'])
    for (let use = 0; use < OFTEN; use++)
      expect(await server.graphql(query.replace('Order!', `Order${order}`), { in: ['DRAFT'] })).toEqual({
        data,
      });
  for (let use = 0; use < OFTEN; use++) expect(await server.graphql(literal)).toEqual({ data });
  for (let use = 0; use < OFTEN; use++)
    expect((await server.graphql(query, { in: 'draft' })).errors?.[0]?.message).toContain(
      'Did you mean DRAFT?',
    );
});
