import type { Context } from '../context.ts';
import { Turns } from '../database/turns.ts';
import type { ServiceError } from '../errors.ts';
import { tooComplex } from './document.ts';

/** How many records an answer can have, including nested ones. */
export const MAX_RECORDS = 20_000;
/** How many values these can have; each takes some microseconds. */
const MAX_VALUES = 200_000;
/** What finding a list or a record counts as, in values, even if nothing is found. */
const SEARCH = 10;
/** After this many values others get their turn: some 15 ms. */
const STRETCH = 2_000;
/** Operations with more values are long. Only one of these runs at a time, because of the memory it takes. */
const LONG = 6_000;
const long = new Turns(1);
/**
 * How many root fields of a query are looked up at once: connections to the database are shared with others.
 */
const ROOTS_AT_ONCE = 3;

/** What an operation may still answer. Once that is used up, whatever is under way is abandoned. */
class Budget {
  readonly roots = new Turns(ROOTS_AT_ONCE);
  /** Rejects when there was one record or value too many. */
  readonly spent: Promise<never>;
  #refuse: (error: ServiceError) => void = () => {};
  #end: () => void = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });
  #isLong = false;
  /**
   * Never resolves; used for what is no longer looked up. An error in each of thousands of places would be
   * more work than the answer.
   */
  readonly #never = new Promise<never>(() => {});
  #records = MAX_RECORDS;
  #values = MAX_VALUES;
  #isSpent = false;
  #stretch = 0;
  /** Resolves when the present stretch begins; undefined in the first one. */
  #turn: Promise<unknown> | undefined;
  /** How many stretches wait for others. */
  #waiting = 0;

  constructor() {
    this.spent = new Promise((_resolve, reject) => {
      this.#refuse = reject;
    });
    // Whoever runs the operation handles this rejection; after the end of the operation nobody would.
    this.spent.catch(() => {});
  }

  /**
   * Finds what a field answers when it is its turn, and counts it.
   * @param weight how many values each record has that is found
   */
  look(find: () => unknown, weight: () => number): unknown {
    const pay = (found: unknown): unknown =>
      found instanceof Promise ? found.then((value) => this.#pay(value, weight)) : this.#pay(found, weight);
    return this.#inTurn(SEARCH, () => pay(find()));
  }

  #pay(found: unknown, weight: () => number): unknown {
    if (found === null || found === undefined) return found;
    const records = Array.isArray(found) ? found.length : 1;
    const values = records * weight();
    this.#records -= records;
    this.#values -= values;
    if (this.#records < 0) this.#refuseMoreThan(`${MAX_RECORDS} records`);
    if (this.#values < 0) this.#refuseMoreThan(`${MAX_VALUES} values`);
    return this.#inTurn(values, () => found);
  }

  /** Resolves when the next stretch begins; undefined while the present one lasts. */
  get pause(): Promise<unknown> | undefined {
    return this.#waiting > 0 ? this.#turn : undefined;
  }

  /** Call this when the operation has ended, successfully or not. */
  end(): void {
    this.#end();
  }

  #refuseMoreThan(most: string): void {
    this.#isSpent = true;
    this.#refuse(
      tooComplex(
        `The query answers more than the ${most} allowed; ask for smaller pages, fewer fields, or fewer levels.`,
      ),
    );
  }

  #inTurn(values: number, work: () => unknown): unknown {
    if (this.#stretch > STRETCH) {
      this.#stretch = 0;
      this.#waiting += 1;
      this.#turn = (this.#turn ?? Promise.resolve())
        .then(() => this.#others())
        .then(() => {
          this.#waiting -= 1;
        });
    }
    this.#stretch += values;
    const unlessSpent = (): unknown => (this.#isSpent ? this.#never : work());
    return this.#turn ? this.#turn.then(unlessSpent) : unlessSpent();
  }

  /** Lets others have their turn; also those with long operations, if this one turns out to be long. */
  #others(): Promise<void> {
    if (this.#isLong || this.#values > MAX_VALUES - LONG)
      return new Promise((resolve) => setImmediate(resolve));
    this.#isLong = true;
    return new Promise((resolve) => {
      long.take(() => {
        resolve();
        return this.#ended;
      });
    });
  }
}

const budgets = new WeakMap<Context, Budget>();

/**
 * Gives a context a budget. Without one there is no limit: the operations of REST are not nested without end.
 */
export function limit(context: Context): void {
  const budget = new Budget();
  budgets.set(context, budget);
}

export const budgetOf = (context: Context): Budget | undefined => budgets.get(context);
