import type { ServiceError } from '../../lib/errors.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { jsonBytes, MAX_BYTES, MAX_MEGABYTES } from './json-size.ts';
import { MAX_RECORDS, tooComplex } from './limits.ts';
import type { Amount } from './selection-weight.ts';

/** How many values the records of an answer can have; each takes some microseconds. */
const MAX_VALUES = 200_000;
/** Answers with fewer values and characters than these are smaller than that, however they are encoded. */
const SMALL = { values: 5_000, characters: MAX_BYTES / 8 };
/** As many characters take the time and memory of one value. */
const CHARACTERS_PER_VALUE = 200;
/** What resolving a list or a record counts as, in values, even if nothing is found. */
const SEARCH = 10;
/** After this many values, some 15 ms, other operations are continued. */
const TIME_SLICE = 2_000;
/**
 * Operations with more values, or as many characters, are long. Only one of these runs at a time, because of the
 * memory it takes.
 */
const LONG = 6_000;
const long = new Semaphore(1);
/**
 * How many root fields of a query are resolved at once: connections to the database are shared with others.
 */
const ROOT_SLOTS = 3;

const tooMuch = (most: string): ServiceError =>
  tooComplex(
    `The query answers more than the ${most} allowed; ask for smaller pages, fewer fields, or fewer levels.`,
  );

/**
 * What an operation may still answer; once that is used up, whatever is under way is abandoned. Without a budget there
 * is no limit: the operations of REST are not nested without end.
 */
export class Budget {
  readonly rootSlots = new Semaphore(ROOT_SLOTS);
  /** Rejects when there was one record or value too many. */
  readonly spent: Promise<never>;
  #reject: (error: ServiceError) => void = () => {};
  #end: () => void = () => {};
  readonly #ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });
  #isLong = false;
  /**
   * Never resolves; used for what is no longer resolved. An error in each of thousands of places would be
   * more work than the answer.
   */
  readonly #never = new Promise<never>(() => {});
  #records = MAX_RECORDS;
  #values = MAX_VALUES;
  #characters = 0;
  #isSpent = false;
  #usedOfSlice = 0;
  /** Resolves when the present time slice begins; undefined in the first one. */
  #sliceStart: Promise<unknown> | undefined;
  /** How many time slices have not begun. */
  #waiting = 0;
  readonly #client: string;

  /** @param client who waits in one queue with all their operations */
  constructor(client: string) {
    this.#client = client;
    this.spent = new Promise((_resolve, reject) => {
      this.#reject = reject;
    });
    // Whoever runs the operation handles this rejection; after the end of the operation nobody would.
    this.spent.catch(() => {});
  }

  /**
   * Resolves a field in the next time slice that has room, and charges what it answers to the budget.
   * @param weigh says what is selected of that
   */
  meter(resolve: () => unknown, weigh: (answer: unknown) => Amount): unknown {
    const charge = (value: unknown): unknown =>
      value instanceof Promise
        ? value.then((resolved) => this.#charge(resolved, weigh))
        : this.#charge(value, weigh);
    return this.#inTimeSlice(SEARCH, () => charge(resolve()));
  }

  #charge(value: unknown, weigh: (answer: unknown) => Amount): unknown {
    if (value === null || value === undefined) return value;
    const { records, values, characters } = weigh(value);
    this.#records -= records;
    this.#values -= values;
    this.#characters += characters;
    if (this.#records < 0) this.#exceed(`${MAX_RECORDS} records`);
    if (this.#values < 0) this.#exceed(`${MAX_VALUES} values`);
    if (this.#characters > MAX_BYTES) this.#stop(tooMuch(`${MAX_MEGABYTES} MB`));
    return this.#inTimeSlice(values + characters / CHARACTERS_PER_VALUE, () => value);
  }

  /** Resolves when the next time slice begins; undefined while the present one lasts. */
  get pause(): Promise<unknown> | undefined {
    return this.#waiting > 0 ? this.#sliceStart : undefined;
  }

  /** Call this when the operation has ended, successfully or not. */
  end(): void {
    this.#end();
  }

  /**
   * That an answer is small enough, before it is written as a text.
   * @param isCounted whether all of it was resolved by metered fields
   * @throws ServiceError query_too_complex
   */
  assertSize(data: unknown, isCounted: boolean): void {
    const values = MAX_VALUES - this.#values;
    if (isCounted && values <= SMALL.values && this.#characters <= SMALL.characters) return;
    if (jsonBytes(data, MAX_BYTES) > MAX_BYTES) throw tooMuch(`${MAX_MEGABYTES} MB`);
  }

  #exceed(most: string): void {
    this.#stop(tooMuch(most));
  }

  #stop(error: ServiceError): void {
    this.#isSpent = true;
    this.#reject(error);
  }

  #inTimeSlice(values: number, work: () => unknown): unknown {
    if (this.#usedOfSlice > TIME_SLICE) {
      this.#usedOfSlice = 0;
      this.#waiting += 1;
      this.#sliceStart = (this.#sliceStart ?? Promise.resolve())
        .then(() => this.#yieldToOthers())
        .then(() => {
          this.#waiting -= 1;
        });
    }
    this.#usedOfSlice += values;
    const unlessSpent = (): unknown => (this.#isSpent ? this.#never : work());
    return this.#sliceStart ? this.#sliceStart.then(unlessSpent) : unlessSpent();
  }

  /** Lets other operations continue; also long ones, if this one turns out to be long. */
  #yieldToOthers(): Promise<void> {
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
