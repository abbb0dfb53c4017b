import { globSync, readFileSync } from 'node:fs';
import {
  isArgumentElement,
  isDateElement,
  isNumberElement,
  isPluralElement,
  isSelectElement,
  isTimeElement,
  type MessageFormatElement,
  type PluralElement,
  parse,
} from '@formatjs/icu-messageformat-parser';
import { CATALOGS, LANGUAGES, type Language, Words } from '../../src/lib/words.ts';

/** Values that change other words in some languages only: `le 1er avril` and `l’8 aprile`, but `1 April`. */
const OPTIONAL_VALUES = [
  'recurrence.date day',
  'recurrence.date month',
  'recurrence.months kind',
  'recurrence.months month',
  'recurrence.until day',
  'recurrence.until month',
  'recurrence.where kind',
];

/** The elements of a message, with those of its plural forms and choices. */
const elementsOf = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.flatMap((element) =>
    isPluralElement(element) || isSelectElement(element)
      ? [element, ...Object.values(element.options).flatMap(({ value }) => elementsOf(value))]
      : [element],
  );

interface Message {
  readonly key: string;
  readonly text: string;
  readonly elements: readonly MessageFormatElement[];
}

const messagesOf = (language: Language): Message[] =>
  Object.entries(CATALOGS[language]).map(([key, text]) => ({
    key,
    text,
    elements: elementsOf(parse(text, { ignoreTag: true })),
  }));

/** The required values of each message, as `key name`. */
const valuesOf = (language: Language): string[] => {
  const values = messagesOf(language).flatMap(({ key, elements }) =>
    elements
      .filter(
        (element) =>
          isArgumentElement(element) ||
          isNumberElement(element) ||
          isDateElement(element) ||
          isTimeElement(element) ||
          isPluralElement(element) ||
          isSelectElement(element),
      )
      .map(({ value }) => `${key} ${value}`),
  );
  return [...new Set(values)].filter((value) => !OPTIONAL_VALUES.includes(value)).sort();
};

/** Millions have a form of their own in Romance languages, which no number here reaches. */
const formsOf = (language: Language, { pluralType }: PluralElement): string[] =>
  new Intl.PluralRules(language, { type: pluralType ?? 'cardinal' })
    .resolvedOptions()
    .pluralCategories.filter((category) => category !== 'many');

/** Missing and unused plural forms. Words with a single form need only `other`. */
function problemsOf(language: Language, plural: PluralElement): string[] {
  const forms = Object.keys(plural.options);
  const covered = forms.map((form) => (form === '=1' ? 'one' : form));
  const needed = formsOf(language, plural);
  return [
    ...(forms.length > 1 ? needed.filter((form) => !covered.includes(form)) : []),
    ...forms.filter((form) => !form.startsWith('=') && !needed.includes(form)),
  ];
}

const keysInSource = new Set(
  globSync('src/**/*.ts').flatMap(
    (file) => readFileSync(file, 'utf8').match(/(?<=')[a-z]+(?:\.\w+)+(?=')/g) ?? [],
  ),
);

describe.each(LANGUAGES)('the words of %s', (language) => {
  test('are as many as in English, in order', () =>
    expect(Object.keys(CATALOGS[language])).toEqual(Object.keys(CATALOGS.en).sort()));

  test('are text without markup and without apostrophes, which would quote braces', () =>
    expect(messagesOf(language).filter(({ text }) => text.trim() === '' || /[<>']| {2}/.test(text))).toEqual(
      [],
    ));

  test('need the same values as in English', () => expect(valuesOf(language)).toEqual(valuesOf('en')));

  test('have the plural forms of the language', () => {
    const problems = messagesOf(language).flatMap(({ key, elements }) =>
      elements.filter(isPluralElement).flatMap((plural) => {
        const forms = problemsOf(language, plural);
        return forms.length === 0 ? [] : [`${key}: ${forms.join()}`];
      }),
    );
    expect(problems).toEqual([]);
  });
});

test('each message is used', () =>
  expect(Object.keys(CATALOGS.en).filter((key) => !keysInSource.has(key))).toEqual([]));

test.each([
  ['de-AT', 'de', 'de-AT'],
  ['en-US', 'en', 'en-US'],
  ['pl', 'en', 'en-GB'],
  ['pt-BR', 'en', 'en-GB'],
])('a site with the locale %s has the words of %s and the dates of %s', (locale, language, shown) =>
  expect(Words.of(locale)).toMatchObject({ language, locale: shown }),
);
