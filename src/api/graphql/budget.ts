import type { Context } from '../../domain/context/context.ts';
import type { ServiceError } from '../../lib/errors.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { tooComplex } from './document-size.ts';
import { jsonBytes } from './json-size.ts';
import { charactersOf, type Weight } from './selection-weight.ts';

/** How many records an answer can have, including nested ones. */
export const MAX_RECORDS = 20_000;
/** How many values these can have; each takes some microseconds. */
const MAX_VALUES = 200_000;
/** How many bytes: what is answered is a text, and then bytes, in memory. */
const MAX_MEGABYTES = 10;
const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;
/** Answers with fewer values and characters than these are smaller than that, however they are encoded. */
const SMALL = { values: 5_000, characters: MAX_BYTES / 8 };
/** As many characters take the time and memory of one value. */
const CHARACTERS_PER_VALUE = 200;
/** What finding a list or a record counts as, in values, even if nothing is found. */
const SEARCH = 10;
/** After this many values others get their turn: some 15 ms. */
const STRETCH = 2_000;
/**
 * Operations with more values, or as many characters, are long. Only one of these runs at a time, because of the
 * memory it takes.
 */
const LONG = 6_000;
const long = new Semaphore(1);
/**
 * How many root fields of a query are looked up at once: connections to the database are shared with others.
 */
const ROOTS_AT_ONCE = 3;

const tooMuch = (most: string): ServiceError =>
  tooComplex(
    `The query answers more than the ${most} allowed; ask for smaller pages, fewer fields, or fewer levels.`,
  );

/** What an operation may still answer. Once that is used up, whatever is under way is abandoned. */
class Budget {
  readonly roots = new Semaphore(ROOTS_AT_ONCE);
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
  #characters = 0;
  #isSpent = false;
  #stretch = 0;
  /** Resolves when the present stretch begins; undefined in the first one. */
  #turn: Promise<unknown> | undefined;
  /** How many stretches wait for others. */
  #waiting = 0;
  readonly #client: string;

  /** @param client in whose turn it waits */
  constructor(client: string) {
    this.#client = client;
    this.spent = new Promise((_resolve, reject) => {
      this.#refuse = reject;
    });
    // Whoever runs the operation handles this rejection; after the end of the operation nobody would.
    this.spent.catch(() => {});
  }

  /**
   * Finds what a field answers when it is its turn, and counts it.
   * @param weight what is asked for of each record that is found
   */
  look(find: () => unknown, weight: () => Weight): unknown {
    const pay = (found: unknown): unknown =>
      found instanceof Promise ? found.then((value) => this.#pay(value, weight)) : this.#pay(found, weight);
    return this.#inTurn(SEARCH, () => pay(find()));
  }

  #pay(found: unknown, weight: () => Weight): unknown {
    if (found === null || found === undefined) return found;
    const records = Array.isArray(found) ? found.length : 1;
    const { values: each, keys, texts } = weight();
    const values = records * each;
    const characters = records * keys + (texts ? charactersOf(found, texts) : jsonBytes(found, MAX_BYTES));
    this.#records -= records;
    this.#values -= values;
    this.#characters += characters;
    if (this.#records < 0) this.#refuseMoreThan(`${MAX_RECORDS} records`);
    if (this.#values < 0) this.#refuseMoreThan(`${MAX_VALUES} values`);
    if (this.#characters > MAX_BYTES) this.#stop(tooMuch(`${MAX_MEGABYTES} MB`));
    return this.#inTurn(values + characters / CHARACTERS_PER_VALUE, () => found);
  }

  /** Resolves when the next stretch begins; undefined while the present one lasts. */
  get pause(): Promise<unknown> | undefined {
    return this.#waiting > 0 ? this.#turn : undefined;
  }

  /** Call this when the operation has ended, successfully or not. */
  end(): void {
    this.#end();
  }

  /**
   * That an answer is small enough, before it is written as a text.
   * @param isCounted whether all of it was found by fields that are counted here
   * @throws ServiceError query_too_complex
   */
  assertSize(data: unknown, isCounted: boolean): void {
    const values = MAX_VALUES - this.#values;
    if (isCounted && values <= SMALL.values && this.#characters <= SMALL.characters) return;
    if (jsonBytes(data, MAX_BYTES) > MAX_BYTES) throw tooMuch(`${MAX_MEGABYTES} MB`);
  }

  #refuseMoreThan(most: string): void {
    this.#stop(tooMuch(most));
  }

  #stop(error: ServiceError): void {
    this.#isSpent = true;
    this.#refuse(error);
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
    const size = MAX_VALUES - this.#values + this.#characters / CHARACTERS_PER_VALUE;
    if (this.#isLong || size < LONG) return new Promise((resolve) => setImmediate(resolve));
    this.#isLong = true;
    return new Promise((resolve) => {
      void long.run(
        () => {
          resolve();
          return this.#ended;
        },
        { client: this.#client },
      );
    });
  }
}

const budgets = new WeakMap<Context, Budget>();

/**
 * Gives a context a budget. Without one there is no limit: the operations of REST are not nested without end.
 */
export function limit(context: Context): void {
  const budget = new Budget(context.client);
  budgets.set(context, budget);
}

export const budgetOf = (context: Context): Budget | undefined => budgets.get(context);
