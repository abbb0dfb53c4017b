import { schemasOf } from '../../src/app/schemas.ts';
import { SiteReader } from '../../src/transfer/tec-import/site-reader.ts';

/** An import removed `<Note>` from names, which REST keeps. */
const reader = new SiteReader(
  { root: new URL('https://x.example/'), timezone: undefined, isPlain: false },
  schemasOf({ revision: 'B' }).contract.inputs,
);

test.each([
  ['Jazz Club \u201cBlue\u201d <Note>', 'Jazz Club \u201cBlue\u201d <Note>'],
  ['Jazz Club &#8220;Blue&#8221; &lt;Note&gt;', 'Jazz Club \u201cBlue\u201d <Note>'],
  ['a<b and <b>c</b> &amp; d<br>e', 'a<b and c & d e'],
  ['one\n\ttwo<script>x</script>', 'one two'],
])('the name %j is read as %j', (venue, name) => {
  expect(reader.record('venue', { id: 1, venue }, 'here').body.venue).toBe(name);
});
