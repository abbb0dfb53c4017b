import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../domain/context/context.ts';
import { EventEntity } from '../../domain/events/event.entity.ts';
import { durationOf, resolveTimes } from '../../domain/events/event.times.ts';
import type { UpdateEventInput } from '../../domain/generated/schema.ts';
import { Checks } from '../../domain/resource/checks.ts';
import { horizonOf, isOpen, plannedStarts } from '../../domain/series/index.ts';
import { SeriesEntity } from '../../domain/series/series.entity.ts';
import type { Plan } from '../../domain/series/series.record.ts';
import { parseStart } from '../../lib/recurrence.ts';
import { UNMANAGED } from '../../platform/postgres/orm.ts';
import type { SourceEvent } from './source-records.ts';

type Change = Pick<
  UpdateEventInput,
  | ('timezone' | 'allDay' | 'startDate' | 'endDate' | 'slug')
  | ('recurrence' | 'recurrenceStart' | 'recurrenceExceptions')
>;

/** What is not said of when a series is, which leaves it as it is. */
const NOTHING: Change = {
  timezone: undefined,
  allDay: undefined,
  startDate: undefined,
  endDate: undefined,
  recurrence: undefined,
  recurrenceStart: undefined,
  recurrenceExceptions: undefined,
  slug: undefined,
};

const textsOf = (dates: readonly unknown[] | null | undefined): string[] => (dates ?? []).map(String);

/**
 * What an import changes of when a series is: nothing where it plans the same from its start on, for a feed begins with
 * what has not ended. What has been left out here stays so.
 * @param isOwn whether it is a series of this calendar, of which a feed may have a part
 * @returns null for an event that is in no series
 */
export async function seriesChange(
  { em, context }: Transaction,
  id: number,
  { input, onCreate }: SourceEvent,
  isOwn: boolean,
): Promise<Change | null> {
  const event = await em.findOne(EventEntity, id, UNMANAGED);
  const series = event?.seriesId ? await em.findOne(SeriesEntity, event.seriesId, UNMANAGED) : null;
  if (!event || !series) return null;
  if (isOwn || series.parentId !== id) return NOTHING;
  const times = await resolveTimes(context, new Checks(), { ...onCreate, ...input }, null);
  if (!times) return {};
  const { timezone, allDay } = times;
  const { recurrence, recurrenceStart } = input;
  const startLocal = recurrenceStart
    ? parseStart(String(recurrenceStart), times, context.clock.now)
    : times.startLocal;
  const plan: Plan = {
    startLocal,
    timezone,
    allDay,
    duration: durationOf(times),
    rule: recurrence?.rule ?? null,
    dates: textsOf(recurrence?.dates),
    exceptions: [],
  };
  const part = { untilUtc: horizonOf(context.clock.nowUtc) };
  const stored = plannedStarts(series, part);
  const planned = plannedStarts(plan, part);
  const exceptions = textsOf(input.recurrenceExceptions);
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
      ...NOTHING,
      ...(isLonger && { startDate: input.startDate, endDate: input.endDate }),
      ...(isSame && fresh.length > 0 && { recurrenceExceptions: [...series.exceptions, ...fresh] }),
    };
  const still = series.exceptions.filter((exception) => planned.includes(exception));
  return { slug: undefined, recurrenceExceptions: [...new Set([...still, ...exceptions])] };
}
