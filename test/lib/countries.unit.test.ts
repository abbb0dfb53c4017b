import { countryCode } from '../../src/lib/countries.ts';

test.each([
  ...['US', 'us', 'USA', 'U.S.A.', 'United States', 'the United States of America'].map((text) => [
    text,
    'US',
  ]),
  ...['GB', 'UK', 'u.k.', 'Great Britain', 'United Kingdom', 'Scotland'].map((text) => [text, 'GB']),
  ...['CH', 'Switzerland', 'Schweiz', 'Suisse', ' svizzera '].map((text) => [text, 'CH']),
  ...[
    ['DEU', 'DE'],
    ['ÖSTERREICH', 'AT'],
    ['Cesko', 'CZ'],
    ['Czech Republic', 'CZ'],
    ['The Netherlands', 'NL'],
    ['日本', 'JP'],
    ['Россия', 'RU'],
    ["Cote d'Ivoire", 'CI'],
  ],
])('%j is %s', (text, code) => expect(countryCode(text, 'en-GB')).toBe(code));

test.each(['', ' ', '-', 'California', 'Europe', 'EU', 'ZZ', 'DDR', 'Middle-earth', 'U', 'constructor'])(
  '%j is not a country',
  (text) => expect(countryCode(text, 'en-GB')).toBeUndefined(),
);

test("accepts country names in the site's language, too", () => {
  expect(countryCode('Italien', 'en-GB')).toBeUndefined();
  expect(countryCode('Italien', 'de-AT')).toBe('IT');
});
