import { isDeepStrictEqual } from 'node:util';
import { storedOf } from '../content/fields.ts';
import type { Transaction } from '../context/context.ts';
import type { Plan } from '../series/series.record.ts';
import { EventEntity } from './event.entity.ts';
import { FIELDS } from './event.fields.ts';
import { findEvents } from './event.queries.ts';
import type { EventRecord } from './event.record.ts';
import type { EventRow } from './event.rows.ts';
import { timesAt } from './event.times.ts';

/** The fields and links in which all events that follow a series are alike. */
function alike(event: EventRecord) {
  const {
    postParent: _parent,
    previousStartsAt: _announced,
    lineage: _lineage,
    ...own
  } = storedOf(FIELDS, event);
  const { authorId, description, excerpt, imageId, venueIds, organizerIds, termIds } = event;
  return { ...own, authorId, description, excerpt, imageId, venueIds, organizerIds, termIds };
}

/** Whether an event is at the time that its series plans for it. */
function isAsPlanned(
  { recurrenceId, startLocal, endLocal, allDay, timezone }: EventRow,
  plan: Plan,
): boolean {
  const planned = timesAt(plan, recurrenceId ?? plan.startLocal);
  return (
    planned.startLocal === startLocal &&
    planned.endLocal === endLocal &&
    planned.allDay === allDay &&
    planned.timezone === timezone
  );
}

/**
 * Detaches events that have come back from the trash and agree with their series no longer: they are at another time
 * than it plans, or differ from the events that follow it. Everything else must have been changed before.
 */
export async function detachStale(
  { em, context }: Transaction,
  series: Plan & { readonly id: number },
  rows: readonly EventRow[],
): Promise<void> {
  const back = rows.filter(({ isDetached, seriesId }) => !isDetached && seriesId === series.id);
  if (back.length === 0) return;
  await em.flush();
  const ids = back.map(({ id }) => id);
  const [model] = await em.find(
    EventEntity,
    { seriesId: series.id, isDetached: false, status: { $ne: 'trash' }, id: { $nin: ids } },
    { fields: ['id'], orderBy: { recurrenceId: 'desc' }, limit: 1, disableIdentityMap: true },
  );
  const [like, ...events] = await findEvents(context, [model?.id ?? 0, ...ids]);
  for (const [at, row] of back.entries()) {
    const event = events[at];
    const isLike = !like || !event || isDeepStrictEqual(alike(event), alike(like));
    row.isDetached = !isLike || !isAsPlanned(row, series);
  }
}
