import { readFileSync } from 'node:fs';
import { type DocumentNode, visit } from 'graphql';
import { enumWords, parseContract, withoutDirectives } from './source.ts';

/**
 * Loads the schema for graphql-codegen, see codegen.yml, with what only REST has. Values of enums are called by
 * their words, which are what resolvers have.
 * @param path of schema.graphql
 */
export default (path: string): DocumentNode => {
  const contract = parseContract(readFileSync(path, 'utf8'));
  const words = enumWords(contract);
  return visit(withoutDirectives(contract), {
    EnumTypeDefinition: (node) => ({
      ...node,
      values: node.values?.map((value) => {
        const word = words[node.name.value]?.[value.name.value] ?? value.name.value;
        return { ...value, name: { ...value.name, value: word } };
      }),
    }),
  });
};
