import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { EDITOR, NAMESPACE, type RestHarness, startRest } from './harness.ts';

let rest: RestHarness;
let old: RestHarness;
beforeAll(async () => {
  rest = await startRest();
  old = await startRest({ revision: 'A', aliases: [] });
});
afterAll(() => Promise.all([rest.close(), old.close()]));
beforeEach(() => {
  rest.runs.length = 0;
});

const STRICT = { prefer: 'handling=strict' };
const FORM = 'application/x-www-form-urlencoded';
const ignored = (response: Response): string | null => response.headers.get('x-ignored-parameters');
const message = async (response: Response): Promise<string> => (await response.json()).message;
const form = (
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  rest.get(`${NAMESPACE}${path}`, {
    method,
    body,
    headers: { ...EDITOR, 'content-type': FORM, ...headers },
  });

describe('names that nothing reads', () => {
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
  ])('GET %s: everything is read', async (path) => {
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
        await form(
          'POST',
          '/events/5',
          'titel=x&venue[venue]=Hall&venue[zipp]=1&organizer[0][organizer]=A&organizer[0][x]=1',
        ),
      ),
    ).toBe('titel, venue.zipp, organizer.x');
    expect(ignored(await form('POST', '/events/5', '_method=PATCH&title=x'))).toBeNull();
    expect(ignored(await rest.send('POST', `${NAMESPACE}/events/5`, { _method: 'DELETE' }))).toBe('_method');
    expect(ignored(await rest.send('DELETE', `${NAMESPACE}/events/5`, { force: true, forse: true }))).toBe(
      'forse',
    );
  });

  test('a record that is sent back as it was read has none', async () => {
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

  test('are told beside an error too, but not to those who may not ask', async () => {
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
  ])('%s do no harm in the header', async (_what, query, expected) => {
    const response = await rest.get(`${NAMESPACE}/events?${query}`);
    expect([response.status, ignored(response), response.headers.get('set-cookie')]).toEqual([
      200,
      expected,
      null,
    ]);
    expect((await rest.get(`${NAMESPACE}/events?${query}`, { headers: STRICT })).status).toBe(400);
  });
});

describe('Prefer: handling=strict', () => {
  test.each([
    ['/events?perpage=2', { perpage: 'is not known here; did you mean per_page?' }],
    ['/events?startDate=today', { startDate: 'is not known here; did you mean start_date?' }],
    ['/events?qqqqqqqqqq=1', { qqqqqqqqqq: 'is not known here' }],
    [
      '/events?serach=x&page=0',
      { page: 'must be at least 1', serach: 'is not known here; did you mean search?' },
    ],
    ['/?namespce=x', { namespce: 'is not known here; did you mean namespace?' }],
  ])('GET %s is refused', async (path, params) => {
    const response = await rest.get(`${NAMESPACE}${path}`, { headers: STRICT });
    expect([response.status, response.headers.get('preference-applied')]).toEqual([400, 'handling=strict']);
    expect(await response.json()).toMatchObject({ code: 'rest_invalid_param', data: { params } });
  });

  test('a write is refused whole, with all that is wrong in one answer', async () => {
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
              venu: 'is not known here; did you mean venue?',
              'venue.citty': 'is not known here; did you mean venue.city?',
            },
            details: { venu: { code: 'rest_unknown_param' } },
          },
        },
      ],
    });
  });

  test('changes nothing for those who make no slip', async () => {
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
    expect([response.status, response.headers.get('preference-applied'), ignored(response)]).toEqual([
      status,
      applied,
      'perpage',
    ]);
  });

  test('a body that can have no fields is refused', async () => {
    for (const body of ['[]', '"x"', '5', 'null'])
      expect(
        (await form('PATCH', '/events/5', body, { 'content-type': 'application/json', ...STRICT })).status,
      ).toBe(400);
  });

  test('other origins may send it and read what it says', async () => {
    const { headers } = await rest.get(`${NAMESPACE}/events`, {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example' },
    });
    expect(headers.get('access-control-allow-headers')).toContain('Prefer');
    for (const name of ['X-Ignored-Parameters', 'Preference-Applied', 'Accept-Post'])
      expect(headers.get('access-control-expose-headers')).toContain(name);
    expect(headers.get('vary')).toContain('Prefer');
  });
});

