import { errorOf } from '../support/answer.ts';
import { APIS, type Body, type Kind } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const DATES = { start_date: '2031-04-05', end_date: '2031-04-05' };
const named = (kind: Kind, name: string): Body =>
  kind === 'event'
    ? { title: name, ...DATES }
    : kind === 'category' || kind === 'tag'
      ? { name }
      : { [kind]: name };
const KINDS: readonly Kind[] = ['event', 'venue', 'organizer', 'category', 'tag'];
const POSTS: readonly Kind[] = ['event', 'venue', 'organizer'];

describe.each(KINDS)('the slug of a new %s', (kind) => {
  test.each([
    ['River Walk', 'river-walk'],
    ['Crème brûlée & Köln', 'creme-brulee-koln'],
    ["It's 5 o'clock!", 'its-5-oclock'],
    ['a/b\\c', 'a-b-c'],
    ['MixedCase HTML5', 'mixedcase-html5'],
    ['  --dashes--  ', 'dashes'],
    ['snake_case_name', 'snake-case-name'],
    ['2031', '2031'],
    ['Москва', 'moskva'],
  ])('of %j is %s', async (name, slug) => {
    expect((await world.make(kind, named(kind, name))).slug).toBe(slug);
  });

  test.each(['🎷🎺', '!!!', '…', '日本'])('of %j is never empty', async (name) => {
    const { id, slug } = await world.make(kind, named(kind, name));
    expect(slug).not.toBe('');
    if (name !== '日本') expect(slug).toBe(String(id));
  });

  test('is at most 200 bytes long', async () => {
    const { slug } = await world.make(kind, named(kind, 'word '.repeat(38).trim()));
    expect(String(slug).length).toBeLessThanOrEqual(200);
  });
});

describe.each(POSTS)('slugs of %ss', (kind) => {
  test('the same name gets a number, in drafts too', async () => {
    const statuses = ['publish', 'draft', 'pending', 'private', 'publish'];
    const slugs: unknown[] = [];
    for (const status of statuses)
      slugs.push((await world.make(kind, { ...named(kind, 'Twin'), status })).slug);
    expect(slugs).toEqual(['twin', 'twin-2', 'twin-3', 'twin-4', 'twin-5']);
  });

  test('a new name leaves the slug unchanged', async () => {
    const { id } = await world.make(kind, named(kind, 'First name'));
    const { body } = await world.change('REST', kind, id, named(kind, 'Second name'));
    expect(body.slug).toBe('first-name');
  });

  test.each(APIS)('the trash adds a suffix, restoring removes it (%s)', async (api) => {
    const name = `Comet ${api}`;
    const slug = `comet-${api.toLowerCase()}`;
    const first = await world.make(kind, named(kind, name));
    expect((await world.remove(api, kind, first.id)).body).toMatchObject({
      status: 'trash',
      slug: `${slug}__trashed`,
    });
    const second = await world.make(kind, named(kind, name));
    expect(second.slug).toBe(slug);
    expect((await world.change(api, kind, second.id, { status: 'trash' })).body).toMatchObject({
      slug: `${slug}__trashed-2`,
    });
    expect((await world.change(api, kind, second.id, { status: 'draft' })).body).toMatchObject({
      status: 'draft',
      slug,
    });
    expect((await world.change(api, kind, first.id, { status: 'publish' })).body).toMatchObject({
      status: 'publish',
      slug: `${slug}-2`,
    });
  });

  test('a record created in the trash has the suffix', async () => {
    const { id, slug, status } = await world.make(kind, { ...named(kind, 'Stillborn'), status: 'trash' });
    expect({ slug, status }).toEqual({ slug: 'stillborn__trashed', status: 'trash' });
    expect((await world.change('REST', kind, id, { status: 'publish' })).body.slug).toBe('stillborn');
  });

  test('matches in any letter case', async () => {
    const { id } = await world.make(kind, named(kind, 'Shouting'));
    expect((await world.read(kind, 'SHOUTING')).id).toBe(id);
    expect((await world.change('REST', kind, 'Shouting', { description: 'x' })).body).toMatchObject({
      id,
      description: 'x',
    });
  });

  test('each kind has its own slugs', async () => {
    expect((await world.make(kind, named(kind, 'Shared by all'))).slug).toBe('shared-by-all');
  });
});

