import type { Context } from '../context/context.ts';

export type Resolve = (...args: never[]) => unknown;
export type AnswerOf<Resolver> = Awaited<ReturnType<Extract<Resolver, Resolve>>>;

/**
 * Fields that follow from a record alone. They are computed once it is read, and hide what is stored under
 * their names (api/graphql/computed-fields.ts).
 */
export type Computed<Stored, Resolvers> = {
  readonly [Name in keyof Resolvers]?: (record: Stored, context: Context) => AnswerOf<Resolvers[Name]>;
};

/** A record with its computed fields. */
export type WithComputed<Stored, Fields> = Omit<Stored, keyof Fields> & {
  [Name in keyof Fields]: AnswerOf<Fields[Name]>;
};

/**
 * Names of the fields of a GraphQL type that its record lacks, or has with another type. `id` is computed in
 * domain/nodes/ for all types.
 */
type Missing<Type, Stored, Resolvers> = {
  [Name in Exclude<keyof Type & keyof Resolvers, 'id'>]: Name extends keyof Stored
    ? Stored[Name] extends AnswerOf<Resolvers[Name]> | Type[Name]
      ? never
      : Name
    : Name;
}[Exclude<keyof Type & keyof Resolvers, 'id'>];

/**
 * The resolvers of a GraphQL type. The compiler demands one for each field that the record lacks, or has with
 * another type: without a resolver such a field would always be null.
 */
export type Complete<Type, Stored, Resolvers> = Resolvers &
  Required<Pick<Resolvers, Missing<Type, Stored, Resolvers>>>;
