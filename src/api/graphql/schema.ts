import { makeExecutableSchema } from '@graphql-tools/schema';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { Resource } from '../../domain/resource/resource.ts';
import { buildContract, paramSource } from '../contract/contract.ts';
import {
  contractSchema,
  enumWords,
  parseContract,
  publicContract,
  publicSdl,
  withoutDirectives,
} from '../contract/source.ts';
import type { Contract, Revision } from '../contract/types.ts';
import { compose } from './compose.ts';
import { setInputParsers, showEnumNames } from './input-parsers.ts';
import { fieldParts, type OperationValidators, validatorsOf } from './operations.ts';
import { SCALARS } from './scalars.ts';

export interface Schemas {
  /**
   * The full schema, including fields for REST only: for REST, pages and feeds. Its root fields authorize and
   * validate, unless the request did so before; see `Execution`.
   */
  schema: GraphQLSchema;
  /** The schema for GraphQL callers, without fields for REST only. */
  publicSchema: GraphQLSchema;
  /** The contract as a schema whose nodes have its directives. */
  annotated: GraphQLSchema;
  sdl: string;
  contract: Contract;
  /** The validator of each operation, by coordinate: `Mutation.updateEvent`. */
  validators: OperationValidators;
}

type ComposedResolvers = Record<string, Record<string, NonNullable<ReturnType<typeof compose>>>>;

/** An executable schema. @param resolvers may include types and fields that it does not have */
function executable(source: DocumentNode, resolvers: ComposedResolvers): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs: withoutDirectives(source),
    resolvers: { ...resolvers, ...enumWords(source) },
    resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' },
  });
  setInputParsers(schema, SCALARS);
  return schema;
}

/**
 * Builds the executable schemas and the contract of one revision from the annotated SDL and the resources.
 * @throws Error at boot, naming every inconsistency
 */
export function buildSchemas(written: string, revision: Revision, resources: readonly Resource[]): Schemas {
  const source = parseContract(written);
  const annotated = contractSchema(source);
  const contract = buildContract(annotated, revision, SCALARS);
  const fields = fieldParts(annotated, resources, {
    contract,
    from: paramSource(annotated, revision, SCALARS),
  });
  const resolvers: ComposedResolvers = {};
  for (const [coordinate, field] of fields) {
    const [type = '', name = ''] = coordinate.split('.');
    const resolver = compose(name, field);
    if (resolver) resolvers[type] = { ...resolvers[type], [name]: resolver };
  }
  return {
    schema: executable(source, resolvers),
    publicSchema: showEnumNames(executable(publicContract(source), resolvers)),
    annotated,
    sdl: publicSdl(source),
    contract,
    validators: validatorsOf(fields),
  };
}
