import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import { likePattern, parseSearch } from '../../lib/text.ts';
import { PLAN_EACH_TIME } from '../../platform/postgres/statement-names.ts';

/** Words with three letters in a row have a trigram, which the index needs. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/**
 * Always true, but PostgreSQL estimates that one row in 200 matches. Without it the planner expects to find ten
 * rows quickly by reading events in the order of their start, which takes seconds for rare words. With it the
 * planner does so only for frequent words.
 */
const lowerEstimate = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`octet_length(${text}) % 1 = 0`;

/** The text to compare with a word. Prevents the use of the index where it does not help. */
function searchedText(word: string, table: string): RawBuilder<unknown> {
  const text = sql.ref(`${table}.search_text`);
  // For words without trigrams PostgreSQL would read the whole index. It cannot use the index for a text with a
  // different collation; the comparison is the same.
  return TRIGRAM.test(word) ? text : sql`${text} collate "C"`;
}

/** Matches rows whose search text contains a word. @param table a table or its alias */
export const hasWord = (table: string, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${searchedText(word, table)} like ${likePattern(word)}`;

/**
 * Matches rows whose search text contains all words and phrases, and no excluded ones (rules#words).
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
  if (!isOneIndexed) conditions.push(lowerEstimate(text));
  return sql<SqlBool>`${PLAN_EACH_TIME} (${sql.join(conditions, sql` and `)})`;
}

/**
 * The sort expression of a text: accented letters sort with their base letters. The default order depends on the
 * collation of the database, which may sort `É` after `z`.
 * @param text in lower case, to ignore case
 */
export const alphabeticalKey = (text: RawBuilder<string>): RawBuilder<string> =>
  sql<string>`regexp_replace(normalize(${text}, nfkd), '[\u0300-\u036f]', '', 'g') collate "C"`;
