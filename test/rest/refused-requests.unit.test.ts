import { EDITOR, FORM, formOf, NAMESPACE, type RestHarness, startRest } from './harness.ts';

/** Messages about a body or address that cannot be intended (rules#unknown-parameters). */
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

const message = async (response: Response): Promise<string> => (await response.json()).message;
describe('bodies', () => {
  test.each(['{"title":"x"}', ' {"title": "x", }', '[{"title":"x"}]', '{}', '\n{\n "title":"x"}'])(
    'JSON sent as a form: %s',
    async (body) => {
      const response = await formOf(rest, 'PATCH', '/events/5', body);
      expect([response.status, await message(response)]).toEqual([
        400,
        'The body looks like JSON, but its Content-Type is a form. Send it with "Content-Type: application/json".',
      ]);
      expect(rest.runs).toEqual([]);
    },
  );

  test.each(['{title}=x', '[0]=x', 'title={"a":1}', 'a[b]=1', '%7B%22title%22%3A1%7D'])(
    'a form is read as a form: %s',
    async (body) => {
      expect((await formOf(rest, 'PATCH', '/events/5', body)).status).toBe(200);
    },
  );

  test.each([
    ['nothing', null, 'application/json', 'The request has no body'],
    ['blanks', '  ', 'application/json', 'The request has no body'],
    ['an empty form', '', FORM, 'The request has no body'],
    ['a list', '[{"title":"x"}]', 'application/json', 'The body is JSON, but not an object with fields.'],
    ['a text', '"title"', 'application/json', 'The body is JSON, but not an object with fields.'],
  ])('%s, where fields are required', async (_what, body, type, sentence) => {
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
    const response = await formOf(rest, 'POST', '/events', body, { 'content-type': 'application/json' });
    const answer = await response.json();
    expect([response.status, answer.code]).toEqual([400, 'rest_invalid_json']);
    expect(answer.message).toContain(where);
    expect(answer.data).toMatchObject({ json_error_code: 4, json_error_message: 'Syntax error' });
  });

  test.each(['text/plain', 'application/xml', 'application/jsonx'])(
    '%s: the message lists the accepted types',
    async (type) => {
      const response = await formOf(rest, 'POST', '/events', '{}', { 'content-type': type });
      const types = 'application/json, application/x-www-form-urlencoded, multipart/form-data';
      expect([response.status, response.headers.get('accept-post')]).toEqual([415, types]);
      expect(await message(response)).toContain(types);
    },
  );

  test('a part of an inline record is named with its field', async () => {
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
    '%s: the message shows where the routes are',
    async (path) => {
      const response = await rest.get(path);
      const text = await message(response);
      expect([response.status, text.slice(0, 42)]).toEqual([
        404,
        'No route matches this address and method. ',
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
  ])('%s: the message explains how to enable it', async (path) => {
    const response = await old.get(path);
    const { code, message } = await response.json();
    expect([response.status, code]).toEqual([404, 'rest_no_route']);
    expect(message).toContain('NAMESPACE_ALIASES=tribe/events/v1');
    expect((await rest.get(path)).status).toBe(200);
  });
});
