import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, isInputObjectType } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { Resource } from '../../domain/resource/resource.ts';
import { buildContract } from '../contract/contract.ts';
import { contractSchema, forRevision, publicSdl } from '../contract/source.ts';
import type { Contract, Revision } from '../contract/types.ts';
import { computeFields } from './computed-fields.ts';
import { setInputParsers } from './input-parsers.ts';
import type { LinkInput } from './links.ts';
import { type OperationValidators, operationsOf, resolveRoots, validateFields } from './roots.ts';
import { createScalars } from './scalars.ts';

export interface Schemas {
  /** The public schema, with resolvers and validators. */
  schema: GraphQLSchema;
  /** The same without validators, for operations that have passed them. */
  inner: GraphQLSchema;
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
  const resolvers = resources.map((resource) => resource.resolvers);
  const executable = (): GraphQLSchema => makeExecutableSchema<Context>({ typeDefs: sdl, resolvers });
  const [schema, inner] = [executable(), executable()];
  const scalars = createScalars((name): LinkInput => {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) throw new Error(`${name} is not an input type`);
    return { type, params: contract.inputs.get(name) ?? [] };
  });
  const operations = operationsOf(resources);
  for (const one of [schema, inner]) {
    setInputParsers(one, scalars);
    resolveRoots(one, operations);
  }
  const contract = buildContract(annotated, revision, scalars);
  const from = { schema: annotated, scalars };
  const validators = validateFields(schema, annotated, { contract, from, operations });
  // Comes last, because fields that bring records along only have resolvers once they are metered.
  for (const one of [schema, inner]) computeFields(one, resources);
  return { schema, inner, sdl, contract, validators };
}
