import fc from 'fast-check';
import { truthy } from '../../src/api/graphql/scalars.ts';
import { totalPages } from '../../src/domain/content/connection.resolvers.ts';
import { BadValue } from '../../src/lib/errors.ts';
import { isSluggable, numberedSlug, slugify } from '../../src/lib/slug.ts';
import { httpUrl } from '../../src/lib/url.ts';

describe('slugs', () => {
  test.each([
    ['My Slug!', 'my-slug'],
    ['River walk', 'river-walk'],
    ['Jazz & Co', 'jazz-co'],
    ["Don't stop O’Neill", 'dont-stop-oneill'],
    ['Rock/Pop', 'rock-pop'],
    ['Crème Brûlée', 'creme-brulee'],
    ['HTML5 BBCNews', 'html5-bbcnews'],
    ['I ♥ NY 🦄', 'i-ny'],
    ['🎉', ''],
    ['日本', ''],
    ['', ''],
    ['--', ''],
    ['a'.repeat(300), 'a'.repeat(200)],
    [`${'a'.repeat(199)} b`, 'a'.repeat(199)],
    ['Jürgen Größe', 'jurgen-grose'],
    ['JÜRGEN GRÖẞE', 'jurgen-grose'],
    ['Ju\u0308rgen', 'jurgen'],
    ['Åse Øl', 'ase-ol'],
    ['Füße & Ärger', 'fuse-arger'],
    ['Ünïcode', 'unicode'],
    ['Œuvre, Þór og Ægir', 'oeuvre-thor-og-aegir'],
    ['Łódź, İstanbul, Đà Nẵng', 'lodz-istanbul-da-nang'],
    ['1ª noche, 2º día', '1a-noche-2o-dia'],
    ['Ŋuve ĸ ŧ ŉ', 'nuve-k-t-n'],
    ['Bar £5 / 5€', 'bar-5-5e'],
    ['Москва', 'moskva'],
  ])('%j becomes %j', (text, slug) => expect(slugify(text, 'en')).toBe(slug));

  test.each([
    ['de', 'Jürgen Größe, ÄÖÜẞ', 'juergen-groesse-aeoeuess'],
    ['de-CH', 'Füße & Ärger', 'fuesse-aerger'],
    ['de', 'Åse Øl', 'ase-ol'],
    ['da', 'Åse Øl på Ærø', 'aase-oel-paa-aeroe'],
    ['da', 'Größe', 'grose'],
    ['nb', 'Åse Øl', 'ase-ol'],
    ['sv', 'Åsa Öl', 'asa-ol'],
    ['ca', 'Col·legi', 'collegi'],
    ['ca-ES', 'INTEL·LIGÈNCIA', 'intelligencia'],
    ['sr-Latn', 'Đorđe', 'djordje'],
    ['tr', 'Iğdır', 'igdir'],
  ])('in %s %j becomes %j', (locale, text, slug) => expect(slugify(text, locale)).toBe(slug));

  const locale = fc.constantFrom('en', 'de', 'da', 'ca', 'sr');

  test('any text becomes a slug of at most 200 letters, digits and dashes, and stays the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), locale, (text, name) => {
        const slug = slugify(text, name);
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(slug.length).toBeLessThanOrEqual(200);
        expect(slugify(slug, name)).toBe(slug);
        expect(isSluggable(text)).toBe(slug !== '');
      }),
    );
  });

  test.each([
    ['walk', 1, 'walk'],
    ['walk', 2, 'walk-2'],
    ['a'.repeat(200), 12, `${'a'.repeat(197)}-12`],
    [`${'a'.repeat(197)}-bc`, 2, `${'a'.repeat(197)}-2`],
  ])('number %#', (base, n, slug) => expect(numberedSlug(base, n)).toBe(slug));
});

