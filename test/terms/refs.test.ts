import { replaceTerms } from '../../src/domain/events/event.link-rows.ts';
import {
  findTermIds,
  resolveTerms,
  storeTerms,
  type TermBy,
  type TermKind,
  type TermLink,
} from '../../src/domain/terms/index.ts';
import { createTerm, deleteTerm } from '../../src/domain/terms/term.commands.ts';
import { runInTransaction } from '../../src/domain/transactions/run-in-transaction.ts';
import { openStore, type Store } from '../support/context.ts';

let store: Store;
let music: number;
let jazz: number;
let bebop: number;
let numbered: number;

beforeAll(async () => {
  store = await openStore();
  const make = async (name: string, parent = 0, kind: TermKind = 'category') =>
    (
      await createTerm(store.context(), kind, {
        name,
        ...(parent !== 0 && { parent: { databaseId: parent } }),
      })
    ).id;
  music = await make('Live Music');
  jazz = await make('Jazz', music);
  bebop = await make('Bebop', jazz);
  numbered = await make(String(jazz));
  await make('Jazz', 0, 'tag');
});
afterAll(() => store.close());

type Ref = number | string;
/** The form of REST. */
const link = (ref: Ref) => (typeof ref === 'number' ? { databaseId: ref } : { text: ref });
const find = (...refs: Ref[]) =>
  findTermIds(store.context(), 'category', refs.map(link)).then((ids) => ids.toSorted((a, b) => a - b));
const keep = async (refs: Ref[], kind: TermKind = 'tag', role: 'editor' | 'author' = 'editor') => {
  const context = store.context(role);
  const choice = await resolveTerms(context, kind, refs.map(link));
  return runInTransaction(context, (transaction) => storeTerms(transaction, choice));
};
const named = async (ids: readonly number[]) => {
  const rows = await store.db
    .selectFrom('term')
    .select(['name', 'slug', 'parent_id'])
    .where('id', 'in', ids)
    .orderBy('slug')
    .execute();
  return rows.map((row) => `${row.name}/${row.slug}/${row.parent_id}`);
};

describe('filters', () => {
  test('a category is found by id, slug and name, with all its descendants', async () => {
    for (const ref of [music, 'live-music', 'LIVE music', String(music)])
      expect(await find(ref)).toEqual([music, jazz, bebop]);
    expect(await find(bebop, 'bebop')).toEqual([bebop]);
  });

  test('a text of digits is a slug before it is an id; a number is an id', async () => {
    expect(await find(String(jazz))).toEqual([numbered]);
    expect(await find(jazz)).toEqual([jazz, bebop]);
  });

  test('a slug matches only slugs; a name only names, the one closest to the top level first', async () => {
    const below = await createTerm(store.context(), 'category', {
      name: 'Live music',
      parent: { databaseId: bebop },
    });
    const of = async (by: TermBy) =>
      (await findTermIds(store.context(), 'category', [by])).toSorted((a, b) => a - b);
    expect(await of({ name: 'LIVE music' })).toEqual([music, jazz, bebop, below.id]);
    expect(await of({ slug: 'live-music' })).toEqual([music, jazz, bebop, below.id]);
    expect(await of({ databaseId: below.id })).toEqual([below.id]);
    for (const wrong of [{ name: 'live-music' }, { slug: String(bebop) }, { name: String(bebop) }])
      await expect(of(wrong)).rejects.toThrow(/no category/);
    await deleteTerm(store.context(), 'category', below.id);
  });

  test('all unknown references are named', async () => {
    await expect(find('nope', jazz, 424242, '99999999999999')).rejects.toThrow(
      'there is no category "nope", 424242, "99999999999999"; use an id, slug or name',
    );
  });

  test('a tag is not a category', async () => {
    const [tag] = await findTermIds(store.context(), 'tag', [{ slug: 'jazz' }]);
    await expect(find(tag ?? 0)).rejects.toThrow(/no category/);
  });

  test('no references, no ids', async () => {
    expect(await find()).toEqual([]);
  });
});

