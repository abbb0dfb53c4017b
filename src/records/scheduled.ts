import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../database/orm.ts';

const scheduledEvents = (publishedBy: string): RawBuilder<unknown> =>
  sql`event_term join event on event.id = event_term.event_id
    where event.status = 'publish' and event.published_utc > ${publishedBy}::timestamp`;

/** The number of a term's scheduled events, as SQL. */
export const scheduledCount = (term: RawBuilder<unknown>, publishedBy: string): RawBuilder<number> =>
  sql<number>`select count(*) from ${scheduledEvents(publishedBy)} and event_term.term_id = ${term}`;

/**
 * The number of scheduled events of each term that has any. Mostly nothing is scheduled: an index tells that at
 * once, while PostgreSQL plans the second statement anew each time, which takes longer than all else.
 */
export async function scheduledTerms(db: ReadDb, publishedBy: string): Promise<Map<number, number>> {
  const last = await sql<{ isScheduled: boolean | null }>`
    select max(published_utc) > ${publishedBy}::timestamp as "isScheduled" from event where status = 'publish'`.execute(
    db,
  );
  if (!last.rows[0]?.isScheduled) return new Map();
  const { rows } = await sql<{ id: number; n: number }>`
    select event_term.term_id as id, count(*)::int as n
    from ${scheduledEvents(publishedBy)} group by event_term.term_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
