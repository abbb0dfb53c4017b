/** Whether a value is what JSON calls an object: no list, and not null. Its members have the type that one says. */
export const isObject = <Member = unknown>(value: unknown): value is Record<string, Member> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of a value that may be anything; undefined where it has none. */
export const property = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

/** The `code` by which Node and PostgreSQL tell errors apart; undefined without one. */
export const errorCode = (error: unknown): unknown => property(error, 'code');
