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
import type { AnswerOf, Resolve } from './complete.ts';
import type { Following, ShownChange } from './following.ts';

/** What names the record that an operation is about: one of these. */
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
 * Decides whether the caller may run an operation on its target, before any argument is read.
 * @returns the record that it is about, an argument of every later step
 * @throws ServiceError 401, 403, 404 or 410
 */
export type Authorize<Authorized = unknown> = (context: Context, target: Target) => Promise<Authorized>;

/** Arguments, and fields of `input`, without the invalid ones. */
type Incomplete<Args> = Args extends { input: infer Input }
  ? Partial<Omit<Args, 'input'>> & { input: Partial<Input> }
  : Partial<Args>;

/**
 * A field of Query or Mutation, in steps: api/graphql/operation-validator.ts runs the first before it reads the
 * arguments, the second only when some of them are wrong, and the third when all are right.
 */
export interface OperationSteps<Args, Answer, Authorized = unknown> {
  /**
   * See {@link Authorize}. Without it everybody may run the operation, which itself decides what it shows.
   */
  authorize?(context: Context, target: Target): Promise<Authorized>;
  /**
   * Finds what is wrong with the remaining arguments, so that one answer names everything. Stores nothing.
   */
  check?(context: Context, args: Incomplete<Args>, checks: Checks, authorized: Authorized): Promise<unknown>;
  /** Carries it out. */
  run(context: Context, args: Args, authorized: Authorized, info: GraphQLResolveInfo): Promise<Answer>;
}

/** A mutation without `authorize` does not compile, so that rights cannot be forgotten. */
export type Guarded<Args, Answer, Authorized = unknown> = OperationSteps<Args, Answer, Authorized> & {
  authorize: Authorize<Authorized>;
};

/** An operation on one record, which `authorize` reads; it is an argument of the other steps, with its type. */
export const onRecord = <Args, Answer, Authorized>(
  authorize: Authorize<Authorized>,
  steps: Omit<OperationSteps<Args, Answer, Authorized>, 'authorize'>,
): Guarded<Args, Answer> => ({ authorize, ...steps });

/** A field of Subscription. What its arguments may be is checked as for a query, once. */
export interface SubscriptionSteps<Args, Answer> {
  /**
   * What is followed. Called once all arguments are right by themselves.
   * @throws ServiceError for what the caller may not follow
   */
  follow(context: Context, args: Args, info: GraphQLResolveInfo): Promise<Following>;
  /** Answers one change, with the rights that the caller has then. */
  run(context: Context, args: Args, change: ShownChange, info: GraphQLResolveInfo): Promise<Answer>;
}

/** Arguments and answer of a field of Subscription. */
type Subscribing<R> =
  Extract<R, { subscribe: unknown; resolve: unknown }> extends {
    resolve: SubscriptionResolveFn<infer Answer, never, Context, infer Args>;
  }
    ? SubscriptionSteps<Args, Awaited<Answer>>
    : never;

type ArgsOf<R> = Parameters<Extract<R, Resolve>>[1];

/** Fields that follow from a record alone, by name. */
type Computing = Readonly<Record<string, (record: never, context: Context) => unknown>>;

/** What a resource folder gives to the schema: one line in resources.ts. */
export interface Resource {
  queries?: {
    [Name in keyof QueryResolvers]?: OperationSteps<
      ArgsOf<QueryResolvers[Name]>,
      AnswerOf<QueryResolvers[Name]>
    >;
  };
  mutations?: {
    [Name in keyof MutationResolvers]?: Guarded<
      ArgsOf<MutationResolvers[Name]>,
      AnswerOf<MutationResolvers[Name]>
    >;
  };
  subscriptions?: { [Name in keyof SubscriptionResolvers]?: Subscribing<SubscriptionResolvers[Name]> };
  /** Fields of the types below that follow from their records; see {@link Computed}. */
  computed?: { readonly [Type in keyof Resolvers]?: Computing };
  /** Resolvers of their other fields that are not columns. */
  resolvers: Omit<Resolvers, 'Query' | 'Mutation' | 'Subscription'>;
  entities: Entities;
}

export const storedBy = (resources: Readonly<Record<string, Resource>>): Entities =>
  Object.values(resources).flatMap(({ entities }) => entities);
