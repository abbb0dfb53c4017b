import { readFileSync } from 'node:fs';
import { type DocumentNode, visit } from 'graphql';
import { isWireOnly } from './directives.ts';
import { parseContract } from './source.ts';

/**
 * Loads the contract for graphql-codegen, see codegen.yml: without the readers of REST, as no values are
 * read.
 * @param path of schema.graphql
 */
export default (path: string): DocumentNode =>
  visit(parseContract(readFileSync(path, 'utf8')), {
    ScalarTypeDefinition: (node) => (isWireOnly(node) ? null : undefined),
  });
