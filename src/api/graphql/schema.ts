import { addResolversToSchema, makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, isInputObjectType } from 'graphql';
import type { Resource } from '../../domain/resource/resource.ts';
import { buildContract } from '../contract/contract.ts';
import { contractSchema, enumWords, forRevision, publicSdl } from '../contract/source.ts';
import type { Contract, Revision } from '../contract/types.ts';
import { answerForms } from './answer-forms.ts';
import { composePublic, composeValidated } from './compose.ts';
import { ComputedFields } from './computed-fields.ts';
import { setInputParsers } from './input-parsers.ts';
import type { LinkInput } from './links.ts';
import { fieldParts, type OperationValidators, validatorsOf } from './operations.ts';
import { createScalars } from './scalars.ts';

export interface Schemas {
  /** The schema for callers: its fields authorise, validate and meter. */
  schema: GraphQLSchema;
  /**
   * The same for operations of the service that were authorised and validated before. Their enums are the words of
   * REST in variables and answers, and what is absent is the empty text that is stored.
   */
  validatedSchema: GraphQLSchema;
  /** The contract as a schema whose nodes have its directives. */
  annotated: GraphQLSchema;
  /** The public schema as SDL, without the directives of the contract. */
  sdl: string;
  contract: Contract;
  /** The validator of each operation, by coordinate: `Mutation.updateEvent`. */
  validators: OperationValidators;
}

/**
 * Makes the executable schemas and the contract of one revision out of the annotated SDL and the resources.
 * @throws Error at boot, naming everything that does not fit together
 */
export function buildSchemas(written: string, revision: Revision, resources: readonly Resource[]): Schemas {
  const source = forRevision(written, revision);
  const annotated = contractSchema(source);
  const sdl = publicSdl(source);
  const linkInput = (name: string): LinkInput => {
    const type = validatedSchema.getType(name);
    if (!isInputObjectType(type)) throw new Error(`${name} is not an input type`);
    return { type, params: contract.inputs.get(name) ?? [] };
  };
  const scalars = createScalars(linkInput);
  const contract = buildContract(annotated, revision, scalars);
  const rules = { contract, from: { schema: annotated, scalars } };
  const fields = fieldParts(annotated, resources, rules);
  const enums = enumWords(source);
  const published = makeExecutableSchema({ typeDefs: sdl });
  const forms = answerForms(annotated);
  const executable = (validated: boolean): GraphQLSchema => {
    const compose = validated ? composeValidated : composePublic;
    const computed = new ComputedFields(resources, validated ? undefined : forms);
    const resolvers: Record<string, Record<string, NonNullable<ReturnType<typeof composePublic>>>> = {};
    for (const [coordinate, field] of fields) {
      const [type = '', name = ''] = coordinate.split('.');
      const resolver = compose(field, computed);
      if (resolver) resolvers[type] = { ...resolvers[type], [name]: resolver };
    }
    const executed = addResolversToSchema({ schema: published, resolvers: { ...resolvers, ...enums } });
    setInputParsers(executed, scalars, validated);
    return executed;
  };
  const schema = executable(false);
  const validatedSchema = executable(true);
  return { schema, validatedSchema, annotated, sdl, contract, validators: validatorsOf(fields) };
}
