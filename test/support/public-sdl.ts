import { type DocumentNode, print } from 'graphql';
import { publicContract, withoutDirectives } from '../../src/api/contract/source.ts';

/** The public GraphQL schema as SDL. */
export const publicSdl = (contract: DocumentNode): string =>
  print(withoutDirectives(publicContract(contract)));
