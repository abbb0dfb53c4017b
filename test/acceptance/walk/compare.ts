import type { Fields } from './world.ts';

/** The differences between two APIs, or between a response and the values sent. */
export class Differences {
  readonly #lines: string[] = [];
  /** The number of compared values. */
  compared = 0;

  get lines(): readonly string[] {
    return this.#lines;
  }

  add(line: string): void {
    this.#lines.push(line);
  }

  /** Compares all values; the order of lists counts. */
  same(where: string, expected: unknown, actual: unknown): void {
    if (Array.isArray(expected) && Array.isArray(actual)) {
      if (expected.length !== actual.length)
        this.add(`${where}: ${actual.length} elements instead of ${expected.length}`);
      for (const [i, one] of expected.entries())
        if (i < actual.length) this.same(`${where}[${i}]`, one, actual[i]);
    } else if (isFields(expected) && isFields(actual)) {
      for (const key of Object.keys(expected)) this.same(`${where}.${key}`, expected[key], actual[key]);
      for (const key of Object.keys(actual))
        if (!Object.hasOwn(expected, key)) this.add(`${where}.${key} is there: ${show(actual[key])}`);
    } else {
      this.compared += 1;
      if (!Object.is(expected, actual)) this.add(`${where}: ${show(actual)} instead of ${show(expected)}`);
    }
  }

  /** Compares the expected values only; others may exist. */
  has(where: string, expected: Fields, actual: unknown): void {
    if (isFields(actual))
      for (const [key, value] of Object.entries(expected)) this.same(`${where}.${key}`, value, actual[key]);
    else this.add(`${where}: ${show(actual)} is no record`);
  }

  /** Compares two sets of ids or names. */
  set(where: string, expected: Iterable<unknown>, actual: Iterable<unknown>): void {
    const [wanted, present] = [new Set(expected), new Set(actual)];
    const [missing, more] = [wanted.difference(present), present.difference(wanted)];
    this.compared += 1;
    if (missing.size > 0) this.add(`${where}: without ${show([...missing])}`);
    if (more.size > 0) this.add(`${where}: with ${show([...more])} too`);
  }
}

const show = (value: unknown): string =>
  (value === undefined ? 'nothing' : JSON.stringify(value)).slice(0, 300);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A record in a response. */
export function fieldsOf(value: unknown): Fields {
  if (!isFields(value)) throw new Error(`no record: ${show(value)}`);
  return value;
}

/** A list of records in a response. */
export function listOf(value: unknown): Fields[] {
  if (!Array.isArray(value)) throw new Error(`no list: ${show(value)}`);
  return value.map(fieldsOf);
}

export function idOf(value: unknown): number {
  const { id } = fieldsOf(value);
  if (typeof id !== 'number') throw new Error(`no id: ${show(value)}`);
  return id;
}

export const without = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
