import { EDITOR, formOf, NAMESPACE, type RestHarness, startRest } from './harness.ts';

/** `Prefer: handling=strict`: names that nothing reads are errors (rules#unknown-parameters). */
let rest: RestHarness;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.close());
beforeEach(() => {
  rest.runs.length = 0;
});

const STRICT = { prefer: 'handling=strict' };

test.each([
  ['/events?perpage=2', { perpage: 'is unknown; did you mean per_page?' }],
  ['/events?startDate=today', { startDate: 'is unknown; did you mean start_date?' }],
  ['/events?qqqqqqqqqq=1', { qqqqqqqqqq: 'is unknown' }],
  ['/events?serach=x&page=0', { page: 'must be at least 1', serach: 'is unknown; did you mean search?' }],
  ['/?namespce=x', { namespce: 'is unknown; did you mean namespace?' }],
])('GET %s is rejected', async (path, params) => {
  const response = await rest.get(`${NAMESPACE}${path}`, { headers: STRICT });
  expect([response.status, response.headers.get('preference-applied')]).toEqual([400, 'handling=strict']);
  expect(await response.json()).toMatchObject({ code: 'rest_invalid_param', data: { params } });
});

test('a write is rejected as a whole, with all problems in one response', async () => {
  const body = { title: 'x', venu: 1, venue: { venue: 'Hall', citty: 'Ulm' }, featured: 'x' };
  const answer = await (
    await rest.send('POST', `${NAMESPACE}/events`, body, { ...EDITOR, ...STRICT })
  ).json();
  expect(rest.runs).toEqual([]);
  expect(answer).toMatchObject({
    code: 'rest_missing_callback_param',
    data: { params: ['start_date', 'end_date'] },
    additional_errors: [
      {
        data: {
          params: {
            featured: 'must be true or false',
            venu: 'is unknown; did you mean venue?',
            'venue.citty': 'is unknown; did you mean venue.city?',
          },
          details: { venu: { code: 'rest_unknown_param' } },
        },
      },
    ],
  });
});

test('changes nothing for requests without unknown names', async () => {
  const response = await rest.send(
    'PATCH',
    `${NAMESPACE}/events/5`,
    { title: 'x', url: 'u' },
    { ...EDITOR, ...STRICT },
  );
  expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
});

test.each([
  ['handling=lenient', 200, 'handling=lenient'],
  ['return=minimal, Handling = "strict"; x=y', 400, 'handling=strict'],
  ['handling=strict, handling=lenient', 400, 'handling=strict'],
  ['handling=odd', 200, null],
  ['respond-async', 200, null],
  ['xhandling=strict', 200, null],
])('%s', async (prefer, status, applied) => {
  const response = await rest.get(`${NAMESPACE}/events?perpage=2`, { headers: { prefer } });
  expect([
    response.status,
    response.headers.get('preference-applied'),
    response.headers.get('x-ignored-parameters'),
  ]).toEqual([status, applied, 'perpage']);
});

test('a body without fields is rejected', async () => {
  for (const body of ['[]', '"x"', '5', 'null'])
    expect(
      (await formOf(rest, 'PATCH', '/events/5', body, { 'content-type': 'application/json', ...STRICT }))
        .status,
    ).toBe(400);
});

test('other origins may send it and read its headers', async () => {
  const { headers } = await rest.get(`${NAMESPACE}/events`, {
    method: 'OPTIONS',
    headers: { origin: 'https://a.example' },
  });
  expect(headers.get('access-control-allow-headers')).toContain('Prefer');
  for (const name of ['X-Ignored-Parameters', 'Preference-Applied', 'Accept-Post'])
    expect(headers.get('access-control-expose-headers')).toContain(name);
  expect(headers.get('vary')).toContain('Prefer');
});
