import type { SnakeCase } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { LinkedKind } from '../../lib/kinds.ts';
import type { Status } from '../../lib/statuses.ts';
import { UniqueViolationError } from '../../platform/postgres/retry.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { initials, parameters, type RecordOf } from '../content/fields.ts';
import type { Transaction } from '../context/context.ts';
import { FIELDS } from './event.fields.ts';
import { assertAllUsable, lockedRecords } from './event.linked.ts';
import { EVENT_COLUMNS, type EventRecord } from './event.record.ts';
import type { Times } from './event.times.ts';

/** What is stored of a new event, and what it is linked to. */
interface NewEvent extends Times, Partial<RecordOf<typeof FIELDS>> {
  /** null: the next one of the sequence. */
  id: number | null;
  /** The event gets the first of these that no other event has. */
  slugs: readonly string[];
  authorId: number;
  status: Status;
  publishedUtc: string;
  undated: boolean;
  modifiedUtc: string;
  searchText: string;
  /** In their order. */
  venues: readonly number[];
  organizers: readonly number[];
  terms: readonly number[];
  description?: string;
  excerpt?: string;
  imageId?: number | null;
}

const DEFAULTS = { description: '', excerpt: '', imageId: null, ...initials(FIELDS) };

type InsertValues = Omit<Required<NewEvent>, keyof typeof FIELDS> &
  Record<keyof typeof FIELDS, unknown> & { write: string; user: string };

/** The shared columns and the times; the compiler notices if one is missing. */
const fixedColumns = (value: ValueOf<InsertValues>) =>
  ({
    id: sql`fresh.id`,
    slug: sql`fresh.slug`,
    author_id: value('authorId'),
    status: value('status'),
    published_utc: value('publishedUtc'),
    undated: value('undated'),
    modified_utc: value('modifiedUtc'),
    description: value('description'),
    excerpt: value('excerpt'),
    image_id: value('imageId'),
    search_text: value('searchText'),
    all_day: value('allDay'),
    start_local: value('startLocal'),
    end_local: value('endLocal'),
    start_utc: value('startUtc'),
    end_utc: value('endUtc'),
    timezone: value('timezone'),
    series_id: sql`null::integer`,
    recurrence_id: sql`null::timestamp`,
    is_detached: sql`false`,
  }) satisfies Record<Exclude<keyof Tables['event'], SnakeCase<keyof typeof FIELDS>>, RawBuilder<unknown>>;

const linked = (kind: LinkedKind, records: string) => sql<{ event_id: number }>`(
  insert into ${sql.table(`event_${kind}`)} (event_id, ${sql.ref(`${kind}_id`)}, position)
  select made.id, linked.id, linked.position from made, ${sql.table(records)} as linked)`;

/**
 * Stores all of a new event by one statement, which may be a transaction by itself and therefore names its actor. Nothing
 * is stored when a record to link is gone or no slug is free. Terms are locked in the order of their ids, as the counting
 * trigger locks them.
 */
const INSERT = new Statement((db, value: ValueOf<InsertValues>) => {
  const columns = { ...fixedColumns(value), ...parameters(FIELDS, value) };
  const names = Object.keys(columns).map((name) => sql.ref(name));
  return db
    .with(
      'fresh',
      () => sql<{ id: number; slug: string | null }>`(
        select coalesce(${value('id')}::int, nextval('record_id_seq')::int) as id,
          (select candidate.slug from unnest(${value('slugs')}::text[]) with ordinality as candidate (slug, n)
            where not exists (select from event where event.slug = candidate.slug) order by n limit 1) as slug,
          set_config('calendar.write', ${value('write')}, true), set_config('calendar.user', ${value('user')}, true))`,
    )
    .with('venues', () => lockedRecords('venue', value('venues')))
    .with('organizers', () => lockedRecords('organizer', value('organizers')))
    .with(
      'terms',
      () => sql<{ id: number }>`(
        select id from term where id = any(${value('terms')}::int[]) order by id for no key update)`,
    )
    .with(
      'made',
      () => sql<Tables['event']>`(
        insert into event (${sql.join(names)}) select ${sql.join(Object.values(columns))} from fresh
        where slug is not null and (select count(*) from venues) = cardinality(${value('venues')}::int[])
          and (select count(*) from organizers) = cardinality(${value('organizers')}::int[]) returning *)`,
    )
    .with('venue_links', () => linked('venue', 'venues'))
    .with('organizer_links', () => linked('organizer', 'organizers'))
    .with(
      'term_links',
      () =>
        sql<{
          event_id: number;
        }>`(insert into event_term (event_id, term_id) select made.id, terms.id from made, terms)`,
    )
    .selectFrom(sql`(select)`.as('one'))
    .leftJoin('made as event', (join) => join.onTrue())
    .select(EVENT_COLUMNS)
    .select([
      'event.description',
      'event.excerpt',
      sql<number[]>`array(select id from venues order by position)`.as('venueIds'),
      sql<number[]>`array(select id from organizers order by position)`.as('organizerIds'),
      sql<number[]>`array(select id from terms)`.as('termIds'),
    ]);
});

const isStored = (
  row: { [Name in keyof EventRecord]: EventRecord[Name] | null } | undefined,
): row is EventRecord => row !== undefined && row.id !== null;

/**
 * Stores a new event with its links. A term that has just been deleted is left out.
 * @throws ServiceError rest_invalid_param when a linked record has just been deleted, UniqueViolationError when no slug
 * is free
 */
export async function insertEvent(
  { actor, context, db }: Transaction,
  event: NewEvent,
): Promise<EventRecord> {
  const values = { ...DEFAULTS, ...event, write: actor.write, user: String(actor.user) };
  const [row] = await INSERT.run(db, values, context.signal);
  if (!row) throw new Error('the insertion returned no row');
  if (!isStored(row)) {
    assertAllUsable('venue', event.venues, row.venueIds);
    assertAllUsable('organizer', event.organizers, row.organizerIds);
    throw new UniqueViolationError(event.slugs);
  }
  return row;
}
