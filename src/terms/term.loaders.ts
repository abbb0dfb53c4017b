import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context, Loader } from '../context.ts';
import { alphabetical, type TermRecord, termColumns } from './term.record.ts';

/** Terms by id, of either kind; null for ids that name none. */
export const termById: Loader<number, TermRecord | null> = {
  async batch(context, ids) {
    const rows = await context.db.selectFrom('term').select(termColumns).where('term.id', 'in', ids).execute();
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => found.get(id) ?? null);
  },
};

/** The terms directly below a term, by name. */
export const childrenOf: Loader<number, readonly TermRecord[]> = {
  async batch(context, ids) {
    const query = context.db.selectFrom('term').select(termColumns).where('term.parent_id', 'in', ids);
    const rows = await query.orderBy(alphabetical).orderBy('term.id').execute();
    const children = Map.groupBy(rows, (row) => row.parentId);
    return ids.map((id) => children.get(id) ?? []);
  },
};

/** Categories and tags of an event in one statement, by name; callers pick the kind they want. */
export const termsOfEvent: Loader<number, readonly TermRecord[]> = {
  async batch(context, eventIds) {
    const query = context.db.selectFrom('event_term').innerJoin('term', 'term.id', 'event_term.term_id');
    const chosen = query.select(['event_term.event_id as eventId', ...termColumns]).where('event_term.event_id', 'in', eventIds);
    const rows = await chosen.orderBy(alphabetical).orderBy('term.id').execute();
    const terms = Map.groupBy(rows, (row) => row.eventId);
    return eventIds.map((id) => (terms.get(id) ?? []).map(({ eventId: _, ...term }) => term));
  },
};

/** Whether an event in scope counts for its terms: published, and not only from a date to come (reference 1.5). Hidden events are published too. */
export const countedEvent = (nowUtc: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(event.status = 'publish' and event.published_utc <= ${nowUtc}::timestamp)`;

/** How many published events carry a term itself. */
export const countOf: Loader<number, number> = {
  async batch(context: Context, ids) {
    const rows = await context.db
      .selectFrom('event_term')
      .innerJoin('event', 'event.id', 'event_term.event_id')
      .select(({ fn }) => ['event_term.term_id as id', fn.countAll<string>().as('count')])
      .where('event_term.term_id', 'in', ids)
      .where(countedEvent(context.nowUtc))
      .groupBy('event_term.term_id')
      .execute();
    const counts = new Map(rows.map((row) => [row.id, Number(row.count)]));
    return ids.map((id) => counts.get(id) ?? 0);
  },
};

/** The slugs on the way from the top level down to a category, its own last; empty for ids that name none. */
export const slugPath: Loader<number, readonly string[]> = {
  async batch(context, ids) {
    const { rows } = await sql<{ id: number; path: string[] }>`
      with recursive above as (
        select id, slug, parent_id, 0 as height from term where id = any(${[...ids]}::integer[])
        union all
        select above.id, term.slug, term.parent_id, above.height + 1 from above join term on term.id = above.parent_id
      )
      select id, array_agg(slug order by height desc) as path from above group by id`.execute(context.db);
    const paths = new Map(rows.map((row) => [row.id, row.path]));
    return ids.map((id) => paths.get(id) ?? []);
  },
};
