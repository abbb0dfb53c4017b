import { type GraphQLField, type GraphQLObjectType, type GraphQLSchema, getNamedType } from 'graphql';
import type { Context } from '../context.ts';
import { param, type ScalarParsers } from '../contract/params.ts';
import type { Contract } from '../contract/types.ts';
import type { Authorize } from '../resource.ts';
import type { RootField } from './bounds.ts';
import { guard } from './guard.ts';

interface Rules {
  contract: Contract;
  scalars: ScalarParsers;
  authorize: Readonly<Record<string, Authorize>>;
}

/** Root fields by coordinate, such as `Query.events`. */
function rootFields(schema: GraphQLSchema): Map<string, GraphQLField<unknown, Context>> {
  const types: (GraphQLObjectType<unknown, Context> | null | undefined)[] = [schema.getQueryType(), schema.getMutationType()];
  return new Map(
    types.flatMap((type) => Object.values(type?.getFields() ?? {}).map((field) => [`${type?.name}.${field.name}`, field] as const)),
  );
}

function describe(coordinate: string, field: GraphQLField<unknown, Context>, { contract, scalars }: Rules): RootField {
  const input = field.args.find(({ name }) => name === 'input');
  return {
    isMutation: coordinate.startsWith('Mutation.'),
    args: field.args.filter((argument) => argument !== input).map((argument) => param(argument, contract.revision, scalars)),
    input: (input && contract.inputs.get(getNamedType(input.type).name)) ?? [],
  };
}

/**
 * Wraps the resolvers of all root fields in place.
 * @param annotated the same schema, with the directives of the contract
 * @throws Error naming root fields without resolver, mutations without authorisation, and authorisations without field
 */
export function guardRootFields(schema: GraphQLSchema, annotated: GraphQLSchema, rules: Rules): void {
  const complaints: string[] = [];
  const described = rootFields(annotated);
  const fields = rootFields(schema);
  for (const [coordinate, field] of fields) {
    const allowed = rules.authorize[coordinate];
    const source = described.get(coordinate);
    // Forgetting to think of rights must not mean that everyone may write.
    if (coordinate.startsWith('Mutation.') && !allowed) complaints.push(`${coordinate} says nothing about who may run it`);
    if (!field.resolve || !source) complaints.push(`${coordinate} has no resolver`);
    else field.resolve = guard(describe(coordinate, source, rules), allowed, field.resolve);
  }
  for (const coordinate of Object.keys(rules.authorize))
    if (!fields.has(coordinate)) complaints.push(`${coordinate} has authorisation but does not exist`);
  if (complaints.length > 0) throw new Error(`The schema is not complete:\n${complaints.join('\n')}`);
}