describe('writing', () => {
  test('links existing terms and creates missing ones, once', async () => {
    const ids = await keep(['jazz', 'Wine', ' wine ', '', 'Été', 'ETE']);
    expect(await named(ids)).toEqual(['ETE/ete/0', 'Été/ete-2/0', 'Jazz/jazz/0', 'Wine/wine/0']);
    expect(await keep(['WINE'])).toEqual(await keep(['wine']));
  });

  test('a new category has no parent', async () => {
    expect(await named(await keep(['Brand new'], 'category'))).toEqual(['Brand new/brand-new/0']);
  });

  test('digits are an id first, and never a new name', async () => {
    expect(await keep([String(jazz)], 'category')).toEqual([jazz]);
    await expect(keep(['1999'])).rejects.toThrow('there is no tag with the id 1999');
    await expect(keep([424242])).rejects.toThrow('there is no tag with the id 424242');
  });

  test('only callers with the right to manage terms create them', async () => {
    await expect(keep(['Unheard'], 'tag', 'author')).rejects.toThrow(/you may not create one/);
    expect(await keep(['jazz'], 'tag', 'author')).toHaveLength(1);
  });

  test.each(['<br>', 'x'.repeat(201)])('a name must be storable: %s', async (name) => {
    await expect(keep([name])).rejects.toThrow();
  });

  test('concurrent events create a term once', async () => {
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        keep(at % 2 ? ['Alpha', 'Beta', 'Gamma'] : ['Gamma', 'Beta', 'Alpha']),
      ),
    );
    expect(new Set(all.map((ids) => ids.toSorted().join())).size).toBe(1);
  });

  test('concurrent events whose new terms need the same slug', async () => {
    const all = await Promise.all(
      ['same one', 'Same - one', 'same, one', 'SAME ONE!', 'same.one', '(same one)'].map((name) =>
        keep([name]),
      ),
    );
    expect(new Set(all.flat()).size).toBe(6);
  });

  test('a command and events with the same new name, concurrently: no failure except term_exists', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `Clash ${round}`;
      const results = await Promise.allSettled([
        keep([name]),
        createTerm(store.context(), 'tag', { name }),
        keep([name]),
      ]);
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'term_exists' });
      expect(results[0]?.status).toBe('fulfilled');
    }
  });

  test('a slug matches only slugs, a name only names', async () => {
    const settle = (one: TermLink) => resolveTerms(store.context(), 'category', [one]);
    const [music] = (await settle({ slug: 'live-music' })).ids;
    expect((await settle({ name: 'Live Music' })).ids).toEqual([music]);
    expect((await settle({ record: { id: music ?? 0, slug: 'live-music' } })).ids).toEqual([music]);
    expect(await settle({ name: 'live-music' })).toMatchObject({ ids: [], names: ['live-music'] });
    await expect(settle({ slug: 'Live Music' })).rejects.toThrow(
      'there is no category with the slug "Live Music"',
    );
    await expect(settle({ record: { id: music ?? 0, name: 'Other' } })).rejects.toThrow(
      'is "Live Music" here, not "Other"',
    );
  });

  test('a term that was deleted in the meantime is skipped', async () => {
    const [id = 0] = await keep(['Short-lived']);
    const context = store.context();
    const choice = await resolveTerms(context, 'tag', [{ databaseId: id }, { text: 'jazz' }]);
    await store.db.deleteFrom('term').where('id', '=', id).execute();
    const event = await store.event();
    await runInTransaction(context, async (transaction) =>
      replaceTerms(transaction.em, 'tag', [event], await storeTerms(transaction, choice)),
    );
    expect(
      await store.db.selectFrom('event_term').select('term_id').where('event_id', '=', event).execute(),
    ).toHaveLength(1);
  });

  test('a failed event leaves no terms', async () => {
    const context = store.context();
    const choice = await resolveTerms(context, 'tag', [{ name: 'Never stored' }]);
    const failing = runInTransaction(context, async (transaction) => {
      await storeTerms(transaction, choice);
      throw new Error('the event failed');
    });
    await expect(failing).rejects.toThrow('the event failed');
    await expect(findTermIds(store.context(), 'tag', [{ name: 'Never stored' }])).rejects.toThrow();
  });
});
