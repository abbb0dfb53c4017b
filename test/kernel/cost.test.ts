import fc from 'fast-check';
import { BadValue } from '../../src/errors.ts';
import { costDetails, formatCost, parseCost } from '../../src/kernel/cost.ts';

const show = (value: unknown) => formatCost(parseCost(value));
const details = (value: unknown) => costDetails(parseCost(value));

describe('one amount', () => {
  test.each([
    ['$20', '$20', '$', 'prefix', '20'],
    ['20$', '20$', '$', 'postfix', '20'],
    ['€ 15', '€15', '€', 'prefix', '15'],
    ['20 USD', '20USD', 'USD', 'postfix', '20'],
    ['CHF 20', 'CHF20', 'CHF', 'prefix', '20'],
    ['20 kr', '20kr', 'kr', 'postfix', '20'],
    ['Rs.500', 'Rs.500', 'Rs.', 'prefix', '500'],
    [20, '$20', '', '', '20'],
    ['20', '$20', '', '', '20'],
    [20.5, '$20.5', '', '', '20.5'],
    ['5,50', '$5,50', '', '', '5.50'],
    ['.50', '$.50', '', '', '0.50'],
    ['1,234.56', '$1,234.56', '', '', '1234.56'],
    ['1.234,56', '$1.234,56', '', '', '1234.56'],
    ['1.234.567,89', '$1.234.567,89', '', '', '1234567.89'],
    ['1 234,56 €', '1 234,56€', '€', 'postfix', '1234.56'],
    ['1,234', '$1,234', '', '', '1234'],
    ['1.250', '$1.250', '', '', '1.250'],
    [1e21, '$1000000000000000000000', '', '', '1000000000000000000000'],
    [-5, '-$5', '', '', '-5'],
    ['-$5', '-$5', '$', 'prefix', '-5'],
    ['<b>$20</b>', '$20', '$', 'prefix', '20'],
  ])('%j is shown as %s', (value, cost, currencySymbol, currencyPosition, amount) => {
    expect(show(value)).toBe(cost);
    expect(details(value)).toMatchObject({ currencySymbol, currencyPosition, values: [amount] });
  });

  test('the code is given when the text has one', () => {
    expect(details('20 USD').currencyCode).toBe('USD');
    expect(details('$20').currencyCode).toBe('');
  });
});

describe('several amounts', () => {
  test.each([
    ['10-25', '$10 – $25', ['10', '25']],
    ['$10 - $25', '$10 – $25', ['10', '25']],
    ['10 to 20', '$10 – $20', ['10', '20']],
    ['25-10', '$10 – $25', ['10', '25']],
    ['€10 – €25', '€10 – €25', ['10', '25']],
    ['10 to 20 EUR', '10EUR – 20EUR', ['10', '20']],
    ['10-10', '$10', ['10']],
    ['€10 / $12', '€10 / $12', ['10', '12']],
    ['Adults $10, kids $5', 'Adults $10, kids $5', ['5', '10']],
  ])('%j is the range %s, without a symbol', (value, cost, values) => {
    expect(show(value)).toBe(cost);
    expect(details(value)).toEqual({ currencySymbol: '', currencyCode: '', currencyPosition: '', values });
  });

  test('a list with the same symbol everywhere', () => {
    const list = ['30$', '0$', '20$'];
    expect(show(list)).toBe('Free – 30$');
    expect(details(list)).toEqual({ currencySymbol: '$', currencyCode: '', currencyPosition: 'postfix', values: ['0', '20', '30'] });
  });

  test('a list with different symbols', () => {
    expect(show(['$20', '30€'])).toBe('$20 – 30€');
    expect(details(['$20', '30€'])).toMatchObject({ currencySymbol: '', values: ['20', '30'] });
  });

  test('numbers are ordered as numbers, words come first', () => {
    expect(details([100, '9', 20]).values).toEqual(['9', '20', '100']);
    expect(show(['20', 'donation'])).toBe('donation – $20');
  });
});

test.each([0, '0', '$0', '0.00', -0, [0]])('%j is Free', (value) => expect(show(value)).toBe('Free'));

test.each([
  ['donation', 'donation', ['donation']],
  ['Free', 'Free', ['free']],
  ['Pay what you want', 'Pay what you want', ['pay-what-you-want']],
  ['無料', '無料', ['無料']],
  ['20 at the door', '20 at the door', ['20']],
  ['Jazz & <i>wine</i>', 'Jazz & wine', ['jazz-wine']],
])('words are kept: %j', (value, cost, values) => {
  expect(show(value)).toBe(cost);
  expect(details(value).values).toEqual(values);
});

test.each([null, undefined, '', ' ', [], ['', null]])('%j is no cost', (value) => {
  expect(parseCost(value)).toEqual([]);
  expect(show(value)).toBe('');
  expect(details(value)).toEqual({ currencySymbol: '', currencyCode: '', currencyPosition: '', values: [] });
});

test.each([
  [true],
  [{}],
  [{ 0: '5' }],
  [[[1]]],
  [[{}]],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1e300],
  ['x'.repeat(201)],
  [Array.from({ length: 21 }, String)],
])('%j is refused', (value) => expect(() => parseCost(value)).toThrow(BadValue));

test('any short text can be stored and shown', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.stringMatching(/^[-$€., 0-9a-c]{0,40}$/));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), (values) => {
      const costs = parseCost(values);
      expect(typeof formatCost(costs)).toBe('string');
      for (const value of costDetails(costs).values) expect(value).not.toBe('');
    }),
    { numRuns: 300 },
  );
});
