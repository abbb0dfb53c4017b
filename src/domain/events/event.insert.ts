import type { SnakeCase } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { LinkedKind } from '../../lib/kinds.ts';
import type { Status } from '../../lib/statuses.ts';
import { UniqueViolationError } from '../../platform/postgres/retry.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { columnParameters, initialValues, type RecordOf } from '../content/fields.ts';
import type { Transaction } from '../context/context.ts';
import { FIELDS } from './event.fields.ts';
import { assertAllLinkable, lockLinkedRecords } from './event.link-rows.ts';
import { type EventRecord, unlinkedEvent } from './event.record.ts';
import type { Times } from './event.times.ts';

interface NewEvent extends Times, Partial<RecordOf<typeof FIELDS>> {
  /** null: the next id of the sequence. */
  id: number | null;
  /** Candidates: the event gets the first that is free. */
  slugs: readonly string[];
  authorId: number;
  status: Status;
  publishedUtc: string;
  undated: boolean;
  modifiedUtc: string;
  searchText: string;
  venues: readonly number[];
  organizers: readonly number[];
  terms: readonly number[];
  description?: string;
  excerpt?: string;
  imageId?: number | null;
}

const DEFAULTS = { description: '', excerpt: '', imageId: null, ...initialValues(FIELDS) };

type InsertValues = Omit<Required<NewEvent>, keyof typeof FIELDS> &
  Record<keyof typeof FIELDS, unknown> & { write: string; user: string };

/** All columns except those of FIELDS; the compiler reports a missing one. */
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

const insertLinks = (kind: LinkedKind, records: string) => sql<{ event_id: number }>`(
  insert into ${sql.table(`event_${kind}`)} (event_id, ${sql.ref(`${kind}_id`)}, position)
  select made.id, linked.id, linked.position from made, ${sql.table(records)} as linked)`;

/**
 * Stores a new event with its links in one statement, which may be a transaction of its own and therefore names its
 * actor. Stores nothing if a record to link is missing or no slug is free. Locks terms in the order of their ids, like
 * the trigger that counts events.
 */
const INSERT = new Statement((db, value: ValueOf<InsertValues>) => {
  const columns = { ...fixedColumns(value), ...columnParameters(FIELDS, value) };
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
    .with('venues', () => lockLinkedRecords('venue', value('venues')))
    .with('organizers', () => lockLinkedRecords('organizer', value('organizers')))
    .with(
      'terms',
      () => sql<{ id: number }>`(
        select id from term where id = any(${value('terms')}::int[]) order by id for no key update)`,
    )
    .with(
      'made',
      () => sql<Pick<Tables['event'], 'id' | 'slug'>>`(
        insert into event (${sql.join(names)}) select ${sql.join(Object.values(columns))} from fresh
        where slug is not null and (select count(*) from venues) = cardinality(${value('venues')}::int[])
          and (select count(*) from organizers) = cardinality(${value('organizers')}::int[]) returning id, slug)`,
    )
    .with('venue_links', () => insertLinks('venue', 'venues'))
    .with('organizer_links', () => insertLinks('organizer', 'organizers'))
    .with(
      'term_links',
      () =>
        sql<{
          event_id: number;
        }>`(insert into event_term (event_id, term_id) select made.id, terms.id from made, terms)`,
    )
    .selectFrom(sql`(select)`.as('one'))
    .leftJoin('made', (join) => join.onTrue())
    .select([
      'made.id',
      'made.slug',
      sql<number[]>`array(select id from venues order by position)`.as('venueIds'),
      sql<number[]>`array(select id from organizers order by position)`.as('organizerIds'),
      sql<number[]>`array(select id from terms)`.as('termIds'),
    ]);
});

/**
 * Stores a new event with its links. Leaves out a term that has just been deleted.
 * @throws ServiceError rest_invalid_param if a linked record has just been deleted
 * @throws UniqueViolationError if no slug is free
 */
export async function insertEvent(
  { actor, context, db }: Transaction,
  event: NewEvent,
): Promise<EventRecord> {
  const values = { ...DEFAULTS, ...event };
  const parameters = { ...values, write: actor.write, user: String(actor.user) };
  const [row] = await INSERT.run(db, parameters, context.signal);
  if (!row) throw new Error('the insertion returned no row');
  const { id, slug, ...linkedIds } = row;
  if (id === null || slug === null) {
    assertAllLinkable('venue', event.venues, linkedIds.venueIds);
    assertAllLinkable('organizer', event.organizers, linkedIds.organizerIds);
    throw new UniqueViolationError(event.slugs);
  }
  return { ...unlinkedEvent({ ...values, id, slug, isDetached: false }), ...linkedIds };
}
