import fc from 'fast-check';
import { isFreeCost, parseCost, shownCost } from '../../src/lib/cost.ts';
import { type SiteCurrency, siteCurrency, US_DOLLAR } from '../../src/lib/currency.ts';
import { BadValue } from '../../src/lib/errors.ts';
import { FREE_COSTS, NOTATIONS, PRICED_COSTS } from './cost.data.ts';

const show = (value: unknown, site: SiteCurrency = US_DOLLAR) => shownCost(parseCost(value), site).text;
const details = (value: unknown, site: SiteCurrency = US_DOLLAR) => shownCost(parseCost(value), site).details;

test.each(NOTATIONS)('%j is shown as %s', (sent, text, values, currencySymbol, currencyCode, offer) => {
  const shown = shownCost(parseCost(sent), US_DOLLAR);
  expect(shown.text).toBe(text === '=' ? sent : text);
  expect(shown.details).toMatchObject({ values, currencySymbol, currencyCode });
  expect(shown.lowest ? `${shown.lowest.price} ${shown.lowest.currency}` : null).toBe(offer);
  // A value sent back as read means the same.
  const again = shownCost(parseCost(shown.text), US_DOLLAR);
  expect([again.text, again.lowest]).toEqual([shown.text, shown.lowest]);
});

describe('one amount', () => {
  test.each([
    [20, '$20', '20'],
    [20.5, '$20.5', '20.5'],
    [1e21, '$1000000000000000000000', '1000000000000000000000'],
    [-5, '-$5', '-5'],
    ['<b>$20</b>', '$20', '20'],
  ])('%j is shown as %s', (value, cost, amount) => {
    expect(show(value)).toBe(cost);
    expect(details(value)).toMatchObject({
      currencySymbol: '$',
      currencyPosition: 'prefix',
      values: [amount],
    });
  });

  test.each([
    ['20$', 'postfix'],
    ['€ 15', 'prefix'],
    ['10 - 25 EUR', 'postfix'],
    ['€10, €8 concessions', 'prefix'],
    ['donation', ''],
  ])('the currency of %j is its %s', (value, position) =>
    expect(details(value).currencyPosition).toBe(position),
  );

  test("a symbol of several currencies means the site's currency", () => {
    const [yen, crowns, euro] = ['JPY', 'SEK', 'EUR'].map((code) => siteCurrency(code) ?? US_DOLLAR);
    expect([details('¥20', yen).currencyCode, details('20 kr', crowns).currencyCode]).toEqual(['JPY', 'SEK']);
    expect(details('$20', euro).currencyCode).toBe('');
    expect(details('20 USD', euro)).toMatchObject({ currencySymbol: 'USD', currencyCode: 'USD' });
  });

  test.each([
    ['EUR', 'prefix', '€12', '€10 – €25'],
    ['EUR', 'postfix', '12€', '10€ – 25€'],
    ['CHF', 'prefix', 'CHF 12', 'CHF 10 – 25'],
    ['SEK', 'postfix', '12 kr', '10 – 25 kr'],
    ['USD', 'postfix', '12$', '10$ – 25$'],
  ] as const)('plain numbers on a site with %s as %s are %s', (code, position, one, range) => {
    const site = { ...(siteCurrency(code) ?? US_DOLLAR), position };
    expect([show(12, site), show('10-25', site), show([25, '10'], site)]).toEqual([one, range, range]);
    const known = { currencySymbol: site.symbol, currencyCode: code, currencyPosition: position };
    for (const value of [12, '12', '10-25', [25, '10'], 0]) expect(details(value, site)).toMatchObject(known);
    expect(show('7 GBP', site)).toBe('7 GBP');
    expect(show('donation', site)).toBe('donation');
    expect(details('donation', site)).toMatchObject({
      currencySymbol: '',
      currencyCode: '',
      currencyPosition: '',
    });
  });

  test("plain numbers beside the site's currency belong to it, beside another they do not", () => {
    expect(details([5, '$10'])).toMatchObject({ currencyCode: 'USD', values: ['5', '10'] });
    expect(details([5, '10 EUR'])).toMatchObject({ currencyCode: '', currencySymbol: '' });
  });
});

describe('several amounts', () => {
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
    expect(shownCost(['$20', '30€'], US_DOLLAR).lowest).toBeUndefined();
  });

  test('codes stay where they were sent', () => {
    expect(show(['10 EUR', '25 EUR'])).toBe('10 EUR – 25 EUR');
    expect(show(['10 EUR', '15 - 25EUR'])).toBe('10 EUR – 25 EUR');
  });

  test('words in one amount prevent an offer for all', () => {
    expect(shownCost(['$20', '$10 deposit'], US_DOLLAR).lowest).toBeUndefined();
    expect(shownCost([0, '30 €'].map(String), US_DOLLAR).lowest).toEqual({ price: '0', currency: 'EUR' });
    expect(shownCost(['Free', '$20'], US_DOLLAR).lowest).toEqual({ price: '0', currency: 'USD' });
  });

  test('numbers sort numerically, after words', () => {
    expect(details([100, '9', 20]).values).toEqual(['9', '20', '100']);
    expect(show(['20', 'donation'])).toBe('donation – $20');
  });
});

test.each([0, '0', '$0', '0.00', -0, [0]])('%j is Free', (value) => expect(show(value)).toBe('Free'));

test.each(FREE_COSTS.map((costs) => ({ costs })))('$costs is free', ({ costs }) =>
  expect(isFreeCost(costs, US_DOLLAR)).toBe(true),
);
test.each(PRICED_COSTS.map((costs) => ({ costs })))('$costs is not free', ({ costs }) =>
  expect(isFreeCost(costs, US_DOLLAR)).toBe(false),
);

test.each([
  ['無料', '無料', ['無料']],
  ['Jazz & <i>wine</i>', 'Jazz & wine', ['jazz-wine']],
])('keeps words: %j', (value, cost, values) => {
  expect(show(value)).toBe(cost);
  expect(details(value).values).toEqual(values);
});

test.each([null, undefined, '', ' ', [], ['', null]])('%j is not a cost', (value) => {
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
