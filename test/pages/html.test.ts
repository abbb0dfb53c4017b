import { data, type HtmlValue, html, sanitized } from '../../src/api/pages/public/html.ts';

/** What stands in a template shows as it was meant. */
test.each<[HtmlValue, string]>([
  ['<b> & "it\'s"', '&lt;b&gt; &amp; &quot;it&#39;s&quot;'],
  [7, '7'],
  [null, ''],
  [false, ''],
  [['a', '<', html`<i>${'>'}</i>`], 'a&lt;<i>&gt;</i>'],
  [sanitized('<b>x</b>'), '<b>x</b>'],
])('%j', (value, shown) => {
  expect(String(html`(${value})`)).toBe(`(${shown})`);
});

test('no text ends the element that holds data', () => {
  const value = { name: '</script><!-- &' };
  const text = String(data(value));
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(value);
});
