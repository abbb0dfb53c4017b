import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { OperationSteps, SubscriptionSteps } from '../../domain/resource/resource.ts';
import type { Compute, ComputedValues } from './computed-values.ts';
import type { Execution, ServiceExecution } from './execution.ts';
import type { Args, OperationValidator } from './operation-validator.ts';
import type { ValueConverter } from './output-converters.ts';

export type ResourceResolver = GraphQLFieldResolver<unknown, Context, Args>;
type Resolver = GraphQLFieldResolver<unknown, Execution, Args>;
type ServiceResolver = GraphQLFieldResolver<unknown, ServiceExecution, Args>;
/** A field of Subscription: its source of changes, and the resolver of each change. */
interface SubscriptionResolver {
  readonly subscribe: GraphQLFieldResolver<unknown, Execution, Args, Promise<AsyncIterable<unknown>>>;
  readonly resolve: Resolver;
}
/**
 * Resolves a field after authorization and validation.
 * @param record for an operation the authorized record, for other fields the parent
 */
type Resolve = (record: unknown, args: Args, execution: Execution, info: GraphQLResolveInfo) => unknown;

/** The building blocks of a field of an object type. */
export interface FieldParts {
  /** For fields of Query, Mutation and Subscription. */
  readonly operation: OperationSteps<Args, unknown> | undefined;
  /** For fields of Subscription. */
  readonly follow: SubscriptionSteps<Args, unknown>['follow'] | undefined;
  /** For operations, and for fields that take the same arguments as one. */
  readonly validator: OperationValidator | undefined;
  /** For other fields; undefined for plain properties of a record. */
  readonly resolver: ResourceResolver | undefined;
  /** For fields that follow from their record alone. */
  readonly compute: Compute | undefined;
  /** For fields whose GraphQL value differs from that of REST. */
  readonly form: ValueConverter | undefined;
}

/**
 * Composes the resolver of a field in the schema of callers: it authorizes the caller and validates the arguments,
 * resolves, and converts the result. Undefined for plain properties.
 */
export function compose(name: string, field: FieldParts): Resolver | SubscriptionResolver | undefined {
  const { operation, follow, validator, form } = field;
  const resolve = resolveOf(field);
  if (!resolve) return form && ((record) => form(Reflect.get(Object(record), name)));
  if (!validator) return form ? converted(resolve, form) : resolve;
  if (follow) return { subscribe: subscribing(validator, follow), resolve };
  return operation ? authorizedAndValidated(validator, resolve) : validated(validator, resolve);
}

/**
 * Composes the resolver of a field in the schema of the service's own documents. These are authorized and validated
 * before, and get values in the form of REST. Undefined for plain properties, and for computed fields, which
 * {@link ComputedValues} adds to the records.
 */
export function composeForService(
  { operation, resolver }: FieldParts,
  values: ComputedValues,
): ServiceResolver | undefined {
  if (operation)
    return (_source, args, execution, info) =>
      values.complete(() => operation.run(execution.context, args, execution.record, info), execution, info);
  return (
    resolver &&
    ((record, args, execution, info) =>
      values.complete(() => resolver(record, args, execution.context, info), execution, info))
  );
}

function resolveOf({ operation, resolver, compute }: FieldParts): Resolve | undefined {
  if (operation) return (record, args, { context }, info) => operation.run(context, args, record, info);
  if (compute) return (record, _args, { context }) => compute(record, context);
  return resolver && ((record, args, { context }, info) => resolver(record, args, context, info));
}

const converted =
  (resolve: Resolve, form: ValueConverter): Resolver =>
  (record, args, execution, info) => {
    const value = resolve(record, args, execution, info);
    return value instanceof Promise ? value.then(form) : form(value);
  };

const authorizedAndValidated =
  (validator: OperationValidator, resolve: Resolve): Resolver =>
  async (_source, args, execution, info) => {
    const { record, variables } = await validator.authorizeAndValidate(execution, args);
    try {
      return await resolve(record, variables, execution, info);
    } catch (error) {
      throw validator.atArgumentPaths(error);
    }
  };

const subscribing =
  (
    validator: OperationValidator,
    follow: SubscriptionSteps<Args, unknown>['follow'],
  ): SubscriptionResolver['subscribe'] =>
  async (_source, args, execution, info) => {
    if (!execution.follow) throw new Error('a subscription was run without a source of changes');
    const { variables } = await validator.authorizeAndValidate(execution, args);
    try {
      return await execution.follow(await follow(execution.context, variables, info));
    } catch (error) {
      throw validator.atArgumentPaths(error);
    }
  };

const validated =
  (validator: OperationValidator, resolve: Resolve): Resolver =>
  async (parent, args, execution, info) => {
    const values = await validator.validate(execution.context, args, parent);
    try {
      return await resolve(parent, values, execution, info);
    } catch (error) {
      throw validator.atArgumentPaths(error);
    }
  };
