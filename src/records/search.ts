import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PLAN_EACH_TIME } from '../database/prepared.ts';
import { foldForSearch, likePattern, parseSearch, plainText } from '../kernel/text.ts';
import type { RecordKind } from './kinds.ts';

/** Fewer letters in a row make no trigram that would narrow a search down. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/**
 * Always true, and guessed to be so for one row in 200. Of words that no index knows, and of words that do
 * not go together, PostgreSQL expects to find ten soon when it looks in order of start; if there are none,
 * that takes seconds. So it does this only where the words are frequent.
 */
const caution = (text: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`octet_length(${text}) % 1 = 0`;

/**
 * Rows whose search text has all the words and phrases, and none of the excluded ones (rules#words).
 * @throws BadValue for a search without words
 */
export function searchCondition(table: RecordKind, search: string): RawBuilder<SqlBool> {
  const { all, none } = parseSearch(search);
  const text = sql.ref(`${table}.search_text`);
  // Asked for words without trigrams, the index is read from end to end. With another collation, which
  // compares the same, it is not asked.
  const textFor = (word: string): RawBuilder<unknown> =>
    TRIGRAM.test(word) ? text : sql`${text} collate "C"`;
  const conditions = [
    ...all.map((word) => sql<SqlBool>`${textFor(word)} like ${likePattern(word)}`),
    ...none.map((word) => sql<SqlBool>`${text} not like ${likePattern(word)}`),
  ];
  const isOneIndexed = conditions.length === 1 && all.some((word) => TRIGRAM.test(word));
  if (!isOneIndexed) conditions.push(caution(text));
  return sql<SqlBool>`${PLAN_EACH_TIME} (${sql.join(conditions, sql` and `)})`;
}

/**
 * What a search looks at: the texts without markup, folded. Fields are kept apart by a line, so that no
 * phrase spans two.
 */
export function searchText(...texts: readonly (string | null | undefined)[]): string {
  const folded: string[] = [];
  for (const text of texts) if (text) folded.push(foldForSearch(plainText(text)));
  return folded.join('\n');
}

/**
 * A text as it is sorted by: accented letters beside their plain ones. The database's own order depends on
 * how it was created, and may put `É` after `z`.
 * @param text without regard to case already, where that is wanted
 */
export const alphabetically = (text: RawBuilder<string>): RawBuilder<string> =>
  sql`regexp_replace(normalize(${text}, nfkd), '[\u0300-\u036f]', '', 'g') collate "C"`;
