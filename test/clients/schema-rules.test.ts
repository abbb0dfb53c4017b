import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { forRevision, publicSdl } from '../../src/api/contract/source.ts';

/** The rules of graphql-eslint that others check their schemas by (`schema.eslint.config.mjs`). */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'schema-rules-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is found in a schema: the line, the rule, and what it says. */
function complaints(sdl: string): string[] {
  writeFileSync(join(folder, 'schema.graphql'), sdl);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      resolve('test/clients/node_modules/eslint/bin/eslint.js'),
      '--config',
      resolve('test/clients/schema.eslint.config.mjs'),
      '--format',
      'json',
      'schema.graphql',
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  if (!stdout.startsWith('[')) throw new Error(stdout + stderr);
  const [file] = JSON.parse(stdout);
  const messages: { line: number; ruleId: string | null; message: string }[] = file.messages;
  return messages.map(({ line, ruleId, message }) => `${line} ${ruleId ?? 'parser'}: ${message}`);
}

/**
 * The rule has no options. Beside the `id` of REST an id of the graph needs a name of its own, and `status` is the state of
 * the record: what calendars know of an event has the names of The Events Calendar.
 */
const EXCEPT = [
  'Field "nodeId" starts with the name of the parent type "Node"',
  'Field "eventStatus" starts with the name of the parent type "Event"',
  'Field "eventStatusReason" starts with the name of the parent type "Event"',
];

const SDL = readFileSync('schema.graphql', 'utf8');

test.each(['A', 'B'] as const)('the public schema of revision %s keeps them', (revision) => {
  const found = complaints(publicSdl(forRevision(SDL, revision)));
  expect(found.filter((one) => !EXCEPT.some((except) => one.includes(except)))).toEqual([]);
  expect(found).toHaveLength(EXCEPT.length);
});

test('edges lead to nodes, but those to messages, which are kept for a week', () => {
  const types = Object.values(buildSchema(publicSdl(forRevision(SDL, 'B'))).getTypeMap());
  const edges = types.filter(isObjectType).filter(({ name }) => name.endsWith('Edge'));
  const ends = edges.map((edge) => getNamedType(edge.getFields().node?.type));
  const isNode = (type: unknown): boolean =>
    isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
  expect(ends.filter((type) => !isNode(type)).map(String)).toEqual(['WebhookDelivery']);
  expect(ends.length).toBeGreaterThan(5);
});

test.each([
  ['naming-convention', 'enum Status {', 'enum Status {\n  "Left out."\n  omitted\n'],
  ['require-description', 'type Link {', 'type Link {\n  rel: String!\n'],
  ['relay-page-info', 'hasPreviousPage: Boolean!', 'hasPreviousPage: Boolean'],
  ['relay-edge-types', 'cursor: String!', 'cursor: [String!]!'],
  ['relay-connection-types', 'type Link {', 'type LinkConnection { "A." a: Int }\ntype Link {'],
  ['strict-id-in-types', 'type Tag implements Node', 'type Tagged { "A." a: Int }\ntype Tag implements Node'],
])('%s notices what it is for', (rule, before, after) => {
  const sdl = publicSdl(forRevision(SDL, 'B'));
  expect(sdl).toContain(before);
  expect(complaints(sdl.replace(before, after)).join('\n')).toContain(`@graphql-eslint/${rule}`);
});
