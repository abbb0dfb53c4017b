import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { fixedOffset } from '../../lib/fixed-offsets.ts';
import { compact } from '../../lib/json-ld.ts';
import { readRule } from '../../lib/recurrence.ts';
import type { Frequency, RuleDay, Weekday } from '../../lib/recurrence-parts.ts';
import type { Context } from '../context/context.ts';
import type { SeriesRecord } from './series.record.ts';

const UNITS: Record<Frequency, string> = { DAILY: 'D', WEEKLY: 'W', MONTHLY: 'M', YEARLY: 'Y' };
const DAYS: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};

/** A DayOfWeek of schema.org; with an ordinal, which schema.org lacks, the text of RFC 5545. */
const dayOf = ({ weekday, nth }: RuleDay): string =>
  nth === undefined ? `https://schema.org/${DAYS[weekday]}` : `${nth}${weekday}`;

/** A rule as a Schedule of schema.org; undefined if Schedule cannot express all of it. */
function scheduleOf(series: SeriesRecord): Record<string, unknown> | undefined {
  const { rule: text, startLocal, duration, allDay, timezone, exceptions } = series;
  if (text === null || fixedOffset(timezone) !== undefined) return undefined;
  const { parts } = readRule(text, series);
  const { freq, interval, byDay, byMonth, byMonthDay, count, until, wkst } = parts;
  const { byYearDay, byWeekNo, bySetPos, byHour, byMinute, bySecond } = parts;
  const hasMore = (byYearDay ?? byWeekNo ?? bySetPos ?? byHour ?? byMinute ?? bySecond) !== undefined;
  if (hasMore || (freq === 'WEEKLY' && interval > 1 && wkst !== 'MO')) return undefined;
  const end = dateTimeFromSeconds(secondsOf(startLocal) + duration);
  return compact({
    '@type': 'Schedule',
    repeatFrequency: `P${interval}${UNITS[freq]}`,
    byDay: byDay?.map(dayOf),
    byMonth,
    byMonthDay,
    repeatCount: count,
    startDate: startLocal.slice(0, 10),
    endDate: until?.slice(0, 10),
    ...(!allDay && { startTime: startLocal.slice(11), endTime: end.slice(11), scheduleTimezone: timezone }),
    exceptDate:
      exceptions.length > 0
        ? exceptions.map((date) => (allDay ? date.slice(0, 10) : date.replace(' ', 'T')))
        : undefined,
  });
}

/** A series as an EventSeries of schema.org (rules#linked-data). @param name the title of the event that includes it */
export const seriesJsonLd = (
  series: SeriesRecord,
  name: string,
  { urls }: Context,
): Record<string, unknown> =>
  compact({
    '@type': 'EventSeries',
    '@id': `${urls.site}/#series-${series.id}`,
    name,
    eventSchedule: scheduleOf(series),
  });
