import { serviceError } from '../../src/lib/service-error.ts';

test('a full disk of the database is said, and is no outage', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const reported: unknown[] = [];
  const error = serviceError(new Error('wrapped', { cause: full }), (one) => reported.push(one));
  expect([error.status, error.message]).toEqual([
    503,
    'The database cannot store anything at the moment: its disk is full.',
  ]);
  expect(reported).toHaveLength(1);
});