describe('bodies', () => {
  test.each(['{"title":"x"}', ' {"title": "x", }', '[{"title":"x"}]', '{}', '\n{\n "title":"x"}'])(
    'JSON sent as a form: %s',
    async (body) => {
      const response = await form('PATCH', '/events/5', body);
      expect([response.status, await message(response)]).toEqual([
        400,
        'The body looks like JSON but is announced as a form: send it with "Content-Type: application/json".',
      ]);
      expect(rest.runs).toEqual([]);
    },
  );

  test.each(['{title}=x', '[0]=x', 'title={"a":1}', 'a[b]=1', '%7B%22title%22%3A1%7D'])(
    'a form is a form: %s',
    async (body) => {
      expect((await form('PATCH', '/events/5', body)).status).toBe(200);
    },
  );

  test.each([
    ['nothing', null, 'application/json', 'The request has no body'],
    ['blanks', '  ', 'application/json', 'The request has no body'],
    ['an empty form', '', FORM, 'The request has no body'],
    ['a list', '[{"title":"x"}]', 'application/json', 'The body is JSON, but not an object with fields.'],
    ['a text', '"title"', 'application/json', 'The body is JSON, but not an object with fields.'],
  ])('%s, where fields are needed', async (_what, body, type, sentence) => {
    const response = await rest.get(`${NAMESPACE}/events`, {
      method: 'POST',
      body,
      headers: { ...EDITOR, 'content-type': type },
    });
    const text = await message(response);
    expect([response.status, text.slice(0, 55)]).toEqual([
      400,
      `Missing parameter(s): title, start_date, end_date. ${sentence}`.slice(0, 55),
    ]);
    expect(text).toContain(sentence);
  });

  test('a body with other fields needs no such hint', async () => {
    expect(await message(await rest.send('POST', `${NAMESPACE}/tags`, { nam: 'x' }))).toBe(
      'Missing parameter(s): name',
    );
  });

  test.each([
    ['{"title":"a" "b":1}', 'line 1 column 14'],
    ['{"title":"a",\n "slug":"b",\n}', 'line 3 column 1'],
    ["{'title':1}", 'line 1 column 2'],
    ['{"title":x}', "'x'"],
    ['{"title":"x"', 'line 1 column 13'],
  ])('broken JSON: %s, %s', async (body, where) => {
    const response = await form('POST', '/events', body, { 'content-type': 'application/json' });
    const answer = await response.json();
    expect([response.status, answer.code]).toEqual([400, 'rest_invalid_json']);
    expect(answer.message).toContain(where);
    expect(answer.data).toMatchObject({ json_error_code: 4, json_error_message: 'Syntax error' });
  });

  test.each(['text/plain', 'application/xml', 'application/jsonx'])(
    '%s: the types that are understood',
    async (type) => {
      const response = await form('POST', '/events', '{}', { 'content-type': type });
      const types = 'application/json, application/x-www-form-urlencoded, multipart/form-data';
      expect([response.status, response.headers.get('accept-post')]).toEqual([415, types]);
      expect(await message(response)).toContain(types);
    },
  );

  test('a part of an inline record is named with the field it stands in', async () => {
    const paramsOf = async (body: object) =>
      (await (await rest.send('PATCH', `${NAMESPACE}/events/5`, body)).json()).data.params;
    expect(await paramsOf({ venue: { city: 'Ulm' } })).toEqual({ venue: 'venue.venue is required' });
    expect(await paramsOf({ organizer: [3, { email: 'a' }] })).toEqual({
      organizer: 'organizer.organizer is required',
    });
    expect(await paramsOf({ venue: { venue: 'x', status: 'odd' } })).toEqual({
      venue: expect.stringContaining('venue.status must be one of'),
    });
  });
});

describe('addresses', () => {
  test.each(['/wp-json/none', '/wp-json/calendar/events/v1/event', '/calendar/events/v1/events/abc'])(
    '%s: where the routes are',
    async (path) => {
      const response = await rest.get(path);
      const text = await message(response);
      expect([response.status, text.slice(0, 65)]).toEqual([
        404,
        'No route matches this address and method. All routes are listed a',
      ]);
      const listed = await rest.get(new URL(text.split(' ').at(-1)?.slice(0, -1) ?? '').pathname);
      expect(Object.keys((await listed.json()).routes)).toContain('/calendar/events/v1/events');
    },
  );

  test.each([
    '/wp-json/tribe/events/v1',
    '/wp-json/tribe/events/v1/events?page=2',
    '/tribe/events/v1/',
    '/tribe/events/v1/events/5',
  ])('%s says how it is switched on', async (path) => {
    const response = await old.get(path);
    const { code, message } = await response.json();
    expect([response.status, code]).toEqual([404, 'rest_no_route']);
    expect(message).toContain('NAMESPACE_ALIASES=tribe/events/v1');
    // Here it is.
    expect((await rest.get(path)).status).toBe(200);
  });
});
