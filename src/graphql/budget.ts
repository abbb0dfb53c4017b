import type { Context } from '../context.ts';
import { Turns } from '../database/turns.ts';
import type { ServiceError } from '../errors.ts';
import { tooComplex } from './document.ts';

/** Records, nested ones included, that an answer can have. */
export const MAX_RECORDS = 20_000;
/** Values in them; each takes some microseconds. */
const MAX_VALUES = 200_000;
/** What finding a list or a record amounts to in values, however little comes of it. */
const SEARCH = 10;
/** After so many values others get their turn: some 15 ms. */
const STRETCH = 2_000;
/** Operations with more values than that are long; one of them at a time is enough to keep in memory. */
const LONG = 6_000;
const long = new Turns(1);
/** Root fields of a query that are looked up at once: the connections to the database are for everybody. */
const ROOTS_AT_ONCE = 3;

/**
 * What an operation may still answer. Once that is spent, what was begun is left as it is: nobody waits for
 * it any more.
 */
export class Budget {
  readonly roots = new Turns(ROOTS_AT_ONCE);
  /** Rejected when there was a record or value too many. */
  readonly spent: Promise<never>;
  #refuse: (error: ServiceError) => void = () => {};
  #end: () => void = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });
  #isLong = false;
  /**
   * What is no longer looked up: an error in each of thousands of places would be more work than the answer.
   */
  readonly #never = new Promise<never>(() => {});
  #records = MAX_RECORDS;
  #values = MAX_VALUES;
  #isSpent = false;
  #stretch = 0;
  /** When the present stretch begins; undefined in the first. */
  #turn: Promise<unknown> | undefined;
  /** Stretches that wait for others. */
  #waiting = 0;

  constructor() {
    this.spent = new Promise((_resolve, reject) => {
      this.#refuse = reject;
    });
    // Whoever runs the operation hears of it; nobody does when it has ended.
    this.spent.catch(() => {});
  }

  /**
   * Looks up what a field answers when it is its turn, and pays for it.
   * @param weight values in each record that is found
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

  /** Resolves with the next stretch; undefined while the present one goes on. */
  get pause(): Promise<unknown> | undefined {
    return this.#waiting > 0 ? this.#turn : undefined;
  }

  /** To be called when the operation has ended, whatever came of it. */
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

  /** Lets others do something; those with long operations too, when this turns out to be one. */
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
 * Gives what runs in a context a budget. Without one it has no bound: REST's own operations nest nothing
 * without end.
 */
export function limit(context: Context): void {
  const budget = new Budget();
  budgets.set(context, budget);
  context.pause = () => budget.pause;
}

export const budgetOf = (context: Context): Budget | undefined => budgets.get(context);
