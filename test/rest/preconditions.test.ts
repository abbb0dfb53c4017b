import { startTestServer, type TestServer } from '../support/service.ts';

let server: TestServer;
const paths: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestServer();
  const create = async (path: string, body: object): Promise<void> => {
    const { id } = await (await server.request('POST', path, body)).json();
    paths[path] = `${path}/${id}`;
  };
  await create('/events', {
    title: 'Fair',
    start_date: '2031-05-01 10:00',
    end_date: '2031-05-01 12:00',
    venue: [{ venue: 'Hall' }],
    tags: ['a'],
  });
  await create('/venues', { venue: 'Dome' });
  await create('/organizers', { organizer: 'Club' });
  await create('/categories', { name: 'Music' });
  await create('/tags', { name: 'open air' });
});
afterAll(() => server.stop());

const NAMES: Record<string, string> = {
  '/events': 'title',
  '/venues': 'venue',
  '/organizers': 'organizer',
  '/categories': 'name',
  '/tags': 'name',
};
const tagOf = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await server.request('GET', path, undefined, { ...server.admin, ...headers })).headers.get('etag') ?? '';

describe.each(Object.keys(NAMES))('%s', (collection) => {
  const path = (): string => paths[collection] ?? '';
  const change = (value: string, tag: string, method = 'PATCH'): Promise<Response> =>
    server.request(
      method,
      path(),
      { [NAMES[collection] ?? '']: value },
      { ...server.admin, 'if-match': tag },
    );

  test('is changed if the tag is current, in any encoding', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const tag = await tagOf(path(), { 'accept-encoding': encoding });
      expect(tag).toMatch(/^"[\w-]+"$/);
      expect((await change(`By ${encoding}`, tag)).status).toBe(200);
    }
    expect((await change('By anyone', '*', 'PUT')).status).toBe(200);
  });

  test('stays unchanged if the tag is old, weak or of another record', async () => {
    const old = await tagOf(path());
    expect((await change('First', old)).status).toBe(200);
    for (const tag of [old, `W/${await tagOf(path())}`, '"foreign"', 'nonsense']) {
      const refused = await change('Second', tag);
      expect([refused.status, (await refused.json()).code]).toEqual([412, 'precondition_failed']);
    }
    expect(await (await server.request('GET', path())).json()).toMatchObject({
      [NAMES[collection] ?? '']: 'First',
    });
  });

  test('one of eight concurrent writers with the same tag wins', async () => {
    const tag = await tagOf(path());
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => change(`Writer ${n}`, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
  });

  test('is deleted only if the tag is current', async () => {
    const old = await tagOf(path());
    await change('Last', '*');
    expect(
      (await server.request('DELETE', path(), undefined, { ...server.admin, 'if-match': old })).status,
    ).toBe(412);
    expect(
      (
        await server.request('DELETE', path(), undefined, {
          ...server.admin,
          'if-match': await tagOf(path()),
        })
      ).status,
    ).toBe(200);
  });
});
