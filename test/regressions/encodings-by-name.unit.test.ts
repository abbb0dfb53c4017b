import { chooseEncoding } from '../../src/api/http/etag.ts';

/** Without weights a name that only contains `gzip` was taken for it, and `GZIP` was not known. */
test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['*', 'gzip'],
  ['gzipped, bro', 'identity'],
  ['not-gzip', 'identity'],
  ['BR', 'br'],
])('Accept-Encoding: %s is answered with %s', (header, encoding) =>
  expect(chooseEncoding(header)).toBe(encoding),
);
