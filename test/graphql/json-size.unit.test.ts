import fc from 'fast-check';
import { charactersIn, jsonBytes } from '../../src/api/graphql/json-size.ts';

const written = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

test.each([
  ['quotes and backslashes', '"\\"'],
  ['line ends, tabs and other control characters', '\n\r\t\b\f\u0000\u001f\u007f\u0080'],
  ['letters of two, three and four bytes', 'é€😀'],
  ['halves of surrogate pairs', '\ud800 a \udc00'],
])('%s have the bytes that they have in JSON', (_name, text) => {
  expect(jsonBytes(text, 1_000)).toBe(written(text));
});

test('it is never less than what is written, and at most a comma for each list or object more', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const counted = jsonBytes(value, Number.POSITIVE_INFINITY);
      const lists = JSON.stringify(value).split(/[[{]/).length;
      expect(counted).toBeGreaterThanOrEqual(written(value));
      expect(counted).toBeLessThanOrEqual(written(value) + lists);
    }),
  );
});

test('members without a value are left out', () => {
  expect(jsonBytes({ a: 1, b: undefined }, 100)).toBe(written({ a: 1 }) + 1);
});

test('it stops counting beyond the limit', () => {
  let read = 0;
  const texts = new Proxy(
    Array.from({ length: 1_000 }, () => 'x'.repeat(100)),
    {
      get(list, name) {
        read += 1;
        return Reflect.get(list, name);
      },
    },
  );
  expect(jsonBytes(texts, 1_000)).toBeGreaterThan(1_000);
  expect(read).toBeLessThan(50);
});

test.each([
  [
    'texts in records and lists, each as often as it is there',
    { a: 'xy', b: [{ c: 'xy' }, 'z', null], d: 7 },
    5,
  ],
  ['keys and numbers count nothing', { long: 12_345, other: true, none: null }, 0],
  ['what executors make, without a prototype', Object.assign(Object.create(null), { a: 'xyz' }), 3],
])('characters: %s', (_name, value, characters) => {
  expect(charactersIn(value, 1_000)).toBe(characters);
});

test('characters are not counted beyond the limit', () => {
  const read: number[] = [];
  const records = Array.from({ length: 100 }, (_, at) => ({
    get text() {
      read.push(at);
      return 'x'.repeat(10);
    },
  }));
  expect(charactersIn({ records }, 45)).toBe(50);
  expect(read.length).toBe(5);
});
