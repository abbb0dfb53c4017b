import fc from 'fast-check';
import { BadValue } from '../../src/lib/errors.ts';
import { cleanHtml, foldForSearch, likePattern, parseSearch, plainText } from '../../src/lib/text.ts';

const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</',
        '<b>',
        '</b>',
        '<p class="x">',
        '<script>',
        '</script>',
        '<!--',
        '-->',
        '"',
        "'",
        '&',
        '&lt;',
        '&amp;',
      ),
      fc.constantFrom(
        '<a href="',
        '<img src=',
        '<br',
        'http://a.example/',
        ' onclick=x',
        'style',
        'textarea',
        '<svg',
        '\n',
        '\r\n',
        '\0',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('plainText', () => {
  test.each([
    ['Jazz & Co', 'Jazz & Co'],
    ['AT&amp;T', 'AT&amp;T'],
    ['2 < 3', '2 < 3'],
    ['I <3 you', 'I <3 you'],
    ['a <b>bold</b> move', 'a bold move'],
    ['<a title="a > b">link</a>', 'link'],
    ['one<br>two', 'one two'],
    ['<p>one</p><p>two</p>', 'one two'],
    ['a<script>alert(1)</script>b', 'ab'],
    ['a<style>p { }</style>b', 'ab'],
    ['a<script>alert(1)', 'a'],
    ['a<!-- note -->b', 'ab'],
    ['<<b>script>alert(1)</script>', ''],
    ['<img src=x onerror=y', '< img src=x onerror=y'],
    ['a<b', 'a<b'],
    ['a<b>c', 'ac'],
    ['a<b and b>c', 'a<b and b>c'],
    ['if a<b and b>c', 'if a<b and b>c'],
    ['C++ <Advanced>', 'C++ <Advanced>'],
    ['Vector<int> and Map<K, V>', 'Vector<int> and Map<K, V>'],
    ['<3 <- <= <> </> < b>', '<3 <- <= <> </> < b>'],
    ['mail <ann@example.org>', 'mail <ann@example.org>'],
    ['<b class="x">bold</b>', 'bold'],
    ['<B>bold</B >', 'bold'],
    ['<details open>more</details>', 'more'],
    ['<br/>x<hr />y', 'x y'],
    ['<font color=red>x</font>', 'x'],
    ['<x onclick=alert(1)>y', 'y'],
    ['<my-part onfocus = "x()" tabindex=1>y', 'y'],
    ['<svg/onload=alert(1)>', ''],
    ['<Advanced onmouseover="x">', ''],
    ['<<<<b>b>b>b>b>', '< b>b>'],
    ['  blanks\t', 'blanks'],
    ['two\r\nlines', 'two lines'],
    ['a\tb\n\n\tc\vd\fe\u0085f\u2028g\u2029h', 'a b c d e f g h'],
    ['nul\0 bell\u0007', 'nul bell'],
    ['half \ud83d', 'half \ufffd'],
    ['e\u0301', '\u00e9'],
    ['', ''],
  ])('%j is stored as %j', (text, plain) => expect(plainText(text)).toBe(plain));

  test('removes every tag that a browser would parse with attributes, and changes nothing the second time', () => {
    fc.assert(
      fc.property(markup, (text) => {
        const plain = plainText(text);
        expect(plain).not.toMatch(/<\/?(?:b|p|a|br|img|svg|script|style|textarea)(?:\s*\/?>|[\s/][^<>]*=)/i);
        expect(plain).not.toMatch(/<[a-z][^<>]*[\s/]on[a-z]+\s*=/i);
        expect(plainText(plain)).toBe(plain);
      }),
      { numRuns: 500 },
    );
  });
});

describe('cleanHtml', () => {
  test.each([
    ['Fish & chips', 'Fish & chips'],
    ['AT&T\n\n"quoted" it\'s', 'AT&T\n\n"quoted" it\'s'],
    ['<p>Bring <strong>boots</strong>.</p>\n', '<p>Bring <strong>boots</strong>.</p>\n'],
    ['<p>Fish & chips</p>', '<p>Fish &amp; chips</p>'],
    ['<p onclick="x()" class="a" style="color:red">b</p>', '<p class="a">b</p>'],
    ['a<script>alert(1)</script><style>p{}</style><iframe src="https://a.example"></iframe>b', 'ab'],
    [
      '<a href="https://a.example/?a=1&b=2" target="_blank">a</a>',
      '<a href="https://a.example/?a=1&amp;b=2" target="_blank">a</a>',
    ],
    [
      '<a href="mailto:a@b.example">a</a><a href="tel:+1">b</a>',
      '<a href="mailto:a@b.example">a</a><a href="tel:+1">b</a>',
    ],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    [
      '<a href="https://a.example/" rel="opener nofollow" target="x">a</a>',
      '<a href="https://a.example/" rel="nofollow" target="x">a</a>',
    ],
    ['<a href="https://a.example/" rel="opener">a</a>', '<a href="https://a.example/">a</a>'],
    ['<a href=" jAvAscript&#58;alert(1)">a</a>', '<a>a</a>'],
    [
      '<img src="https://a.example/b.png" alt="b" onerror="x">',
      '<img src="https://a.example/b.png" alt="b" />',
    ],
    ['<img src="data:image/png;base64,AA"><img src="//a.example/b.png">', ''],
    ['<table><tr><td colspan="2">a</td></tr></table>', '<table><tr><td colspan="2">a</td></tr></table>'],
    ['nul\0<b>x</b>', 'nul<b>x</b>'],
    ['&#1;<b>x</b>', '<b>x</b>'],
    ['', ''],
  ])('%j is stored as %j', (html, clean) => expect(cleanHtml(html)).toBe(clean));

  test('cleaning is idempotent, and leaves no script', () => {
    fc.assert(
      fc.property(markup, (html) => {
        const clean = cleanHtml(html);
        expect(cleanHtml(clean)).toBe(clean);
        expect(clean.replace(/"[^"]*"/g, '')).not.toMatch(/<(script|style|svg|textarea)|<[^>]*\bonclick/i);
      }),
      { numRuns: 500 },
    );
  });

  test('a text without tags stays unchanged', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab &;>"\'\n\té漢'), maxLength: 40 });
    fc.assert(fc.property(text, (typed) => expect(cleanHtml(typed)).toBe(typed)));
  });

  test('too many tags are refused', () => {
    expect(() => cleanHtml('<div>'.repeat(20_001))).toThrow(BadValue);
    expect(cleanHtml('<br>'.repeat(20_000))).toBe('<br />'.repeat(20_000));
  });
});

test.each([
  ['Crème  Brûlée', 'creme brulee'],
  ['STRASSE Straße', 'strasse strasse'],
  ['Łódź Øre Ænima', 'lodz ore aenima'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['İstanbul ısı', 'istanbul isi'],
  ['が', 'が'],
  ['don’t', "don't"],
  ['fish &amp; chips', 'fish & chips'],
  ['ﬁne', 'fine'],
  [' a\n\tb\0 ', 'a b'],
])('foldForSearch: %j is compared as %j', (text, folded) => expect(foldForSearch(text)).toBe(folded));

describe('parseSearch', () => {
  test.each([
    ['Jazz night', ['jazz', 'night'], []],
    ['jazz "River  Walk" -rain -"open air"', ['jazz', 'river walk'], ['rain', 'open air']],
    ['-rain', [], ['rain']],
    ['Köln, Germany', ['koln', 'germany'], []],
    ['a,b,,c ,d', ['a', 'b', 'c', 'd'], []],
    ['"a, b",c', ['a, b', 'c'], []],
    ['jazz,-rain,-"a,b"', ['jazz'], ['rain', 'a,b']],
    ['1,000', ['1', '000'], []],
    ['a - "" -""', ['a'], []],
    ['e-mail', ['e-mail'], []],
    ['"no end', ['no end'], []],
    ['“smart quotes”', ['smart quotes'], []],
    ['jazz JAZZ jàzz', ['jazz'], []],
    ['50% & 100_000', ['50%', '&', '100_000'], []],
  ])('%s', (text, all, none) => expect(parseSearch(text)).toEqual({ all, none }));

  test.each(['', '  ', '-', '""', '- -', ',', ' , ,', '-,', '\0'])('%j has no search terms', (text) =>
    expect(() => parseSearch(text)).toThrow(BadValue),
  );

  test('more than 50 terms are refused', () => {
    expect(() => parseSearch(Array.from({ length: 51 }, (_, i) => `w${i}`).join(' '))).toThrow(BadValue);
  });
});

test.each([
  ['jazz', '%jazz%'],
  ['50%', '%50\\%%'],
  ['a_b\\c', '%a\\_b\\\\c%'],
])('likePattern: %s', (term, pattern) => expect(likePattern(term)).toBe(pattern));
