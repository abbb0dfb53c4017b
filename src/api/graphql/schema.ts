import { makeExecutableSchema } from '@graphql-tools/schema';
import { type DocumentNode, type GraphQLSchema, print } from 'graphql';
import type { Resource } from '../../domain/resource/resource.ts';
import { buildContract, paramSource } from '../contract/contract.ts';
import {
  contractSchema,
  enumWords,
  parseContract,
  publicContract,
  withoutDirectives,
} from '../contract/source.ts';
import type { Contract, Revision } from '../contract/types.ts';
import { compose, composeForService, type FieldParts } from './compose.ts';
import { ComputedValues } from './computed-values.ts';
import { setInputParsers, showEnumNames } from './input-parsers.ts';
import { fieldParts, type OperationValidators, validatorsOf } from './operations.ts';
import { SCALARS } from './scalars.ts';

export interface Schemas {
  /**
   * The full schema, including fields for REST only, for the documents of REST and feeds. Their operations must be
   * authorized and validated before; `Runner` runs them.
   */
  schema: GraphQLSchema;
  /** The full schema for the documents of the HTML pages: its root fields authorize and validate. */
  pagesSchema: GraphQLSchema;
  /** The schema for GraphQL callers, without fields for REST only. Its root fields authorize and validate. */
  publicSchema: GraphQLSchema;
  /** The contract as a schema whose nodes have its directives. */
  annotated: GraphQLSchema;
  sdl: string;
  contract: Contract;
  /** The validator of each operation, by coordinate: `Mutation.updateEvent`. */
  validators: OperationValidators;
}

type ResolverMap = NonNullable<Parameters<typeof makeExecutableSchema>[0]['resolvers']>;
type ComposedResolver = NonNullable<ReturnType<typeof compose> | ReturnType<typeof composeForService>>;
type ComposedResolvers = Record<string, Record<string, ComposedResolver>>;

/** The resolvers of all fields, by type. */
function composed(
  fields: ReadonlyMap<string, FieldParts>,
  make: (name: string, field: FieldParts) => ComposedResolver | undefined,
): ComposedResolvers {
  const resolvers: ComposedResolvers = {};
  for (const [coordinate, field] of fields) {
    const [type = '', name = ''] = coordinate.split('.');
    const resolver = make(name, field);
    if (resolver) resolvers[type] = { ...resolvers[type], [name]: resolver };
  }
  return resolvers;
}

/**
 * An executable schema.
 * @param typeDefs the contract without its directives, which is valid, or a part of it
 * @param resolvers may include types, fields and enum values that it does not have
 */
function executable(typeDefs: DocumentNode, resolvers: ResolverMap): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs,
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' },
    // The contract was validated as a whole, and no other code has this schema: neither validate nor copy it.
    assumeValidSDL: true,
    updateResolversInPlace: true,
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
  const values = new ComputedValues({
    computeOf: (coordinate) => fields.get(coordinate)?.compute,
    hasResolver: (coordinate) => fields.get(coordinate)?.resolver !== undefined,
  });
  const words = enumWords(source);
  const forService = { ...composed(fields, (_name, field) => composeForService(field, values)), ...words };
  const forCallers = { ...composed(fields, compose), ...words };
  const whole = withoutDirectives(source);
  const restricted = withoutDirectives(publicContract(source));
  return {
    schema: executable(whole, forService),
    pagesSchema: executable(whole, forCallers),
    publicSchema: showEnumNames(executable(restricted, forCallers)),
    annotated,
    sdl: print(restricted),
    contract,
    validators: validatorsOf(fields),
  };
}
