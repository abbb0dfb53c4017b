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
import { tooComplex } from './document.ts';

/** Records, nested ones included, that an answer can have. */
export const MAX_RECORDS = 20_000;

/** Records that an operation may still answer. */
export class Budget {
  #left: number;
  #isSpent = false;

  constructor(records = MAX_RECORDS) {
    this.#left = records;
  }

  /** The list, if it can still be afforded. Else none, as then the whole answer is refused, and what was answered so far does no more work. */
  afford<T>(list: readonly T[]): readonly T[] {
    this.#left -= list.length;
    if (this.#left >= 0) return list;
    this.#isSpent = true;
    return [];
  }

  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** @throws ServiceError query_too_complex, 400, once there was a list too many */
  check(): void {
    if (this.#isSpent)
      throw tooComplex(`The query answers more than the ${MAX_RECORDS} records allowed; ask for smaller pages, or for fewer levels.`);
  }
}

const budgets = new WeakMap<Context, Budget>();

/** Gives what runs in a context a budget. Without one it has no bound: REST's own operations nest nothing without end. */
export function limit(context: Context): Budget {
  const budget = new Budget();
  budgets.set(context, budget);
  return budget;
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
    const spend = (list: unknown): unknown => (Array.isArray(list) ? budget.afford(list) : list);
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
