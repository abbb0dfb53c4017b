import { countCharacters } from '../../src/lib/response-size.ts';

test.each([
  [
    'texts in records and lists, each as often as it is there',
    { a: 'xy', b: [{ c: 'xy' }, 'z', null], d: 7 },
    5,
  ],
  ['keys and numbers do not count', { long: 12_345, other: true, none: null }, 0],
  ['what executors make, without a prototype', Object.assign(Object.create(null), { a: 'xyz' }), 3],
])('characters: %s', (_name, value, characters) => {
  expect(countCharacters(value, 1_000)).toBe(characters);
});

test('keys count if clients choose them', () => {
  expect(countCharacters({ ab: 1, c: [{ de: 'xyz' }] }, 1_000, true)).toBe(8);
});

test('characters are not counted beyond the limit', () => {
  const read: number[] = [];
  const records = Array.from({ length: 100 }, (_, at) => ({
    get text() {
      read.push(at);
      return 'x'.repeat(10);
    },
  }));
  expect(countCharacters({ records }, 45)).toBe(50);
  expect(read.length).toBe(5);
});
