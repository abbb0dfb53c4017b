import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldForSearch, likePattern, parseSearch, plainText } from '../kernel/text.ts';
import { PLAN_EACH_TIME } from './prepared.ts';
import type { PostTable } from './visibility.ts';

/** Rows whose search text has all the words and phrases, and none of the excluded ones (decisions.md 15). @throws BadValue for a search without words */
export function searchCondition(table: PostTable, search: string): RawBuilder<SqlBool> {
  const { all, none } = parseSearch(search);
  const column = sql.ref(`${table}.search_text`);
  const conditions = [
    ...all.map((word) => sql<SqlBool>`${column} like ${likePattern(word)}`),
    ...none.map((word) => sql<SqlBool>`${column} not like ${likePattern(word)}`),
  ];
  return sql<SqlBool>`${PLAN_EACH_TIME} (${sql.join(conditions, sql` and `)})`;
}

/** What a search looks at: the texts without markup, folded. Fields are kept apart by a line, so that no phrase spans two. */
export const searchText = (...texts: readonly (string | null | undefined)[]): string =>
  texts
    .filter((text) => text)
    .map((text) => foldForSearch(plainText(text ?? '')))
    .join('\n');
