/** Fields of a GraphQL type that its record does not show as they are. */
type Computed<Type, Stored> = {
  [Name in keyof Type]: Name extends keyof Stored ? (Stored[Name] extends Type[Name] ? never : Name) : Name;
}[keyof Type];

/**
 * The resolvers of a GraphQL type, none missing: the compiler insists on one for each field that the record
 * does not have, or has as something else. Without it, such a field would be null for ever.
 */
export type Complete<Type, Stored, Resolvers> = Resolvers &
  Required<Pick<Resolvers, Computed<Type, Stored> & keyof Resolvers>>;
