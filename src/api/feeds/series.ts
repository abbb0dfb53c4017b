import ICAL from 'ical.js';
import { dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { endOfDay } from '../../lib/dates.ts';
import { BadValue } from '../../lib/errors.ts';
import { END_OF_CALENDAR, expand, openRuleFrom, type Rule, readRule } from '../../lib/recurrence.ts';
import { formatRuleParts } from '../../lib/recurrence-parts.ts';
import { utcOf } from '../../lib/zones.ts';
import { CalendarWriter, calendar, timesOf, vevent } from './calendar.ts';
import type { SeriesEvent } from './document.ts';
import type { Extent } from './events.ts';
import type { FeedInfo, FeedWriter, Format } from './feed.ts';
import type { Property } from './zones.ts';

type FeedSeries = NonNullable<SeriesEvent['series']>;

/** The extent of a VEVENT that another one continues. */
const PART: Extent = { isEndless: false, isWhole: false };

/** A series being read; events arrive in order of their start. */
interface Running {
  readonly series: FeedSeries;
  /** The first event that follows the series, at the start of the series; later ones are compared with it. */
  readonly first: SeriesEvent;
  /** The content of the first event, as JSON. */
  readonly content: string;
  /** The duration in seconds: on the clock, and in real time. */
  readonly length: readonly [number, number];
  /** Planned starts of the events read so far, in seconds: numbers, because they are many. */
  readonly listed: number[];
  modifiedUtc: string;
  readonly uid: string;
}

const durationOf = ({ localStart, localEnd, utcStartDate, utcEndDate }: SeriesEvent): [number, number] => [
  secondsOf(localEnd) - secondsOf(localStart),
  secondsOf(utcEndDate) - secondsOf(utcStartDate),
];

function eventAt(event: SeriesEvent, localStart: string): SeriesEvent {
  const localEnd = dateTimeFromSeconds(secondsOf(localStart) + durationOf(event)[0]);
  const utc = (local: string): string => utcOf(local, event.timezone);
  return { ...event, localStart, localEnd, utcStartDate: utc(localStart), utcEndDate: utc(localEnd) };
}

/** RRULE in jCal. @param until the last occurrence; undefined if the rule has no end */
function ruleProperty(rule: string, until: string | undefined): Property {
  const text = until === undefined ? rule : `${rule};UNTIL=${until}`;
  return ['rrule', {}, 'recur', ICAL.Recur.fromString(text).toJSON()];
}

/**
 * Writes each series as one VEVENT with its rule, EXDATE and RDATE (rules#series), which yields exactly the events
 * that were read: those with other content or at another time by RECURRENCE-ID. Separate VEVENTs are written for
 * events that a rule cannot express: those before the first that follows the rule, and those at a time that the
 * clock skips or shows twice. After such a time a new VEVENT begins, because some readers would shift all later
 * occurrences. A list of all days has series as planned: from their start, and to the end of their rule.
 */
class SeriesWriter implements FeedWriter<SeriesEvent> {
  readonly #calendar: CalendarWriter;
  readonly #extent: Extent;
  /** Events of series to write as planned, read before the first that follows the rule. */
  readonly #waiting = new Map<string, SeriesEvent[]>();
  readonly #running = new Map<string, Running>();
  /** UIDs of series that are partly written. */
  readonly #begun = new Set<string>();

  constructor(info: FeedInfo, extent: Extent) {
    this.#calendar = new CalendarWriter(info);
    this.#extent = extent;
  }

  head(): string {
    return this.#calendar.head();
  }

  events(events: readonly SeriesEvent[]): string {
    return events.map((event) => this.#event(event)).join('');
  }

  *tail(): Generator<string> {
    for (const running of this.#running.values()) yield this.#series(running, this.#extent);
    for (const event of [...this.#waiting.values()].flat()) yield this.#calendar.event(event);
    yield* this.#calendar.tail();
  }

  #event(event: SeriesEvent): string {
    const { series, plannedLocalStart: planned, isAllDay, timezone } = event;
    if (!series || planned === null) return this.#calendar.event(event);
    const { zones } = this.#calendar;
    const { uid } = series;
    const running = this.#running.get(uid);
    if (!isAllDay && !zones.hasClock(planned, utcOf(planned, timezone), timezone)) {
      this.#running.delete(uid);
      return (running ? this.#series(running, PART) : '') + this.#calendar.event(event);
    }
    const isPlanned = event.isDetached !== true && event.localStart === planned;
    if (!running) {
      const isFirst = !this.#begun.has(uid);
      const isWhole = this.#extent.isWhole && isFirst;
      if (!isPlanned && !isWhole) return this.#calendar.event(event);
      const waiting = this.#waiting.get(uid) ?? [];
      if (!isPlanned) {
        this.#waiting.set(uid, [...waiting, event]);
        return '';
      }
      this.#waiting.delete(uid);
      this.#begun.add(uid);
      const { localStart: start } = series;
      const isFromStart = isWhole && (isAllDay || zones.hasClock(start, utcOf(start, timezone), timezone));
      this.#running.set(uid, {
        uid: isFirst ? uid : `${uid}&from=${planned.slice(0, 10)}`,
        series,
        first: isFromStart ? eventAt(event, start) : event,
        content: JSON.stringify(this.#calendar.content(event)),
        length: durationOf(event),
        listed: [secondsOf(planned)],
        modifiedUtc: event.modifiedUtc,
      });
      return waiting.map((one) => this.#event(one)).join('');
    }
    const { first, length } = running;
    const isOnClock = isAllDay === first.isAllDay && (isAllDay || timezone === first.timezone);
    if (planned < first.localStart || (!isOnClock && !isPlanned)) return this.#calendar.event(event);
    running.listed.push(secondsOf(planned));
    if (event.modifiedUtc > running.modifiedUtc) running.modifiedUtc = event.modifiedUtc;
    const content = this.#calendar.content(event);
    const isLike =
      isPlanned &&
      isOnClock &&
      durationOf(event).every((seconds, at) => seconds === length[at]) &&
      JSON.stringify(content) === running.content;
    return isLike ? '' : this.#override(event, running, content, planned);
  }

  /** A VEVENT that replaces an occurrence of the rule. */
  #override(event: SeriesEvent, { uid, first }: Running, content: Property[], planned: string): string {
    const { zones } = this.#calendar;
    const { definitions, properties } = timesOf(event, zones);
    const replaced = this.#starts('recurrence-id', [planned], first);
    const { modifiedUtc, url } = event;
    return definitions + vevent({ uid, times: [...replaced, ...properties], modifiedUtc, url }, content);
  }

  #series({ uid, series, first, content, listed, modifiedUtc }: Running, extent: Extent): string {
    const { definitions, properties } = timesOf(first, this.#calendar.zones);
    const times = [...properties, ...this.#recurrence(series, first, listed, extent)];
    const written: Property[] = JSON.parse(content);
    return definitions + vevent({ uid, times, modifiedUtc, url: first.url }, written);
  }

  /** RRULE or RDATE, and EXDATE for occurrences that were not read. */
  #recurrence(
    { rule, dates, exceptions, localStart: begins }: FeedSeries,
    first: SeriesEvent,
    listed: readonly number[],
    { isEndless, isWhole }: Extent,
  ): Property[] {
    const { localStart: startLocal, timezone, isAllDay: allDay } = first;
    const isPlan = isWhole && startLocal === begins;
    const read = new Set(listed);
    const isRead = (start: string): boolean => read.has(secondsOf(start));
    const isUnread = (start: string): boolean => !isRead(start);
    if (rule === null) {
      const from = dates.filter((start) => start >= startLocal);
      return [
        // Includes the first: some readers count the start as an occurrence only with a rule.
        ...this.#starts('rdate', isPlan ? from : from.filter(isRead), first),
        ...this.#starts('exdate', isPlan ? from.filter(isUnread) : [], first),
      ];
    }
    const start = { startLocal, timezone, allDay };
    const endless = openRuleFrom(rule, start);
    const own = readRule(rule, start);
    const isOpen = isEndless && own.isOpen;
    const all = isPlan && !own.isOpen ? startsUntil(own, END_OF_CALENDAR) : null;
    const last =
      all?.at(-1) ?? dateTimeFromSeconds(listed.reduce((latest, seconds) => Math.max(latest, seconds), 0));
    const isCounted = all !== null && own.parts.count !== undefined;
    const day = startsUntil(endless, endOfDay(last));
    if (day === null)
      return this.#starts('rdate', [...read].sort((a, b) => a - b).map(dateTimeFromSeconds), first);
    const planned = day.filter((one) => one <= last);
    const later = isOpen ? exceptions.filter((exception) => exception > last) : [];
    const excluded = [...planned.filter(isUnread), ...later];
    // The end of the day if that is equivalent: some readers take UNTIL an hour too early in summer.
    const end = (all && own.parts.until) ?? (day.length === planned.length ? endOfDay(last) : last);
    const until = allDay ? end.slice(0, 10) : `${utcOf(end, timezone).replace(' ', 'T')}Z`;
    const text = isCounted ? rule : formatRuleParts(endless.parts, allDay);
    return [
      ruleProperty(text, isOpen || isCounted ? undefined : until.replace(/[-:]/g, '')),
      ...this.#starts('exdate', excluded, first),
    ];
  }

  #starts(name: string, starts: readonly string[], { isAllDay, timezone }: SeriesEvent): Property[] {
    if (starts.length === 0) return [];
    if (isAllDay) return [[name, {}, 'date', ...starts.map((start) => start.slice(0, 10))]];
    return [this.#calendar.zones.times(name, starts, timezone)];
  }
}

/** The planned starts of a rule; null for a stored rule that needs more steps than a new rule may take. */
function startsUntil(rule: Rule, until: string): string[] | null {
  try {
    return expand(rule, { until });
  } catch (error) {
    if (error instanceof BadValue) return null;
    throw error;
  }
}

/** iCalendar with a rule for each series. */
export const calendarOfSeries = (extent: Extent): Format<SeriesEvent> => ({
  type: calendar.type,
  writer: (info) => new SeriesWriter(info, extent),
});
