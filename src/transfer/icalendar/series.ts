import ICAL from 'ical.js';
import { addMonths } from '../../lib/dates.ts';
import { BadValue } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';
import { END_OF_CALENDAR, expand, MAX_OCCURRENCES, parseRule, type RuleStart } from '../../lib/recurrence.ts';
import { localDateTimeOf, utcOf } from '../../lib/zones.ts';
import { ImportError } from '../import/report.ts';
import type { IcsComponent } from './components.ts';
import { type Moment, occurrenceKey, type TimeReader } from './time.ts';

/** The range in which occurrences of series are imported, inclusive: `YYYY-MM-DD`. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Whether a start is within a range, in its own local time. */
export const isWithin = ({ local }: Moment, { from, to }: DayRange): boolean =>
  local.slice(0, 10) >= from && local.slice(0, 10) <= to;

/** Limit of computed occurrences of one rule; more than a daily rule has since 1900. */
const MAX_COMPUTED = 50_000;

type Occurrences = ReadonlyMap<string, Moment>;
const byKey = (moments: readonly Moment[]): Map<string, Moment> =>
  new Map(moments.map((moment) => [occurrenceKey(moment), moment]));

/** Converts a time to a day for a series of all-day events. */
const likeStart = (moment: Moment, start: Moment): Moment =>
  start.utc === null && moment.utc !== null ? { ...start, local: moment.local.slice(0, 10) } : moment;

/** The occurrence of a series at a local time, `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
const momentAt = (local: string, start: Moment): Moment =>
  start.utc === null
    ? { ...start, local: local.slice(0, 10) }
    : { ...start, local, utc: utcOf(local, start.zone) };

/** The planned start of an occurrence, `YYYY-MM-DD HH:MM:SS` in local time of its series. */
export const plannedStart = ({ local }: Moment): string =>
  local.length === 10 ? `${local} 00:00:00` : local;

/** The times in RDATE or EXDATE; for periods, their starts. */
const listedMoments = (times: TimeReader, component: IcsComponent, name: 'rdate' | 'exdate'): Moment[] =>
  component.all(name).flatMap((property) => {
    const [, , , ...values] = property;
    return values.map((value) => times.moment(component, property, Array.isArray(value) ? value[0] : value));
  });

/** The occurrences that EXDATE excludes. A day excludes every occurrence that starts on it. */
function excludedBy(
  times: TimeReader,
  component: IcsComponent,
  start: Moment,
  planned: Occurrences,
): Occurrences {
  const exceptions = listedMoments(times, component, 'exdate');
  const isDay = (moment: Moment): boolean => moment.utc === null && start.utc !== null;
  const days = new Set(exceptions.filter(isDay).map(({ local }) => local));
  return byKey([
    ...exceptions.filter((moment) => !isDay(moment)).map((moment) => likeStart(moment, start)),
    ...[...planned.values()].filter(({ local }) => days.has(local.slice(0, 10))),
  ]);
}

/** A series that this service can store as one. */
export interface StorableSeries {
  readonly recurrence: string | string[];
  readonly exceptions: string[];
  /** The occurrences that RDATE adds to a rule. */
  readonly added: readonly Moment[];
  readonly planned: Occurrences;
}

/**
 * A rule with its planned starts (for a rule without an end, until a year after the range); null for a rule that this
 * service does not support.
 */
function startsOfRule(
  value: unknown,
  from: RuleStart,
  { to }: DayRange,
): { recurrence: string; starts: string[] } | null {
  if (typeof value !== 'object' || value === null) return null;
  try {
    const rule = parseRule(ICAL.Recur.fromData({ ...value }).toString(), from);
    const until = rule.isOpen ? addMonths(`${to} 23:59:59`, 12) : END_OF_CALENDAR;
    return { recurrence: rule.text, starts: expand(rule, { until }) };
  } catch (error) {
    if (error instanceof BadValue) return null;
    throw error;
  }
}

/**
 * The series of an event if this service can store it (rules#series). null if its rule is not supported, has too many
 * dates, or does not begin with the event's start: then its occurrences become single events.
 */
