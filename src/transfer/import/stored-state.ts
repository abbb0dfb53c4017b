import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { nameKey } from '../../domain/content/name-key.ts';
import type { Transaction } from '../../domain/context/context.ts';
import { EventEntity } from '../../domain/events/event.entity.ts';
import { OrganizerEntity } from '../../domain/organizers/organizer.entity.ts';
import { VenueEntity } from '../../domain/venues/venue.entity.ts';
import type { LinkedKind, RecordKind } from '../../lib/kinds.ts';
import type { Status } from '../../lib/statuses.ts';
import { type Db, UNMANAGED } from '../../platform/postgres/orm.ts';
import { RECORD_ENTITIES } from './record-entities.ts';

/** The ids of what an event is linked to: venues and organizers in the order of the event, terms by id. */
export type Links = Readonly<Record<LinkedKind | 'terms', readonly number[]>>;

/** A record here, with what shows whether it is the one of the source, and whether it has to be changed. */
export interface Candidate {
  readonly id: number;
  readonly status: Status;
  readonly modifiedUtc: string;
  readonly lineage: readonly string[];
  readonly description: string;
  readonly excerpt: string;
  /** Title or name. */
  readonly name: string;
  /** Tells it from others of the same name: the start of an event in UTC, the city of a venue. */
  readonly qualifier: string;
}

/** By what candidates are found. Those of a name are venues or organizers with it, and events that start then. */
export type RecordKey =
  | { readonly id: number }
  | { readonly slug: string[] }
  | { readonly name: string; readonly startUtc: string };

const SHARED = ['id', 'status', 'modifiedUtc', 'lineage', 'description', 'excerpt'] as const;
const OLDEST_FIRST = { id: 'asc' } as const;

const byName = (key: RecordKey) => ('name' in key ? { nameKey: nameKey(key.name) } : key);

/** By the query builder of entities, which makes no entity of a row: an import does this for each of its records. */
const FIND: Readonly<Record<RecordKind, (em: EntityManager, key: RecordKey) => Promise<Candidate[]>>> = {
  event: async (em, key) => {
    const where = 'name' in key ? { startUtc: key.startUtc } : key;
    const events = em
      .createQueryBuilder(EventEntity)
      .select([...SHARED, 'title', 'startUtc'])
      .where(where);
    const rows = await events.orderBy(OLDEST_FIRST).execute('all');
    return rows.map((row) => ({ ...row, name: row.title, qualifier: row.startUtc }));
  },
  venue: async (em, key) => {
    const venues = em
      .createQueryBuilder(VenueEntity)
      .select([...SHARED, 'name', 'city'])
      .where(byName(key));
    const rows = await venues.orderBy(OLDEST_FIRST).execute('all');
    return rows.map((row) => ({ ...row, qualifier: row.city }));
  },
  organizer: async (em, key) => {
    const organizers = em
      .createQueryBuilder(OrganizerEntity)
      .select([...SHARED, 'name'])
      .where(byName(key));
    const rows = await organizers.orderBy(OLDEST_FIRST).execute('all');
    return rows.map((row) => ({ ...row, qualifier: '' }));
  },
};

/** The records with a key, the oldest first. */
export const findCandidates = (em: EntityManager, kind: RecordKind, key: RecordKey): Promise<Candidate[]> =>
  FIND[kind](em, key);

/** What an event is linked to. It is one statement, where entities would be read by three (decisions/0027). */
export async function storedLinks(db: Db, event: number): Promise<Links> {
  const { rows } = await sql<Links>`select
    array(select venue_id from event_venue where event_id = ${event} order by position) as venue,
    array(select organizer_id from event_organizer where event_id = ${event} order by position) as organizer,
    array(select term_id from event_term where event_id = ${event} order by term_id) as terms`.execute(db);
  const [links] = rows;
  if (!links) throw new Error('a select without a table has no row');
  return links;
}

/** All that is stored of a record: its columns, and of an event its links. */
export async function storedState({ em, db }: Transaction, kind: RecordKind, id: number): Promise<unknown> {
  const row = await em.findOneOrFail(RECORD_ENTITIES[kind], id, UNMANAGED);
  return { columns: JSON.stringify(row), links: kind === 'event' && (await storedLinks(db, id)) };
}
