import { difference, errorOf } from '../support/answer.ts';
import { APIS, type Body } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const KINDS = ['category', 'tag'] as const;
let counter = 0;
const unique = (name: string): string => `${name} ${counter++}`;

describe.each(KINDS.flatMap((kind) => APIS.map((api) => ({ kind, api }))))(
  '$kind through $api',
  ({ kind, api }) => {
    const collection = kind === 'category' ? 'categories' : 'tags';

    test('with nothing but a name', async () => {
      const { status, body } = await world.create(api, kind, { name: `Bare ${api}` });
      const slug = `bare-${api.toLowerCase()}`;
      expect(status).toBe(201);
      const self = `${world.server.rest}/${collection}/${body.id}`;
      const url =
        kind === 'category'
          ? `${world.server.url}/events/category/${slug}/`
          : `${world.server.url}/tag/${slug}/`;
      expect(body).toEqual({
        id: expect.any(Number),
        count: 0,
        description: '',
        name: `Bare ${api}`,
        slug,
        taxonomy: kind === 'category' ? 'tribe_events_cat' : 'post_tag',
        ...(kind === 'category' && { parent: 0 }),
        meta: [],
        url,
        urls: { self, collection: `${world.server.rest}/${collection}` },
        _links: { self: [{ href: self }], collection: [{ href: `${world.server.rest}/${collection}` }] },
      });
    });

    test.each([
      [{}, {}],
      [{ name: 'R&B "live" <b>now</b>' }, { name: 'R&B "live" now' }],
      [{ name: '  Trimmed ' }, { name: 'Trimmed' }],
      [{ name: '0' }, { name: '0' }],
      [{ description: '<em>New</em><script>x</script>' }, { description: '<em>New</em>' }],
      [{ description: '' }, { description: '' }],
      [{ description: null }, { description: '' }],
      [{ slug: 'Brand New' }, { slug: 'brand-new' }],
      [{ name: null, slug: null }, {}],
    ])('a change of just %j results in %j', async (sent: Body, changed: Body) => {
      const before = await world.make(kind, {
        name: unique('Full'),
        slug: unique('full'),
        description: 'Old',
      });
      const { status, body } = await world.change(api, kind, before.id, sent);
      expect(status).toBe(200);
      const { url: _url, ...rest } = difference(before, body);
      expect(rest).toEqual(changed);
      expect(await world.read(kind, before.id)).toEqual(body);
      await world.remove('REST', kind, before.id);
    });

    test.each([['description'], ['slug'], ...(kind === 'category' ? [['parent']] : [])])(
      '%s: null on create counts as omitted',
      async (field) => {
        expect(await world.create(api, kind, { name: unique('Null'), [field]: null })).toMatchObject({
          status: 201,
          body: { description: '' },
        });
      },
    );

    test.each([
      [{ name: '' }, ['name']],
      [{ name: ' ' }, ['name']],
      [{ name: '<b></b>' }, ['name']],
      [{ name: '\u200b\u2060' }, ['name']],
      [{ name: 5 }, ['name']],
      [{ name: 'x'.repeat(201) }, ['name']],
      [{ slug: '' }, ['slug']],
      [{ slug: ' ' }, ['slug']],
      [{ slug: 5 }, ['slug']],
      [{ slug: 'x'.repeat(201) }, ['slug']],
      [{ description: 5 }, ['description']],
      [{ description: 'x'.repeat(20_001) }, ['description']],
      [{ slug: '', description: 'x'.repeat(20_001) }, ['description', 'slug']],
      ...(kind === 'category'
        ? ([
            [{ parent: 999_999 }, ['parent']],
            [{ parent: -1 }, ['parent']],
            [{ parent: 'x' }, ['parent']],
          ] as [Body, string[]][])
        : []),
    ])('%j returns 400 %j on create and change', async (sent: Body, failing: string[]) => {
      const term = await world.make(kind, { name: unique('Steady') });
      const before = await world.counts();
      expect(await world.create(api, kind, { name: unique('Other'), ...sent })).toMatchObject({
        status: 400,
        failing,
      });
      expect(await world.change(api, kind, term.id, sent)).toMatchObject({ status: 400, failing });
      expect(await world.counts()).toEqual(before);
      expect(await world.read(kind, term.id)).toEqual(term);
    });

    test('a name exists once under one parent, in whatever case', async () => {
      const name = unique('Once');
      const { id } = await world.make(kind, { name });
      const exists = errorOf(api, 400, 'term_exists');
      const told = { ...exists, ...(api === 'REST' && { body: { data: { term_id: id } } }) };
      expect(await world.create(api, kind, { name: name.toUpperCase() })).toMatchObject(told);
      expect(await world.create(api, kind, { name, slug: 'another' })).toMatchObject(exists);
      const other = await world.make(kind, { name: unique('Other') });
      expect(await world.change(api, kind, other.id, { name })).toMatchObject(told);
      expect(await world.change(api, kind, id, { name: name.toUpperCase() })).toMatchObject({
        status: 200,
        body: { name: name.toUpperCase() },
      });
    });

    test('an id of the other kind is not found', async () => {
      const { id } = await world.make(kind === 'category' ? 'tag' : 'category', {
        name: unique('Elsewhere'),
      });
      const gone = errorOf(api, 404, `${kind}-not-found`);
      expect(await world.change(api, kind, id, { name: 'x' })).toMatchObject(gone);
      expect(await world.remove(api, kind, id)).toMatchObject(gone);
    });
  },
);

