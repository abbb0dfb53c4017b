import type { GraphQLResolveInfo } from 'graphql';
import type { Entities } from '../../platform/postgres/orm.ts';
import type { Context } from '../context/context.ts';
import type {
  MutationResolvers,
  QueryResolvers,
  Resolvers,
  SubscriptionResolveFn,
  SubscriptionResolvers,
} from '../generated/schema.ts';
import type { Checks } from './checks.ts';
import type { ResolveFunction, ResultOf } from './complete.ts';
import type { ShownChange, SubscriptionScope } from './following.ts';

/** Identifies the record of an operation; one member is set. */
export interface Target {
  id?: number | undefined;
  slug?: string | undefined;
  name?: string | undefined;
  login?: string | undefined;
}

/** The argument `by` of an operation on one record. */
interface By {
  databaseId?: number;
  slug?: string;
  name?: string;
  login?: string;
}

export const targetOf = ({ databaseId, slug, name, login }: By): Target => ({
  id: databaseId,
  slug,
  name,
  login,
});

/**
 * Checks whether the caller may run an operation on its target, before any argument is read.
 * @returns the target record, an argument of every later step
 * @throws ServiceError 401, 403, 404 or 410
 */
export type Authorize<Authorized = unknown> = (context: Context, target: Target) => Promise<Authorized>;

/** Arguments, and fields of `input`, without the invalid ones. */
type ValidArgs<Args> = Args extends { input: infer Input }
  ? Partial<Omit<Args, 'input'>> & { input: Partial<Input> }
  : Partial<Args>;

/**
 * A field of Query or Mutation, in steps. api/graphql/operation-validator.ts runs `authorize` before it reads the
 * arguments, `check` only if some arguments are invalid, and `run` if all are valid.
 */
export interface OperationSteps<Args, Result, Authorized = unknown> {
  /** See {@link Authorize}. Without it all callers may run the operation, which then filters its own result. */
  authorize?(context: Context, target: Target): Promise<Authorized>;
  /** Finds the problems of the remaining arguments, so that one response reports all. Stores nothing. */
  check?(context: Context, args: ValidArgs<Args>, checks: Checks, authorized: Authorized): Promise<unknown>;
  run(context: Context, args: Args, authorized: Authorized, info: GraphQLResolveInfo): Promise<Result>;
}

/** A mutation. Requires `authorize` at compile time, so that rights cannot be forgotten. */
export type Guarded<Args, Result, Authorized = unknown> = OperationSteps<Args, Result, Authorized> & {
  authorize: Authorize<Authorized>;
};

/** An operation on one record. `authorize` loads it, and the other steps receive it with its type. */
export const onRecord = <Args, Result, Authorized>(
  authorize: Authorize<Authorized>,
  steps: Omit<OperationSteps<Args, Result, Authorized>, 'authorize'>,
): Guarded<Args, Result> => ({ authorize, ...steps });

/** A field of Subscription. Its arguments are checked once, like those of a query. */
export interface SubscriptionSteps<Args, Result> {
  /**
   * Returns the records to follow. Called once all arguments are valid on their own.
   * @throws ServiceError for records that the caller may not follow
   */
  follow(context: Context, args: Args, info: GraphQLResolveInfo): Promise<SubscriptionScope>;
  /** Returns the payload of one change, with the rights that the caller has at that time. */
  run(context: Context, args: Args, change: ShownChange, info: GraphQLResolveInfo): Promise<Result>;
}

type StepsOfSubscription<R> =
  Extract<R, { subscribe: unknown; resolve: unknown }> extends {
    resolve: SubscriptionResolveFn<infer Result, never, Context, infer Args>;
  }
    ? SubscriptionSteps<Args, Awaited<Result>>
    : never;

type ArgsOf<R> = Parameters<Extract<R, ResolveFunction>>[1];

type AnyComputedFields = Readonly<Record<string, (record: never, context: Context) => unknown>>;

/** The contribution of a resource folder to the schema; one line in resources.ts. */
export interface Resource {
  queries?: {
    [Name in keyof QueryResolvers]?: OperationSteps<
      ArgsOf<QueryResolvers[Name]>,
      ResultOf<QueryResolvers[Name]>
    >;
  };
  mutations?: {
    [Name in keyof MutationResolvers]?: Guarded<
      ArgsOf<MutationResolvers[Name]>,
      ResultOf<MutationResolvers[Name]>
    >;
  };
  subscriptions?: {
    [Name in keyof SubscriptionResolvers]?: StepsOfSubscription<SubscriptionResolvers[Name]>;
  };
  /** See {@link ComputedFields}. */
  computed?: { readonly [Type in keyof Resolvers]?: AnyComputedFields };
  /** Resolvers of the other fields without a column. */
  resolvers: Omit<Resolvers, 'Query' | 'Mutation' | 'Subscription'>;
  entities: Entities;
}

export const entitiesOf = (resources: Readonly<Record<string, Resource>>): Entities =>
  Object.values(resources).flatMap(({ entities }) => entities);
