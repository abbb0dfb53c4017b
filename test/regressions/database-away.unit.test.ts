import { locatedError } from 'graphql';
import { isUnavailable } from '../../src/lib/service-error.ts';

/** These were answered as our own fault, with 500. */
test.each(['3D000', '28P01', '28000', '57P03', '53300', '53100', '08006', '25006', 'ENETUNREACH'])(
  '%s says that the database is away',
  (code) => {
    expect(isUnavailable(Object.assign(new Error('x'), { code }))).toBe(true);
    expect(isUnavailable(new Error('wrapped', { cause: { code } }))).toBe(true);
  },
);

test.each(['23505', '42P01', '22P02', 'ENOENT'])('%s does not', (code) => {
  expect(isUnavailable(Object.assign(new Error('x'), { code }))).toBe(false);
});

test('nor does it take new connections when it ends them', () => {
  expect(isUnavailable(Object.assign(new Error('x'), { code: '55000', severity: 'FATAL' }))).toBe(true);
  expect(isUnavailable(Object.assign(new Error('x'), { code: '55000', severity: 'ERROR' }))).toBe(false);
});

test('an error of the network that graphql-js did not take for an Error', () => {
  const refused = { code: 'ECONNREFUSED', syscall: 'connect' };
  expect(isUnavailable(locatedError(refused, undefined))).toBe(true);
  expect(isUnavailable(locatedError({ code: 'EACCES' }, undefined))).toBe(false);
});
