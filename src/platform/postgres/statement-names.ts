import { sql } from 'kysely';

/** Limit of named statements. PostgreSQL stores each on every connection, for the life of the connection. */
const MAX_NAMES = 400;

/**
 * Marks a statement whose best plan depends on its values (a common or a rare word, a small or a large radius): it gets
 * no name, so PostgreSQL plans it for each execution.
 */
export const PLAN_EACH_TIME = sql`/* plan each time */`;
const MARK = '/* plan each time */';

/**
 * Names of prepared statements, which PostgreSQL parses and plans once per connection. A statement gets a name when it
 * is sent for the second time.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  /** Statements that were sent only once. */
  readonly #once = new Set<string>();

  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size === MAX_NAMES || text.includes(MARK)) return known;
    if (this.#once.delete(text)) {
      const name = `s${this.#names.size}`;
      this.#names.set(text, name);
      return name;
    }
    if (this.#once.size === MAX_NAMES) this.#once.clear();
    this.#once.add(text);
    return undefined;
  }
}
