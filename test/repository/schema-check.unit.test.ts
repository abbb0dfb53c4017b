import { readFileSync } from 'node:fs';
import { type Break, breaks, declared, isDeclared } from '../../.ci/breaks.ts';
import { type Surface, surface } from '../../.ci/surface.ts';

const SDL = readFileSync('schema.graphql', 'utf8');
let released: Surface;
beforeAll(() => {
  released = surface(SDL, 'B');
});

const namesOf = (breaks: Break[]): string[] => [...new Set(breaks.map(({ name }) => name))].toSorted();

/** Breaking changes when the text of the release is replaced. */
async function after(api: keyof Surface, from: string | RegExp, to: string): Promise<string[]> {
  const text = released[api].replace(from, to);
  expect(text).not.toBe(released[api]);
  return namesOf(await breaks(released, { ...released, [api]: text }));
}

test('an unchanged schema has no breaking changes', async () => {
  expect(await breaks(released, released)).toEqual([]);
});

test.each<[what: string, api: keyof Surface, from: string | RegExp, to: string, expected: string[]]>([
  ['a field is removed', 'graphql', /(type Event [^{]*\{[^}]*?)\n {2}title: \S+/, '$1', ['Event.title']],
  ['a field may be null', 'graphql', /(type Event [^{]*\{[^}]*?title: String)!/, '$1', ['Event.title']],
  ['an argument is removed', 'graphql', /(events\([^)]*?)first: Int,? ?/, '$1', ['Query.events.first']],
  [
    'an input field becomes required',
    'graphql',
    /(input CreateTagInput \{)/,
    '$1\n  color: String!',
    ['CreateTagInput.color'],
  ],
  [
    'an enum value is removed',
    'graphql',
    /(enum PublicationStatus \{[^}]*?)\n {2}DRAFT/,
    '$1',
    ['PublicationStatus.DRAFT'],
  ],
  ['a route is removed', 'rest', 'GET /organizers\n', '', ['GET /organizers']],
  ['a parameter is removed', 'rest', /GET \/events \?search .*\n/, '', ['GET /events ?search']],
  [
    'a parameter changes its type',
    'rest',
    'GET /events ?page int',
    'GET /events ?page boolean',
    ['GET /events ?page'],
  ],
  ['a key is removed', 'rest', /Event LIST title .*\n/, '', ['Event LIST title']],
  [
    'a body field becomes required',
    'rest',
    'POST /tags\n',
    'POST /tags\nPOST /tags {color string!}\n',
    ['POST /tags color'],
  ],
])('the API breaks when %s', async (_what, api, from, to, expected) => {
  expect(await after(api, from, to)).toEqual(expected);
});

test.each<[what: string, api: keyof Surface, from: string | RegExp, to: string]>([
  ['a field', 'graphql', /type Event [^{]*\{/, '$&\n  neverThere: Int'],
  ['an optional argument', 'graphql', /events\(/, 'events(neverThere: String, '],
  ['names to a parameter of ids', 'rest', '?include int[]', '?include RecordRef[]'],
  ['an optional input field', 'graphql', /input CreateEventInput \{/, '$&\n  neverThere: Int'],
  ['an enum value', 'graphql', /enum PublicationStatus \{/, '$&\n  WAITING'],
  ['a parameter', 'rest', 'GET /events\n', 'GET /events\nGET /events ?never_there string\n'],
  [
    'a route with required parameters',
    'rest',
    'GET /events\n',
    'GET /events\nGET /parades\nGET /parades ?of int!\n',
  ],
])('adding %s does not break clients', async (_what, api, from, to) => {
  expect(await after(api, from, to)).toEqual([]);
});

test('the changelog declares a deliberate break by its name, until it is released', () => {
  const changelog = (heading: string): string => `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- \`Event.a\`
\n### ${heading}\n\n- \`Event.title\` and \`GET /events ?search\`\n\n## [0.1.0]\n\n### Breaking\n\n- \`Event.old\`\n`;
  expect([...declared(changelog('Breaking'))]).toEqual(['Event.title', 'GET /events ?search']);
  expect([...declared(changelog('Removed'))]).toEqual([]);
  const known = declared(changelog('Breaking'));
  expect(
    ['Event.title', 'Event.title.of', 'Event.titles', 'Event'].filter((name) => isDeclared(name, known)),
  ).toEqual(['Event.title', 'Event.title.of']);
});
