import ICAL from 'ical.js';
import { localDateTimeOf, utcOf } from '../../lib/zones.ts';
import { ImportError } from '../import/report.ts';
import type { IcsComponent } from './components.ts';
import { type Moment, occurrenceKey, type TimeReader } from './time.ts';

/** The days between which occurrences of series are imported, both included: `YYYY-MM-DD`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Occurrences of one rule that are computed at most: a daily one since 1900 has fewer. */
const MOST = 50_000;

/** Whether something begins within the days, in its own local time. */
export const isWithin = ({ local }: Moment, { from, to }: Days): boolean =>
  local.slice(0, 10) >= from && local.slice(0, 10) <= to;

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
 * The occurrences that a rule gives, within the days.
 * @throws ImportError for a rule with too many occurrences before the last day
 */
function* byRule(rule: object, start: Moment, { from, to }: Days): Generator<Moment> {
  const { until, ...rest }: { until?: unknown } = { ...rule };
  const recur = ICAL.Recur.fromData(rest);
  const end = untilOf(until, start);
  if (end) recur.until = end;
  const iterator = recur.iterator(icalTime(start.local));
  for (let count = 0, at = iterator.next(); at; at = iterator.next(), count++) {
    const local = at.toString().replace('T', ' ');
    if (local.slice(0, 10) > to) return;
    if (count >= MOST) throw new ImportError('recurs too often to be counted');
    if (local.slice(0, 10) < from) continue;
    yield { ...start, local, utc: start.utc === null ? null : utcOf(local, start.zone) };
  }
}

/** The values of a list property, such as RDATE; of periods their starts. */
export const listedMoments = (times: TimeReader, component: IcsComponent, name: string): Moment[] =>
  component.all(name).flatMap((property) => {
    const [, , , ...values] = property;
    return values.map((value) => times.moment(component, property, Array.isArray(value) ? value[0] : value));
  });

/** The starts of a series within the days; `excluded` are those of occurrences that EXDATE leaves out. */
interface Series {
  readonly starts: readonly Moment[];
  readonly excluded: readonly Moment[];
}

type ByKey = Map<string, Moment>;
const byKey = (moments: readonly Moment[]): ByKey =>
  new Map(moments.map((moment) => [occurrenceKey(moment), moment]));

/** What RRULE and RDATE give, and the start itself. */
function plannedStarts(times: TimeReader, component: IcsComponent, start: Moment, days: Days): ByKey {
  const planned = byKey([start]);
  for (const [, , , rule] of component.all('rrule')) {
    if (typeof rule !== 'object' || rule === null) throw new ImportError('has a rule that cannot be read');
    try {
      for (const moment of byRule(rule, start, days)) planned.set(occurrenceKey(moment), moment);
    } catch (error) {
      throw error instanceof ImportError ? error : new ImportError('has a rule that cannot be read');
    }
  }
  for (const moment of listedMoments(times, component, 'rdate')) {
    const added = inForm(moment, start);
    planned.set(occurrenceKey(added), added);
  }
  return planned;
}

/** What EXDATE leaves out. One that is a day leaves out whatever begins on that day. */
export function excludedBy(times: TimeReader, component: IcsComponent, start: Moment, planned: ByKey): ByKey {
  const exceptions = listedMoments(times, component, 'exdate');
  const isDay = (moment: Moment): boolean => moment.utc === null && start.utc !== null;
  const days = new Set(exceptions.filter(isDay).map(({ local }) => local));
  return byKey([
    ...exceptions.filter((moment) => !isDay(moment)).map((moment) => inForm(moment, start)),
    ...[...planned.values()].filter(({ local }) => days.has(local.slice(0, 10))),
  ]);
}

/** @throws ImportError for a rule that cannot be computed */
export function seriesOf(times: TimeReader, component: IcsComponent, start: Moment, days: Days): Series {
  const planned = plannedStarts(times, component, start, days);
  const excluded = excludedBy(times, component, start, planned);
  const within = (moments: ByKey): Moment[] =>
    [...moments]
      .filter(([, moment]) => isWithin(moment, days))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, moment]) => moment);
  return {
    starts: within(planned).filter((moment) => !excluded.has(occurrenceKey(moment))),
    excluded: within(excluded),
  };
}

/** In a series of all-day events every start is a day, even if the file gives a time. */
export const inForm = (moment: Moment, start: Moment): Moment =>
  start.utc === null && moment.utc !== null ? { ...start, local: moment.local.slice(0, 10) } : moment;