describe('addresses', () => {
  test.each([
    'https://a.example',
    'http://a.example:8080/b?c=d&e=f#g',
    'HTTPS://A.example/',
    'http://localhost/',
    'https://münchen.example/ä',
    'http://[::1]/',
  ])('%s is stored as typed', (text) => expect(httpUrl(` ${text}\n`)).toBe(text));

  test.each(
    [
      ...[
        '',
        'a.example',
        '//a.example',
        '/events',
        'ftp://a.example',
        'javascript:alert(1)',
        'javascript://a.example/%0aalert(1)',
        'mailto:a@b.example',
      ],
      ...[
        'http:',
        'http://',
        'http:///a.example',
        'http:a.example',
        'http://a b.example',
        'http://a.example/\n',
        'https://?',
      ],
      ...[
        'http://user:secret@a.example/',
        'http://user@a.example/',
        'http://"a.example/',
        'http://a.example\\b',
        'http:\\\\a.example',
        'http://a.example:99999',
      ],
      `http://a.example/${'x'.repeat(2000)}`,
    ].filter((text) => text.trim() === text),
  )('%j is refused', (text) => expect(() => httpUrl(text)).toThrow(BadValue));

  test.each([
    ['example.org', 'starts with http'],
    ['http:///path', 'no host'],
    ['http://a b.example/', 'host'],
    ['http://[::1/', 'host'],
    ['http://a.example:99999/', 'port "99999"'],
    ['http://a.example:x/', 'port "x"'],
    ['http://[::1]:70000/', 'port "70000"'],
    ['http://me:secret@a.example/', 'login'],
    ['http://a.example/\nb', 'line end'],
    ['http://a.example/\u2028b', 'line end'],
    ['http://a.example/\ud83d', 'incomplete character'],
    [`http://a.example/${' '.repeat(1000)}x`, 'longer than 2000 characters once'],
  ])('%j is refused because of its %s', (text, reason) => expect(() => httpUrl(text)).toThrow(reason));

  test.each([
    ['http://a.example/b c?d e#f g', 'http://a.example/b%20c?d%20e#f%20g'],
    ['http://a.example/"<>`\\{}^|\'', "http://a.example/%22%3C%3E%60%5C%7B%7D%5E|'"],
    ['http://a.example/?"<>`\\{}^|\'', 'http://a.example/?%22%3C%3E`%5C{}^|%27'],
    ['http://a.example/#"<>`\\{}^|\'', "http://a.example/#%22%3C%3E%60%5C{}^|'"],
    ['HTTP://A.example/%20/../\u00fc?\u00a0x', 'HTTP://A.example/%20/../\u00fc?%C2%A0x'],
  ])('%j is stored as %j', (text, stored) => {
    expect(httpUrl(text)).toBe(stored);
    expect(httpUrl(stored)).toBe(stored);
  });

  test('encodes the same ASCII characters as the URL standard, and the backslash', () => {
    for (const part of ['/', '/?', '/#'])
      for (let code = 0x20; code < 0x7f; code++) {
        const character = String.fromCharCode(code);
        if ((part !== '/#' && character === '#') || (part === '/' && '?\\'.includes(character))) continue;
        const standard = new URL(`http://a.example${part}x${character}y`).href;
        const expected = character === '\\' ? standard.replace('\\', '%5C') : standard;
        expect(httpUrl(`http://a.example${part}x${character}y`)).toBe(expected);
      }
  });
});

test.each([true, 1, '1', 'true', 'TRUE', 'Yes', 'on', 'y', ' yes '])('%j means yes', (value) =>
  expect(truthy(value)).toBe(true),
);

test.each([false, 0, 2, '0', '', 'false', 'no', 'off', 'bogus', null, undefined, [], {}, [true]])(
  '%j means no',
  (value) => expect(truthy(value)).toBe(false),
);

test.each([
  [0, 10, 0],
  [1, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
])('%i records, %i a page: %i pages', (total, perPage, pages) =>
  expect(totalPages(total, perPage)).toBe(pages),
);
