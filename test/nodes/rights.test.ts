import { nodeIdOf } from '../../src/lib/node-id.ts';
import { watchStatements } from '../support/statements.ts';
import { camel, POSTS, type Post, ROLE_NAMES, type RoleName } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** Whoever may not read a record learns by its nodeId as much as by that of none. */
let world: World;
const statements = watchStatements();
const MISSING = 1_999_999_999;
const STATES = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const;
const IMAGE = 'https://pictures.example.org/hidden.png';

const typeOf = (kind: Post): string => camel(`_${kind}`);
const NAMES = { event: 'title', venue: 'venue', organizer: 'organizer' } as const;

/** A record by a contributor, who may read it in any state. */
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

const ask = async (nodeId: string, as: RoleName): Promise<unknown> =>
  world.server.graphql(
    'query ($nodeId: ID!) { node(nodeId: $nodeId) { nodeId } }',
    { nodeId },
    world.headers(as),
  );

describe.each(POSTS)('%s', (kind) => {
  test.each(STATES)('in state %s', async (state) => {
    const id = await made(kind, state);
    const nodeId = nodeIdOf(typeOf(kind), id);
    const readers: RoleName[] = [];
    for (const role of ROLE_NAMES) {
      const { status } = await world.readAs('GraphQL', kind, id, role);
      const isReadable = status === 200;
      if (isReadable) readers.push(role);
      expect([role, await ask(nodeId, role)]).toEqual([
        role,
        { data: { node: isReadable ? { nodeId } : null } },
      ]);
    }
    const others: RoleName[] = state === 'publish' ? ['author', 'subscriber', 'anonymous'] : [];
    expect(readers.toSorted()).toEqual(['administrator', 'contributor', 'editor', ...others].toSorted());
  });
});

/** Texts of the statements of requests. */
const seen = (): string[] => statements.seen().map(({ query }) => JSON.stringify(query));

async function statementsOf(nodeId: string): Promise<string[]> {
  statements.clear();
  expect(await ask(nodeId, 'anonymous')).toEqual({ data: { node: null } });
  return seen();
}

test.each([
  ['Event', 'draft'],
  ['Venue', 'trash'],
  ['Organizer', 'private'],
] as const)(
  'a hidden %s (%s), one that was erased, and one that never was take the same statements, however often they are asked for',
  async (type, state) => {
    const kind = POSTS.find((one) => typeOf(one) === type) ?? 'event';
    const hidden = nodeIdOf(type, await made(kind, state));
    const erasedId = await made(kind, state);
    await world.remove('REST', kind, erasedId, { force: true });
    await world.settled();
    const never = await statementsOf(nodeIdOf(type, MISSING));
    expect(never).toHaveLength(1);
    for (const nodeId of [hidden, hidden, nodeIdOf(type, erasedId), hidden])
      expect(await statementsOf(nodeId)).toEqual(never);
  },
);

test('an image is shown to whom a record shows it', async () => {
  const url = `${IMAGE}?1`;
  const event = await made('event', 'draft', { image: url });
  const { image } = await world.read('event', event);
  const nodeId = nodeIdOf('Image', Number(Object(image).id));
  const seenBy = async (): Promise<string[]> => {
    const seen: string[] = [];
    for (const role of ROLE_NAMES) {
      const answer = await ask(nodeId, role);
      if (Object(Object(answer).data).node !== null) seen.push(role);
    }
    return seen;
  };
  expect(await seenBy()).toEqual(['administrator', 'editor', 'contributor']);
  expect(await statementsOf(nodeId)).toEqual(await statementsOf(nodeIdOf('Image', MISSING)));
  const venue = await made('venue', 'publish', { image: url });
  expect(await seenBy()).toEqual([...ROLE_NAMES]);
  await world.change('REST', 'venue', venue, { status: 'private' });
  expect(await seenBy()).toEqual(['administrator', 'editor', 'contributor']);
  await world.remove('REST', 'event', event, { force: true });
  await world.remove('REST', 'venue', venue, { force: true });
  expect(await seenBy()).toEqual([]);
});

test('a series is shown to whom one of its events is shown', async () => {
  const event = await made('event', 'draft', { recurrence: 'FREQ=DAILY;COUNT=2' });
  const nodeOf = async (): Promise<string> => {
    const { event: found } = await world.query(
      'query ($id: Int!) { event(id: $id) { series { nodeId } } }',
      'editor',
      {
        id: event,
      },
    );
    return String(Object(Object(found).series).nodeId);
  };
  const nodeId = await nodeOf();
  const isShown = async (role: RoleName): Promise<boolean> =>
    Object(Object(await ask(nodeId, role)).data).node !== null;
  expect([await isShown('anonymous'), await isShown('contributor'), await isShown('editor')]).toEqual([
    false,
    true,
    true,
  ]);
  expect(await statementsOf(nodeId)).toEqual(await statementsOf(nodeIdOf('Series', MISSING)));
  await world.change('REST', 'event', event, { status: 'publish' }, undefined, { scope: 'all' });
  expect(await isShown('anonymous')).toBe(true);
});

test('a webhook is shown to administrators', async () => {
  const { createWebhook } = await world.query(
    'mutation { createWebhook(input: { url: "http://127.0.0.1:9/hook" }) { webhook { nodeId } } }',
    'administrator',
  );
  const nodeId = String(Object(Object(createWebhook).webhook).nodeId);
  for (const role of ROLE_NAMES) {
    const { data } = Object(await ask(nodeId, role));
    expect([role, data]).toEqual([role, { node: role === 'administrator' ? { nodeId } : null }]);
  }
  expect(await statementsOf(nodeId)).toEqual(await statementsOf(nodeIdOf('Webhook', MISSING)));
});

test('nodes of one type take one statement, however many they are', async () => {
  const ids: Record<Post, number[]> = { event: [], venue: [], organizer: [] };
  const users = [world.ids.author, world.ids.editor, world.ids.subscriber, world.ids.contributor];
  const terms: number[] = [];
  for (let n = 0; n < 4; n++) {
    for (const kind of POSTS) ids[kind].push(await made(kind, n === 3 ? 'draft' : 'publish'));
    terms.push((await world.make(n % 2 === 0 ? 'category' : 'tag', { name: `Term ${n}` })).id);
  }
  await world.settled();
  const nodeIds = (count: number): string[] => [
    ...POSTS.flatMap((kind) => ids[kind].slice(-count).map((id) => nodeIdOf(typeOf(kind), id))),
    ...terms.slice(-count).flatMap((id) => [nodeIdOf('Category', id), nodeIdOf('Tag', id)]),
    ...users.slice(-count).map((id) => nodeIdOf('User', id)),
  ];
  const run = async (count: number): Promise<string[]> => {
    statements.clear();
    const { errors } = await world.server.graphql(
      'query ($nodeIds: [ID!]!) { nodes(nodeIds: $nodeIds) { nodeId ... on Content { slug } ... on Category { name } } }',
      { nodeIds: nodeIds(count) },
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

test('what is no nodeId is refused without a statement', async () => {
  statements.clear();
  for (const nodeId of ['', 'x', nodeIdOf('Session', 1), nodeIdOf('Event', 2 ** 31)])
    expect(Object(await ask(nodeId, 'anonymous')).errors).toHaveLength(1);
  expect(statements.seen()).toEqual([]);
});
