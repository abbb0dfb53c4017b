import { BadValue, invalidParams, type Problems, type ServiceError } from '../../lib/errors.ts';
import type { Context } from '../context/context.ts';

/**
 * Collects the problems of all parameters of an operation, so that one response reports them together
 * (rules#errors). Run every check through {@link run}, then call {@link assertValid} before reading or writing.
 */
export class Checks {
  readonly #problems: Problems = {};

  /** The problems so far, by parameter. */
  get problems(): Readonly<Problems> {
    return this.#problems;
  }

  /** Whether any of the parameters has failed already, to skip checks that depend on them. */
  hasFailed(...names: string[]): boolean {
    for (const name of names) if (Object.hasOwn(this.#problems, name)) return true;
    return false;
  }

  add(name: string, message: string, code = 'rest_invalid_value', inGraphql?: string): void {
    if (!this.hasFailed(name))
      this.#problems[name] = { message, code, ...(inGraphql && { graphqlMessage: inGraphql }) };
  }

  /**
   * Calls `check` with the arguments. A BadValue becomes the problem of the parameter, and the result is
   * undefined; other errors are thrown.
   */
  async run<Args extends readonly unknown[], T>(
    name: string,
    check: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T | undefined> {
    try {
      return await check(...args);
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      this.add(name, error.message, error.code, error.graphqlMessage);
      return undefined;
    }
  }

  /** @throws ServiceError rest_invalid_param with all problems */
  assertValid(): void {
    if (Object.keys(this.#problems).length > 0) throw invalidParams(this.#problems);
  }
}

/**
 * Converts one field of a filter into a condition, or null for no condition. May query the database. Throws
 * BadValue for an invalid value.
 * @param checks the problems of the other fields so far
 */
export type Filter<V, C, Args = object> = (
  value: V,
  context: Context,
  args: Args,
  checks: Checks,
) => C | null | Promise<C | null>;

/**
 * An entry for each field of a filter, so that the compiler reports missing ones. `null` for fields without a
 * condition of their own.
 */
export type Filters<Args, C> = {
  [Name in keyof Required<Args>]: Filter<NonNullable<Args[Name]>, C, Args> | null;
};

/**
 * Converts a filter into conditions. Checks all fields before it returns or throws.
 * @throws ServiceError rest_invalid_param
 */
export async function filterConditions<Args extends object, C>(
  context: Context,
  filters: Filters<Args, C>,
  args: Args,
  collected?: Checks,
): Promise<C[]> {
  let checks = collected;
  const pending: Promise<C | null | undefined>[] = [];
  for (const name of Object.keys(filters) as (keyof Args & string)[]) {
    const filter = filters[name];
    const value = args[name];
    if (!filter || value === undefined || value === null) continue;
    checks ??= new Checks();
    pending.push(checks.run(name, filter, value, context, args, checks));
  }
  const conditions: C[] = [];
  for (const condition of await Promise.all(pending))
    if (condition !== null && condition !== undefined) conditions.push(condition);
  checks?.assertValid();
  return conditions;
}

/** @returns the error rest_invalid_param for one parameter */
export const invalid = (name: string, message: string): ServiceError =>
  invalidParams({ [name]: { message, code: 'rest_invalid_value' } });
