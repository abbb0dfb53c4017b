import { data, type HtmlValue, html, sanitized } from '../../src/api/pages/public/html.ts';

/** Templates show their values as intended. */
test.each<[HtmlValue, string]>([
  ['<b> & "it\'s"', '&lt;b&gt; &amp; &quot;it&#39;s&quot;'],
  [7, '7'],
  [null, ''],
  [false, ''],
  [['a', '<', html`<i>${'>'}</i>`], 'a&lt;<i>&gt;</i>'],
  [[], ''],
  [[null, ['b', [undefined, 0]], false], 'b0'],
  ['</script><script>', '&lt;/script&gt;&lt;script&gt;'],
  ['$& &amp;', '$&amp; &amp;amp;'],
  [sanitized('<b>x</b>'), '<b>x</b>'],
])('%j', (value, shown) => {
  expect(String(html`(${value})`)).toBe(`(${shown})`);
});

test('no value ends its attribute', () =>
  expect(String(html`<a href="${'"onclick="x'}" title='${"'>"}'>${html`<b>${'&'}</b>`}</a>`)).toBe(
    `<a href="&quot;onclick=&quot;x" title='&#39;&gt;'><b>&amp;</b></a>`,
  ));

test('no text ends an element with data', () => {
  const value = { name: '</script><!-- &' };
  const text = String(data(value));
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(value);
});
