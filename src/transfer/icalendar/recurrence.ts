import ICAL from 'ical.js';
import { addMonths } from '../../lib/dates.ts';
import { BadValue } from '../../lib/errors.ts';
import {
  END_OF_CALENDAR,
  expand,
  MOST_OCCURRENCES,
  parseRule,
  type RuleStart,
} from '../../lib/recurrence.ts';
import { localDateTimeOf, utcOf } from '../../lib/zones.ts';
import type { IcsComponent } from './components.ts';
import { type Days, excludedBy, inForm, isWithin, listedMoments } from './series.ts';
import { type Moment, occurrenceKey, type TimeReader } from './time.ts';

/** A series that events here can follow. Starts are planned ones, `YYYY-MM-DD HH:MM:SS` on its clock. */
export interface KeptSeries {
  readonly start: Moment;
  /** A rule, or dates. */
  readonly recurrence: string | string[];
  readonly exceptions: string[];
  /** What RDATE adds to a rule. */
  readonly added: readonly Moment[];
  /** The planned start of an occurrence, by its key. */
  readonly planned: ReadonlyMap<string, string>;
}

const plannedStart = ({ local }: Moment): string => (local.length === 10 ? `${local} 00:00:00` : local);

/** The same moment on the clock of a series. */
const onClock = (moment: Moment, start: Moment): Moment =>
  moment.utc === null || start.utc === null
    ? moment
    : { ...start, local: localDateTimeOf(moment.utc, start.zone), utc: moment.utc };

/** What a rule plans, with those of the next two years where it has no end. @throws BadValue */
function startsOfRule(
  text: string,
  from: RuleStart,
  { to }: Days,
): { rule: string; starts: string[] } | null {
  const rule = parseRule(text, from);
  const until = rule.isOpen ? addMonths(`${to} 23:59:59`, 12) : END_OF_CALENDAR;
  const starts = expand(rule, { until });
  return starts.length > MOST_OCCURRENCES ? null : { rule: rule.text, starts };
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
  const [rule, ...others] = component.all('rrule').map(([, , , value]) => value);
  const added = listedMoments(times, component, 'rdate').map((moment) =>
    onClock(inForm(moment, start), start),
  );
  if (others.length > 0 || component.text('uid') === '' || (rule === undefined && added.length === 0))
    return null;
  const from = { startLocal: plannedStart(start), timezone: start.zone, allDay: start.utc === null };
  const momentAt = (local: string): Moment =>
    start.utc === null
      ? { ...start, local: local.slice(0, 10) }
      : { ...start, local, utc: utcOf(local, start.zone) };
  const dates = [...new Set([from.startLocal, ...added.map(plannedStart)])].sort();
  let read: { rule?: string; starts: string[] } | null = { starts: dates };
  if (rule !== undefined) {
    if (typeof rule !== 'object' || rule === null) return null;
    try {
      read = startsOfRule(ICAL.Recur.fromData({ ...rule }).toString(), from, days);
    } catch (error) {
      if (error instanceof BadValue) return null;
      throw error;
    }
  }
  const [first] = dates;
  if (!read || read.starts.length > MOST_OCCURRENCES || first !== from.startLocal) return null;
  const moments = read.starts.map((local) => [local, momentAt(local)] as const);
  const byKey = new Map(moments.map(([, moment]) => [occurrenceKey(moment), moment]));
  const excluded = excludedBy(times, component, start, byKey);
  return {
    start,
    recurrence: read.rule ?? dates,
    exceptions: moments.filter(([, moment]) => excluded.has(occurrenceKey(moment))).map(([local]) => local),
    added: read.rule === undefined ? [] : added.filter((moment) => !byKey.has(occurrenceKey(moment))),
    planned: new Map(moments.map(([local, moment]) => [occurrenceKey(moment), local])),
  };
}

/** Whether something of a series begins within the days. */
export const isSeriesWithin = ({ planned, added }: KeptSeries, days: Days): boolean =>
  [...planned.values()].some((local) => local.slice(0, 10) >= days.from && local.slice(0, 10) <= days.to) ||
  added.some((moment) => isWithin(moment, days));
