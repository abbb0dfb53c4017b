/** The values of a form or a query by the names of their controls, as typed. */
export class Typed {
  readonly #entries: readonly (readonly [string, string])[];

  constructor(entries: Iterable<readonly [string, string]> = []) {
    this.#entries = [...entries];
  }

  static of(values: Readonly<Record<string, string | readonly string[]>>): Typed {
    return new Typed(
      Object.entries(values).flatMap(([name, value]) => [value].flat().map((text) => [name, text] as const)),
    );
  }

  /** The first value without spaces around it; empty without one. */
  text(name: string): string {
    return this.#entries.find(([key]) => key === name)?.[1].trim() ?? '';
  }

  /** All values that are not empty. */
  list(name: string): string[] {
    return this.#entries.flatMap(([key, value]) => (key === name && value.trim() !== '' ? value.trim() : []));
  }

  has(name: string): boolean {
    return this.text(name) !== '';
  }

  /** The same values with other ones for the given names. */
  with(values: Readonly<Record<string, string | readonly string[]>>): Typed {
    const kept = this.#entries.filter(([name]) => !Object.hasOwn(values, name));
    return new Typed([...kept, ...Typed.of(values).entries]);
  }

  get entries(): readonly (readonly [string, string])[] {
    return this.#entries;
  }
}
