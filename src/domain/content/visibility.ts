import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import type { Visibility } from '../access/policy.ts';

/** A condition on the rows of a list. */
export type Condition = RawBuilder<SqlBool>;

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

/**
 * Matches the rows of a table (or alias) that a list may show. The most common condition has the form of the
 * partial index `…_listing`, so that PostgreSQL can use it.
 */
export function visibleIn(table: string, { statuses, scope }: Visibility): Condition {
  const status = sql.ref(`${table}.status`);
  const isPublished: Condition = sql`${status} = 'publish'`;
  const [first, ...others] = statuses;
  if (first === 'publish' && others.length === 0) return isPublished;
  const isOwn = typeof scope === 'number' ? sql<SqlBool>`${sql.ref(`${table}.author_id`)} = ${scope}` : null;
  return anyOf(
    statuses.map((wanted): Condition => {
      if (wanted === 'publish') return isPublished;
      if (scope === 'published') return sql`false`;
      const state: Condition = sql`${status} = ${wanted}`;
      return isOwn ? sql`(${state} and ${isOwn})` : state;
    }),
  );
}

/** A filter for the records of one author. */
export const isBy =
  (kind: RecordKind) =>
  (authorId: number): Condition =>
    sql`${sql.ref(`${kind}.author_id`)} = ${authorId}`;
