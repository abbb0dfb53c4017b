import type { Context } from '../context/context.ts';

export type ResolveFunction = (...args: never[]) => unknown;
export type ResultOf<Resolver> = Awaited<ReturnType<Extract<Resolver, ResolveFunction>>>;

/**
 * Fields that follow from the record alone. They override stored fields with the same name
 * (api/graphql/operations.ts).
 */
export type ComputedFields<Stored, Resolvers> = {
  readonly [Name in keyof Resolvers]?: (record: Stored, context: Context) => ResultOf<Resolvers[Name]>;
};

/** A record with its computed fields. */
export type WithComputed<Stored, Fields> = Omit<Stored, keyof Fields> & {
  [Name in keyof Fields]: ResultOf<Fields[Name]>;
};

/**
 * The names of the fields of a GraphQL type that its record lacks, or has with a different type; without `id`,
 * which domain/nodes/ computes for all types.
 */
type MissingFields<Type, Stored, Resolvers> = {
  [Name in Exclude<keyof Type & keyof Resolvers, 'id'>]: Name extends keyof Stored
    ? Stored[Name] extends ResultOf<Resolvers[Name]> | Type[Name]
      ? never
      : Name
    : Name;
}[Exclude<keyof Type & keyof Resolvers, 'id'>];

/**
 * The resolvers of a GraphQL type. The compiler requires one for each field that the record lacks, or has with a
 * different type: without a resolver the field would always be null.
 */
export type CompleteResolvers<Type, Stored, Resolvers> = Resolvers &
  Required<Pick<Resolvers, MissingFields<Type, Stored, Resolvers>>>;
