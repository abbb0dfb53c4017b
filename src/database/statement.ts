import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './orm.ts';

/** Holds the place of a value in a compiled statement. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for one of the values in the statement that is built. */
export type ValueOf<V> = <Name extends keyof V & string>(name: Name) => RawBuilder<V[Name]>;

/**
 * A statement that is built and compiled once, and run with other values each time: building costs more than
 * all the rest of sending.
 */
export class Statement<V extends object, R> {
  readonly #build: (db: Db, value: ValueOf<V>) => Compilable<R>;
  #compiled: CompiledQuery<R> | undefined;

  constructor(build: (db: Db, value: ValueOf<V>) => Compilable<R>) {
    this.#build = build;
  }

  /** @param signal ends it while it runs, or waits for a lock */
  async run(db: Db, values: V, signal?: AbortSignal): Promise<R[]> {
    this.#compiled ??= this.#build(db, (name) => sql`${new Place(name)}`).compile();
    const given: ReadonlyMap<string, unknown> = new Map(Object.entries(values));
    const parameters = this.#compiled.parameters.map((value) =>
      value instanceof Place ? given.get(value.name) : value,
    );
    const abort = signal && ({ signal, inflightQueryAbortStrategy: 'cancel query' } as const);
    return (await db.executeQuery<R>({ ...this.#compiled, parameters }, abort)).rows;
  }
}
