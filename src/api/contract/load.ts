import { readFileSync } from 'node:fs';
import { type DocumentNode, visit } from 'graphql';
import { enumWords, parseContract, withoutDirectives } from './source.ts';

/**
 * Loads the schema for graphql-codegen (codegen.yml), including REST-only types. Renames enum values to their REST
 * words, which resolvers use.
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
