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

/** The fields and links that all events of a series share, except detached ones. */
function sharedFields(event: EventRecord) {
  const {
    postParent: _parent,
    previousStartsAt: _announced,
    lineage: _lineage,
    ...own
  } = storedOf(FIELDS, event);
  const { authorId, description, excerpt, imageId, venueIds, organizerIds, termIds } = event;
  return { ...own, authorId, description, excerpt, imageId, venueIds, organizerIds, termIds };
}

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
 * Detaches events restored from the trash that no longer match their series: their times differ from the plan, or their
 * shared fields from those of the other events. Call after all other changes.
 */
export async function detachDiverged(
  { em, context }: Transaction,
  series: Plan & { readonly id: number },
  rows: readonly EventRow[],
): Promise<void> {
  const returned = rows.filter(({ isDetached, seriesId }) => !isDetached && seriesId === series.id);
  if (returned.length === 0) return;
  await em.flush();
  const ids = returned.map(({ id }) => id);
  const [newest] = await em.find(
    EventEntity,
    { seriesId: series.id, isDetached: false, status: { $ne: 'trash' }, id: { $nin: ids } },
    { fields: ['id'], orderBy: { recurrenceId: 'desc' }, limit: 1, disableIdentityMap: true },
  );
  const [reference, ...events] = await findEvents(context, [newest?.id ?? 0, ...ids]);
  for (const [at, row] of returned.entries()) {
    const event = events[at];
    const agrees = !reference || !event || isDeepStrictEqual(sharedFields(event), sharedFields(reference));
    row.isDetached = !agrees || !isAsPlanned(row, series);
  }
}
