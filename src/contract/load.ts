import { readFileSync } from 'node:fs';
import { type DocumentNode, visit } from 'graphql';
import { isWireOnly } from './directives.ts';
import { parseContract } from './source.ts';

/**
 * How graphql-codegen reads the contract, see codegen.mjs: without the scalars of REST, whose values nobody
 * sees.
 * @param path of schema.graphql
 */
export default (path: string): DocumentNode =>
  visit(parseContract(readFileSync(path, 'utf8')), {
    ScalarTypeDefinition: (node) => (isWireOnly(node) ? null : undefined),
  });
