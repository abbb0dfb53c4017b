import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { OperationSteps, Resource } from '../../domain/resource/resource.ts';
import { applied, asText } from '../contract/directives.ts';
import { type ParamSource, param } from '../contract/params.ts';
import type { Contract } from '../contract/types.ts';
import { meter } from './metered.ts';
import { type Args, type ContractField, OperationValidator } from './operation-validator.ts';

interface Rules {
  contract: Contract;
  from: ParamSource;
  operations: StepsByName;
}

/** Operations by coordinate, such as `Query.events`. */
type StepsByName = ReadonlyMap<string, OperationSteps<Args, unknown>>;
export type OperationValidators = ReadonlyMap<string, OperationValidator>;

/** The operations of all resources. */
export function operationsOf(resources: readonly Resource[]): StepsByName {
  const of = (type: string, fields: Readonly<Record<string, OperationSteps<Args, unknown>>> = {}) =>
    Object.entries(fields).map(([name, operation]) => [`${type}.${name}`, operation] as const);
  return new Map(
    resources.flatMap(({ queries, mutations }) => [...of('Query', queries), ...of('Mutation', mutations)]),
  );
}

/** Root fields by coordinate. */
function fieldsByCoordinate(schema: GraphQLSchema): Map<string, GraphQLField<unknown, Context>> {
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

function contractField(
  coordinate: string,
  field: GraphQLField<unknown, Context>,
  { contract, from }: Rules,
): ContractField {
  const input = field.args.find(({ name }) => name === 'input');
  return {
    isRoot: /^(Query|Mutation)\./.test(coordinate),
    isMutation: coordinate.startsWith('Mutation.'),
    args: field.args.filter((argument) => argument !== input).map((argument) => param(argument, from)),
    input: input ? (contract.inputs.get(getNamedType(input.type).name) ?? []) : null,
    inputs: contract.inputs,
  };
}

/** A field below the root that takes the arguments of a root field, under the same rules. */
interface Borrower {
  readonly coordinate: string;
  readonly from: string;
  readonly source: GraphQLField<unknown, Context>;
  readonly field: GraphQLField<unknown, Context> | undefined;
}

function borrowers(schema: GraphQLSchema, annotated: GraphQLSchema): Borrower[] {
  const types = Object.values(annotated.getTypeMap()).filter((type) => isObjectType(type));
  return types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((source) => {
      const from = asText(applied(source.astNode, 'argumentsOf')[0]?.field);
      const own = schema.getType(type.name);
      const field = isObjectType(own) ? own.getFields()[source.name] : undefined;
      return from === null ? [] : [{ coordinate: `${type.name}.${source.name}`, from, source, field }];
    }),
  );
}

/** Gives root fields their operations, in place. */
export function resolveRoots(schema: GraphQLSchema, operations: StepsByName): void {
  for (const [coordinate, field] of fieldsByCoordinate(schema)) {
    const operation = operations.get(coordinate);
    if (operation) field.resolve = (found, args, context, info) => operation.run(context, args, found, info);
  }
}

/**
 * Puts a gate, in place, before each root field, and before each field that takes the arguments of one, and
 * meters all fields that find records.
 * @param annotated the same schema, with the directives of the contract
 * @returns the validators of the root fields
 * @throws Error naming root fields without an operation, mutations without authorisation, and operations
 * without a field
 */
export function validateFields(
  schema: GraphQLSchema,
  annotated: GraphQLSchema,
  rules: Rules,
): OperationValidators {
  const complaints: string[] = [];
  const { operations } = rules;
  const described = fieldsByCoordinate(annotated);
  const fields = fieldsByCoordinate(schema);
  meter(schema);
  const validators = new Map<string, OperationValidator>();
  for (const [coordinate, field] of fields) {
    const operation = operations.get(coordinate);
    const source = described.get(coordinate);
    if (coordinate.startsWith('Mutation.') && operation && !operation.authorize)
      complaints.push(`${coordinate} says nothing about who may run it`);
    if (!operation || !field.resolve || !source) complaints.push(`${coordinate} has no operation`);
    else {
      const validator = new OperationValidator(contractField(coordinate, source, rules), operation);
      validators.set(coordinate, validator);
      field.resolve = validator.guard(field.resolve);
    }
  }
  for (const { coordinate, from, source, field } of borrowers(schema, annotated)) {
    const lender = operations.get(from);
    if (!field?.resolve || !lender) complaints.push(`${coordinate} has no resolver`);
    else
      field.resolve = new OperationValidator(contractField(coordinate, source, rules), lender).guard(
        field.resolve,
      );
  }
  for (const coordinate of operations.keys())
    if (!fields.has(coordinate)) complaints.push(`${coordinate} has an operation but does not exist`);
  if (complaints.length > 0) throw new Error(`The schema is not complete:\n${complaints.join('\n')}`);
  return validators;
}
