import type { TermKind } from '../../src/domain/terms/index.ts';
import { createTerm, deleteTerm } from '../../src/domain/terms/term.commands.ts';
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
const remove = (id: number, kind: TermKind = 'category') => deleteTerm(store.context(), kind, id);
const read = (id: number, kind: TermKind = 'category') => requireTerm(store.context(), kind, { id });

test('deleting a term returns it, and 404 the second time', async () => {
  const made = await create({ name: 'Jazz' }, 'tag');
  expect(await remove(made.id, 'tag')).toEqual(made);
  expect(await failure(remove(made.id, 'tag'))).toMatchObject({ code: 'tag-not-found', status: 404 });
});

test('events lose the deleted term', async () => {
  const [left, lost] = [await create({ name: 'Kept' }), await create({ name: 'Lost' })];
  const event = await store.event({ terms: [left.id, lost.id] });
  await remove(lost.id);
  const rows = await store.db
    .selectFrom('event_term')
    .select('term_id')
    .where('event_id', '=', event)
    .execute();
  expect(rows).toEqual([{ term_id: left.id }]);
});

test('children move up to the parent', async () => {
  const top = await create({ name: 'Top' });
  const middle = await create({ name: 'Middle', parent: { databaseId: top.id } });
  const child = await create({ name: 'Child', parent: { databaseId: middle.id } });
  await remove(middle.id);
  expect((await read(child.id)).parentId).toBe(top.id);
  await remove(top.id);
  expect((await read(child.id)).parentId).toBe(0);
});

test('a child whose name already exists above gets the name of its old parent added', async () => {
  const concerts = await create({ name: 'Concerts' });
  await create({ name: 'Jazz' });
  const child = await create({ name: 'JAZZ', parent: { databaseId: concerts.id } });
  const own = await create({ name: 'Jazz (Concerts)', parent: { databaseId: concerts.id } });
  const namesake = await create({ name: 'Concerts', parent: { databaseId: concerts.id } });
  await remove(concerts.id);
  expect(await read(child.id)).toMatchObject({ name: 'JAZZ (Concerts 2)', slug: child.slug, parentId: 0 });
  expect(await read(own.id)).toMatchObject({ name: 'Jazz (Concerts)', parentId: 0 });
  expect(await read(namesake.id)).toMatchObject({ name: 'Concerts', parentId: 0 });
});

test('the longest names get the addition too', async () => {
  const [parentName, name] = ['p'.repeat(200), 'n'.repeat(200)];
  const parent = await create({ name: parentName });
  await create({ name });
  const child = await create({ name, parent: { databaseId: parent.id } });
  await remove(parent.id);
  expect((await read(child.id)).name).toHaveLength(200);
});

test('one of eight concurrent deletions succeeds', async () => {
  const made = await create({ name: 'Jazz' });
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => remove(made.id)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'category-not-found' });
});
