import type { TermKind } from '../../src/domain/terms/index.ts';
import { createTerm, deleteTerm, updateTerm } from '../../src/domain/terms/term.commands.ts';
import type { TermInput } from '../../src/domain/terms/term.input.ts';
import { requireTerm } from '../../src/domain/terms/term.queries.ts';
import { failure, openStore, type Store } from '../support/context.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());
beforeEach(() => store.db.deleteFrom('term').execute());

const create = (input: TermInput, kind: TermKind = 'category') => createTerm(store.context(), kind, input);
const update = async (id: number, input: TermInput, kind: TermKind = 'category') =>
  updateTerm(store.context(), kind, await read(id, kind), input);
const remove = (id: number, kind: TermKind = 'category') => deleteTerm(store.context(), kind, id);
const read = (id: number, kind: TermKind = 'category') => requireTerm(store.context(), kind, { id });

describe('create', () => {
  test('stores plain text, clean HTML and a slug from the name', async () => {
    const made = await create({
      name: ' <b>Jazz</b> & Blues ',
      description: '<p onclick="x()">Loud</p><script>x</script>',
    });
    expect(await read(made.id)).toEqual(made);
    expect(made).toMatchObject({
      name: 'Jazz & Blues',
      slug: 'jazz-blues',
      description: '<p>Loud</p>',
      parentId: 0,
      taxonomy: 'tribe_events_cat',
      kind: 'category',
    });
  });

  test('rejects a name that exists under the same parent, in any case, and returns its id', async () => {
    const { id } = await create({ name: 'Jazz' });
    expect(await failure(create({ name: 'JAZZ' }))).toMatchObject({
      code: 'term_exists',
      status: 400,
      data: { term_id: id },
    });
    expect(await failure(create({ name: 'jazz', slug: 'other' }))).toMatchObject({ code: 'term_exists' });
    await expect(create({ name: 'Jazz' }, 'tag')).resolves.toMatchObject({ slug: 'jazz', kind: 'tag' });
  });

  test('creates unused slugs', async () => {
    const music = await create({ name: 'Music' });
    await create({ name: 'Live' });
    expect((await create({ name: 'Live', parent: { databaseId: music.id } })).slug).toBe('live-music');
    expect((await create({ name: 'Other', slug: 'Live' })).slug).toBe('live-2');
    expect((await create({ name: 'Live!' })).slug).toBe('live-3');
    expect((await create({ name: 'Live!', parent: { databaseId: music.id } })).slug).toBe('live-music-2');
  });

  test('takes the id for a name without usable characters', async () => {
    const made = await create({ name: '🎷🎷' });
    expect(made.slug).toBe(String(made.id));
  });

  test.each<[string, TermInput]>([
    ['name', { name: ' ' }],
    ['name', { name: '<br>' }],
    ['name', {}],
    ['name', { name: 'x'.repeat(201) }],
    ['slug', { name: 'A', slug: ' ' }],
    ['parent', { name: 'A', parent: { databaseId: 424242 } }],
  ])('names %s as the problem of %p', async (problem, input) => {
    expect(await failure(create(input))).toMatchObject({
      code: 'rest_invalid_param',
      status: 400,
      problems: [problem],
    });
  });

  test('reports all problems at once, and a tag is no parent', async () => {
    const tag = await create({ name: 'Tag' }, 'tag');
    expect(
      (await failure(create({ name: '', slug: '', parent: { databaseId: tag.id } }))).problems.toSorted(),
    ).toEqual(['name', 'parent', 'slug']);
  });

  test('one of eight concurrent writers of a name succeeds', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        create({ name: 'Race' }, 'tag').then(
          () => 'made',
          () => failure(create({ name: 'Race' }, 'tag')),
        ),
      ),
    );
    expect(results.filter((result) => result === 'made')).toHaveLength(1);
    expect(
      results
        .filter((result) => result !== 'made')
        .every((result) => typeof result === 'object' && result.code === 'term_exists'),
    ).toBe(true);
  });

  test('concurrent writers of one slug all get a slug of their own', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) => create({ name: `Name ${at}`, slug: 'same' }, 'tag')),
    );
    expect(made.map((term) => term.slug).toSorted()).toEqual([
      'same',
      ...[2, 3, 4, 5, 6, 7, 8].map((n) => `same-${n}`),
    ]);
  });
});

