import { sql } from 'kysely';
import type { ReadDb } from '../../platform/postgres/orm.ts';

/**
 * When the last of the events is published, in UTC; null where there is none. It is read from an index, while the
 * statement of {@link scheduledTerms}, even if it finds nothing, is planned anew each time.
 */
export const lastPublication = sql<string | null>`(
  select max(published_utc) from event where status = 'publish')`;

/** The number of scheduled events of each term that has any. @param publishedBy when the others were, in UTC */
export async function scheduledTerms(db: ReadDb, publishedBy: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select event_term.term_id as id, count(*)::int as n
    from event_term join event on event.id = event_term.event_id
    where event.status = 'publish' and event.published_utc > ${publishedBy}::timestamp
    group by event_term.term_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
