import fc from 'fast-check';
import { BadValue } from '../../src/errors.ts';
import { parseCost, type SiteCurrency, shownCost, siteCurrency, US_DOLLAR } from '../../src/kernel/cost.ts';

const show = (value: unknown, site: SiteCurrency = US_DOLLAR) => shownCost(parseCost(value), site).text;
const details = (value: unknown, site: SiteCurrency = US_DOLLAR) => shownCost(parseCost(value), site).details;

describe('one amount', () => {
  test.each([
    ['$20', '$20', '$', 'prefix', '20'],
    ['20$', '20$', '$', 'postfix', '20'],
    ['€ 15', '€15', '€', 'prefix', '15'],
    ['20 USD', '20USD', 'USD', 'postfix', '20'],
    ['CHF 20', 'CHF20', 'CHF', 'prefix', '20'],
    ['20 kr', '20kr', 'kr', 'postfix', '20'],
    ['Rs.500', 'Rs.500', 'Rs.', 'prefix', '500'],
    [20, '$20', '$', 'prefix', '20'],
    ['20', '$20', '$', 'prefix', '20'],
    [20.5, '$20.5', '$', 'prefix', '20.5'],
    ['5,50', '$5,50', '$', 'prefix', '5.50'],
    ['.50', '$.50', '$', 'prefix', '0.50'],
    ['1,234.56', '$1,234.56', '$', 'prefix', '1234.56'],
    ['1.234,56', '$1.234,56', '$', 'prefix', '1234.56'],
    ['1.234.567,89', '$1.234.567,89', '$', 'prefix', '1234567.89'],
    ['1 234,56 €', '1 234,56€', '€', 'postfix', '1234.56'],
    ['1,234', '$1,234', '$', 'prefix', '1234'],
    ['1.250', '$1.250', '$', 'prefix', '1.250'],
    [1e21, '$1000000000000000000000', '$', 'prefix', '1000000000000000000000'],
    [-5, '-$5', '$', 'prefix', '-5'],
    ['-$5', '-$5', '$', 'prefix', '-5'],
    ['<b>$20</b>', '$20', '$', 'prefix', '20'],
  ])('%j is shown as %s', (value, cost, currencySymbol, currencyPosition, amount) => {
    expect(show(value)).toBe(cost);
    expect(details(value)).toMatchObject({ currencySymbol, currencyPosition, values: [amount] });
  });

  test('the code is given when the text has one', () => {
    expect(details('20 USD').currencyCode).toBe('USD');
    expect(details('20 chf').currencyCode).toBe('CHF');
  });

  test.each([
    ['€20', 'EUR'],
    ['20 €', 'EUR'],
    ['£5', 'GBP'],
    ['US$ 5', 'USD'],
    ['CA$5', 'CAD'],
    ['20 zł', 'PLN'],
    ['$20', 'USD'],
    ['¥20', ''],
    ['20 kr', ''],
    ['20 credits', ''],
  ])('the symbol of %j means %j', (value, code) => {
    expect(details(value).currencyCode).toBe(code);
  });

  test('a symbol that several currencies have means that of the site', () => {
    const [yen, crowns, euro] = ['JPY', 'SEK', 'EUR'].map((code) => siteCurrency(code) ?? US_DOLLAR);
    expect([details('¥20', yen).currencyCode, details('20 kr', crowns).currencyCode]).toEqual(['JPY', 'SEK']);
    expect(details('$20', euro).currencyCode).toBe('');
    expect(details('20 USD', euro)).toMatchObject({ currencySymbol: 'USD', currencyCode: 'USD' });
  });

  test.each([
    ['EUR', 'prefix', '€12', '€10 – €25'],
    ['EUR', 'postfix', '12€', '10€ – 25€'],
    ['CHF', 'prefix', 'CHF12', 'CHF10 – CHF25'],
    ['USD', 'postfix', '12$', '10$ – 25$'],
  ] as const)('plain numbers on a site with %s as %s are %s', (code, position, one, range) => {
    const site = { ...(siteCurrency(code) ?? US_DOLLAR), position };
    expect([show(12, site), show('10-25', site), show([25, '10'], site)]).toEqual([one, range, range]);
    const known = { currencySymbol: site.symbol, currencyCode: code, currencyPosition: position };
    for (const value of [12, '12', '10-25', [25, '10'], 0]) expect(details(value, site)).toMatchObject(known);
    expect(show('7 GBP', site)).toBe('7GBP');
    expect(show('donation', site)).toBe('donation');
    expect(details('donation', site)).toMatchObject({
      currencySymbol: '',
      currencyCode: '',
      currencyPosition: '',
    });
  });

  test('plain numbers beside the currency of the site are in it, beside another they are not', () => {
    expect(details([5, '$10'])).toMatchObject({ currencyCode: 'USD', values: ['5', '10'] });
    expect(details([5, '10 EUR'])).toMatchObject({ currencyCode: '', currencySymbol: '' });
  });
});

describe('several amounts', () => {
  test.each([
    ['10-25', '$10 – $25', ['10', '25'], '$', 'USD', 'prefix'],
    ['$10 - $25', '$10 – $25', ['10', '25'], '$', 'USD', 'prefix'],
    ['10 to 20', '$10 – $20', ['10', '20'], '$', 'USD', 'prefix'],
    ['25-10', '$10 – $25', ['10', '25'], '$', 'USD', 'prefix'],
    ['€10 – €25', '€10 – €25', ['10', '25'], '€', 'EUR', 'prefix'],
    ['10 to 20 EUR', '10EUR – 20EUR', ['10', '20'], 'EUR', 'EUR', 'postfix'],
    ['10 - 25 EUR', '10EUR – 25EUR', ['10', '25'], 'EUR', 'EUR', 'postfix'],
    ['10 – 25 €', '10€ – 25€', ['10', '25'], '€', 'EUR', 'postfix'],
    ['10-10', '$10', ['10'], '$', 'USD', 'prefix'],
    ['€10 / $12', '€10 / $12', ['10', '12'], '', '', ''],
    ['Adults $10, kids $5', 'Adults $10, kids $5', ['5', '10'], '', '', ''],
  ])('%j is the range %s', (value, cost, values, currencySymbol, currencyCode, currencyPosition) => {
    expect(show(value)).toBe(cost);
    expect(details(value)).toEqual({ currencySymbol, currencyCode, currencyPosition, values });
  });

  test('a list with the same symbol everywhere', () => {
    const list = ['30$', '0$', '20$'];
    expect(show(list)).toBe('Free – 30$');
    expect(details(list)).toEqual({
      currencySymbol: '$',
      currencyCode: 'USD',
      currencyPosition: 'postfix',
      values: ['0', '20', '30'],
    });
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
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.stringMatching(/^[-$€., 0-9a-c]{0,40}$/),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), (values) => {
      const costs = parseCost(values);
      expect(typeof shownCost(costs, US_DOLLAR).text).toBe('string');
      for (const value of shownCost(costs, US_DOLLAR).details.values) expect(value).not.toBe('');
    }),
    { numRuns: 300 },
  );
});