describe('change', () => {
  test('keeps omitted fields', async () => {
    const music = await create({ name: 'Music' });
    const made = await create({ name: 'Jazz', description: 'Loud', parent: { databaseId: music.id } });
    expect(await update(made.id, { name: 'Cool jazz' })).toEqual({
      ...made,
      name: 'Cool jazz',
      sortKey: 'cool jazz',
    });
    expect(await update(made.id, { description: null })).toMatchObject({
      name: 'Cool jazz',
      slug: 'jazz',
      description: '',
      parentId: music.id,
    });
    expect(await read(made.id)).toMatchObject({ description: '', parentId: music.id });
    expect((await update(made.id, { parent: null })).parentId).toBe(0);
  });

  test('may change nothing, or only the case of the name', async () => {
    const made = await create({ name: 'Jazz' });
    expect(await update(made.id, {})).toEqual(made);
    expect((await update(made.id, { name: 'JAZZ', slug: 'jazz' })).name).toBe('JAZZ');
  });

  test("rejects another term's slug or name", async () => {
    const other = await create({ name: 'Rock' });
    const made = await create({ name: 'Jazz' });
    expect(await failure(update(made.id, { slug: 'Rock' }))).toMatchObject({
      code: 'duplicate_term_slug',
      status: 409,
    });
    expect(await failure(update(made.id, { name: 'rock' }))).toMatchObject({
      code: 'term_exists',
      data: { term_id: other.id },
    });
    const child = await create({ name: 'Rock', parent: { databaseId: made.id } });
    expect(await failure(update(child.id, { parent: null }))).toMatchObject({
      code: 'term_exists',
      data: { term_id: other.id },
    });
  });

  test.each<[string, TermInput]>([
    ['name', { name: '  ' }],
    ['slug', { slug: '' }],
    ['parent', { parent: { databaseId: 424242 } }],
  ])('names %s as the problem of %p', async (problem, input) => {
    const made = await create({ name: 'Jazz' });
    expect(await failure(update(made.id, input))).toMatchObject({
      code: 'rest_invalid_param',
      problems: [problem],
    });
  });

  test('treats null for a name or slug as omitted', async () => {
    const made = await create({ name: 'Jazz' });
    expect(await update(made.id, { name: null, slug: null })).toMatchObject({
      name: 'Jazz',
      slug: made.slug,
    });
  });

  test('accepts the slug or name of a parent, too; of several those closest to the top level', async () => {
    const music = await create({ name: 'Live music' });
    const rock = await create({ name: 'Rock', parent: { slug: 'live-music' } });
    expect(rock.parentId).toBe(music.id);
    const below = await create({ name: 'live MUSIC', parent: { name: 'rock' } });
    expect(below.parentId).toBe(rock.id);
    expect((await create({ name: 'Folk', parent: { name: 'LIVE music' } })).parentId).toBe(music.id);
    for (const parent of [{ slug: 'nowhere' }, { name: 'Nowhere' }])
      expect(await failure(update(below.id, { parent }))).toMatchObject({ problems: ['parent'] });
  });

  test('rejects a category below itself', async () => {
    const a = await create({ name: 'A' });
    const b = await create({ name: 'B', parent: { databaseId: a.id } });
    const c = await create({ name: 'C', parent: { databaseId: b.id } });
    for (const parent of [a.id, b.id, c.id])
      expect(await failure(update(a.id, { parent: { databaseId: parent } }))).toMatchObject({
        problems: ['parent'],
      });
  });

  test('two concurrent moves cannot close a cycle', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await create({ name: `A${round}` }), await create({ name: `B${round}` })];
      const moves = await Promise.allSettled([
        update(a.id, { parent: { databaseId: b.id } }),
        update(b.id, { parent: { databaseId: a.id } }),
      ]);
      expect(moves.map((move) => move.status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test('one of eight concurrent writers of a slug succeeds, the others get 409', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, at) => create({ name: `Tag ${at}` }, 'tag')),
    );
    const results = await Promise.allSettled(made.map((term) => update(term.id, { slug: 'wanted' }, 'tag')));
    const failed = results.filter((result) => result.status === 'rejected');
    expect(failed).toHaveLength(7);
    for (const result of failed)
      expect(result.reason).toMatchObject({ code: 'duplicate_term_slug', status: 409 });
  });

  test('finds no id of the other kind', async () => {
    const tag = await create({ name: 'Tag' }, 'tag');
    expect(await failure(update(tag.id, { name: 'X' }))).toMatchObject({
      code: 'category-not-found',
      status: 404,
    });
    expect(await failure(remove(tag.id))).toMatchObject({ code: 'category-not-found' });
  });
});
