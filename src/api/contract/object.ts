/** Whether a value is what JSON calls an object: no list, and not null. Its members have the type that one says. */
export const isObject = <Member = unknown>(value: unknown): value is Record<string, Member> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