describe.each(APIS)('parents of categories through %s', (api) => {
  test('can be set, changed and removed', async () => {
    const top = await world.make('category', { name: unique('Top') });
    const other = await world.make('category', { name: unique('Other top') });
    const { body } = await world.create(api, 'category', { name: unique('Child'), parent: top.id });
    expect(body).toMatchObject({ parent: top.id, urls: { up: `${world.server.rest}/categories/${top.id}` } });
    expect(body.url).toBe(`${world.server.url}/events/category/${top.slug}/${body.slug}/`);
    const id = Number(body.id);
    expect((await world.change(api, 'category', id, { parent: other.id })).body.parent).toBe(other.id);
    expect((await world.change(api, 'category', id, { name: unique('Renamed') })).body.parent).toBe(other.id);
    expect((await world.change(api, 'category', id, { parent: 0 })).body.parent).toBe(0);
    await world.change(api, 'category', id, { parent: top.id });
    expect((await world.change(api, 'category', id, { parent: null })).body.parent).toBe(0);
    if (api === 'GraphQL') return;
    await world.change(api, 'category', id, { parent: top.id });
    expect((await world.change(api, 'category', id, { parent: '' })).body.parent).toBe(0);
    expect(
      (await world.create(api, 'category', { name: unique('Top by text'), parent: '' })).body.parent,
    ).toBe(0);
  });

  test('cannot be the category itself, nor a descendant', async () => {
    const a = await world.make('category', { name: unique('A') });
    const b = await world.make('category', { name: unique('B'), parent: a.id });
    const c = await world.make('category', { name: unique('C'), parent: b.id });
    for (const parent of [a.id, b.id, c.id])
      expect(await world.change(api, 'category', a.id, { parent })).toMatchObject({
        status: 400,
        failing: ['parent'],
      });
  });

  test('allow the same name under each', async () => {
    const [one, two] = [
      await world.make('category', { name: unique('One') }),
      await world.make('category', { name: unique('Two') }),
    ];
    const name = unique('Same');
    const first = await world.create(api, 'category', { name, parent: one.id });
    const second = await world.create(api, 'category', { name, parent: two.id });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await world.change(api, 'category', Number(second.body.id), { parent: one.id })).toMatchObject(
      errorOf(api, 400, 'term_exists'),
    );
  });

  test('a tag is no parent', async () => {
    const tag = await world.make('tag', { name: unique('Tag') });
    const stray = 50_000 + tag.id;
    expect(await world.create(api, 'category', { name: unique('X'), parent: stray })).toMatchObject({
      status: 400,
      failing: ['parent'],
    });
    expect(await world.create(api, 'category', { name: unique('X'), parent: tag.id })).toMatchObject({
      status: 400,
      failing: ['parent'],
    });
  });
});
