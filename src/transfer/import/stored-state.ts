import { sql } from 'kysely';
import type { LinkedKind, RecordKind } from '../../lib/kinds.ts';
import type { Db } from '../../platform/postgres/orm.ts';

/** The ids of what an event is linked to: venues and organizers in the order of the event, terms by id. */
export type Links = Readonly<Record<LinkedKind | 'terms', readonly number[]>>;

interface StoredState {
  /** All columns as JSON, except the time of the last change. */
  readonly columns: string;
  /** Events only. */
  readonly links?: Links;
}

const LINKS = sql<Links>`json_build_object(
  'venue', array(select venue_id from event_venue where event_id = record.id order by position),
  'organizer', array(select organizer_id from event_organizer where event_id = record.id order by position),
  'terms', array(select term_id from event_term where event_id = record.id order by term_id))`;

export async function storedState(db: Db, kind: RecordKind, id: number): Promise<StoredState> {
  const links = kind === 'event' ? sql`, ${LINKS} as links` : sql``;
  const { rows } = await sql<StoredState>`
    select (to_jsonb(record) - 'modified_utc')::text as columns${links}
    from ${sql.table(kind)} as record where id = ${id}`.execute(db);
  const [state] = rows;
  if (!state) throw new Error(`the ${kind} ${id} has gone`);
  return state;
}
