import type { Context } from '../../src/domain/context/context.ts';
import { Checks, filterConditions, invalid } from '../../src/domain/resource/checks.ts';
import { BadValue, ServiceError } from '../../src/lib/errors.ts';

const CONTEXT = Object.freeze({}) as Context;

/** The problems that a service error names. */
const problemsOf = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, problems: error.problems };
    throw error;
  }
  return null;
};

test('keeps the first problem of each parameter, and reports all problems together', async () => {
  const checks = new Checks();
  checks.add('a', 'is odd');
  checks.add('a', 'is even', 'other');
  checks.add('b', 'is long', 'rest_too_long');
  expect(checks.hasFailed('a')).toBe(true);
  expect(checks.hasFailed('c')).toBe(false);
  expect(checks.hasFailed('c', 'b')).toBe(true);
  expect(checks.hasFailed('toString')).toBe(false);
  expect(await problemsOf(() => checks.assertValid())).toEqual({
    code: 'rest_invalid_param',
    problems: {
      a: { message: 'is odd', code: 'rest_invalid_value' },
      b: { message: 'is long', code: 'rest_too_long' },
    },
  });
});

test('throws nothing without problems', () => expect(() => new Checks().assertValid()).not.toThrow());

test('a bad value becomes a problem; other errors are thrown', async () => {
  const checks = new Checks();
  expect(await checks.run('a', (one: number, two: number) => one + two, 1, 2)).toBe(3);
  expect(
    await checks.run('b', () => {
      throw new BadValue('is no date', 'rest_date');
    }),
  ).toBeUndefined();
  expect(checks.problems).toEqual({ b: { message: 'is no date', code: 'rest_date' } });
  await expect(
    checks.run('c', async () => {
      throw new RangeError('ours');
    }),
  ).rejects.toThrow(RangeError);
});

const filters = {
  none: null,
  age: async (value: number) => (value === 0 ? null : `age = ${value}`),
  name: (value: string) => {
    if (value === '') throw new BadValue('must not be empty');
    return `name = ${value}`;
  },
};

test('filters become conditions', async () => {
  const fold = (args: { none?: number | null; age?: number | null; name?: string | null }) =>
    filterConditions<Required<{ none: number; age: number; name: string }>, string>(CONTEXT, filters, {
      ...({} as { none: number; age: number; name: string }),
      ...args,
    } as { none: number; age: number; name: string });
  expect(await fold({})).toEqual([]);
  expect(await fold({ none: 1, age: 7, name: 'a' })).toEqual(['age = 7', 'name = a']);
  expect(await fold({ age: 0, name: null })).toEqual([]);
  expect(await problemsOf(() => fold({ age: 7, name: '' }))).toEqual({
    code: 'rest_invalid_param',
    problems: { name: { message: 'must not be empty', code: 'rest_invalid_value' } },
  });
});

test('earlier problems are reported together with those of the filters', async () => {
  const checks = new Checks();
  checks.add('page', 'must be at least 1');
  expect(
    await problemsOf(() => filterConditions(CONTEXT, { name: filters.name }, { name: '' }, checks)),
  ).toMatchObject({ problems: { page: {}, name: {} } });
  expect(
    await problemsOf(() => filterConditions(CONTEXT, { name: filters.name }, { name: 'a' }, checks)),
  ).toMatchObject({
    problems: { page: {} },
  });
});

test('one parameter can be refused alone', () =>
  expect(invalid('id', 'is unknown')).toMatchObject({
    code: 'rest_invalid_param',
    problems: { id: { message: 'is unknown', code: 'rest_invalid_value' } },
  }));
