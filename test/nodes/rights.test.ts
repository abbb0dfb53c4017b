import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { eventually } from '../support/eventually.ts';
import { watchStatements } from '../support/statements.ts';
import { camel, POSTS, type Post, ROLE_NAMES, type RoleName, recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** To a caller without read permission, a record's global ID looks like a missing one. */
let world: World;
const statements = watchStatements();
const MISSING = 1_999_999_999;
const STATES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
const IMAGE = 'https://pictures.example.org/hidden.png';

const typeOf = (kind: Post): string => camel(`_${kind}`);
const NAMES = { event: 'title', venue: 'venue', organizer: 'organizer' } as const;

/** A record of a contributor, which its author may read in any state. */
async function made(kind: Post, state: (typeof STATES)[number], fields: object = {}): Promise<number> {
  const times = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' };
  const { id } = await world.make(kind, {
    [NAMES[kind]]: `${kind} ${state}`,
    ...(kind === 'event' && times),
    ...(state === 'future' ? { status: 'publish', date: '2031-12-01 12:00:00' } : { status: state }),
    author: world.ids.contributor,
    ...fields,
  });
  return id;
}

beforeAll(async () => {
  world = await openWorld({ roles: true, env: { RESPONSE_CACHE: 'off', WEBHOOK_PRIVATE: 'true' } });
});
afterAll(async () => {
  statements.restore();
  await world.stop();
});

const ask = async (id: string, as: RoleName): Promise<unknown> =>
  world.server.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, world.headers(as));

describe.each(POSTS)('%s', (kind) => {
  test.each(STATES)('in state %s', async (state) => {
    const databaseId = await made(kind, state);
    const id = encodeGlobalId(typeOf(kind), databaseId);
    const readers: RoleName[] = [];
    for (const role of ROLE_NAMES) {
      const { status } = await world.readAs('GraphQL', kind, databaseId, role);
      const isReadable = status === 200;
      if (isReadable) readers.push(role);
      expect([role, await ask(id, role)]).toEqual([role, { data: { node: isReadable ? { id } : null } }]);
    }
    const others: RoleName[] = state === 'publish' ? ['author', 'subscriber', 'anonymous'] : [];
    expect(readers.toSorted()).toEqual(['administrator', 'contributor', 'editor', ...others].toSorted());
  });
});

/** Texts of the statements of requests. */
const seen = (): string[] => statements.seen().map(({ query }) => JSON.stringify(query));

async function statementsOf(globalId: string): Promise<string[]> {
  statements.clear();
  expect(await ask(globalId, 'anonymous')).toEqual({ data: { node: null } });
  return seen();
}

test.each([
  ['Event', 'draft'],
  ['Venue', 'trash'],
  ['Organizer', 'private'],
] as const)(
  'a hidden %s (%s), an erased one and a missing one take the same statements, however often they are requested',
  async (type, state) => {
    const kind = POSTS.find((one) => typeOf(one) === type) ?? 'event';
    const hidden = encodeGlobalId(type, await made(kind, state));
    const erasedId = await made(kind, state);
    await world.remove('REST', kind, erasedId, { force: true });
    await world.settled();
    const never = await statementsOf(encodeGlobalId(type, MISSING));
    expect(never).toHaveLength(1);
    for (const globalId of [hidden, hidden, encodeGlobalId(type, erasedId), hidden])
      expect(await statementsOf(globalId)).toEqual(never);
  },
);

test('an image is visible to the readers of a record that shows it', async () => {
  const url = `${IMAGE}?1`;
  const event = await made('event', 'draft', { image: url });
  const { image } = await world.read('event', event);
  const globalId = encodeGlobalId('Image', Number(Object(image).id));
  const seenBy = async (): Promise<string[]> => {
    const seen: string[] = [];
    for (const role of ROLE_NAMES) {
      const answer = await ask(globalId, role);
      if (Object(Object(answer).data).node !== null) seen.push(role);
    }
    return seen;
  };
  expect(await seenBy()).toEqual(['administrator', 'editor', 'contributor']);
  expect(await statementsOf(globalId)).toEqual(await statementsOf(encodeGlobalId('Image', MISSING)));
  const venue = await made('venue', 'publish', { image: url });
  expect(await seenBy()).toEqual([...ROLE_NAMES]);
  await world.change('REST', 'venue', venue, { status: 'private' });
  expect(await seenBy()).toEqual(['administrator', 'editor', 'contributor']);
  await world.remove('REST', 'event', event, { force: true });
  await world.remove('REST', 'venue', venue, { force: true });
  expect(await seenBy()).toEqual([]);
});

