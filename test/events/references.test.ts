import { watchStatements } from '../support/statements.ts';
import { openWorld, type World } from '../support/world.ts';

/** What records refer to (rules#graphql): objects and their ids, null for what is absent or hidden. */
const watched = watchStatements();
let world: World;
const ids = { series: 0, draft: 0, trashed: 0, child: 0, ofDraft: 0, ofTrashed: 0 };
beforeAll(async () => {
  world = await openWorld({ roles: true });
  ids.series = await world.event('Series', '2031-04-01 20:00', {}, 'author');
  ids.draft = await world.event('Draft', '2031-04-01 20:00', { status: 'draft' }, 'author');
  ids.trashed = await world.event('Trashed', '2031-04-01 20:00');
  ids.child = await world.event('First night', '2031-04-02 20:00', { post_parent: ids.series }, 'editor');
  ids.ofDraft = await world.event('Of a draft', '2031-04-03 20:00', { post_parent: ids.draft });
  ids.ofTrashed = await world.event('Of one in the trash', '2031-04-04 20:00', { post_parent: ids.trashed });
  await world.remove('REST', 'event', ids.trashed);
});
afterAll(() => {
  watched.restore();
  return world.stop();
});

const REFERENCES =
  'id authorId author { id name login role createdUtc applicationPasswords { id } } parentId parent { title }';
const event = async (id: number, as?: Parameters<World['query']>[1]) =>
  (await world.query(`{ event(id: ${id}) { ${REFERENCES} } }`, as)).event;

test('the author is a user, of whom strangers see the name and not the login', async () => {
  await world.query(
    `mutation { updateUser(user: "the-author", input: { name: " Ann <b>Author</b> " }) { id } }`,
    world.server.admin,
  );
  const { author: id } = world.ids;
  const shown = {
    id,
    name: 'Ann Author',
    login: null,
    role: null,
    createdUtc: null,
    applicationPasswords: null,
  };
  expect(await event(ids.series)).toMatchObject({ authorId: id, author: shown });
  expect(await event(ids.series, 'editor')).toMatchObject({ author: shown });
  const account = {
    id,
    name: 'Ann Author',
    login: 'the-author',
    role: 'AUTHOR',
    createdUtc: expect.any(String),
  };
  expect(await event(ids.series, 'author')).toMatchObject({ author: account });
  expect(await event(ids.series, world.server.admin)).toMatchObject({ author: account });
});

test('a user without a name has null, never the login', async () => {
  expect(await event(ids.child)).toMatchObject({
    authorId: world.ids.editor,
    author: { id: world.ids.editor, name: null, login: null },
  });
});

test('an author who is unknown or was deleted is null, in REST the number', async () => {
  const { id } = await world.newUser('gone', 'author');
  const left = await world.event('Left', '2031-04-05 20:00', { author: id });
  const before = await world.get(`/events/${left}`);
  await world.query('mutation { deleteUser(user: "gone") { id } }', world.server.admin);
  expect(await event(left)).toMatchObject({ authorId: id, author: null });
  await world.server.orm.em.getConnection().execute(`update event set author_id = 0 where id = ${left}`);
  world.server.version.changeAll();
  expect(await event(left)).toMatchObject({ authorId: null, author: null });
  expect(before.body.author).toBe(id);
  expect((await world.get(`/events/${left}`, 'editor')).body.author).toBe(0);
});

test('the parent is an event, null where the caller may not read it, and its id stays', async () => {
  expect(await event(ids.child)).toMatchObject({ parentId: ids.series, parent: { title: 'Series' } });
  expect(await event(ids.series)).toMatchObject({ parentId: null, parent: null });
  for (const as of ['anonymous', 'subscriber', 'contributor'] as const)
    expect(await event(ids.ofDraft, as)).toMatchObject({ parentId: ids.draft, parent: null });
  for (const as of ['author', 'editor', 'administrator'] as const)
    expect(await event(ids.ofDraft, as)).toMatchObject({ parent: { title: 'Draft' } });
  for (const as of ['anonymous', 'administrator'] as const)
    expect(await event(ids.ofTrashed, as)).toMatchObject({ parentId: ids.trashed, parent: null });
  expect((await world.get(`/events/${ids.series}`)).body).not.toHaveProperty('post_parent', null);
});

test('children are a connection, as far as the caller may read them', async () => {
  const childrenOf = async (id: number, as?: 'editor') =>
    (await world.query(`{ event(id: ${id}) { children { total nodes { title parent { id } } } } }`, as))
      .event;
  const hidden = await world.event('Unseen', '2031-04-03 20:00', {
    post_parent: ids.series,
    status: 'draft',
  });
  const night = { title: 'First night', parent: { id: ids.series } };
  expect(await childrenOf(ids.series)).toEqual({ children: { total: 1, nodes: [night] } });
  expect(await childrenOf(ids.series, 'editor')).toEqual({
    children: { total: 2, nodes: [night, { title: 'Unseen', parent: { id: ids.series } }] },
  });
  await world.remove('REST', 'event', hidden, { force: true });
});

describe('statements', () => {
  const listOf = async (count: number, tag: string): Promise<number> => {
    for (let n = 0; n < count; n++) {
      const { id } = await world.newUser(`${tag}-${n}`, 'author');
      const parent = await world.event(`${tag} parent ${n}`, '2032-01-01 20:00', {
        venue: { venue: `${tag} ${n}` },
      });
      await world.event(`${tag} ${n}`, '2032-01-02 20:00', { author: id, post_parent: parent, tags: [tag] });
    }
    const query = `{ events(startDate: "2032-01-01", tags: ["${tag}"]) {
      nodes { title author { name } parent { title venues { name author { name } } } children { nodes { id } } }
    } }`;
    await world.settled();
    watched.clear();
    const { events } = await world.query(query, 'editor');
    const statements = watched.seen().length;
    expect(events).toMatchObject({
      nodes: Array.from({ length: count }, () => ({ children: { nodes: [] } })),
    });
    return statements;
  };

  test('are as many for ten events as for two', async () => {
    expect(await listOf(10, 'many')).toBe(await listOf(2, 'few'));
  });
});
