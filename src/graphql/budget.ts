import {
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';
import { Turns } from '../db/turns.ts';
import { tooComplex } from './document.ts';
import { weightOf } from './weight.ts';

/** Records, nested ones included, that an answer can have. */
export const MAX_RECORDS = 20_000;
/** Values in them; each takes some microseconds. */
const MAX_VALUES = 200_000;
/** After so many values others get their turn: some 20 ms. */
const STRETCH = 3_000;

/** Root fields of a query that are looked up at once: the connections to the database are for everybody. */
const ROOTS_AT_ONCE = 3;

/** What an operation may still answer. */
export class Budget {
  readonly roots = new Turns(ROOTS_AT_ONCE);
  #records = MAX_RECORDS;
  #values = MAX_VALUES;
  #spent: string | null = null;
  #stretch = 0;
  /** When the present stretch begins; undefined in the first. */
  #turn: Promise<unknown> | undefined;

  /**
   * A list, if it can still be afforded, and when it is its turn. Else none: then the whole answer is refused, and what there is of it so far makes
   * no more work.
   * @param weight values in each element
   */
  afford<T>(list: readonly T[], weight: number): readonly T[] | Promise<readonly T[]> {
    const values = list.length * weight;
    this.#records -= list.length;
    this.#values -= values;
    if (this.#records < 0) this.#spent ??= `${MAX_RECORDS} records`;
    if (this.#values < 0) this.#spent ??= `${MAX_VALUES} values`;
    if (this.#spent !== null) return [];
    if (this.#stretch > STRETCH) {
      this.#stretch = 0;
      this.#turn = (this.#turn ?? Promise.resolve()).then(() => new Promise((resolve) => setImmediate(resolve)));
    }
    this.#stretch += values;
    return this.#turn?.then(() => list) ?? list;
  }

  /** @throws ServiceError query_too_complex, 400, once there was a list too many */
  check(): void {
    if (this.#spent !== null)
      throw tooComplex(`The query answers more than the ${this.#spent} allowed; ask for smaller pages, fewer fields, or fewer levels.`);
  }
}

const budgets = new WeakMap<Context, Budget>();

/** Gives what runs in a context a budget. Without one it has no bound: REST's own operations nest nothing without end. */
export function limit(context: Context): void {
  budgets.set(context, new Budget());
}

export const budgetOf = (context: Context): Budget | undefined => budgets.get(context);

const isListOfObjects = (type: GraphQLOutputType): boolean =>
  isListType(isNonNullType(type) ? type.ofType : type) && isObjectType(getNamedType(type));

const counted =
  (resolve: GraphQLFieldResolver<unknown, Context>): GraphQLFieldResolver<unknown, Context> =>
  (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    const budget = budgets.get(context);
    if (!budget) return value;
    const spend = (list: unknown): unknown => (Array.isArray(list) ? budget.afford(list, weightOf(info)) : list);
    return value instanceof Promise ? value.then(spend) : spend(value);
  };

/** Makes every list of records in a schema spend the budget of the request, in place. Lists without resolver have what their record has. */
export function countLists(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (field.resolve && isListOfObjects(field.type)) field.resolve = counted(field.resolve);
  }
}
