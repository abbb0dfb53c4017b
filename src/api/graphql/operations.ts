import { type GraphQLField, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { OperationSteps, Resource, SubscriptionSteps } from '../../domain/resource/resource.ts';
import { type ParamSource, param } from '../contract/params.ts';
import type { Contract } from '../contract/types.ts';
import { answerForms } from './answer-forms.ts';
import type { FieldParts, ResourceResolver } from './compose.ts';
import { type Args, type ContractField, OperationValidator, type Steps } from './operation-validator.ts';

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

// Their types agree with those of the schema, which generated them.
const followsOf = (resources: readonly Resource[]): ByCoordinate<SubscriptionSteps<Args, unknown>> =>
  byCoordinate(resources.map(({ subscriptions }) => ['Subscription', subscriptions] as const));

const resolversOf = (resources: readonly Resource[]): ByCoordinate<ResourceResolver> =>
  byCoordinate(resources.flatMap(({ resolvers }) => Object.entries(resolvers)));

/** Makes a field of a record. */
type Make = (record: unknown, context: Context) => unknown;

// A schema passes them only records of their type, so the types agree.
const computedOf = (resources: readonly Resource[]): ByCoordinate<Make> =>
  byCoordinate(resources.flatMap(({ computed = {} }) => Object.entries(computed)));

const computing =
  (make: Make): ResourceResolver =>
  (record, _args, context) =>
    make(record, context);

/** The fields of all object types of a schema, but for those of introspection. */
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
  args: field.args.map((argument) => param(argument, from)),
  inputs: contract.inputs,
});

/** The steps of a list below the root: the arguments are checked as those of the root list of the same type. */
function stepsBelow(
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
 * What the fields of all object types are made of, by coordinate.
 * @param annotated the schema with the directives of the contract
 * @throws Error naming root fields without an operation, mutations without authorisation, and operations and
 * resolvers without a field
 */
export function fieldParts(
  annotated: GraphQLSchema,
  resources: readonly Resource[],
  rules: Rules,
): ByCoordinate<FieldParts> {
  const complaints: string[] = [];
  const operations = operationsOf(resources);
  const resolvers = resolversOf(resources);
  const computed = computedOf(resources);
  const forms = answerForms(annotated);
  const follows = followsOf(resources);
  const fields = fieldsOf(annotated);
  const parts = new Map<string, FieldParts>();
  for (const [coordinate, field] of fields) {
    const operation = operations.get(coordinate);
    const make = computed.get(coordinate);
    const resolver = resolvers.get(coordinate) ?? (make && computing(make));
    const steps = operation ?? (field.args.length > 0 ? stepsBelow(field, fields, operations) : undefined);
    if (isMutation(coordinate) && operation && !operation.authorize)
      complaints.push(`${coordinate} says nothing about who may run it`);
    if (isRoot(coordinate) && !operation) complaints.push(`${coordinate} has no operation`);
    if (!operation && field.args.length > 0 && !resolver) complaints.push(`${coordinate} has no resolver`);
    const validator = steps && new OperationValidator(contractField(coordinate, field, rules), steps);
    const follow = follows.get(coordinate)?.follow;
    parts.set(coordinate, { operation, follow, validator, resolver, form: forms.get(coordinate) });
  }
  for (const coordinate of operations.keys())
    if (!fields.has(coordinate)) complaints.push(`${coordinate} has an operation but does not exist`);
  for (const coordinate of resolvers.keys())
    if (!fields.has(coordinate)) complaints.push(`${coordinate} has a resolver but does not exist`);
  if (complaints.length > 0) throw new Error(`The schema is not complete:\n${complaints.join('\n')}`);
  return parts;
}

export const validatorsOf = (fields: ByCoordinate<FieldParts>): OperationValidators =>
  new Map(
    [...fields].flatMap(([coordinate, { operation, validator }]) =>
      operation && validator ? [[coordinate, validator] as const] : [],
    ),
  );
