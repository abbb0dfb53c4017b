import { readFileSync } from 'node:fs';
import type { DocumentNode } from 'graphql';
import { parseContract } from './source.ts';

/** How graphql-codegen reads the contract; see codegen.yml. @param path of schema.graphql */
export default (path: string): DocumentNode => parseContract(readFileSync(path, 'utf8'));
