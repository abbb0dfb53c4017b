import { extensionOf } from '../../src/images/image.fields.ts';
import { checkImage, imageById, resource, storeImage } from '../../src/images/index.ts';
import { openWorld, type World } from '../terms/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const store = (url: string) => world.context().write(({ db }) => storeImage(db, { url }));

test('the same address has the same id, also for parallel writers', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => store('https://pictures.example/a.png')));
  expect(new Set(ids).size).toBe(1);
  expect(await store('https://pictures.example/a.png')).toBe(ids[0]);
  expect(await store('https://pictures.example/b.png')).not.toBe(ids[0]);
});

test('an address of any length can be stored', async () => {
  const url = `https://pictures.example/${'x'.repeat(1900)}.png`;
  const id = await store(url);
  expect(id === null ? null : await world.context().load(imageById, id)).toEqual({ id, url });
});

test('a known image is named by its id, as number or digits', async () => {
  const id = await store('https://pictures.example/known.png');
  const known = { id, url: 'https://pictures.example/known.png' };
  expect(await checkImage(id, world.context())).toEqual(known);
  expect(await checkImage(` ${id} `, world.context())).toEqual(known);
});

test.each([987654, '987654', -3, 1.5, '99999999999999999999'])('%p names no image', async (value) => {
  await expect(checkImage(value, world.context())).rejects.toThrow(value === -3 || value === 1.5 ? /no image/ : /no image with this id/);
});

test.each(['ftp://pictures.example/a.png', 'a.png', 'javascript:alert(1)', '-3', 'https://'])('%p is no address', async (value) => {
  await expect(checkImage(value, world.context())).rejects.toThrow(/http/);
});

test.each([null, '', '  ', 0, '0'])('%p removes the image', async (value) => {
  expect(await checkImage(value, world.context())).toBeNull();
});

test('nothing is stored for no image', async () => {
  expect(await world.context().write(({ db }) => storeImage(db, null))).toBeNull();
});

test('images are read together, unknown ones as null', async () => {
  const id = await store('https://pictures.example/read.png');
  const context = world.context();
  const [found, unknown] = await Promise.all([context.load(imageById, id ?? 0), context.load(imageById, 424242)]);
  expect(found).toEqual({ id, url: 'https://pictures.example/read.png' });
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

test('images have no operations of their own', () => {
  expect(Object.keys(resource.resolvers)).toEqual(['Image']);
});
