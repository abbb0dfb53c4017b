import { spawnSync } from 'node:child_process';
import ICAL from 'ical.js';
import ical from 'node-ical';

/** An event in the view of another program. Whole days are dates, everything else is an instant in UTC. */
interface ReadEvent {
  start: string;
  end: string | null;
  summary: string;
  location: string;
  description: string;
  categories: string[];
}

type Read = Map<string, ReadEvent>;

const utc = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');
const localDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

function timeOf(time: ICAL.Time): string {
  return time.isDate ? time.toString() : utc(new Date(time.toUnixTime() * 1000));
}

/** ical.js takes zones from the definitions in the calendar. */
export function byIcalJs(text: string): Read {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((component): [string, ReadEvent] => {
    const event = new ICAL.Event(component);
    const categories = component.getFirstProperty('categories')?.getValues() ?? [];
    const read = {
      start: timeOf(event.startDate),
      end: component.hasProperty('dtend') ? timeOf(event.endDate) : null,
      summary: event.summary,
      location: event.location ?? '',
      description: event.description ?? '',
      categories: categories.map(String),
    };
    return [event.uid, read];
  });
  return new Map(events);
}

/** node-ical takes zones from the tz database, if it has their names. */
function byNodeIcal(text: string): Read {
  const events = Object.values(ical.sync.parseICS(text)).flatMap((event): [string, ReadEvent][] => {
    if (event?.type !== 'VEVENT') return [];
    const isDay = event.datetype === 'date';
    const shown = (date: Date): string => (isDay ? localDay(date) : utc(date));
    const texts = [event.summary, event.location, event.description].map((value) =>
      typeof value === 'object' && value !== null ? String(value.val) : String(value ?? ''),
    );
    const [summary = '', location = '', description = ''] = texts;
    const end = event.end && event.end.getTime() !== event.start.getTime() ? shown(event.end) : null;
    const categories = [event.categories ?? []].flat().map(String);
    return [[event.uid, { start: shown(event.start), end, summary, location, description, categories }]];
  });
  return new Map(events);
}

const PYTHON = `
import sys, json
from datetime import datetime, timezone
from icalendar import Calendar
def shown(prop):
    if prop is None: return None
    value = prop.dt
    if not isinstance(value, datetime): return value.isoformat()
    return value.astimezone(timezone.utc).strftime('%Y-%m-%d %H:%M:%S')
def words(event):
    found = event.get('CATEGORIES')
    return [str(word) for word in found.cats] if found is not None else []
calendar = Calendar.from_ical(sys.stdin.buffer.read())
print(json.dumps([[str(event['UID']), {'start': shown(event['DTSTART']), 'end': shown(event.get('DTEND')),
  'summary': str(event.get('SUMMARY', '')), 'location': str(event.get('LOCATION', '')),
  'description': str(event.get('DESCRIPTION', '')), 'categories': words(event)}] for event in calendar.walk('VEVENT')]))
`;

const python = (code: string, input = '') =>
  spawnSync('/usr/bin/python3', ['-c', code], { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** Whether Debian's python3-icalendar is installed. */
const HAS_PYTHON = python('import icalendar').status === 0;

/** python3-icalendar, an independent reader. */
function byPython(text: string): Read {
  const { status, stdout, stderr } = python(PYTHON, text);
  if (status !== 0) throw new Error(stderr);
  return new Map(JSON.parse(stdout));
}

export const READERS: readonly (readonly [string, (text: string) => Read])[] = [
  ['ical.js', byIcalJs],
  ['node-ical', byNodeIcal],
  ...(HAS_PYTHON ? [['python3-icalendar', byPython] as const] : []),
];

if (!HAS_PYTHON) process.stderr.write('python3-icalendar is not installed; feeds are read without it.\n');
