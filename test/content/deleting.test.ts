import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { difference, errorOf, restAnswer } from '../support/answer.ts';
import { APIS, type Body, type Kind } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const EVENT = { title: 'Concert', start_date: '2031-04-05', end_date: '2031-04-05' };
const POSTS = ['event', 'venue', 'organizer'] as const;
const needs = (kind: Kind, name = 'Something'): Body =>
  kind === 'event' ? { ...EVENT, title: name } : { [kind]: name };
const both = POSTS.flatMap((kind) => APIS.map((api) => ({ kind, api })));

describe.each(both)('deleting: $kind through $api', ({ kind, api }) => {
  const gone = errorOf(api, 404, `${kind}-not-found`);
  const trashed = errorOf(api, 410, `${kind}-is-in-trash`);

  test('moves to the trash, once', async () => {
    const { id, ...before } = await world.make(kind, needs(kind, `Once ${api}`));
    const { status, body } = await world.remove(api, kind, id);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id, status: 'trash', slug: `${before.slug}__trashed`, date: before.date },
    });
    expect(await world.remove(api, kind, id)).toMatchObject(trashed);
    expect(await world.read(kind, id)).toMatchObject({ status: 'trash' });
  });

  test('by slug: the old slug is free at once, the new one is 410', async () => {
    const { slug } = await world.make(kind, needs(kind, `Name ${api}`));
    expect(await world.remove(api, kind, String(slug))).toMatchObject({ status: 200 });
    expect(await world.remove(api, kind, String(slug))).toMatchObject(gone);
    expect(await world.remove(api, kind, `${slug}__trashed`)).toMatchObject(trashed);
    expect((await world.make(kind, needs(kind, `Name ${api}`))).slug).toBe(slug);
  });

  test('force erases it, and the response is the record as it was', async () => {
    const record = await world.make(kind, {
      ...needs(kind),
      description: 'x',
      image: 'https://img.example/x.png',
    });
    const response = await world.server.request('DELETE', `/${kind}s/${record.id}?force=true`);
    expect(await restAnswer(response)).toMatchObject({ status: 200, body: record });
    const { id } = await world.make(kind, needs(kind));
    expect((await world.remove(api, kind, id, { force: true })).status).toBe(200);
    for (const target of [record.id, id]) {
      expect(await restAnswer(await world.server.request('GET', `/${kind}s/${target}`))).toMatchObject(
        errorOf('REST', 404, `${kind}-not-found`),
      );
      expect(await world.remove(api, kind, target)).toMatchObject(gone);
      expect(await world.remove(api, kind, target, { force: true })).toMatchObject(gone);
      expect(await world.change(api, kind, target, { status: 'publish' })).toMatchObject(gone);
    }
  });

  test('force erases from the trash too, by id and by slug', async () => {
    const [one, two] = [
      await world.make(kind, needs(kind, 'One')),
      await world.make(kind, needs(kind, 'Two')),
    ];
    await world.remove(api, kind, one.id);
    const { body } = await world.remove(api, kind, two.id);
    expect(await world.remove(api, kind, one.id, { force: true })).toMatchObject({ status: 200 });
    expect(await world.remove(api, kind, String(body.slug), { force: true })).toMatchObject({ status: 200 });
    expect(await world.remove(api, kind, one.id, { force: true })).toMatchObject(gone);
  });

  test.each([0, 999_999, 2_147_483_647])('id %i is 404', async (id) => {
    expect(await world.remove(api, kind, id)).toMatchObject(gone);
    expect(await world.change(api, kind, id, { description: 'x' })).toMatchObject(gone);
  });

  test('an id or slug of another kind is 404', async () => {
    const other = kind === 'event' ? 'venue' : 'event';
    const { id, slug } = await world.make(other, needs(other, `Foreign ${kind} ${api}`));
    for (const target of [id, String(slug)])
      expect(await world.remove(api, kind, target)).toMatchObject(gone);
  });

  test('restored by a change of the status, with all its own data', async () => {
    const before = await world.make(kind, { ...needs(kind, `Phoenix ${kind} ${api}`), description: 'x' });
    await world.remove(api, kind, before.id);
    const { body } = await world.change(api, kind, before.id, { status: 'publish' });
    expect(body).toEqual(before);
  });

  test('appears in no list but the trash', async () => {
    const { id } = await world.make(kind, needs(kind, `Hidden ${api}`));
    await world.remove(api, kind, id);
    const has = async (query: string): Promise<boolean> => {
      const list: Body = (await (
        await world.server.request('GET', `/${kind}s?per_page=100${query}`)
      ).json()) as Body;
      const records = list[`${kind}s`];
      return Array.isArray(records) && records.some((record: Body) => record.id === id);
    };
    expect([
      await has(''),
      await has('&status=publish,draft,pending,private'),
      await has('&status=trash'),
    ]).toEqual([false, false, true]);
  });
});

