import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Records by which totals are materialized, and where deltas have their ids. */
export const SCOPE_COLUMNS = {
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const;
export type ScopeKind = keyof typeof SCOPE_COLUMNS;

/**
 * Events of which totals are materialized: `all` of them, those that are `placed`, which is that they have a venue, or those
 * that are linked to one of some records.
 */
export interface TotalScope {
  readonly kind: ScopeKind | 'all' | 'placed';
  /** The record and, of a category, all below it, in the order of their ids; none where no record is meant. */
  readonly refs: readonly number[];
}

/** The first or last day of an event by which totals count it; see `total.entity.ts`. */
export const dayOf = (end: 'start' | 'end'): RawBuilder<string> =>
  sql`(case when all_day then ${sql.ref(`${end}_local`)} else ${sql.ref(`${end}_utc`)} end)::date`;

/** Events of a scope. */
export function inScope({ kind, refs }: TotalScope): RawBuilder<SqlBool> {
  if (kind === 'all') return sql`true`;
  if (kind === 'placed') return sql`event.id in (select event_id from event_venue)`;
  const link = kind === 'category' || kind === 'tag' ? 'term' : kind;
  return sql`event.id in (
    select event_id from ${sql.table(`event_${link}`)} where ${sql.ref(`${link}_id`)} = any(${[...refs]}::int[]))`;
}

/** Deltas of a scope. */
export const wasInScope = ({ kind, refs }: TotalScope): RawBuilder<SqlBool> =>
  kind === 'all'
    ? sql`true`
    : kind === 'placed'
      ? sql`venues <> '{}'`
      : sql`${sql.ref(SCOPE_COLUMNS[kind])} && ${[...refs]}::int[]`;
