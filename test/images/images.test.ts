import { imageById } from '../../src/domain/images/image.entity.ts';
import { checkImage, storeImage } from '../../src/domain/images/image.input.ts';
import { extensionOf, resource } from '../../src/domain/images/image.resolvers.ts';
import { runInTransaction } from '../../src/domain/transactions/run-in-transaction.ts';
import { load } from '../../src/platform/cache/loaders.ts';
import { openStore, type Store } from '../support/context.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store.close());

/** The fields of an image that is not stored here. */
const ELSEWHERE = { alt: null, width: null, height: null };
const keep = (url: string) => runInTransaction(store.context(), ({ em }) => storeImage(em, { url }));

test('the same address has the same id, also for parallel writers', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => keep('https://pictures.example/a.png')));
  expect(new Set(ids).size).toBe(1);
  expect(await keep('https://pictures.example/a.png')).toBe(ids[0]);
  expect(await keep('https://pictures.example/b.png')).not.toBe(ids[0]);
});

test('an address of any length can be stored', async () => {
  const url = `https://pictures.example/${'x'.repeat(1900)}.png`;
  const id = await keep(url);
  expect(id === null ? null : await load(store.context(), imageById, id)).toEqual({ id, url, ...ELSEWHERE });
});

test('a known image is identified by its id', async () => {
  const id = (await keep('https://pictures.example/known.png')) ?? 0;
  expect(await checkImage(store.context(), { databaseId: id })).toEqual({
    id,
    url: 'https://pictures.example/known.png',
    ...ELSEWHERE,
  });
});

test.each([987654, -3])('%p is not an image', async (id) => {
  await expect(checkImage(store.context(), { databaseId: id })).rejects.toThrow('no image with this id');
});

test.each([null, { url: '' }, { databaseId: 0 }])('%p removes the image', async (value) => {
  expect(await checkImage(store.context(), value)).toBeNull();
});

test('stores nothing without an image', async () => {
  expect(await runInTransaction(store.context(), ({ em }) => storeImage(em, null))).toBeNull();
});

test('images are read together, unknown ones as null', async () => {
  const id = await keep('https://pictures.example/read.png');
  const context = store.context();
  const [image, unknown] = await Promise.all([
    load(context, imageById, id ?? 0),
    load(context, imageById, 424242),
  ]);
  expect(image).toEqual({ id, url: 'https://pictures.example/read.png', ...ELSEWHERE });
  expect(unknown).toBeNull();
});

test.each([
  ['https://pictures.example/a.PNG?size=2.5#x.gif', 'png'],
  ['https://pictures.example/archive.tar.gz', 'gz'],
  ['https://pictures.example/a', ''],
  ['https://pictures.example', ''],
  ['https://pictures.example/v1.2/a', ''],
  ['https://pictures.example/.png', ''],
])('the extension of %s is "%s"', (url, extension) => {
  expect(extensionOf(url)).toBe(extension);
});

test('images have no operations', () => {
  expect(Object.keys(resource.resolvers)).toEqual(['Image']);
});
