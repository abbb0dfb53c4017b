import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kind, parse } from 'graphql';

const [, mappers = ''] = readFileSync('codegen.yml', 'utf8').split(/^ +mappers:\n/m);
const MAPPERS = Array.from(
  mappers.matchAll(/^ +(\w+): \.\.\/(\S+)#(\w+)$/gm),
  ([, type = '', path = '', name = '']) => ({ type, path: join('src/domain', path), name }),
);

test('every list of the contract, and its element, has a record for its resolvers', () => {
  const lists = parse(readFileSync('schema.graphql', 'utf8')).definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION && definition.name.value.endsWith('Connection')
      ? [definition.name.value]
      : [],
  );
  expect(lists).toContain('EventConnection');
  const types = lists.flatMap((list) => [list, list.replace(/Connection$/, '')]);
  expect(types.filter((type) => !MAPPERS.some((mapper) => mapper.type === type))).toEqual([]);
});

test('codegen.yml names every file of records', () => {
  const named = new Set(MAPPERS.map(({ path }) => path));
  expect(globSync('src/domain/*/*.record.ts').filter((path) => !named.has(path))).toEqual([]);
});

test('every name in codegen.yml is exported from its file', () => {
  const isExported = ({ path, name }: { path: string; name: string }): boolean =>
    new RegExp(`^export (interface|type|class) ${name}\\b`, 'm').test(readFileSync(path, 'utf8'));
  expect(MAPPERS.length).toBeGreaterThan(10);
  expect(MAPPERS.filter((mapper) => !isExported(mapper))).toEqual([]);
});
