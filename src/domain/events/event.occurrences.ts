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

/** A series as an entity. */
export type SeriesRow = InferEntity<typeof SeriesEntity>;

/**
 * Reads a series that is about to be changed, and locks it. Whoever locks events of a series locks the series
 * before them, so that two changes at once do not end in a deadlock.
 */
export const lockSeries = ({ em }: Transaction, id: number) => em.findOne(SeriesEntity, id, FOR_CHANGE);

/** The slug that the events of a series have before their days. */
const commonSlug = ({ slug, recurrenceId }: EventRow): string => {
  const bare = untrashedSlug(slug);
  const at = recurrenceId ? bare.lastIndexOf(`-${recurrenceId.slice(0, 10)}`) : -1;
  return at > 0 ? bare.slice(0, at) : bare;
};

/**
 * Stores events of a series, with everything that belongs to one that is there.
 * @param template in the transaction; what it is linked to must have been stored
 * @param starts planned ones, in order
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
    const place = { seriesId: series.id, recurrenceId: start, isDetached: false };
    em.create(EventEntity, { id, slug, ...shared, ...own, ...times, ...place, modifiedUtc });
    for (const { venue, position } of venues) em.create(EventVenueEntity, { event: id, venue, position });
    for (const { organizer, position } of organizers)
      em.create(EventOrganizerEntity, { event: id, organizer, position });
    for (const { term } of terms) em.create(EventTermEntity, { event: id, term });
  }
  await em.flush();
}

/** As rows are stored, whatever the transaction has loaded of them. */
const SEEN = { fields: ['id', 'status', 'recurrenceId', 'postParent'], disableIdentityMap: true } as const;

/**
 * Puts a series in order once its events have been changed: the earliest that is not in the trash is its parent; without
 * any it grows no more, and without events it goes.
 * @param former its parent, where that may be erased
 */
export async function settleSeries(
  { em, context }: Transaction,
  series: SeriesRow,
  former?: Pick<EventRow, 'postParent'>,
): Promise<void> {
  await em.flush();
  const { nowUtc } = context.clock;
  const ofSeries = { seriesId: series.id };
  const events = await em.find(EventEntity, ofSeries, { ...SEEN, orderBy: { recurrenceId: 'asc' } });
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
    const before = former ?? (await em.findOne(EventEntity, series.parentId, SEEN));
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
 * Stores what a series without an end has begun to plan since it was last looked at. Two that do so at once store it
 * once: the second leaves it to the first.
 * @returns how many events were stored
 */
export async function rollSeries(transaction: Transaction, id: number): Promise<number> {
  const { em, context } = transaction;
  // `for update skip locked`.
  const series = await em.findOne(SeriesEntity, id, { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE });
  const fromUtc = series?.rolledUntilUtc;
  if (!series || !fromUtc) return 0;
  const untilUtc = storedUntil(series, context.clock.nowUtc);
  if (untilUtc === undefined || untilUtc <= fromUtc) return 0;
  const ofSeries = { seriesId: series.id, status: { $ne: 'trash' as const } };
  const latest = { orderBy: { recurrenceId: 'desc' as const } };
  const template =
    (await em.findOne(EventEntity, { ...ofSeries, isDetached: false }, latest)) ??
    (await em.findOne(EventEntity, ofSeries, latest));
  const planned = template ? withoutExceptions(plannedStarts(series, { fromUtc, untilUtc }), series) : [];
  // A series that was restored from a backup may have some of them.
  const present = await em.find(EventEntity, { seriesId: series.id, recurrenceId: { $in: planned } }, SEEN);
  const stored = new Set(present.map(({ recurrenceId }) => recurrenceId));
  const starts = planned.filter((start) => !stored.has(start));
  // An instance of the release before may have erased the parent, which knew nothing of series.
  if (template) await settleSeries(transaction, series);
  if (template) await storeOccurrences(transaction, series, template, starts);
  series.rolledUntilUtc = template ? untilUtc : null;
  return starts.length;
}
