import { formOf, NAMESPACE, type RestHarness, startRest } from './harness.ts';

/** A header reports names that nothing reads (rules#unknown-parameters). */
let rest: RestHarness;
let old: RestHarness;
beforeAll(async () => {
  rest = await startRest();
  old = await startRest({ revision: 'A' });
});
afterAll(() => Promise.all([rest.close(), old.close()]));

const STRICT = { prefer: 'handling=strict' };
const ignored = (response: Response): string | null => response.headers.get('x-ignored-parameters');

test.each([
  ['/events?perpage=2', 'perpage'],
  ['/events?perpage=2&page=1&serach=x&per_page=3', 'perpage, serach'],
  ['/events?startDate=2031-01-01', 'startDate'],
  ['/events?venu[]=1&venu[]=2', 'venu'],
  ['/events?title=Jazz', 'title'],
  ['/events/5?id=6&_fields=id', 'id'],
  ['/events/by-slug/x?slug=y', 'slug'],
  ['/venues?start_date=2031-01-01', 'start_date'],
  ['/categories?hidden=1', 'hidden'],
  ['/?namespace=calendar/events/v1&contxt=view', 'contxt'],
  ['/doc?format=yaml', 'format'],
])('GET %s -> %s', async (path, names) => {
  const response = await rest.get(`${NAMESPACE}${path}`);
  expect([response.status, ignored(response)]).toEqual([200, names]);
});

test.each([
  '/events',
  '/events?page=1&per_page=3&search=x&start_date=today&strict_dates=1&geoloc_lat=1&geoloc_lng=1&geoloc_radius=3&venue[]=1&include=4',
  '/events?_fields=events.title&_envelope&_method=GET',
  '/events/5?_fields=title',
  '/tags?hide_empty=0&orderby=name&order=desc&exclude=4&post=1',
  '/?namespace=calendar/events/v1&context=view&_fields=routes',
  '/doc',
])('GET %s: no name is ignored', async (path) => {
  const response = await rest.get(`${NAMESPACE}${path}`);
  expect([response.status, ignored(response)]).toEqual([200, null]);
});

test('parameters of revision B are none of revision A', async () => {
  const path = `${NAMESPACE}/events?starts_before=today&ticketed=1&start_date=today`;
  expect(ignored(await old.get(path))).toBe('starts_before, ticketed');
  expect(ignored(await rest.get(path))).toBeNull();
  expect((await old.get(path, { headers: STRICT })).status).toBe(400);
});

test('in bodies, inside objects and in the query string of a write', async () => {
  const body = {
    title: 'x',
    venu: { venue: 'Hall' },
    venue: { venue: 'Hall', citty: 'Ulm' },
    organizer: [{ organizer: 'A', mail: 'b' }, 3],
  };
  const response = await rest.send('POST', `${NAMESPACE}/events/5?stauts=draft`, body);
  expect([response.status, ignored(response)]).toEqual([200, 'stauts, venu, venue.citty, organizer.mail']);
  expect(
    ignored(
      await formOf(
        rest,
        'POST',
        '/events/5',
        'titel=x&venue[venue]=Hall&venue[zipp]=1&organizer[0][organizer]=A&organizer[0][x]=1',
      ),
    ),
  ).toBe('titel, venue.zipp, organizer.x');
  expect(ignored(await formOf(rest, 'POST', '/events/5', '_method=PATCH&title=x'))).toBeNull();
  expect(ignored(await rest.send('POST', `${NAMESPACE}/events/5`, { _method: 'DELETE' }))).toBe('_method');
  expect(ignored(await rest.send('DELETE', `${NAMESPACE}/events/5`, { force: true, forse: true }))).toBe(
    'forse',
  );
});

test('a record sent back as read has none', async () => {
  const event = {
    id: 5,
    url: 'u',
    utc_start_date: 'x',
    start_date_details: {},
    cost_details: {},
    global_id: 'g',
    json_ld: {},
    title: 'x',
  };
  const venue = {
    id: 3,
    venue: 'Hall',
    slug: 'hall',
    url: 'u',
    json_ld: {},
    global_id_lineage: [],
    city: 'Ulm',
  };
  expect(
    ignored(
      await rest.send('PUT', `${NAMESPACE}/events/5`, {
        ...event,
        venue,
        organizer: [{ id: 4, organizer: 'A', url: 'u', email: 'a' }],
      }),
    ),
  ).toBeNull();
  expect(ignored(await rest.send('PUT', `${NAMESPACE}/venues/3`, venue))).toBeNull();
  expect(
    ignored(
      await rest.send('PUT', `${NAMESPACE}/tags/3`, {
        id: 3,
        count: 4,
        taxonomy: 'post_tag',
        urls: {},
        name: 'x',
      }),
    ),
  ).toBeNull();
  expect(ignored(await rest.send('PUT', `${NAMESPACE}/tags/3`, { ...venue }))).toContain('venue');
});

test('are reported next to an error too, but not to unauthorized callers', async () => {
  const response = await rest.send('POST', `${NAMESPACE}/events`, { titel: 'x' });
  expect([response.status, ignored(response)]).toEqual([400, 'titel']);
  const refused = await rest.get(`${NAMESPACE}/events?x=1`, { headers: { authorization: 'Basic eDp5' } });
  expect([refused.status, ignored(refused)]).toEqual([401, null]);
});

test('are shown inside an envelope', async () => {
  const body = await (await rest.get(`${NAMESPACE}/events?_envelope&perpage=3`)).json();
  expect(body.headers['X-Ignored-Parameters']).toBe('perpage');
});

test.each([
  ['line breaks', 'a%0D%0ASet-Cookie:%20x=1=2', 'a%0D%0ASet-Cookie%3A%20x'],
  ['commas', 'a%2Cb=1', 'a%2Cb'],
  ['other scripts', '%D1%81%D1%82%D1%80=1', '%D1%81%D1%82%D1%80'],
  ['broken UTF-8', '%ED%A0%80=1', '%25ED%25A0%2580'],
  ['long names', `${'x'.repeat(5_000)}=1`, `${'x'.repeat(60)}%E2%80%A6`],
  [
    'many names',
    Array.from({ length: 900 }, (_, i) => `x${i}=1`).join('&'),
    `${Array.from({ length: 20 }, (_, i) => `x${i}`).join(', ')}, ...`,
  ],
])('%s are harmless in the header', async (_what, query, expected) => {
  const response = await rest.get(`${NAMESPACE}/events?${query}`);
  expect([response.status, ignored(response), response.headers.get('set-cookie')]).toEqual([
    200,
    expected,
    null,
  ]);
  expect((await rest.get(`${NAMESPACE}/events?${query}`, { headers: STRICT })).status).toBe(400);
});
