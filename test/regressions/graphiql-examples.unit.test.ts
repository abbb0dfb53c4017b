import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLInputType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  parse,
  typeFromAST,
  validate,
} from 'graphql';
import { parseContract } from '../../src/api/contract/source.ts';
import { TABS } from '../../src/api/pages/graphiql.tabs.ts';
import { publicSdl } from '../support/public-sdl.ts';

/** GraphiQL underlines values that do not match the type of their variable, such as one value for a list. */
const schema = buildSchema(publicSdl(parseContract(readFileSync('schema.graphql', 'utf8'))));

/** Paths of the values that an editor would underline. */
function underlined(value: unknown, type: GraphQLInputType, path: string): string[] {
  if (isNonNullType(type)) return value === null ? [path] : underlined(value, type.ofType, path);
  if (isListType(type))
    return Array.isArray(value) ? value.flatMap((one) => underlined(one, type.ofType, path)) : [path];
  if (!isInputObjectType(type)) return [];
  const fields = type.getFields();
  return Object.entries(Object(value)).flatMap(([name, inner]) =>
    fields[name] ? underlined(inner, fields[name].type, `${path}.${name}`) : [`${path}.${name}`],
  );
}

test.each(TABS.map(({ query, variables = '{}' }) => [query, variables]))('%s', (query, variables) => {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  const values = JSON.parse(variables);
  for (const definition of document.definitions) {
    if (definition.kind !== 'OperationDefinition') continue;
    for (const { variable, type } of definition.variableDefinitions ?? []) {
      const input = typeFromAST(schema, type);
      if (!isInputType(input)) throw new Error(`$${variable.name.value} is no input`);
      expect(underlined(values[variable.name.value], input, variable.name.value)).toEqual([]);
    }
  }
});

test('a single price for a list would be underlined', () => {
  const type = schema.getType('CreateEventInput');
  if (!isInputType(type)) throw new Error('there is no such input');
  expect(underlined({ cost: 'Free' }, type, 'input')).toEqual(['input.cost']);
});
