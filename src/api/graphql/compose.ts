import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getNamedType,
  isCompositeType,
} from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { OperationSteps, SubscriptionSteps } from '../../domain/resource/resource.ts';
import type { ComputedFields } from './computed-fields.ts';
import type { Execution } from './execution.ts';
import type { Args, OperationValidator } from './operation-validator.ts';

/** A resolver as resources have them. */
export type ResourceResolver = GraphQLFieldResolver<unknown, Context, Args>;
type Resolver = GraphQLFieldResolver<unknown, Execution, Args>;
/** A field of Subscription: its changes, and what is answered of each. */
interface Subscribing {
  readonly subscribe: GraphQLFieldResolver<unknown, Execution, Args, Promise<AsyncIterable<unknown>>>;
  readonly resolve: Resolver;
}
/**
 * Resolves a field that may be resolved, with arguments that are valid.
 * @param record of an operation the record that was authorised; of other fields the one that has the field
 */
type Resolve = (record: unknown, args: Args, execution: Execution, info: GraphQLResolveInfo) => unknown;

/** What a field of an object type is made of. */
export interface FieldParts {
  readonly parent: GraphQLObjectType;
  readonly type: GraphQLOutputType;
  /** Of fields of Query, Mutation and Subscription. */
  readonly operation: OperationSteps<Args, unknown> | undefined;
  /** Of fields of Subscription. */
  readonly follow: SubscriptionSteps<Args, unknown>['follow'] | undefined;
  /** Of these, and of fields that take the same arguments as one of them. */
  readonly validator: OperationValidator | undefined;
  /** Of other fields; undefined for properties of their record. */
  readonly resolver: ResourceResolver | undefined;
}

/**
 * The resolver of a field in the schema for callers, from outside to inside: it computes fields of the records
 * that are answered, authorises the caller and validates the arguments, and resolves.
 * Undefined for properties of records that need none of this.
 */
export function composePublic(
  field: FieldParts,
  computed: ComputedFields,
): Resolver | Subscribing | undefined {
  const resolve = resolveOf(field);
  if (!resolve) return undefined;
  const { operation, follow, validator } = field;
  if (!validator) return withComputed(field, computed, resolve);
  if (follow)
    return { subscribe: following(validator, follow), resolve: withComputed(field, computed, resolve) };
  const checked = operation ? authorizedAndValidated(validator, resolve) : validated(validator, resolve);
  return withComputed(field, computed, checked);
}

/**
 * The resolver of a field in the schema for operations that were authorised and validated before: it computes
 * fields, and resolves.
 */
export function composeValidated(field: FieldParts, computed: ComputedFields): Resolver | undefined {
  const resolve = resolveOf(field);
  if (!resolve) return undefined;
  return withComputed(field, computed, field.operation ? withAuthorizedRecord(resolve) : resolve);
}

function resolveOf({ operation, resolver }: FieldParts): Resolve | undefined {
  if (operation) return (record, args, { context }, info) => operation.run(context, args, record, info);
  return resolver && ((record, args, { context }, info) => resolver(record, args, context, info));
}

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

const following =
  (
    validator: OperationValidator,
    follow: SubscriptionSteps<Args, unknown>['follow'],
  ): Subscribing['subscribe'] =>
  async (_source, args, execution, info) => {
    if (!execution.follow) throw new Error('a subscription was run without anything that can be followed');
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

const withAuthorizedRecord =
  (resolve: Resolve): Resolver =>
  (_source, args, execution, info) =>
    resolve(execution.record, args, execution, info);

const withComputed = ({ type }: FieldParts, computed: ComputedFields, resolve: Resolver): Resolver =>
  isCompositeType(getNamedType(type)) ? computed.addTo(resolve) : resolve;
