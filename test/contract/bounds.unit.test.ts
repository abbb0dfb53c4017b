import { boundFailures, checkBounds, containsNul } from '../../src/api/contract/bounds.ts';
import { paramsOf } from './small-contract.ts';

const INPUTS = `
  input Hall { name: String! @param(nonEmpty: true, maxLength: 5) seats: [Int!] @param(min: 1, max: 9) }
  input Link { id: Int @param(min: 1) create: Hall }
`;
const check = (args: string, values: Record<string, unknown>) => {
  // Input values come from the contract's own list, because REST cannot read inputs.
  const { contract } = paramsOf('unused: Int', `${INPUTS} input Args { ${args} }`);
  return Object.fromEntries(
    Object.entries(checkBounds(contract.inputs.get('Args') ?? [], values, contract.inputs)).map(
      ([name, { message }]) => [name, message],
    ),
  );
};

test('values inside objects are named by their path', () => {
  expect(check('hall: Hall', { hall: { name: ' ', seats: [1, 0] } })).toEqual({
    'hall.name': 'must not be empty',
    'hall.seats': 'must be at least 1',
  });
  expect(
    check('links: [Link!]', {
      links: [{ id: 1 }, { create: { name: 'Townhall', seats: [10] } }, { id: 0 }],
    }),
  ).toEqual({
    'links.1.create.name': 'must be at most 5 characters long',
    'links.1.create.seats': 'must be at most 9',
    'links.2.id': 'must be at least 1',
  });
});

test('absent, null and wrongly typed values pass', () => {
  expect(check('hall: Hall, links: [Link!], id: Int @param(min: 5)', {})).toEqual({});
  expect(check('hall: Hall, links: [Link!]', { hall: null, links: [null, 7] })).toEqual({});
  expect(check('id: String @param(min: 5)', { id: 3 })).toEqual({});
  expect(check('id: Float @param(min: 5)', { id: 4.5 })).toEqual({ id: 'must be at least 5' });
});

test('checks the length of a list before its elements', () => {
  const long = Array.from({ length: 1001 }, () => 0);
  expect(check('ids: [Int!] @param(min: 1)', { ids: long })).toEqual({
    ids: 'must have at most 1000 elements',
  });
  expect(check('ids: [Int!]', { ids: long.slice(1) })).toEqual({});
});

test('NUL is refused anywhere', () => {
  expect(check('hall: Hall', { hall: { name: 'a\0' } })).toMatchObject({
    'hall.name': 'must not contain the character NUL',
  });
  expect([
    containsNul('a'),
    containsNul(7),
    containsNul(null),
    containsNul(undefined),
    containsNul([['\0']]),
  ]).toEqual([false, false, false, false, true]);
});

test('a violated bound has an error code', () => {
  const { params, contract } = paramsOf('one: Int @param(min: 1)');
  const [param] = params;
  if (!param) throw new Error('no parameter');
  expect(boundFailures(param, 0, contract.inputs)).toEqual({
    one: { message: 'must be at least 1', code: 'rest_out_of_bounds' },
  });
});
