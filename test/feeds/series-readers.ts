import { spawnSync } from 'node:child_process';
import ICAL from 'ical.js';
import ical from 'node-ical';

/**
 * The occurrences that a program reads from a calendar with rules: `start summary`, starts in UTC or as days,
 * in order.
 */
type Occurrences = readonly string[];
type ReadOccurrences = (text: string, from: string, until: string) => Occurrences;

const utc = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');
const within = (starts: readonly string[], from: string, until: string): string[] =>
  starts.filter((start) => start >= from && start <= until).sort();

/** ical.js, the reader of Thunderbird and Nextcloud. */
const byIcalJs: ReadOccurrences = (text, from, until) => {
  const components = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
  const events = components.map((component) => new ICAL.Event(component));
  const shown = (time: ICAL.Time): string =>
    time.isDate ? `${time.toString()} 00:00:00` : utc(new Date(time.toUnixTime() * 1000));
  const starts = events
    .filter((event) => !event.isRecurrenceException())
    .flatMap((event) => {
      if (!event.isRecurring()) return [`${shown(event.startDate)} ${event.summary}`];
      for (const exception of events)
        if (exception.isRecurrenceException() && exception.uid === event.uid)
          event.relateException(exception);
      const iterator = event.iterator();
      const all: string[] = [];
      for (let next = iterator.next(); next && all.length < 3_000; next = iterator.next()) {
        const { startDate, item } = event.getOccurrenceDetails(next);
        if (next.toString() > until.replace(' ', 'T')) break;
        all.push(`${shown(startDate)} ${item.summary}`);
      }
      return all;
    });
  return within(starts, from, until);
};

const summaryOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'val' in value ? String(value.val) : String(value);

/** node-ical, which expands by rrule-temporal 1. */
const byNodeIcal: ReadOccurrences = (text, from, until) => {
  const [first, last] = [new Date(`${from.replace(' ', 'T')}Z`), new Date(`${until.replace(' ', 'T')}Z`)];
  const starts = Object.values(ical.sync.parseICS(text)).flatMap((event) => {
    if (event?.type !== 'VEVENT') return [];
    return ical
      .expandRecurringEvent(event, { from: first, to: last })
      .map(({ start, summary, isFullDay }) => {
        const local = [start.getFullYear(), start.getMonth() + 1, start.getDate()];
        const day = local.map((part) => String(part).padStart(2, '0')).join('-');
        return `${isFullDay ? `${day} 00:00:00` : utc(start)} ${summaryOf(summary)}`;
      });
  });
  return within(starts, from, until);
};

const PYTHON = `
import sys, json
from datetime import datetime, timezone
import icalendar, recurring_ical_events
def shown(value):
    if not isinstance(value, datetime): return value.isoformat() + ' 00:00:00'
    return value.astimezone(timezone.utc).strftime('%Y-%m-%d %H:%M:%S')
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
first, last = [datetime.fromisoformat(text).replace(tzinfo=timezone.utc) for text in sys.argv[1:]]
events = recurring_ical_events.of(calendar).between(first, last)
print(json.dumps([shown(event['DTSTART'].dt) + ' ' + str(event['SUMMARY']) for event in events]))
`;
const python = (code: string, args: readonly string[] = [], input = '') =>
  spawnSync('/usr/bin/python3', ['-c', code, ...args], { input, encoding: 'utf8', maxBuffer: 2 ** 26 });
const HAS_PYTHON = python('import recurring_ical_events').status === 0;
if (!HAS_PYTHON)
  process.stderr.write('python3-recurring-ical-events is not installed; series are read without it.\n');

const byPython: ReadOccurrences = (text, from, until) => {
  const { status, stdout, stderr } = python(PYTHON, [from, until], text);
  if (status !== 0) throw new Error(stderr);
  const starts: string[] = JSON.parse(stdout);
  return within(starts, from, until);
};

export const SERIES_READERS: readonly (readonly [string, ReadOccurrences])[] = [
  ['ical.js', byIcalJs],
  ['node-ical', byNodeIcal],
  ...(HAS_PYTHON ? [['recurring-ical-events', byPython] as const] : []),
];
