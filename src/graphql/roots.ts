import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import { applied } from '../contract/directives.ts';
import { type ParamSource, param } from '../contract/params.ts';
import type { Contract } from '../contract/types.ts';
import type { Authorize } from '../records/resource.ts';
import type { RootField } from './bounds.ts';
import { guard } from './guard.ts';

interface Rules {
  contract: Contract;
  from: ParamSource;
  authorize: Readonly<Record<string, Authorize>>;
}

/** Root fields by coordinate, such as `Query.events`. */
function rootFields(schema: GraphQLSchema): Map<string, GraphQLField<unknown, Context>> {
  const types: (GraphQLObjectType<unknown, Context> | null | undefined)[] = [
    schema.getQueryType(),
    schema.getMutationType(),
  ];
  return new Map(
    types.flatMap((type) =>
      Object.values(type?.getFields() ?? {}).map((field) => [`${type?.name}.${field.name}`, field] as const),
    ),
  );
}

function describe(
  coordinate: string,
  field: GraphQLField<unknown, Context>,
  { contract, from }: Rules,
): RootField {
  const input = field.args.find(({ name }) => name === 'input');
  return {
    isRoot: /^(Query|Mutation)\./.test(coordinate),
    isMutation: coordinate.startsWith('Mutation.'),
    args: field.args.filter((argument) => argument !== input).map((argument) => param(argument, from)),
    input: (input && contract.inputs.get(getNamedType(input.type).name)) ?? [],
    inputs: contract.inputs,
  };
}

/**
 * Fields below the root that take the arguments of a root field: what the contract says of these holds for
 * them too.
 */
function borrowers(schema: GraphQLSchema): (readonly [type: string, field: string])[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  return types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      applied(field.astNode, 'argumentsOf').length > 0 ? [[type.name, field.name] as const] : [],
    ),
  );
}

const fieldOf = (
  schema: GraphQLSchema,
  type: string,
  field: string,
): GraphQLField<unknown, Context> | undefined => {
  const owner = schema.getType(type);
  return isObjectType(owner) ? owner.getFields()[field] : undefined;
};

/**
 * Wraps the resolvers of all root fields in place, and of those that take the arguments of one.
 * @param annotated the same schema, with the directives of the contract
 * @throws Error naming root fields without resolver, mutations without authorisation, and authorisations
 * without field
 */
export function guardRootFields(schema: GraphQLSchema, annotated: GraphQLSchema, rules: Rules): void {
  const complaints: string[] = [];
  const described = rootFields(annotated);
  const fields = rootFields(schema);
  for (const [coordinate, field] of fields) {
    const allowed = rules.authorize[coordinate];
    const source = described.get(coordinate);
    // Forgetting to think of rights must not mean that everyone may write.
    if (coordinate.startsWith('Mutation.') && !allowed)
      complaints.push(`${coordinate} says nothing about who may run it`);
    if (!field.resolve || !source) complaints.push(`${coordinate} has no resolver`);
    else field.resolve = guard(describe(coordinate, source, rules), allowed, field.resolve);
  }
  for (const [type, name] of borrowers(annotated)) {
    const source = fieldOf(annotated, type, name);
    const field = fieldOf(schema, type, name);
    if (!field?.resolve || !source) complaints.push(`${type}.${name} has no resolver`);
    else field.resolve = guard(describe(`${type}.${name}`, source, rules), undefined, field.resolve);
  }
  for (const coordinate of Object.keys(rules.authorize))
    if (!fields.has(coordinate)) complaints.push(`${coordinate} has authorisation but does not exist`);
  if (complaints.length > 0) throw new Error(`The schema is not complete:\n${complaints.join('\n')}`);
}
