/** Whether a value is a JSON object: not an array, not null. The type of its members is not checked. */
export const isObject = <Member = unknown>(value: unknown): value is Record<string, Member> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A member of any value; undefined without one. */
export const property = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

/** The `code` of an error of Node or PostgreSQL; undefined without one. */
export const errorCode = (error: unknown): unknown => property(error, 'code');
