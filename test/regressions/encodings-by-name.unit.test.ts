import { chooseEncoding } from '../../src/api/http/etag.ts';

/** Without weights a name that only contains `gzip` was accepted as gzip, and `GZIP` was unknown. */
test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'gzip'],
  ['gzipped, bro', 'identity'],
  ['not-gzip', 'identity'],
  ['BR', 'br'],
])('Accept-Encoding: %s gets the encoding %s', (header, encoding) =>
  expect(chooseEncoding(header)).toBe(encoding),
);