describe.each(APIS)('an explicit slug through %s', (api) => {
  test.each([
    ['My Slug!', 'my-slug'],
    ['ÄÖÜ / ß', 'aou-s'],
    ['keep-this-one', 'keep-this-one'],
    ['!!!', null],
  ])('%j becomes %j', async (slug, expected) => {
    const created = await world.create(api, 'event', {
      ...named('event', 'Whatever'),
      slug: `${slug} ${api === 'REST' && expected ? 'a' : ''}`,
    });
    const suffix = api === 'REST' && expected ? '-a' : '';
    expect(created.body.slug).toBe(expected === null ? String(created.body.id) : expected + suffix);
  });

  test('gets a number if it already exists, and is free again after a rename', async () => {
    const [a, b] = [
      await world.make('event', { ...named('event', 'A'), slug: `taken ${api}` }),
      await world.make('event', named('event', 'B')),
    ];
    const taken = `taken-${api.toLowerCase()}`;
    expect((await world.change(api, 'event', b.id, { slug: taken })).body.slug).toBe(`${taken}-2`);
    expect((await world.change(api, 'event', a.id, { slug: 'elsewhere' })).body.slug).toMatch(/^elsewhere/);
    expect((await world.change(api, 'event', b.id, { slug: taken })).body.slug).toBe(taken);
    expect((await world.change(api, 'event', b.id, { slug: taken.toUpperCase() })).body.slug).toBe(taken);
  });

  test('in the body renames the event in the path', async () => {
    const one = await world.make('event', named('event', `Old address ${api}`));
    const two = await world.make('event', named('event', `Bystander ${api}`));
    const { body } = await world.change(api, 'event', String(one.slug), { slug: String(two.slug) });
    expect(body).toMatchObject({ id: one.id, slug: `${two.slug}-2` });
    expect(await world.change(api, 'event', String(one.slug), { title: 'x' })).toMatchObject(
      errorOf(api, 404, 'event-not-found'),
    );
  });

  test.each(['venue', 'organizer'] as const)('a %s accepts one too', async (kind) => {
    const wanted = `own-${kind}-${api.toLowerCase()}`;
    const first = await world.create(api, kind, { ...named(kind, 'Sluggish'), slug: wanted.toUpperCase() });
    expect(first.body.slug).toBe(wanted);
    const second = await world.create(api, kind, { ...named(kind, 'Sluggish'), slug: wanted });
    expect(second.body.slug).toBe(`${wanted}-2`);
    const id = Number(first.body.id);
    expect((await world.change(api, kind, id, { slug: `new ${wanted}` })).body.slug).toBe(`new-${wanted}`);
    expect((await world.change(api, kind, `new-${wanted}`, { slug: null, phone: '1' })).body).toMatchObject({
      id,
      slug: `new-${wanted}`,
    });
    const event = await world.create(api, 'event', {
      ...named('event', 'X'),
      [kind]: [{ [kind]: `New ${kind} ${api}`, slug: `of ${wanted}` }],
    });
    expect(JSON.stringify(event.body[kind])).toContain(`"slug":"of-${wanted}"`);
    for (const slug of ['', ' ', 5])
      expect(await world.change(api, kind, id, { slug })).toMatchObject({ status: 400, failing: ['slug'] });
  });

  test.each(KINDS)('a slug of a %s cannot become one without letters and digits', async (kind) => {
    const record = await world.make(kind, named(kind, `Kept ${kind} ${api}`));
    for (const slug of ['--', '..', '!!!', '🎷', '/', '\u200b-'])
      expect({ slug, ...(await world.change(api, kind, record.id, { slug })) }).toMatchObject({
        slug,
        status: 400,
        failing: ['slug'],
      });
    expect(await world.read(kind, kind === 'event' ? String(record.slug) : record.id)).toEqual(record);
    const nameless = await world.make(kind, named(kind, api === 'REST' ? '🎻🎻' : '🎺🎷'));
    expect(await world.change(api, kind, nameless.id, { slug: nameless.slug })).toMatchObject({
      status: 200,
      body: { slug: nameless.slug },
    });
  });

  test.each(['category', 'tag'] as const)(
    'of a %s: numbered on create, 409 for an existing slug on change',
    async (kind) => {
      const name = `${kind} ${api}`;
      const first = await world.create(api, kind, { name, slug: `wanted ${api}` });
      const wanted = `wanted-${api.toLowerCase()}`;
      expect(first.body.slug).toBe(wanted);
      const second = await world.create(api, kind, { name: `${name} b`, slug: wanted });
      expect(second.body.slug).toBe(`${wanted}-2`);
      expect(await world.change(api, kind, Number(second.body.id), { slug: wanted })).toMatchObject(
        errorOf(api, 409, 'duplicate_term_slug'),
      );
      expect(
        await world.change(api, kind, Number(first.body.id), { slug: wanted, name: `Renamed${api}` }),
      ).toMatchObject({
        status: 200,
        body: { slug: wanted },
      });
    },
  );
});

test("a child with an existing name gets a slug followed by its parent's", async () => {
  await world.make('category', { name: 'Jazz' });
  const parent = await world.make('category', { name: 'Concerts' });
  expect(await world.make('category', { name: 'Jazz', parent: parent.id })).toMatchObject({
    slug: 'jazz-concerts',
    parent: parent.id,
  });
});
