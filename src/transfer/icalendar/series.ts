import ICAL from 'ical.js';
import { addMonths } from '../../lib/dates.ts';
import { BadValue } from '../../lib/errors.ts';
import { property } from '../../lib/object.ts';
import {
  END_OF_CALENDAR,
  expand,
  MOST_OCCURRENCES,
  parseRule,
  type RuleStart,
} from '../../lib/recurrence.ts';
import { localDateTimeOf, utcOf } from '../../lib/zones.ts';
import { ImportError } from '../import/report.ts';
import type { IcsComponent } from './components.ts';
import { type Moment, occurrenceKey, type TimeReader } from './time.ts';

/** The days between which occurrences of series are imported, both included: `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Whether something begins within the days, in its own local time. */
export const isWithin = ({ local }: Moment, { from, to }: Days): boolean =>
  local.slice(0, 10) >= from && local.slice(0, 10) <= to;

/** Occurrences of one rule that are computed at most: a daily one since 1900 has fewer. */
const MOST = 50_000;

/** Occurrences by their keys. */
type Occurrences = ReadonlyMap<string, Moment>;
const byKey = (moments: readonly Moment[]): Map<string, Moment> =>
  new Map(moments.map((moment) => [occurrenceKey(moment), moment]));

/** In a series of all-day events every start is a day, even if the file gives a time. */
const inForm = (moment: Moment, start: Moment): Moment =>
  start.utc === null && moment.utc !== null ? { ...start, local: moment.local.slice(0, 10) } : moment;

/** The occurrence of a series at a time of its clock, `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
const momentAt = (local: string, start: Moment): Moment =>
  start.utc === null
    ? { ...start, local: local.slice(0, 10) }
    : { ...start, local, utc: utcOf(local, start.zone) };

/** The planned start of an occurrence, `YYYY-MM-DD HH:MM:SS` on the clock of its series. */
export const plannedStart = ({ local }: Moment): string =>
  local.length === 10 ? `${local} 00:00:00` : local;

/** What RDATE or EXDATE lists; of periods their starts. */
const listedMoments = (times: TimeReader, component: IcsComponent, name: 'rdate' | 'exdate'): Moment[] =>
  component.all(name).flatMap((property) => {
    const [, , , ...values] = property;
    return values.map((value) => times.moment(component, property, Array.isArray(value) ? value[0] : value));
  });

/** What EXDATE leaves out. One that is a day leaves out whatever begins on that day. */
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
    ...exceptions.filter((moment) => !isDay(moment)).map((moment) => inForm(moment, start)),
    ...[...planned.values()].filter(({ local }) => days.has(local.slice(0, 10))),
  ]);
}

/** A series that events here can follow. */
export interface KeptSeries {
  /** A rule, or dates. */
  readonly recurrence: string | string[];
  /** Planned starts that are left out. */
  readonly exceptions: string[];
  /** What RDATE adds to a rule. */
  readonly added: readonly Moment[];
  readonly planned: Occurrences;
}

/** A rule and what it plans, or two years of that where it has no end; null for a rule that events here cannot follow. */
function startsOfRule(
  value: unknown,
  from: RuleStart,
  { to }: Days,
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
 * The series of an event as it can be kept here (rules#series); null where its rule is another one, has too many dates, or
 * does not give the start of the event: then its occurrences are single events.
 */
export function keptSeries(
  times: TimeReader,
  component: IcsComponent,
  start: Moment,
  days: Days,
): KeptSeries | null {
  const rules = component.all('rrule').map(([, , , value]) => value);
  const { utc: startUtc, zone } = start;
  const added = listedMoments(times, component, 'rdate').map((moment) => {
    const { local, utc } = inForm(moment, start);
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
  if (!read || read.starts.length > MOST_OCCURRENCES) return null;
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

/** UNTIL of a rule in local time, because rules are computed in local time. */
function untilOf(value: unknown, { utc, zone }: Moment): ICAL.Time | null {
  if (typeof value !== 'string') return null;
  if (value.length === 10) return icalTime(utc === null ? value : `${value} 23:59:59`);
  const local = value.replace(/Z$/, '').replace('T', ' ');
  const onClock = value.endsWith('Z') ? localDateTimeOf(local, zone) : local;
  return icalTime(utc === null ? onClock.slice(0, 10) : onClock);
}

/**
 * The occurrences within the days that any rule gives, by ical.js.
 * @throws ImportError for a rule with too many occurrences before the last day
 */
function* byRule(rule: unknown, start: Moment, { from, to }: Days): Generator<Moment> {
  const { until, ...rest }: { until?: unknown } = Object(rule);
  // ical.js takes the 31st of February for a day of March.
  const months = [property(rest, 'bymonth') ?? []].flat();
  const isInMonth = ({ month }: ICAL.Time): boolean => months.length === 0 || months.includes(month);
  const recur = ICAL.Recur.fromData(rest);
  const end = untilOf(until, start);
  if (end) recur.until = end;
  const iterator = recur.iterator(icalTime(start.local));
  for (let count = 0, at = iterator.next(); at; at = iterator.next(), count++) {
    const local = at.toString().replace('T', ' ');
    if (local.slice(0, 10) > to) return;
    if (count >= MOST) throw new ImportError('recurs too often to be counted');
    if (local.slice(0, 10) >= from && isInMonth(at)) yield momentAt(local, start);
  }
}

/**
 * The occurrences of a series within the days, one by one, and those that EXDATE leaves out.
 * @throws ImportError for a rule that cannot be computed
 */
export function singleOccurrences(
  times: TimeReader,
  component: IcsComponent,
  start: Moment,
  days: Days,
): { starts: Moment[]; excluded: Moment[] } {
  const rules = component.all('rrule').map(([, , , value]) => value);
  const listed = listedMoments(times, component, 'rdate').map((moment) => inForm(moment, start));
  let planned: Occurrences;
  try {
    planned = byKey([start, ...rules.flatMap((rule) => [...byRule(rule, start, days)]), ...listed]);
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
