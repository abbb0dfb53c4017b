import { ConfigError, loadConfig } from '../../src/app/config.ts';

test.each([
  ['de_DE', 'de-DE'],
  ['DE-at', 'de-AT'],
  ['de_CH_informal', 'de-CH-informal'],
  ['zh_Hant_TW', 'zh-Hant-TW'],
  ['ca', 'ca'],
  ['', 'en-GB'],
])('the locale "%s" is %s', (LOCALE, locale) => {
  expect(loadConfig({ LOCALE }).settings.locale).toBe(locale);
});

test.each(['german', 'de_DE.UTF-8', 'C', 'xx', 'de,en', '*', 'tlh', 'la'])(
  'refuses %s as a locale',
  (LOCALE) => {
    expect(() => loadConfig({ LOCALE })).toThrow(
      new ConfigError([
        `LOCALE must be a language, with or without a country, such as en, de-AT or pt_BR, not "${LOCALE}".`,
      ]),
    );
  },
);
