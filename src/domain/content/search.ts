import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import { likePattern, parseSearch } from '../../lib/text.ts';
import { PLAN_EACH_TIME } from '../../platform/postgres/statement-names.ts';

/** A word needs three letters in a row to have a trigram, by which the index can narrow a search down. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/**
 * Always true, but PostgreSQL estimates that only one row in 200 meets it. Otherwise it expects to find ten
 * rows soon when it reads events in order of their start, also for words that hardly any event has, and that
 * takes seconds. With this it reads in that order only where the words are frequent.
 */
const caution = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`octet_length(${text}) % 1 = 0`;

/** The text of a row that a word is compared with, so that the index is used for it only where that helps. */
function textFor(word: string, table: string): RawBuilder<unknown> {
  const text = sql.ref(`${table}.search_text`);
  // For words without trigrams the whole index would be read. PostgreSQL does not use it for a text with
  // another collation, which compares in the same way.
  return TRIGRAM.test(word) ? text : sql`${text} collate "C"`;
}

/** Rows in whose search text a word occurs. @param table the table or an alias of it */
export const hasWord = (table: string, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${textFor(word, table)} like ${likePattern(word)}`;

/**
 * Rows whose search text has all the words and phrases, and none of the excluded ones (rules#words).
 * @throws BadValue for a search without words
 */
export function searchCondition(table: RecordKind, search: string): RawBuilder<SqlBool> {
  const { all, none } = parseSearch(search);
  const text = sql.ref(`${table}.search_text`);
  const conditions = [
    ...all.map((word) => hasWord(table, word)),
    ...none.map((word) => sql<SqlBool>`${text} not like ${likePattern(word)}`),
  ];
  const isOneIndexed = conditions.length === 1 && all.some((word) => TRIGRAM.test(word));
  if (!isOneIndexed) conditions.push(caution(text));
  return sql<SqlBool>`${PLAN_EACH_TIME} (${sql.join(conditions, sql` and `)})`;
}

/**
 * What a text is sorted by: accented letters stand beside their plain ones. The order of the database itself
 * depends on how it was created, and may put `É` after `z`.
 * @param text in lower case already, where case shall not count
 */
export const alphabetically = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`regexp_replace(normalize(${text}, nfkd), '[\u0300-\u036f]', '', 'g') collate "C"`;