export function storableSeries(
  times: TimeReader,
  component: IcsComponent,
  start: Moment,
  days: DayRange,
): StorableSeries | null {
  const rules = component.all('rrule').map(([, , , value]) => value);
  const { utc: startUtc, zone } = start;
  const added = listedMoments(times, component, 'rdate').map((moment) => {
    const { local, utc } = likeStart(moment, start);
    return utc === null || startUtc === null
      ? { ...moment, local, utc }
      : { ...start, local: localDateTimeOf(utc, zone), utc };
  });
  const dates = [...new Set([start, ...added].map(plannedStart))].sort();
  const startLocal = plannedStart(start);
  if (component.text('uid') === '' || rules.length > 1 || rules.length + added.length === 0) return null;
  if (dates[0] !== startLocal) return null;
  const [rule] = rules;
  const read =
    rule === undefined
      ? { recurrence: dates, starts: dates }
      : startsOfRule(rule, { startLocal, timezone: zone, allDay: startUtc === null }, days);
  if (!read || read.starts.length > MAX_OCCURRENCES) return null;
  const planned = byKey(read.starts.map((local) => momentAt(local, start)));
  const excluded = excludedBy(times, component, start, planned);
  return {
    recurrence: read.recurrence,
    exceptions: [...planned].filter(([key]) => excluded.has(key)).map(([, moment]) => plannedStart(moment)),
    added: rule === undefined ? [] : added.filter((moment) => !planned.has(occurrenceKey(moment))),
    planned,
  };
}

/** `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS` as a floating time of ical.js. */
const icalTime = (local: string): ICAL.Time =>
  local.length === 10
    ? ICAL.Time.fromDateString(local)
    : ICAL.Time.fromDateTimeString(local.replace(' ', 'T'));

/** UNTIL in local time, in which rules are computed. */
function untilOf(value: unknown, { utc, zone }: Moment): ICAL.Time | null {
  if (typeof value !== 'string') return null;
  if (value.length === 10) return icalTime(utc === null ? value : `${value} 23:59:59`);
  const local = value.replace(/Z$/, '').replace('T', ' ');
  const onClock = value.endsWith('Z') ? localDateTimeOf(local, zone) : local;
  return icalTime(utc === null ? onClock.slice(0, 10) : onClock);
}

/**
 * Computes the occurrences of any rule within a range, with ical.js.
 * @throws ImportError for a rule with too many occurrences before the last day
 */
function* occurrencesOfRule(rule: unknown, start: Moment, { from, to }: DayRange): Generator<Moment> {
  const { until, ...rest }: { until?: unknown } = Object(rule);
  // ical.js treats the 31st of February as a day of March.
  const months = [property(rest, 'bymonth') ?? []].flat();
  const isInMonth = ({ month }: ICAL.Time): boolean => months.length === 0 || months.includes(month);
  const recur = ICAL.Recur.fromData(rest);
  const end = untilOf(until, start);
  if (end) recur.until = end;
  const iterator = recur.iterator(icalTime(start.local));
  for (let count = 0, at = iterator.next(); at; at = iterator.next(), count++) {
    const local = at.toString().replace('T', ' ');
    if (local.slice(0, 10) > to) return;
    if (count >= MAX_COMPUTED) throw new ImportError('has too many occurrences');
    if (local.slice(0, 10) >= from && isInMonth(at)) yield momentAt(local, start);
  }
}

/**
 * The single occurrences of a series within a range, and the occurrences that EXDATE excludes.
 * @throws ImportError for a rule that cannot be computed
 */
export function singleOccurrences(
  times: TimeReader,
  component: IcsComponent,
  start: Moment,
  days: DayRange,
): { starts: Moment[]; excluded: Moment[] } {
  const rules = component.all('rrule').map(([, , , value]) => value);
  const listed = listedMoments(times, component, 'rdate').map((moment) => likeStart(moment, start));
  let planned: Occurrences;
  try {
    planned = byKey([
      start,
      ...rules.flatMap((rule) => [...occurrencesOfRule(rule, start, days)]),
      ...listed,
    ]);
  } catch (error) {
    throw error instanceof ImportError ? error : new ImportError('has a rule that cannot be read');
  }
  const excluded = excludedBy(times, component, start, planned);
  const within = (moments: Occurrences): Moment[] =>
    [...moments]
      .filter(([, moment]) => isWithin(moment, days))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, moment]) => moment);
  return {
    starts: within(planned).filter((moment) => !excluded.has(occurrenceKey(moment))),
    excluded: within(excluded),
  };
}
