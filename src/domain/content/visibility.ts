import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoredStatus } from '../../lib/statuses.ts';
import type { Status, Visibility } from '../access/policy.ts';

/** A condition on the rows of a list. */
export type Condition = RawBuilder<SqlBool>;

export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
export const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

/**
 * The status that callers see: a record with the status `publish` and a publication date to come is `future`
 * until then (rules#status).
 */
export const effectiveStatus = (
  record: { status: StoredStatus; publishedUtc: string },
  nowUtc: string,
): Status => (record.status === 'publish' && record.publishedUtc > nowUtc ? 'future' : record.status);

/**
 * The rows of a table (or of an alias of it) that a list may show. The most common condition is written so
 * that PostgreSQL can use the partial index `…_listing`.
 * @param publishedBy from the context: the moment by which a record must have been published
 */
export function visibleIn(table: string, visibility: Visibility, publishedBy: string): Condition {
  const status = sql.ref(`${table}.status`);
  const published = sql.ref(`${table}.published_utc`);
  const isPublished: Condition = sql`(${status} = 'publish' and ${published} <= ${publishedBy}::timestamp)`;
  const [first, ...others] = visibility.statuses;
  if (first === 'publish' && others.length === 0) return isPublished;
  const isOwn =
    typeof visibility.scope === 'number'
      ? sql<SqlBool>`${sql.ref(`${table}.author_id`)} = ${visibility.scope}`
      : null;
  return anyOf(
    visibility.statuses.map((wanted): Condition => {
      if (wanted === 'publish') return isPublished;
      if (visibility.scope === 'published') return sql`false`;
      const state: Condition =
        wanted === 'future'
          ? sql`${status} = 'publish' and ${published} > ${publishedBy}::timestamp`
          : sql`${status} = ${wanted}`;
      return isOwn ? sql`(${state} and ${isOwn})` : sql`(${state})`;
    }),
  );
}
