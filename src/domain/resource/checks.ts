import { BadValue, invalidParams, type Problems, type ServiceError } from '../../lib/errors.ts';
import type { Context } from '../context/context.ts';

/**
 * Collects what is wrong with the parameters of one operation, so that one answer names everything
 * (rules#errors). Run every check through {@link run}, then call {@link done} before anything is read or
 * written.
 */
export class Checks {
  readonly #problems: Problems = {};

  /** The problems so far, by parameter. */
  get problems(): Readonly<Problems> {
    return this.#problems;
  }

  /** Whether a parameter has failed already, so that checks building on it can be left out. */
  failed(...names: string[]): boolean {
    for (const name of names) if (Object.hasOwn(this.#problems, name)) return true;
    return false;
  }

  add(name: string, message: string, code = 'rest_invalid_value', inGraphql?: string): void {
    if (!this.failed(name)) this.#problems[name] = { message, code, ...(inGraphql && { inGraphql }) };
  }

  /**
   * Calls `check` with the arguments, and returns its result. A BadValue becomes the problem of the
   * parameter, and the result is undefined; other errors are thrown.
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
      this.add(name, error.message, error.code, error.inGraphql);
      return undefined;
    }
  }

  /** @throws ServiceError rest_invalid_param with all problems */
  done(): void {
    if (Object.keys(this.#problems).length > 0) throw invalidParams(this.#problems);
  }
}

/**
 * Turns one field of a filter into a condition; null when it makes no difference. May read the database.
 * Throws BadValue for a wrong value.
 * @param checks the problems of the other fields so far
 */
export type Filter<V, C, Args = object> = (
  value: V,
  context: Context,
  args: Args,
  checks: Checks,
) => C | null | Promise<C | null>;

/**
 * One entry for each field of a filter, so that the compiler notices a missing one. It is `null` for fields that
 * make no condition by themselves.
 */
export type Filters<Args, C> = {
  [Name in keyof Required<Args>]: Filter<NonNullable<Args[Name]>, C, Args> | null;
};

/**
 * Turns a filter into conditions, checking all of its fields before it answers.
 * @throws ServiceError rest_invalid_param
 */
export async function foldFilters<Args extends object, C>(
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
  checks?.done();
  return conditions;
}

/** @throws ServiceError rest_invalid_param naming one parameter */
export const invalid = (name: string, message: string): ServiceError =>
  invalidParams({ [name]: { message, code: 'rest_invalid_value' } });
