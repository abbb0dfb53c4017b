import { startTestServer, type TestServer } from '../support/service.ts';

/** Sentences that misled the reader. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const messageOf = async (response: Response): Promise<string> => (await response.json()).message;
const get = async (path: string) => messageOf(await server.request('GET', path));

test.each(['events', 'venues', 'organizers', 'Events'])(
  '/%s/abc: the message shows where slugs belong',
  async (list) => {
    expect(await get(`/${list}/abc`)).toBe(
      'No route matches this address and method. An id consists of digits. To use a slug, request ' +
        `${server.rest}/${list.toLowerCase()}/by-slug/{slug}. All routes are listed at ${server.rest}/.`,
    );
  },
);

test('terms have no address by slug, but a filter', async () => {
  expect(await get('/tags/abc/')).toContain(`To use a slug, request ${server.rest}/tags?slug={slug}.`);
  for (const path of ['/nothing/abc', '/events/1/2', '/doc/abc', '/events/by-slug/a/b'])
    expect(await get(path)).not.toContain('digits');
});

test('a tag that exists has no parent', async () => {
  const twice = async (path: string, fields: object) => {
    await server.request('POST', path, fields);
    return messageOf(await server.request('POST', path, fields));
  };
  expect(await twice('/tags', { name: 'free' })).toBe('A tag with this name already exists.');
  expect(await twice('/categories', { name: 'Music' })).toBe(
    'A category with this name already exists at the top level.',
  );
  const { id } = await (await server.request('POST', '/categories', { name: 'Talks' })).json();
  expect(await twice('/categories', { name: 'Short', parent: id })).toBe(
    'A category with this name already exists below the same parent.',
  );
});

test('a picture sent as a file: the message requests its address', async () => {
  const send = async (field: string) => {
    const form = new FormData();
    form.set(field, new Blob(['x'], { type: 'image/png' }), 'x.png');
    const response = await fetch(`${server.rest}/events`, {
      method: 'POST',
      headers: server.admin,
      body: form,
    });
    expect(response.status).toBe(400);
    return messageOf(response);
  };
  expect(await send('image')).toMatch(
    /^Files cannot be uploaded: image\. Send the address \(http or https\)/,
  );
  expect(await send('title')).toBe('Files cannot be uploaded: title. Send text.');
});
