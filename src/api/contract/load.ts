import { readFileSync } from 'node:fs';
import { type DocumentNode, parse, visit } from 'graphql';
import { applied } from './directives.ts';
import { enumWords, parseContract, publicSdl } from './source.ts';

/**
 * Loads the public schema for graphql-codegen, see codegen.yml: of both revisions together. Values of enums are
 * called by their words, which are what resolvers have, and arguments only by their present names.
 * @param path of schema.graphql
 */
export default (path: string): DocumentNode => {
  const contract: DocumentNode = visit(parseContract(readFileSync(path, 'utf8')), {
    InputValueDefinition: (node) => (applied(node, 'alias').length > 0 ? null : undefined),
  });
  const words = enumWords(contract);
  return visit(parse(publicSdl(contract)), {
    EnumTypeDefinition: (node) => ({
      ...node,
      values: node.values?.map((value) => {
        const word = words[node.name.value]?.[value.name.value] ?? value.name.value;
        return { ...value, name: { ...value.name, value: word } };
      }),
    }),
  });
};
