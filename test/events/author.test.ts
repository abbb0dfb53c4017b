import { APIS, POSTS } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

/** The filter by author: `author` in REST, `authorId` in GraphQL. */
let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
  for (const status of ['publish', 'draft'])
    for (const role of ['author', 'editor'] as const) {
      const [name, fields] = [`${role} ${status}`, { status, author: world.ids[role] }];
      await world.event(name, '2031-05-01 20:00', fields);
      for (const kind of ['venue', 'organizer'] as const) await world.make(kind, { [kind]: name, ...fields });
    }
});
afterAll(() => world.stop());

describe.each(APIS)('%s', (api) => {
  test.each(POSTS)('%s: records of the author, as far as the caller may list them', async (kind) => {
    const { author, editor } = world.ids;
    const names = async (id: number, as: 'anonymous' | 'author' | 'editor') =>
      (await world.list(api, kind, `author=${id}`, as)).names.toSorted();
    expect(await names(author, 'anonymous')).toEqual(['author publish']);
    expect(await names(author, 'author')).toEqual(['author draft', 'author publish']);
    expect(await names(editor, 'author')).toEqual(['editor publish']);
    expect(await names(author, 'editor')).toEqual(['author draft', 'author publish']);
  });

  test.each(POSTS)('%s: an unknown author has none, and other values are refused', async (kind) => {
    expect(await world.list(api, kind, 'author=2000000000')).toMatchObject({
      status: 200,
      names: [],
      total: 0,
    });
    for (const value of ['0', '-1'])
      expect(await world.list(api, kind, `author=${value}`)).toMatchObject({
        status: 400,
        params: ['author'],
      });
  });
});

test('feeds have the filter', async () => {
  const { author } = world.ids;
  const feed = await fetch(`${world.server.url}/feeds/events.ics?author=${author}`);
  const text = await feed.text();
  expect(text).toContain('author publish');
  expect(text).not.toContain('editor publish');
});
