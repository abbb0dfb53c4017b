import { readFileSync } from 'node:fs';
import { type Break, breaks, declared, isDeclared } from '../../.ci/breaks.ts';
import { type Surface, surface } from '../../.ci/surface.ts';

const SDL = readFileSync('schema.graphql', 'utf8');
let released: Surface;
beforeAll(() => {
  released = surface(SDL, 'B');
});

const namesOf = (breaks: Break[]): string[] => [...new Set(breaks.map(({ name }) => name))].toSorted();

/** What breaks when the release is replaced by one with another text in it. */
async function after(api: keyof Surface, from: string | RegExp, to: string): Promise<string[]> {
  const text = released[api].replace(from, to);
  expect(text).not.toBe(released[api]);
  return namesOf(await breaks(released, { ...released, [api]: text }));
}

test('nothing breaks by what is the same', async () => {
  expect(await breaks(released, released)).toEqual([]);
});

test.each<[what: string, api: keyof Surface, from: string | RegExp, to: string, expected: string[]]>([
  ['a field goes', 'graphql', /(type Event [^{]*\{[^}]*?)\n {2}title: \S+/, '$1', ['Event.title']],
  ['a field may be null', 'graphql', /(type Event [^{]*\{[^}]*?title: String)!/, '$1', ['Event.title']],
  ['an argument goes', 'graphql', /(events\([^)]*?)first: Int,? ?/, '$1', ['Query.events.first']],
  [
    'an input field is needed',
    'graphql',
    /(input CreateTagInput \{)/,
    '$1\n  color: String!',
    ['CreateTagInput.color'],
  ],
  [
    'a value of an enum goes',
    'graphql',
    /(enum PublicationStatus \{[^}]*?)\n {2}DRAFT/,
    '$1',
    ['PublicationStatus.DRAFT'],
  ],
  ['a route goes', 'rest', 'GET /organizers\n', '', ['GET /organizers']],
  ['a parameter goes', 'rest', /GET \/events \?search .*\n/, '', ['GET /events ?search']],
  [
    'a parameter has another type',
    'rest',
    'GET /events ?page int',
    'GET /events ?page boolean',
    ['GET /events ?page'],
  ],
  ['a key goes', 'rest', /Event LIST title .*\n/, '', ['Event LIST title']],
  [
    'a field of a body is needed',
    'rest',
    'POST /tags\n',
    'POST /tags\nPOST /tags {color string!}\n',
    ['POST /tags color'],
  ],
])('it breaks when %s', async (_what, api, from, to, expected) => {
  expect(await after(api, from, to)).toEqual(expected);
});

test.each<[what: string, api: keyof Surface, from: string | RegExp, to: string]>([
  ['a field', 'graphql', /type Event [^{]*\{/, '$&\n  neverThere: Int'],
  ['an argument that may be left out', 'graphql', /events\(/, 'events(neverThere: String, '],
  ['a parameter that takes names besides ids', 'rest', '?include int[]', '?include RecordRef[]'],
  ['an input field that may be left out', 'graphql', /input CreateEventInput \{/, '$&\n  neverThere: Int'],
  ['a value of an enum', 'graphql', /enum PublicationStatus \{/, '$&\n  WAITING'],
  ['a parameter', 'rest', 'GET /events\n', 'GET /events\nGET /events ?never_there string\n'],
  [
    'a route with what it needs',
    'rest',
    'GET /events\n',
    'GET /events\nGET /parades\nGET /parades ?of int!\n',
  ],
])('it does not by %s more', async (_what, api, from, to) => {
  expect(await after(api, from, to)).toEqual([]);
});

test('the changelog declares a wanted break by its name, until it is released', () => {
  const changelog = (heading: string): string => `# Changelog\n\n## [Unreleased]\n\n### Added\n\n- \`Event.a\`
\n### ${heading}\n\n- \`Event.title\` and \`GET /events ?search\`\n\n## [0.1.0]\n\n### Breaking\n\n- \`Event.old\`\n`;
  expect([...declared(changelog('Breaking'))]).toEqual(['Event.title', 'GET /events ?search']);
  expect([...declared(changelog('Removed'))]).toEqual([]);
  const known = declared(changelog('Breaking'));
  expect(
    ['Event.title', 'Event.title.of', 'Event.titles', 'Event'].filter((name) => isDeclared(name, known)),
  ).toEqual(['Event.title', 'Event.title.of']);
});