test('a series is visible to the readers of one of its events', async () => {
  const event = await made('event', 'draft', { recurrence: 'FREQ=DAILY;COUNT=2' });
  const nodeOf = async (): Promise<string> => {
    const { event: found } = await world.query(
      'query ($id: Int!) { event(by: { databaseId: $id }) { series { id } } }',
      'editor',
      {
        id: event,
      },
    );
    return String(Object(Object(found).series).id);
  };
  const globalId = await nodeOf();
  const isShown = async (role: RoleName): Promise<boolean> =>
    Object(Object(await ask(globalId, role)).data).node !== null;
  expect([await isShown('anonymous'), await isShown('contributor'), await isShown('editor')]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await statementsOf(globalId)).toEqual(await statementsOf(encodeGlobalId('Series', MISSING)));
  await world.change('REST', 'event', event, { status: 'publish' }, undefined, { scope: 'all' });
  expect(await isShown('anonymous')).toBe(true);
});

test('a webhook and its messages are visible to administrators', async () => {
  const { createWebhook } = await world.query(
    'mutation { createWebhook(input: { url: "http://127.0.0.1:9/hook", types: [TAG_ALL] }) { webhook { id } } }',
    'administrator',
  );
  const webhook = String(Object(Object(createWebhook).webhook).id);
  await world.make('tag', { name: 'told' });
  const message = await eventually('a message is stored', async () => {
    const { node } = await world.query(
      `{ node(id: "${webhook}") { ... on Webhook { deliveries { nodes { id } } } } }`,
      'administrator',
    );
    return recordsIn(Object(node).deliveries.nodes)[0];
  });
  const delivery = String(message.id);
  for (const id of [webhook, delivery])
    for (const role of ROLE_NAMES) {
      const { data } = Object(await ask(id, role));
      expect([role, data]).toEqual([role, { node: role === 'administrator' ? { id } : null }]);
    }
  expect(await statementsOf(webhook)).toEqual(await statementsOf(encodeGlobalId('Webhook', MISSING)));
  expect(await statementsOf(delivery)).toEqual(
    await statementsOf(encodeGlobalId('WebhookDelivery', MISSING)),
  );
});

test('an application password is visible to its user and administrators', async () => {
  const { viewer } = await world.query('{ viewer { applicationPasswords { nodes { id } } } }', 'author');
  const id = String(recordsIn(Object(viewer).applicationPasswords.nodes)[0]?.id);
  for (const role of ROLE_NAMES) {
    const { data } = Object(await ask(id, role));
    const isShown = role === 'administrator' || role === 'author';
    expect([role, data]).toEqual([role, { node: isShown ? { id } : null }]);
  }
  expect(await statementsOf(id)).toEqual(await statementsOf(encodeGlobalId('ApplicationPassword', MISSING)));
});

test('any number of nodes of one type take one statement', async () => {
  const ids: Record<Post, number[]> = { event: [], venue: [], organizer: [] };
  const users = [world.ids.author, world.ids.editor, world.ids.subscriber, world.ids.contributor];
  const terms: number[] = [];
  for (let n = 0; n < 4; n++) {
    for (const kind of POSTS) ids[kind].push(await made(kind, n === 3 ? 'draft' : 'publish'));
    terms.push((await world.make(n % 2 === 0 ? 'category' : 'tag', { name: `Term ${n}` })).id);
  }
  await world.settled();
  const idsOf = (count: number): string[] => [
    ...POSTS.flatMap((kind) => ids[kind].slice(-count).map((id) => encodeGlobalId(typeOf(kind), id))),
    ...terms.slice(-count).flatMap((id) => [encodeGlobalId('Category', id), encodeGlobalId('Tag', id)]),
    ...users.slice(-count).map((id) => encodeGlobalId('User', id)),
  ];
  const run = async (count: number): Promise<string[]> => {
    statements.clear();
    const { errors } = await world.server.graphql(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Content { slug } ... on Category { name } } }',
      { ids: idsOf(count) },
      world.headers('anonymous'),
    );
    expect(errors).toBeUndefined();
    return seen();
  };
  await run(1);
  const one = await run(1);
  expect(one).toHaveLength(5);
  expect(await run(4)).toHaveLength(5);
});

test('an invalid global ID is refused without a statement', async () => {
  statements.clear();
  for (const globalId of ['', 'x', encodeGlobalId('Session', 1), encodeGlobalId('Event', 2 ** 31)])
    expect(Object(await ask(globalId, 'anonymous')).errors).toHaveLength(1);
  expect(statements.seen()).toEqual([]);
});
