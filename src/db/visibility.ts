import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Status, Visibility } from '../access/policy.ts';
import type { StoredStatus } from './base.ts';
import type { Tables } from './entities.ts';

export type PostTable = 'event' | 'venue' | 'organizer';

/** The state callers see: `publish` with a publication date to come is `future`, decided when it is read (decisions.md 17). */
export const effectiveStatus = (record: { status: StoredStatus; publishedUtc: string }, nowUtc: string): Status =>
  record.status === 'publish' && record.publishedUtc > nowUtc ? 'future' : record.status;

/** The rows of a table that a list may show, as a condition. The commonest case is written so that the partial index `…_listing` serves it. */
export function visibleIn<T extends PostTable>(eb: ExpressionBuilder<Tables, T>, table: T, visibility: Visibility, nowUtc: string): Expression<SqlBool> {
  const status = sql.ref<StoredStatus>(`${table}.status`);
  const published = sql<SqlBool>`(${status} = 'publish' and ${sql.ref(`${table}.published_utc`)} <= ${nowUtc}::timestamp)`;
  const conditions = visibility.statuses.map((wanted): Expression<SqlBool> => {
    if (wanted === 'publish') return published;
    const state =
      wanted === 'future'
        ? sql<SqlBool>`(${status} = 'publish' and ${sql.ref(`${table}.published_utc`)} > ${nowUtc}::timestamp)`
        : sql<SqlBool>`${status} = ${wanted}`;
    if (visibility.scope === 'all') return state;
    if (visibility.scope === 'published') return sql<SqlBool>`false`;
    return sql<SqlBool>`(${state} and ${sql.ref(`${table}.author_id`)} = ${visibility.scope})`;
  });
  const [only] = conditions;
  return only && conditions.length === 1 ? only : eb.or(conditions);
}
