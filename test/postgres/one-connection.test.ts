import { startTestServer, type TestServer } from '../support/service.ts';

/**
 * All writes, with a pool of one connection: a request that needs a second connection while it holds the first would
 * hang. Several run at once, because a single request might be served from caches.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { DATABASE_POOL_SIZE: '1' } });
});
afterAll(() => server.stop());

const event = { title: 'Fair', start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
const links = {
  venue: { venue: 'Hall' },
  organizer: [{ organizer: 'Band' }, { organizer: 'Crew' }],
  categories: ['Music'],
  tags: ['open air'],
};

async function send(
  method: string,
  path: string,
  body?: object,
  headers: object = {},
): Promise<{ status: number; id: number; tag: string }> {
  const response = await fetch(`${server.rest}${path}`, {
    method,
    headers: { ...server.admin, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, id: JSON.parse(text).id, tag: response.headers.get('etag') ?? '' };
}

/** The same request several times at once. */
const several = async (ask: (n: number) => ReturnType<typeof send>): Promise<number[]> => {
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => ask(n)));
  return answers.map(({ status }) => status);
};
const all = (status: number): number[] => Array.from({ length: 5 }, () => status);

const make = async (path: string, body: object): Promise<number> => {
  const { status, id } = await send('POST', path, body);
  expect(status).toBe(201);
  return id;
};
const ids = (path: string, body: (n: number) => object): Promise<number[]> =>
  Promise.all(Array.from({ length: 5 }, (_, n) => make(path, body(n))));

test('events: created alone and with links, changed in every way, trashed, restored, erased', async () => {
  expect(await several((n) => send('POST', '/events', { ...event, title: `Alone ${n}` }))).toEqual(all(201));
  const events = await ids('/events', (n) => ({
    ...event,
    ...links,
    venue: { venue: `Hall ${n}` },
    image: `https://p.example.org/${n}.png`,
  }));
  const changes: object[] = [
    { title: 'Other' },
    { slug: 'wanted' },
    { start_date: '2031-05-02 10:00', end_date: '2031-05-02 12:00' },
    { venue: { venue: 'New hall' } },
    { venue: '', organizer: '' },
    links,
    { categories: 'Music,Dance', tags: '' },
    { image: 'https://p.example.org/new.png' },
    { status: 'trash' },
    { status: 'publish' },
  ];
  for (const change of changes)
    expect(await several((n) => send('PATCH', `/events/${events[n]}`, change))).toEqual(all(200));
  expect(await several((n) => send('DELETE', `/events/${events[n]}`))).toEqual(all(200));
  expect(await several((n) => send('DELETE', `/events/${events[n]}?force=true`))).toEqual(all(200));
});

test('a change with If-Match', async () => {
  const events = await ids('/events', (n) => ({ ...event, ...links, title: `Matched ${n}` }));
  const conditional = (path: string) => async (n: number) => {
    const { tag } = await send('GET', `${path}/${events[n]}`);
    return send(
      'PATCH',
      `${path}/${events[n]}`,
      { title: 'Matched again', venue: { venue: `Met ${n}` } },
      { 'if-match': tag },
    );
  };
  expect(await several(conditional('/events'))).toEqual(all(200));
});

test.each([
  ['venues', 'venue'],
  ['organizers', 'organizer'],
])('%s', async (path, name) => {
  const made = await ids(`/${path}`, (n) => ({
    [name]: `Made ${n}`,
    image: 'https://p.example.org/made.png',
  }));
  await make('/events', { ...event, [name]: made });
  for (const change of [
    { [name]: 'Renamed' },
    { description: 'Text' },
    { status: 'trash' },
    { status: 'publish' },
  ])
    expect(await several((n) => send('PATCH', `/${path}/${made[n]}`, change))).toEqual(all(200));
  expect(await several((n) => send('DELETE', `/${path}/${made[n]}`))).toEqual(all(200));
  expect(await several((n) => send('DELETE', `/${path}/${made[n]}?force=true`))).toEqual(all(200));
});

