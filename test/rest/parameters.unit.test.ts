import { invalidParams, ServiceError } from '../../src/lib/errors.ts';
import { failing, NAMESPACE, type RestHarness, startRest } from './harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.close());
beforeEach(() => {
  rest.runs.length = 0;
  rest.checked.length = 0;
  rest.answer = null;
  rest.check = null;
});

const read = async (query: string) => {
  const response = await rest.get(`${NAMESPACE}/events?${query}`);
  return { status: response.status, body: await response.json(), variables: rest.runs.at(-1)?.variables };
};

describe('a list can be sent as', () => {
  test.each([
    'include=1,2',
    'include=1,%202',
    'include[]=1&include[]=2',
    'include%5B%5D=1&include%5B%5D=2',
    'include=1&include=2',
    'include[0]=1&include[1]=2',
    'include[7]=1&include[9]=2',
  ])('%s', async (query) => {
    expect((await read(query)).variables).toEqual({
      filter: { include: [{ databaseId: 1 }, { databaseId: 2 }] },
    });
  });
});

test('the last of a repeated parameter counts if it is not a list', async () => {
  expect((await read('page=1&per_page=5&page=2&search=a&search=b')).variables).toEqual({
    page: 2,
    perPage: 5,
    filter: { search: 'b' },
  });
  expect((await read('search[]=b')).body.data.params).toEqual({ search: 'must be text' });
});

test('unknown parameters and names of prototypes change nothing', async () => {
  const { status, variables } = await read(
    'foo=1&__proto__[page]=3&constructor[prototype][x]=1&toString=1&page[__proto__]=1&page=4',
  );
  expect([status, variables]).toEqual([200, { page: 4 }]);
  expect(Object.hasOwn(Object.prototype, 'page')).toBe(false);
});

test.each([
  ['too deep', 'a[b][c][d][e][f][g][h]=1'],
  ['too many', 'a=1&'.repeat(1001)],
  ['in a too long list', `venue[100000]=1`],
])('parameters that are %s are rejected', async (_, query) => {
  const { status, body } = await read(query);
  expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
});

test('all failing parameters are named together, including those rejected by the operation', async () => {
  rest.check = ({ checks }) => {
    checks.add('startsFrom', 'is odd');
    checks.assertValid();
  };
  const { status, body } = await read(
    'page=0&featured=maybe&status=publish,none&start_date=x&search=%00&venue=',
  );
  expect(status).toBe(400);
  expect(rest.checked.map(({ args }) => args)).toEqual([{ filter: { startsFrom: 'x' } }]);
  expect(rest.runs).toEqual([]);
  expect(body.message).toBe('Invalid parameter(s): page, search, venue, featured, status, start_date');
  expect(Object.keys(body.data.params)).toEqual([
    'page',
    'search',
    'venue',
    'featured',
    'status',
    'start_date',
  ]);
  expect(body.data.details.page).toEqual({
    code: 'rest_out_of_bounds',
    message: 'must be at least 1',
    data: { param: 'page' },
  });
  expect(body.data.details.start_date.code).toBe('rest_invalid_value');
});

test.each([
  ['geoloc_lat=1', { geoloc_lat: 'also requires the longitude' }],
  ['geoloc_lng=1&page=0', { page: 'must be at least 1', geoloc_lng: 'also requires the latitude' }],
  ['geoloc_lat=1&geoloc_lng=x', { geoloc_lng: 'must be a number' }],
  ['geoloc_lat=91', { geoloc_lat: 'must be at most 90' }],
  [
    'geoloc_lat=-91&geoloc_lng=181&geoloc_radius=20041',
    {
      geoloc_lat: 'must be at least -90',
      geoloc_lng: 'must be at most 180',
      geoloc_radius: 'must be at most 20040',
    },
  ],
])('parts of one object are named by their own names: %s', async (query, params) => {
  const { status, body } = await read(query);
  expect([status, body.data.params]).toEqual([400, params]);
});

test('failing parameters are an error even if the operation accepts them', async () => {
  const response = await rest.get(`${NAMESPACE}/events?page=x`);
  expect(response.status).toBe(400);
  expect(response.headers.get('x-tec-total')).toBeNull();
});

test('another error of the operation comes before failing parameters', async () => {
  rest.check = () => {
    throw new ServiceError('event-not-found');
  };
  expect((await rest.send('POST', `${NAMESPACE}/events/5`, { all_day: 'maybe' })).status).toBe(404);
});

test('details are a list if there are none, in both revisions', async () => {
  rest.answer = () => failing(invalidParams({ 'input.start': { message: 'is odd' } }));
  const body = await (await rest.send('POST', `${NAMESPACE}/events/5`, {})).json();
  expect(body.data).toEqual({ status: 400, params: { start_date: 'is odd' }, details: [] });
  const old = await startRest({ revision: 'A' });
  const answer = await (await old.get(`${NAMESPACE}/events?page=0&strict_dates=bogus`)).json();
  await old.close();
  const message = 'must be at least 1';
  const details = { page: { code: 'rest_out_of_bounds', message, data: { param: 'page' } } };
  expect(answer.data).toEqual({ status: 400, params: { page: message }, details });
});

test('missing parameters are listed, and invalid ones with them', async () => {
  const body = await (
    await rest.send('POST', `${NAMESPACE}/events`, { title: null, end_date: '2031-01-01', featured: 'x' })
  ).json();
  expect(body).toMatchObject({
    code: 'rest_missing_callback_param',
    message: 'Missing parameter(s): title, start_date',
    data: { status: 400, params: ['title', 'start_date'] },
    additional_errors: [
      { code: 'rest_invalid_param', data: { params: { featured: 'must be true or false' } } },
    ],
  });
});

test('a wrong required parameter is absent when the operation checks the others, and nothing is run', async () => {
  const response = await rest.send('POST', `${NAMESPACE}/tags`, { name: ['x'], slug: 5 });
  expect(Object.keys((await response.json()).data.params)).toEqual(['name', 'slug']);
  expect(rest.checked.map(({ args }) => args)).toEqual([{ input: {} }]);
  expect(rest.checked.map(({ checks }) => checks.hasFailed('name') && checks.hasFailed('slug'))).toEqual([
    true,
  ]);
  expect(rest.runs).toEqual([]);
});

test('fields of a write come from the body, else from the query, and never replace the path', async () => {
  await rest.send('POST', `${NAMESPACE}/events/by-slug/old?title=query&slug=query&id=9`, {
    slug: 'new',
    id: 8,
    venue: { venue: 'Hall' },
  });
  expect(rest.runs.at(-1)?.variables).toEqual({
    by: { slug: 'old' },
    input: { title: 'query', slug: 'new', venues: { name: 'Hall' } },
  });
  await rest.send('DELETE', `${NAMESPACE}/events/4`, { force: true });
  expect(rest.runs.at(-1)?.variables).toEqual({ by: { databaseId: 4 }, force: true });
});

test('empty lists clear in bodies', async () => {
  await rest.send('POST', `${NAMESPACE}/events/4`, { tags: [], categories: '', organizer: null });
  expect(rest.runs.at(-1)?.variables).toEqual({
    by: { databaseId: 4 },
    input: { tags: [], categories: [], organizers: null },
  });
});
