import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { ReadDb } from './orm.ts';

/** A placeholder for a value in a compiled statement. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Makes the placeholder of a value, for the statement that is being built. */
export type ValueOf<V> = <Name extends keyof V & string>(name: Name) => RawBuilder<V[Name]>;

/**
 * A statement that is built and compiled once and run with other values each time: building it costs more
 * than everything else about sending it.
 */
export class Statement<V extends object, R> {
  readonly #build: (db: ReadDb, value: ValueOf<V>) => Compilable<R>;
  #compiled: CompiledQuery<R> | undefined;

  constructor(build: (db: ReadDb, value: ValueOf<V>) => Compilable<R>) {
    this.#build = build;
  }

  /** @param signal cancels it while it runs or waits for a lock */
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
