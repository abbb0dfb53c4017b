import { type InferEntity, LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { nextSecond } from '../../lib/date-time.ts';
import { datedSlug } from '../../lib/slug.ts';
import { utcOf } from '../../lib/zones.ts';
import { storedOf } from '../content/fields.ts';
import { FOR_CHANGE } from '../content/lock.ts';
import { freeSlugs, untrashedSlug } from '../content/slugs.ts';
import type { Transaction } from '../context/context.ts';
import { isOpen, parentOf, plannedStarts, storedUntil, withoutExceptions } from '../series/index.ts';
import { SeriesEntity } from '../series/series.entity.ts';
import { EventEntity, EventOrganizerEntity, EventTermEntity, EventVenueEntity } from './event.entity.ts';
import { FIELDS } from './event.fields.ts';
import type { EventRow } from './event.rows.ts';
import { timesAt } from './event.times.ts';

export type SeriesRow = InferEntity<typeof SeriesEntity>;

/** Loads and locks a series. To prevent deadlocks, always lock a series before its events. */
export const lockSeries = ({ em }: Transaction, id: number) => em.findOne(SeriesEntity, id, FOR_CHANGE);

/** The slug of an event without its date: the common part of the slugs of a series. */
const commonSlug = ({ slug, recurrenceId }: EventRow): string => {
  const bare = untrashedSlug(slug);
  const at = recurrenceId ? bare.lastIndexOf(`-${recurrenceId.slice(0, 10)}`) : -1;
  return at > 0 ? bare.slice(0, at) : bare;
};

/**
 * Stores new events of a series, with the fields and links of an existing one.
 * @param template managed by the transaction; its links must be stored
 * @param starts planned starts in order
 */
export async function storeOccurrences(
  { em, db, context, isRetry }: Transaction,
  series: SeriesRow,
  template: EventRow,
  starts: readonly string[],
): Promise<void> {
  if (starts.length === 0) return;
  const event = template.id;
  const venues = await em.find(EventVenueEntity, { event }, { orderBy: { position: 'asc' } });
  const organizers = await em.find(EventOrganizerEntity, { event }, { orderBy: { position: 'asc' } });
  const terms = await em.find(EventTermEntity, { event });
  const { rows: ids } = await sql<{ id: number }>`
    select nextval('record_id_seq')::integer as id from generate_series(1, ${starts.length})`.execute(db);
  const base = commonSlug(template);
  const slugs = await freeSlugs(
    { db, isRetry },
    'event',
    starts.map((start) => datedSlug(base, start.slice(0, 10))),
  );
  const { authorId, status, publishedUtc, undated, description, excerpt, imageId, searchText } = template;
  const shared = { authorId, status, publishedUtc, undated, description, excerpt, imageId, searchText };
  const own = {
    ...storedOf(FIELDS, template),
    postParent: series.parentId,
    previousStartsAt: '',
    lineage: [],
  };
  const { nowUtc: modifiedUtc } = context.clock;
  for (const [at, start] of starts.entries()) {
    const { id } = ids[at] ?? {};
    const slug = slugs[at];
    if (id === undefined || slug === undefined) throw new Error('an occurrence has no id or no slug');
    const times = timesAt(series, start);
    const membership = { seriesId: series.id, recurrenceId: start, isDetached: false };
    em.create(EventEntity, { id, slug, ...shared, ...own, ...times, ...membership, modifiedUtc });
    for (const { venue, position } of venues) em.create(EventVenueEntity, { event: id, venue, position });
    for (const { organizer, position } of organizers)
      em.create(EventOrganizerEntity, { event: id, organizer, position });
    for (const { term } of terms) em.create(EventTermEntity, { event: id, term });
  }
  await em.flush();
}

/** Reads rows as stored, past the identity map. */
const STORED = { fields: ['id', 'status', 'recurrenceId', 'postParent'], disableIdentityMap: true } as const;

/**
 * Updates a series after changes of its events: the earliest event outside the trash becomes the parent. If all events
 * are in the trash, the series stops rolling forward; if there are none, it is deleted.
 * @param formerParent required if the parent may have been erased
 */
export async function settleSeries(
  { em, context }: Transaction,
  series: SeriesRow,
  formerParent?: Pick<EventRow, 'postParent'>,
): Promise<void> {
  await em.flush();
  const { nowUtc } = context.clock;
  const ofSeries = { seriesId: series.id };
  const events = await em.find(EventEntity, ofSeries, { ...STORED, orderBy: { recurrenceId: 'asc' } });
  if (events.length === 0) {
    em.remove(series);
    return em.flush();
  }
  const parent = parentOf(
    events.map(({ id, status, recurrenceId }) => ({
      id,
      slot: recurrenceId ?? '',
      isInTrash: status === 'trash',
    })),
  );
  const last = events.at(-1)?.recurrenceId;
  if (!parent) series.rolledUntilUtc = null;
  else if (!series.rolledUntilUtc && last && isOpen(series))
    series.rolledUntilUtc = nextSecond(new Date(`${utcOf(last, series.timezone)}Z`));
  if (parent && parent.id !== series.parentId) {
    const before = formerParent ?? (await em.findOne(EventEntity, series.parentId, STORED));
    const { postParent = 0 } = before ?? {};
    await em.nativeUpdate(EventEntity, parent.id, { postParent, modifiedUtc: nowUtc });
    series.parentId = parent.id;
  }
  const { parentId: postParent } = series;
  if (events.some((event) => event.id !== postParent && event.postParent !== postParent))
    await em.nativeUpdate(
      EventEntity,
      { seriesId: series.id, id: { $ne: postParent }, postParent: { $ne: postParent } },
      { postParent, modifiedUtc: nowUtc },
    );
  await em.flush();
}

/**
 * Rolls a series without an end forward: stores its newly planned events. A concurrent second call skips the series.
 * @returns the number of stored events
 */
export async function rollSeries(transaction: Transaction, id: number): Promise<number> {
  const { em, context } = transaction;
  // Issues `for update skip locked`.
  const series = await em.findOne(SeriesEntity, id, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE });
  const fromUtc = series?.rolledUntilUtc;
  if (!series || !fromUtc) return 0;
  const untilUtc = storedUntil(series, context.clock.nowUtc);
  if (untilUtc === undefined || untilUtc <= fromUtc) return 0;
  const ofSeries = { seriesId: series.id, status: { $ne: 'trash' as const } };
  const newestFirst = { orderBy: { recurrenceId: 'desc' as const } };
  const template =
    (await em.findOne(EventEntity, { ...ofSeries, isDetached: false }, newestFirst)) ??
    (await em.findOne(EventEntity, ofSeries, newestFirst));
  const planned = template ? withoutExceptions(plannedStarts(series, { fromUtc, untilUtc }), series) : [];
  // A series restored from a backup may already contain some of these events.
  const present = await em.find(EventEntity, { seriesId: series.id, recurrenceId: { $in: planned } }, STORED);
  const stored = new Set(present.map(({ recurrenceId }) => recurrenceId));
  const starts = planned.filter((start) => !stored.has(start));
  // An instance of the previous release, without series, may have erased the parent.
  if (template) await settleSeries(transaction, series);
  if (template) await storeOccurrences(transaction, series, template, starts);
  series.rolledUntilUtc = template ? untilUtc : null;
  return starts.length;
}
