import { gzipSync } from 'node:zlib';
import { EDITOR, NAMESPACE, type RestHarness, startRest } from './harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await startRest();
});
afterAll(() => rest.close());
beforeEach(() => {
  rest.runs.length = 0;
});

const change = async (
  type: string | null,
  body: BodyInit | null,
  method = 'POST',
  extra: Record<string, string> = {},
) => {
  const headers = { ...EDITOR, ...extra, ...(type !== null && { 'content-type': type }) };
  const response = await rest.get(`${NAMESPACE}/events/5`, { method, headers, body });
  const { code } = await response.json();
  return { status: response.status, code, input: rest.runs.at(-1)?.variables.input };
};
const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON;charset=UTF-8',
  'application/vnd.api+json',
  'text/json',
])('%s is JSON', async (type) => {
  expect((await change(type, bytes('{"title":"Zoë"}'))).input).toEqual({ title: 'Zoë' });
});

test('both kinds of forms have nested fields and lists', async () => {
  const form = new FormData();
  for (const [name, value] of [
    ['title', 'A & B'],
    ['venue[venue]', 'Hall'],
    ['venue[city]', 'Ulm'],
    ['tags[]', '1'],
    ['tags[]', 'x'],
  ] as const)
    form.append(name, value);
  const input = { title: 'A & B', venues: { name: 'Hall', city: 'Ulm' }, tags: ['1', 'x'] };
  expect((await change(null, form)).input).toEqual(input);
  const text = 'title=A+%26+B&venue[venue]=Hall&venue%5Bcity%5D=Ulm&tags[]=1&tags[]=x';
  for (const method of ['POST', 'PUT', 'PATCH'])
    expect((await change('application/x-www-form-urlencoded', text, method)).input).toEqual(input);
});

test('a list in brackets is a list, or rejected: never names', async () => {
  const type = 'application/x-www-form-urlencoded';
  const terms = async (body: string) => (await change(type, body)).input;
  expect(await terms('categories=[1,2]&tags=["a","b, c"]')).toEqual({
    categories: [1, 2],
    tags: ['a', 'b, c'],
  });
  expect(await terms('categories=[jazz, folk]&tags=[ ]')).toEqual({ categories: ['jazz', 'folk'], tags: [] });
  expect(await terms('categories=[]&tags[]=a]b[c')).toEqual({ categories: [], tags: ['a]b[c'] });
  for (const body of ['categories=[1', 'categories=1,2]', 'tags=[a],b', 'tags[]=[1,2]', 'tags[]=a&tags[]=[]'])
    expect((await change(type, body)).status).toBe(400);
});

test('no body, an empty body, a list and a single value have no fields', async () => {
  for (const body of [null, '', ' ', '[]', '[{"title":"x"}]', '"x"', '5', 'null', 'true'])
    expect(await change('application/json', body)).toMatchObject({ status: 200, input: {} });
  expect((await change(null, null)).status).toBe(200);
});

test.each(['{', '{"title":}', 'title=x', '{"title":"x"'])('%s is not JSON', async (body) => {
  expect(await change('application/json', body)).toMatchObject({ status: 400, code: 'rest_invalid_json' });
});

test('a body cannot change prototypes', async () => {
  const { status, input } = await change(
    'application/json',
    '{"__proto__":{"title":"x"},"constructor":1,"slug":"y"}',
  );
  expect([status, input]).toEqual([200, { slug: 'y' }]);
  const form = '__proto__[title]=x&constructor[title]=x&slug=y';
  expect((await change('application/x-www-form-urlencoded', form)).input).toEqual({ slug: 'y' });
});

test('a too deeply nested body is rejected', async () => {
  const deep = `{"cost":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  expect(await change('application/json', deep)).toMatchObject({ status: 400, code: 'rest_invalid_body' });
  const form = 'venue[a][b][c][d][e][f][g]=1';
  expect((await change('application/x-www-form-urlencoded', form)).status).toBe(400);
});

test.each(['text/plain', 'image/png', 'application/xml', 'application/jsonx'])(
  '%s is not supported',
  async (type) => {
    expect(await change(type, '{}')).toMatchObject({ status: 415, code: 'unsupported_media_type' });
  },
);

test('charsets and encodings', async () => {
  expect(
    (await change('application/json; charset=iso-8859-1', bytes('{"title":"Zoë"}', 'latin1'))).input,
  ).toEqual({ title: 'Zoë' });
  expect((await change('application/json; charset=nonsense', '{}')).status).toBe(415);
  const zipped = new Uint8Array(gzipSync('{"title":"x"}'));
  expect((await change('application/json', zipped, 'POST', { 'content-encoding': 'gzip' })).input).toEqual({
    title: 'x',
  });
  expect((await change('application/json', '{}', 'POST', { 'content-encoding': 'gzip' })).status).toBe(400);
  expect((await change('application/json', '{}', 'POST', { 'content-encoding': 'nonsense' })).status).toBe(
    415,
  );
});

test('more than a mebibyte is too large, compressed or not', async () => {
  const large = JSON.stringify({ title: 'x'.repeat(2 ** 20) });
  const fitting = JSON.stringify({ unknown: 'x'.repeat(2 ** 20 - 40) });
  expect((await change('application/json', fitting)).status).toBe(200);
  expect(await change('application/json', large)).toMatchObject({ status: 413, code: 'payload_too_large' });
  const bomb = new Uint8Array(gzipSync(large));
  expect((await change('application/json', bomb, 'POST', { 'content-encoding': 'gzip' })).status).toBe(413);
  const form = new FormData();
  form.append('title', 'x'.repeat(2 ** 20));
  expect((await change(null, form)).status).toBe(413);
});

test('files and broken multipart bodies are rejected', async () => {
  const form = new FormData();
  form.append('image', new Blob(['x']), 'x.png');
  expect(await change(null, form)).toMatchObject({ status: 400, code: 'rest_invalid_body' });
  expect((await change('multipart/form-data; boundary=b', 'nonsense')).status).toBe(400);
  expect((await change('multipart/form-data', 'nonsense')).status).toBe(400);
});