describe.each(APIS)('effects through %s', (api) => {
  test.each(['venue', 'organizer'] as const)('an erased %s disappears from its events', async (kind) => {
    const { id } = await world.make(kind, needs(kind));
    const event = await world.make('event', { ...EVENT, [kind]: id });
    expect((await world.remove(api, kind, id, { force: true })).status).toBe(200);
    expect((await world.read('event', event.id))[kind]).toEqual([]);
  });

  test('an event in the trash keeps its links, and its terms do not count it until it is restored', async () => {
    const name = `Counted ${api}`;
    const fields = {
      venue: { venue: name },
      organizer: [{ organizer: name }],
      categories: [name],
      tags: [name],
    };
    const event = await world.make('event', { ...EVENT, ...fields });
    const { body } = await world.remove(api, 'event', event.id);
    expect(body).toMatchObject({
      venue: { venue: name },
      organizer: [{ organizer: name }],
      categories: [{ name, count: 0 }],
      tags: [{ name, count: 0 }],
    });
    const restored = await world.change(api, 'event', event.id, { status: 'publish' });
    expect(restored.body).toMatchObject({
      categories: [{ count: 1 }],
      tags: [{ count: 1 }],
      venue: { venue: name },
    });
    expect((await world.change(api, 'event', event.id, { status: 'draft' })).body).toMatchObject({
      categories: [{ count: 0 }],
    });
  });

  test('an erased event is returned with its relations, which stay', async () => {
    const name = `Relations ${api}`;
    const fields = {
      venue: { venue: name },
      organizer: [{ organizer: name }],
      categories: [name],
      tags: [name],
      image: 'https://img.example/r.png',
    };
    const event = await world.make('event', { ...EVENT, ...fields });
    if (api === 'REST') {
      const { body } = await world.remove(api, 'event', event.id, { force: true });
      expect(difference(event, body)).toEqual({});
    } else {
      const answer = await world.server.graphql(
        `mutation ($by: EventBy!) { deleteEvent(by: $by, force: true) { deletedId event {
          id title image { url } venue { name } venues { name } organizers { name } categories { name } tags { name } } } }`,
        { by: { databaseId: event.id } },
      );
      const id = encodeGlobalId('Event', event.id);
      expect(answer).toEqual({
        data: {
          deleteEvent: {
            deletedId: id,
            event: {
              id,
              title: 'Concert',
              image: { url: fields.image },
              venue: { name },
              venues: [{ name }],
              organizers: [{ name }],
              categories: [{ name }],
              tags: [{ name }],
            },
          },
        },
      });
    }
    const again = await world.make('event', { ...EVENT, categories: [name], venue: { venue: name } });
    expect(again).toMatchObject({ categories: [{ name, count: 1 }], venue: { venue: name } });
  });

  test.each(['category', 'tag'] as const)('a deleted %s is gone, and off its events', async (kind) => {
    const field = kind === 'category' ? 'categories' : 'tags';
    const term = await world.make(kind, { name: `Short ${api}` });
    const event = await world.make('event', {
      ...EVENT,
      categories: ['Stays'],
      tags: ['Stays'],
      [field]: [term.id],
    });
    const answer = await restAnswer(await world.server.request('DELETE', `/${field}/${term.id}`));
    const { _links, ...record } = await world.make(kind, { name: `Other ${api}` });
    if (api === 'REST')
      expect(answer).toMatchObject({ status: 200, body: { id: term.id, name: term.name, count: 1 } });
    else expect((await world.remove(api, kind, record.id)).status).toBe(200);
    const gone = errorOf(api, 404, `${kind}-not-found`);
    expect(await world.remove(api, kind, term.id)).toMatchObject(gone);
    expect(await world.change(api, kind, term.id, { name: 'x' })).toMatchObject(gone);
    expect((await world.read('event', event.id))[field]).toEqual([]);
  });

  test('the children of a deleted category move up; a child with a conflicting name is renamed', async () => {
    const top = await world.make('category', { name: `Top ${api}` });
    const middle = await world.make('category', { name: `Middle ${api}`, parent: top.id });
    const child = await world.make('category', { name: 'Child', parent: middle.id });
    const twin = await world.make('category', { name: 'Twin', parent: middle.id });
    await world.make('category', { name: 'twin', parent: top.id });
    const event = await world.make('event', { ...EVENT, categories: [child.id, twin.id] });
    expect((await world.remove(api, 'category', middle.id)).status).toBe(200);
    const read = async (id: number): Promise<Body> =>
      (await restAnswer(await world.server.request('GET', `/categories/${id}`))).body;
    expect(await read(child.id)).toMatchObject({ name: 'Child', parent: top.id, slug: child.slug });
    expect(await read(twin.id)).toMatchObject({
      name: `Twin (Middle ${api})`,
      parent: top.id,
      slug: twin.slug,
    });
    expect((await world.remove(api, 'category', top.id)).status).toBe(200);
    expect(await read(child.id)).toMatchObject({ parent: 0 });
    expect((await world.read('event', event.id)).categories).toMatchObject([
      { id: child.id },
      { id: twin.id },
    ]);
    for (const { id } of [child, twin]) await world.remove('REST', 'category', id);
  });
});

