import { restAnswer } from '../support/answer.ts';
import { basic, startTestServer } from '../support/service.ts';
import { APIS, isRecord } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
  await world.make('event', { title: 'Seen', start_date: '2031-04-05', end_date: '2031-04-05' });
});
afterAll(() => world.stop());

const RIGHT = 'abcd EFGH 1234 ijkl MNOP 5678';
const encoded = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

const WRONG: [what: string, authorization: string][] = [
  ['a wrong password', encoded('admin:wrong')],
  ['an unknown user', encoded(`nobody:${RIGHT}`)],
  ['no password', encoded('admin:')],
  ['no login', encoded(`:${RIGHT}`)],
  ['no colon', encoded('admin')],
  ['a password of spaces', encoded('admin:   ')],
  ['not base64', 'Basic *****'],
  [
    'base64 but for one character',
    `${encoded(`admin:${RIGHT}`).slice(0, 12)}*${encoded(`admin:${RIGHT}`).slice(12)}`,
  ],
  ['nothing after Basic', 'Basic'],
  ['a NUL in the login', encoded(`ad\0min:${RIGHT}`)],
  ['a password of 10,000 characters', encoded(`admin:${'x'.repeat(5000)}`)],
  ['a bearer token without an issuer', 'Bearer abc.def.ghi'],
];
const PLACES: [method: string, path: string, body?: unknown][] = [
  ['GET', '/events'],
  ['HEAD', '/events'],
  ['GET', '/events/1'],
  ['GET', '/events/999999'],
  ['GET', '/events/by-slug/seen'],
  ['GET', '/events?page=0'],
  ['GET', '/venues'],
  ['GET', '/organizers'],
  ['GET', '/categories'],
  ['GET', '/tags'],
  ['POST', '/events', {}],
  ['PATCH', '/events/1', { title: 'x' }],
  ['DELETE', '/events/1'],
  ['POST', '/categories', { name: 'x' }],
  ['DELETE', '/tags/1'],
];

describe.each(WRONG)('%s', (_what, authorization) => {
  test.each(PLACES.map(([method, path, body]) => ({ method, path, body })))(
    'is 401 at $method $path',
    async ({ method, path, body }) => {
      const response = await world.server.request(method, path, body, { authorization });
      expect(response.status).toBe(401);
      if (method !== 'HEAD')
        expect((await restAnswer(response)).code).toMatch(/^(incorrect_password|invalid_token)$/);
    },
  );

  test('is 401 in GraphQL, for queries and mutations', async () => {
    for (const query of [
      '{ events { totalCount } }',
      '{ viewer { id } }',
      'mutation { deleteEvent(by: { databaseId: 1 }) { deletedId } }',
    ]) {
      const answer = await world.server.graphql(query, {}, { authorization });
      expect(answer.errors?.[0]?.extensions).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    }
  });
});

test.each(['Digest username="admin"', 'Unknown abc', ''])(
  '%j is no credential: the caller is anonymous',
  async (authorization) => {
    expect((await world.server.request('GET', '/events', undefined, { authorization })).status).toBe(200);
    expect((await world.server.request('DELETE', '/events/1', undefined, { authorization })).status).toBe(
      401,
    );
  },
);

describe('ALLOW_ANONYMOUS_WRITES', () => {
  let open: World;
  beforeAll(async () => {
    open = await openWorld({ env: { ALLOW_ANONYMOUS_WRITES: 'true' } });
  });
  afterAll(() => open.stop());
  const nobody = {};

  test.each(APIS)('anonymous callers may write everything through %s', async (api) => {
    const event = {
      title: `Free ${api}`,
      start_date: '2031-04-05',
      end_date: '2031-04-05',
      categories: [`New ${api}`],
      venue: { venue: 'V' },
    };
    const created = await open.create(api, 'event', event, nobody);
    expect(created).toMatchObject({
      status: 201,
      body: { author: 0, status: 'publish', categories: [{ name: `New ${api}` }] },
    });
    const id = Number(created.body.id);
    expect(await open.change(api, 'event', id, { status: 'draft' }, nobody)).toMatchObject({
      status: 200,
      body: { status: 'draft' },
    });
    expect((await open.server.request('GET', `/events/${id}`, undefined, nobody)).status).toBe(200);
    expect(await open.remove(api, 'event', id, {}, nobody)).toMatchObject({ status: 200 });
    const others = await open.make('event', event);
    expect(await open.remove(api, 'event', others.id, { force: true }, nobody)).toMatchObject({
      status: 200,
    });
    const tag = await open.create(api, 'tag', { name: `Tag ${api}` }, nobody);
    expect(await open.remove(api, 'tag', Number(tag.body.id), {}, nobody)).toMatchObject({ status: 200 });
  });

  test('a record without an author can be sent back unchanged', async () => {
    const { body } = await open.create('REST', 'organizer', { organizer: 'O' }, nobody);
    expect(
      await open.change('REST', 'organizer', Number(body.id), { author: body.author }, nobody),
    ).toMatchObject({ status: 200 });
  });

  test('anonymous callers cannot read or write users', async () => {
    for (const operation of [
      '{ users { nodes { id } } }',
      'mutation { createUser(input: {login: "x", role: ADMINISTRATOR}) { user { id } } }',
    ])
      expect((await open.server.graphql(operation, {}, nobody)).errors?.[0]?.extensions).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
    expect(await open.server.graphql('{ viewer { id } }', {}, nobody)).toEqual({ data: { viewer: null } });
  });

  test('wrong credentials are still 401, and a logged-in caller has only its own rights', async () => {
    expect((await open.server.request('GET', '/events', undefined, basic('admin', 'wrong'))).status).toBe(
      401,
    );
    const { password } = await open.newUser('reader', 'subscriber');
    expect(await open.create('REST', 'venue', { venue: 'V' }, basic('reader', password))).toMatchObject({
      status: 403,
    });
  });
});

test('the first administrator may have any valid login', async () => {
  const server = await startTestServer({ env: { ADMIN_USER: 'Zoë+cal@x.example' } });
  try {
    const answer = await server.graphql('{ viewer { login role } }', {}, basic('zoë+cal@x.example', RIGHT));
    expect(isRecord(answer.data) && answer.data.viewer).toEqual({
      login: 'Zoë+cal@x.example',
      role: 'ADMINISTRATOR',
    });
  } finally {
    await server.stop();
  }
});
