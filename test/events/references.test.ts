import { watchStatements } from '../support/statements.ts';
import { openWorld, type World } from '../support/world.ts';

/** References of records (rules#graphql): null if absent or hidden. */
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
  'databaseId author { databaseId name login role createdAt applicationPasswords { totalCount } } parent { title }';
const event = async (id: number, as?: Parameters<World['query']>[1]) =>
  (await world.query(`{ event(by: { databaseId: ${id} }) { ${REFERENCES} } }`, as)).event;

test('the author is a user; other callers see the name and not the login', async () => {
  await world.query(
    `mutation { updateUser(by: { login: "the-author" }, input: { name: " Ann <b>Author</b> " }) { user { name } } }`,
    world.server.admin,
  );
  const { author: databaseId } = world.ids;
  const shown = {
    databaseId,
    name: 'Ann Author',
    login: null,
    role: null,
    createdAt: null,
    applicationPasswords: null,
  };
  expect(await event(ids.series)).toMatchObject({ author: shown });
  expect(await event(ids.series, 'editor')).toMatchObject({ author: shown });
  const account = {
    databaseId,
    name: 'Ann Author',
    login: 'the-author',
    role: 'AUTHOR',
    createdAt: '2031-03-14T12:00:00+00:00',
    applicationPasswords: { totalCount: 1 },
  };
  expect(await event(ids.series, 'author')).toMatchObject({ author: account });
  expect(await event(ids.series, world.server.admin)).toMatchObject({ author: account });
});

test('a user without a name has null, never the login', async () => {
  expect(await event(ids.child)).toMatchObject({
    author: { databaseId: world.ids.editor, name: null, login: null },
  });
});

test('an unknown or deleted author is null; in REST the number stays', async () => {
  const { id } = await world.newUser('gone', 'author');
  const left = await world.event('Left', '2031-04-05 20:00', { author: id });
  const before = await world.get(`/events/${left}`);
  await world.query('mutation { deleteUser(by: { login: "gone" }) { deletedId } }', world.server.admin);
  expect(await event(left)).toMatchObject({ author: null });
  await world.server.orm.em.getConnection().execute(`update event set author_id = 0 where id = ${left}`);
  world.server.version.invalidateAll();
  expect(await event(left)).toMatchObject({ author: null });
  expect(before.body.author).toBe(id);
  expect((await world.get(`/events/${left}`, 'editor')).body.author).toBe(0);
});

test('the parent is an event, or null if the caller may not read it; in REST its id stays', async () => {
  expect(await event(ids.child)).toMatchObject({ parent: { title: 'Series' } });
  expect(await event(ids.series)).toMatchObject({ parent: null });
  for (const as of ['anonymous', 'subscriber', 'contributor'] as const)
    expect(await event(ids.ofDraft, as)).toMatchObject({ parent: null });
  for (const as of ['author', 'editor', 'administrator'] as const)
    expect(await event(ids.ofDraft, as)).toMatchObject({ parent: { title: 'Draft' } });
  for (const as of ['anonymous', 'administrator'] as const)
    expect(await event(ids.ofTrashed, as)).toMatchObject({ parent: null });
  for (const [of, parent] of [
    [ids.ofDraft, ids.draft],
    [ids.ofTrashed, ids.trashed],
  ])
    expect((await world.get(`/events/${of}`)).body.post_parent).toBe(parent);
  expect((await world.get(`/events/${ids.series}`)).body).not.toHaveProperty('post_parent', null);
});

test('children are a connection of the records readable for the caller', async () => {
  const childrenOf = async (id: number, as?: 'editor') =>
    (
      await world.query(
        `{ event(by: { databaseId: ${id} }) { children { totalCount nodes { title parent { databaseId } } } } }`,
        as,
      )
    ).event;
  const hidden = await world.event('Unseen', '2031-04-03 20:00', {
    post_parent: ids.series,
    status: 'draft',
  });
  const night = { title: 'First night', parent: { databaseId: ids.series } };
  expect(await childrenOf(ids.series)).toEqual({ children: { totalCount: 1, nodes: [night] } });
  expect(await childrenOf(ids.series, 'editor')).toEqual({
    children: { totalCount: 2, nodes: [night, { title: 'Unseen', parent: { databaseId: ids.series } }] },
  });
  await world.remove('REST', 'event', hidden, { force: true });
});

test('children of any date are listed by their start; filters and cursors are those of any list', async () => {
  const parent = await world.event('Festival', '2031-04-01 20:00');
  for (const day of ['2090-01-01', '1990-01-01', '2031-04-02'])
    await world.event(`On ${day}`, `${day} 20:00`, { post_parent: parent });
  const children = async (args: string) => {
    const list = `children${args} { totalCount nodes { title } pageInfo { endCursor } }`;
    const data = await world.query(`{ event(by: { databaseId: ${parent} }) { ${list} } }`);
    const { totalCount, nodes, pageInfo } = Object(data.event).children;
    return { days: nodes.map(({ title }: { title: string }) => title.slice(3)), totalCount, pageInfo };
  };
  const all = ['1990-01-01', '2031-04-02', '2090-01-01'];
  expect(await children('')).toMatchObject({ days: all, totalCount: 3 });
  expect(await children('(orderBy: { direction: DESC })')).toMatchObject({ days: all.toReversed() });
  expect(await children('(filter: { startsFrom: "2031-01-01" })')).toMatchObject({ days: all.slice(1) });
  expect(await children('(filter: { hasEnded: true })')).toMatchObject({ days: ['1990-01-01'] });
  const { pageInfo } = await children('(first: 2)');
  expect(await children(`(first: 2, after: "${pageInfo.endCursor}")`)).toMatchObject({
    days: ['2090-01-01'],
    totalCount: 3,
  });
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
    const query = `{ events(filter: { startsFrom: "2032-01-01", tags: [{ name: "${tag}" }] }) {
      nodes { title author { name } parent { title venues { name author { name } } } children { nodes { title } } }
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