test.each([
  ['event', (id: number) => ({ id: encodeGlobalId('Event', id) })],
  ['venue', (_id: number, name: string) => ({ name: name.toUpperCase() })],
  ['organizer', (_id: number, name: string) => ({ name })],
  ['category', (_id: number, name: string) => ({ name })],
  ['tag', (_id: number, _name: string, slug: string) => ({ slug })],
] as const)(
  'GraphQL: a deleted %s is reported by its global ID, however it was addressed',
  async (kind, by) => {
    const name = `Told ${kind}`;
    const type = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const isTerm = kind === 'category' || kind === 'tag';
    const { id, slug } = await world.make(kind, isTerm ? { name } : needs(kind, name));
    const text = `mutation ($by: ${type}By!) { delete${type}(by: $by) { deletedId ${kind} { id databaseId } } }`;
    const first = await world.server.graphql(text, { by: by(id, name, String(slug)) });
    const globalId = encodeGlobalId(type, id);
    expect(first).toEqual({
      data: { [`delete${type}`]: { deletedId: globalId, [kind]: { id: globalId, databaseId: id } } },
    });
    const second = await world.server.graphql(text, { by: { id: globalId } });
    expect(second.data).toEqual({ [`delete${type}`]: null });
    expect(second.errors?.[0]?.extensions.code).toBe(isTerm ? 'NOT_FOUND' : 'CONFLICT');
  },
);

test('the body can set force, and _method requests a deletion', async () => {
  const [one, two] = [await world.make('event', EVENT), await world.make('event', EVENT)];
  await world.server.request('DELETE', `/events/${one.id}`, { force: true });
  expect((await world.server.request('GET', `/events/${one.id}`)).status).toBe(404);
  expect(
    await restAnswer(await world.server.request('POST', `/events/${two.id}?_method=DELETE`)),
  ).toMatchObject({
    body: { status: 'trash' },
  });
});

test.each(['/events', '/venues', '/organizers', '/categories', '/tags'])(
  'DELETE %s as a whole is 405',
  async (path) => {
    expect(await restAnswer(await world.server.request('DELETE', path))).toMatchObject({
      status: 405,
      code: 'rest_no_route',
    });
  },
);
