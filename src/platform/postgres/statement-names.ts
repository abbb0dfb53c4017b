import { sql } from 'kysely';

/** Most statements with a name. PostgreSQL keeps each on every connection, for as long as that lives. */
const MOST = 400;

/**
 * Marks a statement whose best plan depends on its values (a common or a rare word, a small or a large
 * circle): it gets no name and is planned anew each time.
 */
export const PLAN_EACH_TIME = sql`/* plan each time */`;
const MARK = '/* plan each time */';

/**
 * Names of statements, under which PostgreSQL parses and plans them once for each connection. A statement gets
 * a name when it is sent for the second time, and keeps it.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  /** Statements that were sent once. */
  readonly #once = new Set<string>();

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MOST || text.includes(MARK)) return known;
    if (this.#once.delete(text)) {
      const name = `s${this.#names.size}`;
      this.#names.set(text, name);
      return name;
    }
    if (this.#once.size === MOST) this.#once.clear();
    this.#once.add(text);
    return undefined;
  }
}
