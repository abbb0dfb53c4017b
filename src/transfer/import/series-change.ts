import { isDeepStrictEqual } from 'node:util';
import type { Body } from '../../api/rest/index.ts';
import type { Context, Transaction } from '../../domain/context/context.ts';
import { EventEntity } from '../../domain/events/event.entity.ts';
import { durationOf, resolveTimes, type Times } from '../../domain/events/event.times.ts';
import { Checks } from '../../domain/resource/checks.ts';
import { horizonOf, isOpen, plannedStarts } from '../../domain/series/index.ts';
import { SeriesEntity } from '../../domain/series/series.entity.ts';
import { property } from '../../lib/object.ts';
import { parseStart } from '../../lib/recurrence.ts';
import { UNMANAGED } from '../../platform/postgres/orm.ts';

/** Leaves the schedule of a series unchanged. */
const UNCHANGED_SCHEDULE: Body = {
  timezone: undefined,
  all_day: undefined,
  start_date: undefined,
  end_date: undefined,
  recurrence: undefined,
  recurrence_start: undefined,
  recurrence_exceptions: undefined,
  slug: undefined,
};

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The times of an event from its body; undefined if they are invalid. */
export const timesOf = (
  context: Context,
  { timezone, isAllDay, start, end }: Body,
): Promise<Times | undefined> =>
  resolveTimes(
    context,
    new Checks(),
    {
      timezone: textIn(timezone),
      isAllDay: typeof isAllDay === 'boolean' ? isAllDay : undefined,
      start: textIn(start),
      end: textIn(end),
    },
    null,
  );

/**
 * The changes of a series' schedule by an import: none if both plan the same dates from the imported start on, because
 * a feed omits past occurrences. Keeps the exceptions of the stored series.
 * @param fields the body by GraphQL names
 * @param isOwn whether it is a series of this calendar, of which a feed can contain a part
 * @returns null for an event without a series
 */
export async function seriesChange(
  { em, context }: Transaction,
  id: number,
  body: Body,
  fields: Body,
  isOwn: boolean,
): Promise<Body | null> {
  const event = await em.findOne(EventEntity, id, UNMANAGED);
  const series = event?.seriesId ? await em.findOne(SeriesEntity, event.seriesId, UNMANAGED) : null;
  if (!event || !series) return null;
  if (isOwn || series.parentId !== id) return UNCHANGED_SCHEDULE;
  const times = await timesOf(context, fields);
  if (!times) return {};
  const { timezone, allDay } = times;
  const { recurrence, recurrenceStart } = fields;
  const startLocal = recurrenceStart
    ? parseStart(String(recurrenceStart), times, context.clock.now)
    : times.startLocal;
  const plan = {
    startLocal,
    timezone,
    allDay,
    duration: durationOf(times),
    rule: textIn(property(recurrence, 'rule')) ?? null,
    dates: textsIn(property(recurrence, 'dates')),
    exceptions: [],
  };
  const part = { untilUtc: horizonOf(context.clock.nowUtc) };
  const stored = plannedStarts(series, part);
  const planned = plannedStarts(plan, part);
  const exceptions = textsIn(fields.recurrenceExceptions);
  const isSame =
    isDeepStrictEqual(
      stored.filter((start) => start >= startLocal),
      planned,
    ) &&
    isOpen(series) === isOpen(plan) &&
    series.timezone === timezone &&
    series.allDay === allDay;
  const isLonger = !event.isDetached && series.duration !== plan.duration && series.startLocal === startLocal;
  const fresh = exceptions.filter((exception) => !series.exceptions.includes(exception));
  if (isSame || (stored.includes(startLocal) && startLocal !== series.startLocal))
    return {
      ...UNCHANGED_SCHEDULE,
      ...(isLonger && { start_date: body.start_date, end_date: body.end_date }),
      ...(isSame && fresh.length > 0 && { recurrence_exceptions: [...series.exceptions, ...fresh] }),
    };
  const still = series.exceptions.filter((exception) => planned.includes(exception));
  return { slug: undefined, recurrence_exceptions: [...new Set([...still, ...exceptions])] };
}
