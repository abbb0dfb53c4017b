import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import type { Resource } from '../../domain/resource/resource.ts';
import { buildContract } from '../contract/contract.ts';
import { contractSchema, enumWords, forRevision, publicSdl } from '../contract/source.ts';
import type { Contract, Revision } from '../contract/types.ts';
import { compose } from './compose.ts';
import { setInputParsers } from './input-parsers.ts';
import { fieldParts, type OperationValidators, validatorsOf } from './operations.ts';
import { SCALARS } from './scalars.ts';

export interface Schemas {
  /** Its root fields authorise and validate, unless that was done before; see `Execution`. */
  schema: GraphQLSchema;
  /** The contract as a schema whose nodes have its directives. */
  annotated: GraphQLSchema;
  /** The public schema as SDL, without the directives of the contract. */
  sdl: string;
  contract: Contract;
  /** The validator of each operation, by coordinate: `Mutation.updateEvent`. */
  validators: OperationValidators;
}

/**
 * Makes the executable schema and the contract of one revision out of the annotated SDL and the resources.
 * @throws Error at boot, naming everything that does not fit together
 */
export function buildSchemas(written: string, revision: Revision, resources: readonly Resource[]): Schemas {
  const source = forRevision(written, revision);
  const annotated = contractSchema(source);
  const sdl = publicSdl(source);
  const contract = buildContract(annotated, revision, SCALARS);
  const rules = { contract, from: { schema: annotated, scalars: SCALARS } };
  const fields = fieldParts(annotated, resources, rules);
  const resolvers: Record<string, Record<string, NonNullable<ReturnType<typeof compose>>>> = {};
  for (const [coordinate, field] of fields) {
    const [type = '', name = ''] = coordinate.split('.');
    const resolver = compose(name, field);
    if (resolver) resolvers[type] = { ...resolvers[type], [name]: resolver };
  }
  const schema = makeExecutableSchema({ typeDefs: sdl, resolvers: { ...resolvers, ...enumWords(source) } });
  setInputParsers(schema, SCALARS);
  return { schema, annotated, sdl, contract, validators: validatorsOf(fields) };
}
