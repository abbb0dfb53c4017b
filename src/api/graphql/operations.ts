import { type GraphQLField, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import type { OperationSteps, Resource, SubscriptionSteps } from '../../domain/resource/resource.ts';
import { buildParam, type ParamSource } from '../contract/params.ts';
import type { Contract } from '../contract/types.ts';
import type { FieldParts, ResourceResolver } from './compose.ts';
import type { Compute } from './computed-values.ts';
import { type Args, type ContractField, OperationValidator, type Steps } from './operation-validator.ts';
import { outputConverters } from './output-converters.ts';

/** Fields by coordinate, such as `Query.events`. */
type ByCoordinate<T> = ReadonlyMap<string, T>;
export type OperationValidators = ByCoordinate<OperationValidator>;

interface Rules {
  contract: Contract;
  from: ParamSource;
}

function byCoordinate<T>(types: readonly (readonly [string, object | undefined])[]): Map<string, T> {
  return new Map(
    types.flatMap(([type, fields = {}]) => {
      const entries: [string, T][] = Object.entries(fields);
      return entries.map(([name, value]) => [`${type}.${name}`, value] as const);
    }),
  );
}

const operationsOf = (resources: readonly Resource[]): ByCoordinate<OperationSteps<Args, unknown>> =>
  byCoordinate(
    resources.flatMap(({ queries, mutations, subscriptions }) => [
      ['Query', queries],
      ['Mutation', mutations],
      ['Subscription', subscriptions],
    ]),
  );

// The types agree with those of the schema, which generated them.
const followsOf = (resources: readonly Resource[]): ByCoordinate<SubscriptionSteps<Args, unknown>> =>
  byCoordinate(resources.map(({ subscriptions }) => ['Subscription', subscriptions] as const));

const resolversOf = (resources: readonly Resource[]): ByCoordinate<ResourceResolver> =>
  byCoordinate(resources.flatMap(({ resolvers }) => Object.entries(resolvers)));

// A schema passes only records of their type, so the types agree.
const computedOf = (resources: readonly Resource[]): ByCoordinate<Compute> =>
  byCoordinate(resources.flatMap(({ computed = {} }) => Object.entries(computed)));

/** The fields of all object types of a schema, without introspection. */
const fieldsOf = (schema: GraphQLSchema): ByCoordinate<GraphQLField<unknown, unknown>> =>
  new Map(
    Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type))
      .filter(({ name }) => !name.startsWith('__'))
      .flatMap((parent) =>
        Object.values(parent.getFields()).map((field) => [`${parent.name}.${field.name}`, field]),
      ),
  );

const isRoot = (coordinate: string): boolean => /^(Query|Mutation|Subscription)\./.test(coordinate);
const isMutation = (coordinate: string): boolean => coordinate.startsWith('Mutation.');

const contractField = (
  coordinate: string,
  field: GraphQLField<unknown, unknown>,
  { contract, from }: Rules,
): ContractField => ({
  isMutation: isMutation(coordinate),
  args: field.args.map((argument) => buildParam(argument, from)),
  inputs: contract.inputs,
});

/** The steps of a nested list: its arguments are checked like those of the root list of the same type. */
function nestedListSteps(
  { type }: GraphQLField<unknown, unknown>,
  fields: ByCoordinate<GraphQLField<unknown, unknown>>,
  operations: ByCoordinate<OperationSteps<Args, unknown>>,
): Steps {
  for (const [coordinate, operation] of operations) {
    const root = fields.get(coordinate);
    const isList = root && coordinate.startsWith('Query.') && getNamedType(root.type) === getNamedType(type);
    if (isList && operation.check) return { check: operation.check.bind(operation) };
  }
  return {};
}

/**
 * Collects the building blocks of all fields, by coordinate.
 * @param annotated the schema with the directives of the contract
 * @throws Error naming root fields without an operation, mutations without authorization, and operations and
 * resolvers without a field
 */
export function fieldParts(
  annotated: GraphQLSchema,
  resources: readonly Resource[],
  rules: Rules,
): ByCoordinate<FieldParts> {
  const mistakes: string[] = [];
  const operations = operationsOf(resources);
  const resolvers = resolversOf(resources);
  const computed = computedOf(resources);
  const forms = outputConverters(annotated);
  const follows = followsOf(resources);
  const fields = fieldsOf(annotated);
  const parts = new Map<string, FieldParts>();
  for (const [coordinate, field] of fields) {
    const operation = operations.get(coordinate);
    const resolver = resolvers.get(coordinate);
    const compute = resolver ? undefined : computed.get(coordinate);
    const steps =
      operation ?? (field.args.length > 0 ? nestedListSteps(field, fields, operations) : undefined);
    if (isMutation(coordinate) && operation && !operation.authorize)
      mistakes.push(`${coordinate} has no authorization`);
    if (isRoot(coordinate) && !operation) mistakes.push(`${coordinate} has no operation`);
    if (!operation && field.args.length > 0 && !resolver) mistakes.push(`${coordinate} has no resolver`);
    const validator = steps && new OperationValidator(contractField(coordinate, field, rules), steps);
    const follow = follows.get(coordinate)?.follow;
    parts.set(coordinate, {
      operation,
      follow,
      validator,
      resolver,
      compute,
      form: forms.get(coordinate),
    });
  }
  for (const coordinate of operations.keys())
    if (!fields.has(coordinate)) mistakes.push(`${coordinate} has an operation but does not exist`);
  for (const coordinate of resolvers.keys())
    if (!fields.has(coordinate)) mistakes.push(`${coordinate} has a resolver but does not exist`);
  if (mistakes.length > 0) throw new Error(`The schema is not complete:\n${mistakes.join('\n')}`);
  return parts;
}

export const validatorsOf = (fields: ByCoordinate<FieldParts>): OperationValidators =>
  new Map(
    [...fields].flatMap(([coordinate, { operation, validator }]) =>
      operation && validator ? [[coordinate, validator] as const] : [],
    ),
  );
