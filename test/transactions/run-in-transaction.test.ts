import type { Context, Transaction } from '../../src/domain/context/context.ts';
import { TermEntity } from '../../src/domain/terms/term.entity.ts';
import { termById } from '../../src/domain/terms/term.loaders.ts';
import { runInTransaction } from '../../src/domain/transactions/run-in-transaction.ts';
import { load } from '../../src/platform/cache/loaders.ts';
import { openStore, type Store } from '../support/context.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

const addTag = async ({ em }: Transaction, slug: string): Promise<void> => {
  em.create(TermEntity, {
    taxonomy: 'post_tag',
    name: slug,
    nameKey: slug,
    slug,
    description: '',
    parentId: 0,
  });
  await em.flush();
};

const slugs = async (context: Context): Promise<string[]> => {
  const rows = await context.db.selectFrom('term').select('slug').orderBy('slug').execute();
  return rows.map(({ slug }) => slug);
};

test('a failing transaction stores nothing, and a failing nested one drops only its part', async () => {
  const failing = runInTransaction(store.context(), async (transaction) => {
    await addTag(transaction, 'lost');
    throw new Error('given up');
  });
  await expect(failing).rejects.toThrow('given up');

  const context = store.context();
  const refused = await runInTransaction(context, async (transaction) => {
    await addTag(transaction, 'before');
    const part = runInTransaction(transaction.context, async (within) => {
      await addTag(within, 'undone');
      throw new Error('refused');
    });
    const reason = await part.catch(({ message }: Error) => message);
    await runInTransaction(transaction.context, (within) => addTag(within, 'after'));
    return reason;
  });
  expect(refused).toBe('refused');
  expect(await slugs(context)).toEqual(['after', 'before']);
});

test('while a request stores, it loads through its transaction alone', async () => {
  const context = store.context();
  const reading = runInTransaction(context, async (transaction) => {
    await addTag(transaction, 'seen');
    expect(await slugs(transaction.context)).toContain('seen');
    return load(context, termById, 1);
  });
  await expect(reading).rejects.toThrow('everything is read through the transaction');
});

/** Methods that store, or begin a transaction; the compiler rejects this file if a context has one of them. */
type Storing = 'insertInto' | 'updateTable' | 'deleteFrom' | 'mergeInto' | 'transaction' | 'connection';
const contextStores: Storing & keyof Context['db'] extends never ? false : true = false;
const transactionStores: Storing extends keyof Transaction['db'] ? true : false = true;

test('a context reads, and a transaction stores', () => {
  expect([contextStores, transactionStores]).toEqual([false, true]);
});
