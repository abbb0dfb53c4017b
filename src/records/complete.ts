/** Names of the fields of a GraphQL type that its record lacks, or has with another type. */
type Computed<Type, Stored> = {
  [Name in keyof Type]: Name extends keyof Stored ? (Stored[Name] extends Type[Name] ? never : Name) : Name;
}[keyof Type];

/**
 * The resolvers of a GraphQL type. The compiler demands one for each field that the record lacks, or has with
 * another type: without a resolver such a field would always be null.
 */
export type Complete<Type, Stored, Resolvers> = Resolvers &
  Required<Pick<Resolvers, Computed<Type, Stored> & keyof Resolvers>>;
