import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { ReadDb } from './orm.ts';

/** A placeholder for a value in a compiled statement. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Creates the placeholder of a value in a statement. */
export type ValueOf<V> = <Name extends keyof V & string>(name: Name) => RawBuilder<V[Name]>;

/**
 * A statement that is built and compiled once, and run with different values: building is the larger part of its cost.
 */
export class Statement<V extends object, R> {
  readonly #build: (db: ReadDb, value: ValueOf<V>) => Compilable<R>;
  #compiled: CompiledQuery<R> | undefined;

  constructor(build: (db: ReadDb, value: ValueOf<V>) => Compilable<R>) {
    this.#build = build;
  }

  /** @param signal cancels the statement while it runs or waits for a lock */
  async run(db: ReadDb, values: V, signal?: AbortSignal): Promise<R[]> {
    this.#compiled ??= this.#build(db, (name) => sql`${new Placeholder(name)}`).compile();
    const byName: ReadonlyMap<string, unknown> = new Map(Object.entries(values));
    const parameters: unknown[] = [];
    for (const value of this.#compiled.parameters)
      parameters.push(value instanceof Placeholder ? byName.get(value.name) : value);
    const abort = signal && ({ signal, inflightQueryAbortStrategy: 'cancel query' } as const);
    return (await db.executeQuery<R>({ ...this.#compiled, parameters }, abort)).rows;
  }
}