test.each(['categories', 'tags'])('%s', async (path) => {
  const top = path === 'categories' ? { parent: await make(`/${path}`, { name: 'Top' }) } : {};
  const made = await ids(`/${path}`, (n) => ({ name: `Term ${n}`, ...top }));
  expect(
    await several((n) => send('PATCH', `/${path}/${made[n]}`, { name: `Named ${n}`, description: 'Text' })),
  ).toEqual(all(200));
  if (top.parent) expect((await send('DELETE', `/${path}/${top.parent}`)).status).toBe(200);
  expect(await several((n) => send('DELETE', `/${path}/${made[n]}`))).toEqual(all(200));
});

test('the same through GraphQL, several in one document', async () => {
  const mutation = `mutation ($event: CreateEventInput!, $change: UpdateEventInput!, $by: EventBy!) {
    one: createEvent(input: $event) { event { venue { name events { totalCount } } categories { name eventCount } } }
    two: updateEvent(by: $by, input: $change) {
      event { venue { name } organizers { name events { totalCount } } tags { name } } changedOccurrences }
    three: updateEvent(by: $by, input: { venues: null, organizers: [] }) { event { venue { name } } }
    four: createVenue(input: { name: "Graph hall" }) { venue { id } }
    five: createCategory(input: { name: "Graph kind" }) { category { children { nodes { name } } } }
    six: deleteEvent(by: $by) { event { status } deletedId }
  }`;
  const id = await make('/events', { ...event, ...links });
  const body = {
    title: 'Graph',
    start: '2031-05-01 10:00',
    end: '2031-05-01 12:00',
    venues: [{ name: 'Hall' }],
    categories: [{ name: 'Music' }],
  };
  const change = {
    venues: [{ create: { name: 'Graph hall' } }],
    organizers: [{ create: { name: 'Graph band' } }],
    tags: [{ name: 'graph' }],
  };
  const { data, errors } = await server.graphql(mutation, {
    event: body,
    change,
    by: { databaseId: id },
  });
  expect(errors).toBeUndefined();
  expect(Object.values(data ?? {}).every((one) => one !== null)).toBe(true);
});

test('users and their passwords', async () => {
  const users = Array.from({ length: 5 }, (_, n) => `user${n}`);
  const ask = async (field: (login: string) => string): Promise<unknown[]> =>
    Promise.all(users.map(async (login) => (await server.graphql(`mutation { ${field(login)} }`)).errors));
  const none = users.map(() => undefined);
  expect(
    await ask(
      (login) =>
        `createUser(input: { login: "${login}", role: AUTHOR }) { user { applicationPasswords { totalCount } } }`,
    ),
  ).toEqual(none);
  const by = (login: string) => `{ login: "${login}" }`;
  expect(
    await ask((login) => `updateUser(by: ${by(login)}, input: { role: EDITOR }) { user { id } }`),
  ).toEqual(none);
  expect(
    await ask(
      (login) => `createApplicationPassword(input: { user: ${by(login)}, name: "phone" }) { password }`,
    ),
  ).toEqual(none);
  const { data } = await server.graphql(
    '{ users { nodes { login applicationPasswords { nodes { id name } } } } }',
  );
  const passwords = JSON.parse(JSON.stringify(data)).users.nodes.flatMap(
    (user: { applicationPasswords: { nodes: { id: string; name: string }[] } }) =>
      user.applicationPasswords.nodes.filter(({ name }) => name === 'phone').map(({ id }) => id),
  );
  expect(passwords).toHaveLength(5);
  for (const id of passwords)
    expect(
      (await server.graphql(`mutation { revokeApplicationPassword(by: { id: "${id}" }) { deletedId } }`))
        .errors,
    ).toBeUndefined();
  expect(await ask((login) => `deleteUser(by: ${by(login)}) { deletedId }`)).toEqual(none);
});

test('other writes, too: no request is left waiting', async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${server.rest}/events?per_page=1&search=alone`)).status).toBe(200);
});
