import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSchema, printSchema } from 'graphql';
import { parseContract } from '../../src/api/contract/source.ts';
import { publicSdl } from '../support/public-sdl.ts';

/** The rules of graphql-eslint, common for schemas (`schema.eslint.config.mjs`). */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'schema-rules-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Findings in a schema: line, rule and message. */
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

/** The public schema as tools print it: each description in a block. */
const SDL = printSchema(buildSchema(publicSdl(parseContract(readFileSync('schema.graphql', 'utf8')))));

test('the public schema follows the rules', () => {
  expect(complaints(SDL)).toEqual([]);
});

test.each([
  [
    'naming-convention',
    'enum PublicationStatus {',
    'enum PublicationStatus {\n  """Left out."""\n  omitted\n',
  ],
  ['require-description', 'type Money {', 'type Money {\n  text: String!\n'],
  ['relay-page-info', 'hasPreviousPage: Boolean!', 'hasPreviousPage: Boolean'],
  ['relay-edge-types', 'cursor: String!', 'cursor: [String!]!'],
  ['relay-edge-types', 'node: WebhookDelivery!', 'node: Money!'],
  [
    'relay-connection-types',
    'type Money {',
    'type MoneyConnection { """A.""" a: Int }\n"""B."""\ntype Money {',
  ],
  [
    'strict-id-in-types',
    'type Tag implements Term & Node {',
    'type Tagged { """A.""" a: Int }\n"""B."""\ntype Tag implements Term & Node {',
  ],
])('%s detects a violation', (rule, before, after) => {
  expect(SDL).toContain(before);
  expect(complaints(SDL.replace(before, after)).join('\n')).toContain(`@graphql-eslint/${rule}`);
});
