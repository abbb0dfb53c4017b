import { locatedError } from 'graphql';
import { isUnavailable } from '../../src/lib/service-error.ts';

/** These were reported as a server error, with 500. */
test.each(['3D000', '28P01', '28000', '57P03', '53300', '53100', '08006', '25006', 'ENETUNREACH'])(
  '%s means that the database is unavailable',
  (code) => {
    expect(isUnavailable(Object.assign(new Error('x'), { code }))).toBe(true);
    expect(isUnavailable(new Error('wrapped', { cause: { code } }))).toBe(true);
  },
);

test.each(['23505', '42P01', '22P02', 'ENOENT'])('%s does not', (code) => {
  expect(isUnavailable(Object.assign(new Error('x'), { code }))).toBe(false);
});

test('a database that shuts down is unavailable', () => {
  expect(isUnavailable(Object.assign(new Error('x'), { code: '55000', severity: 'FATAL' }))).toBe(true);
  expect(isUnavailable(Object.assign(new Error('x'), { code: '55000', severity: 'ERROR' }))).toBe(false);
});

test('also for a network error that graphql-js does not recognize as an Error', () => {
  const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
  expect(isUnavailable(locatedError(refused, undefined))).toBe(true);
  expect(isUnavailable(locatedError({ code: 'EACCES' }, undefined))).toBe(false);
});
