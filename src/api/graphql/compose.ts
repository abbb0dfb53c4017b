import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import type { Context } from '../../domain/context/context.ts';
import type { OperationSteps, SubscriptionSteps } from '../../domain/resource/resource.ts';
import type { Form } from './answer-forms.ts';
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
  /** Of fields of Query, Mutation and Subscription. */
  readonly operation: OperationSteps<Args, unknown> | undefined;
  /** Of fields of Subscription. */
  readonly follow: SubscriptionSteps<Args, unknown>['follow'] | undefined;
  /** Of these, and of fields that take the same arguments as one of them. */
  readonly validator: OperationValidator | undefined;
  /** Of other fields; undefined for properties of their record. */
  readonly resolver: ResourceResolver | undefined;
  /** Of fields that callers are answered in another form than that of REST. */
  readonly form: Form | undefined;
}

/**
 * The resolver of a field, from outside to inside: it gives the answer its form, authorises the caller and validates the
 * arguments unless that was done before, and resolves. Undefined for properties of records that need none of this.
 */
export function compose(name: string, field: FieldParts): Resolver | Subscribing | undefined {
  const { operation, follow, validator, form } = field;
  const resolve = resolveOf(field);
  if (!resolve) return form && ofProperty(name, form);
  if (!validator) return form ? inForm(resolve, form) : resolve;
  if (follow) return { subscribe: following(validator, follow), resolve };
  return operation ? authorizedAndValidated(validator, resolve) : validated(validator, resolve);
}

function resolveOf({ operation, resolver }: FieldParts): Resolve | undefined {
  if (operation) return (record, args, { context }, info) => operation.run(context, args, record, info);
  return resolver && ((record, args, { context }, info) => resolver(record, args, context, info));
}

const ofProperty =
  (name: string, form: Form): Resolver =>
  (record, _args, execution) => {
    const value: unknown = Reflect.get(Object(record), name);
    return execution.validated ? value : form(value);
  };

const inForm =
  (resolve: Resolve, form: Form): Resolver =>
  (record, args, execution, info) => {
    const value = resolve(record, args, execution, info);
    if (execution.validated) return value;
    return value instanceof Promise ? value.then(form) : form(value);
  };

const authorizedAndValidated =
  (validator: OperationValidator, resolve: Resolve): Resolver =>
  async (_source, args, execution, info) => {
    if (execution.validated) return resolve(execution.validated.record, args, execution, info);
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
    if (execution.validated) return resolve(parent, args, execution, info);
    const values = await validator.validate(execution.context, args, parent);
    try {
      return await resolve(parent, values, execution, info);
    } catch (error) {
      throw validator.atArgumentPaths(error);
    }
  };
