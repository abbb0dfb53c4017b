import { type RawBuilder, sql } from 'kysely';
import type { Caller } from '../../domain/access/caller.ts';
import { readVisibility } from '../../domain/access/policy.ts';
import { nameKey } from '../../domain/content/names.ts';
import { visibleIn } from '../../domain/content/visibility.ts';
import type { Transaction } from '../../domain/context/context.ts';
import { TAXONOMIES, type TermKind } from '../../domain/terms/index.ts';
import { termKey } from '../../domain/terms/term.record.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import type { Status } from '../../lib/statuses.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import type { SourceKind } from './source.ts';

/** The parts of a stored record that an import compares. */
export interface StoredRecord {
  readonly id: number;
  readonly status: Status;
  readonly lineage: readonly string[];
  readonly description: string;
  readonly excerpt: string;
  /** Title or name. */
  readonly name: string;
  /** Distinguishes records of the same name: the start of an event in UTC, the city of a venue. */
  readonly qualifier: string;
  /** A hash of the whole row, for an event also of its links and series. */
  readonly state: string;
}

/** A search key; `name` only for venues and organizers, `startUtc` only for events. */
export type RecordKey = { id: number } | { slug: string[] } | { name: string } | { startUtc: string };

const COLUMNS: Readonly<Record<RecordKind, { name: RawBuilder<unknown>; qualifier: RawBuilder<unknown> }>> = {
  event: { name: sql`title`, qualifier: sql`to_char(start_utc, 'YYYY-MM-DD HH24:MI:SS')` },
  venue: { name: sql`name`, qualifier: sql`city` },
  organizer: { name: sql`name`, qualifier: sql`''` },
};
const LINKS_AND_SERIES = sql`
  array(select venue_id from event_venue where event_id = r.id order by position),
  array(select organizer_id from event_organizer where event_id = r.id order by position),
  array(select term_id from event_term where event_id = r.id order by term_id),
  (select s from series s where s.id = r.series_id)`;

function condition(key: RecordKey): RawBuilder<unknown> {
  if ('id' in key) return sql`id = ${key.id}`;
  if ('slug' in key) return sql`slug = any(${key.slug}::text[])`;
  return 'name' in key ? sql`name_key = ${nameKey(key.name)}` : sql`start_utc = ${key.startUtc}`;
}

/** The records with a key that the caller may read, oldest first. */
export async function storedRecords(
  { db, context: { caller } }: Transaction,
  kind: RecordKind,
  key: RecordKey,
): Promise<StoredRecord[]> {
  const { name, qualifier } = COLUMNS[kind];
  const others = kind === 'event' ? LINKS_AND_SERIES : sql`''`;
  const { rows } = await sql<StoredRecord>`
    select id, status, lineage, description, excerpt, ${name} as name, ${qualifier} as qualifier,
      md5(concat(r, ${others})) as state
    from ${sql.table(kind)} r where ${condition(key)} and ${visibleIn('r', readVisibility(caller))}
    order by id`.execute(db);
  return rows;
}

/** The event of a series at a planned start. @param parent the id or slug of the series' parent */
export async function storedOccurrence(
  transaction: Transaction,
  parent: number | string,
  start: string,
): Promise<StoredRecord | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from event where recurrence_id = ${start} and series_id =
      (select series_id from event where ${typeof parent === 'number' ? sql`id` : sql`slug`} = ${parent})
  `.execute(transaction.db);
  const [row] = rows;
  return row && (await storedRecords(transaction, 'event', { id: row.id }))[0];
}

/** The id of the category or tag with a slug, or else with a name under a parent. */
export async function storedTerm(
  db: Db,
  kind: TermKind,
  slug: string,
  name: string,
  parent: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from term where taxonomy = ${TAXONOMIES[kind]}
    and (slug = ${slug} or (name_key = ${termKey(name)} and parent_id = ${parent}))
    order by slug = ${slug} desc, id limit 1`.execute(db);
  return rows[0]?.id;
}

/** The external ids of all records of a kind that the caller may read, newest record first. */
export async function storedLineages(
  { db, context: { caller } }: Transaction,
  kind: RecordKind,
): Promise<{ id: number; lineage: readonly string[] }[]> {
  const { rows } = await sql<{ id: number; lineage: readonly string[] }>`
    select id, lineage from ${sql.table(kind)}
    where lineage <> '[]' and ${visibleIn(kind, readVisibility(caller))} order by id desc`.execute(db);
  return rows;
}

export async function setLineage(
  db: Db,
  kind: RecordKind,
  id: number,
  lineage: readonly string[],
): Promise<void> {
  await sql`update ${sql.table(kind)} set lineage = ${JSON.stringify(lineage)}::jsonb where id = ${id}`.execute(
    db,
  );
}

export async function storedSeries(db: Db): Promise<{ id: number; parent: number }[]> {
  const { rows } = await sql<{ id: number; parent: number }>`
    select id, parent_id as parent from series`.execute(db);
  return rows;
}

/** Filters ids of venues or organizers; keeps the order. */
export async function idsNotInTrash(db: Db, kind: RecordKind, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(kind)} where id = any(${ids}::int[]) and status <> 'trash'`.execute(db);
  const usable = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => usable.has(id));
}

export type LastIds = Readonly<Record<RecordKind | 'term', number>>;

export async function lastIds(db: Db): Promise<LastIds> {
  const max = (table: string) => sql`(select coalesce(max(id), 0) from ${sql.table(table)})`;
  const { rows } = await sql<LastIds>`
    select ${max('event')} as event, ${max('venue')} as venue, ${max('organizer')} as organizer, ${max('term')} as term`.execute(
    db,
  );
  return rows[0] ?? { event: 0, venue: 0, organizer: 0, term: 0 };
}

/** The linked records of an event with larger ids. */
export async function linksCreatedAfter(
  db: Db,
  event: number,
  last: LastIds,
): Promise<{ kind: SourceKind; id: number }[]> {
  const { rows } = await sql<{ kind: SourceKind; id: number }>`
    select 'venue' as kind, venue_id as id from event_venue where event_id = ${event} and venue_id > ${last.venue}
    union all select 'organizer', organizer_id from event_organizer
      where event_id = ${event} and organizer_id > ${last.organizer}
    union all select case taxonomy when ${TAXONOMIES.tag} then 'tag' else 'category' end, term_id
      from event_term join term on id = term_id where event_id = ${event} and term_id > ${last.term}`.execute(
    db,
  );
  return rows;
}

type Place = Readonly<Record<'name' | 'address' | 'city' | 'region' | 'zip' | 'country', string>>;

/** The venues that the caller may link, newest first. */
export async function storedVenues(db: Db, caller: Caller): Promise<(Place & { id: number })[]> {
  const { rows } = await sql<Place & { id: number }>`
    select id, name, address, city, stateprovince as region, zip, country from venue
    where status <> 'trash' and ${visibleIn('venue', readVisibility(caller))} order by id desc`.execute(db);
  return rows;
}
