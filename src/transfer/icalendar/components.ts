import ICAL from 'ical.js';
import { ImportError } from '../import/report.ts';
import { withTimeLimit } from '../import/time-limit.ts';

/** A property in jCal (RFC 7265): name, parameters, type, values. */
export type JcalProperty = [string, Readonly<Record<string, string | string[]>>, string, ...unknown[]];
type Jcal = [string, JcalProperty[], Jcal[]];

/** A VEVENT or VTIMEZONE, and the calendar that it is in. */
export class IcsComponent {
  readonly jcal: Jcal;
  /** The line in which it begins, counted from 1. */
  readonly line: number;
  readonly calendar: Calendar;

  constructor(jcal: Jcal, line: number, calendar: Calendar) {
    this.jcal = jcal;
    this.line = line;
    this.calendar = calendar;
  }

  get name(): string {
    return this.jcal[0];
  }

  all(name: string): JcalProperty[] {
    return this.jcal[1].filter(([property]) => property === name);
  }

  first(name: string): JcalProperty | undefined {
    return this.jcal[1].find(([property]) => property === name);
  }

  /** The first value of a property as text; empty without one. */
  text(name: string): string {
    const value = this.first(name)?.[3];
    return typeof value === 'string' ? value : '';
  }
}

/** Properties of a VCALENDAR. */
interface Calendar {
  method: string;
  /** `X-WR-TIMEZONE`: the time zone of its author. */
  timezone: string;
}

/** A component that cannot be read. */
interface Unreadable {
  readonly line: number;
  readonly what: string;
}

/** In characters. Longer lines are attached files, and are skipped. */
export const LONGEST = 300_000;
/** In characters. A longer component is refused. */
const LARGEST = 2_000_000;
const READ = ['VEVENT', 'VTIMEZONE'];

const parseComponent = (text: string): Jcal | null => {
  try {
    const jcal: Jcal = withTimeLimit(() => ICAL.parse(text));
    return jcal;
  } catch {
    return null;
  }
};

/** Puts folded lines together (RFC 5545). */
async function* unfolded(lines: AsyncIterable<string>): AsyncGenerator<{ line: string; at: number }> {
  let line: string | undefined;
  let began = 0;
  let at = 0;
  for await (const next of lines) {
    at++;
    if (/^[ \t]/.test(next)) {
      if (line !== undefined && line.length <= LONGEST) line += next.slice(1);
      continue;
    }
    if (line !== undefined && line.length <= LONGEST) yield { line, at: began };
    line = next;
    began = at;
  }
  if (line !== undefined && line.length <= LONGEST) yield { line, at: began };
}

/**
 * The events and time zones of an iCalendar stream (RFC 5545), in its order.
 * @throws ImportError for a text without a VCALENDAR
 */
export async function* readComponents(
  lines: AsyncIterable<string>,
): AsyncGenerator<IcsComponent | Unreadable> {
  let calendar: Calendar = { method: '', timezone: '' };
  let isCalendar = false;
  /** Names of the components that are open, the outermost first. */
  const open: string[] = [];
  let text: string[] = [];
  let size = 0;
  let began = 0;
  for await (const { line, at } of unfolded(lines)) {
    const [, mark, name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? [];
    if (mark?.toUpperCase() === 'BEGIN') {
      open.push(name.toUpperCase());
      isCalendar ||= open.includes('VCALENDAR');
      if (open.length === 1) calendar = { method: '', timezone: '' };
      if (open.length === 2) [text, size, began] = [[], 0, at];
    }
    if (open.length >= 2) {
      size += line.length;
      if (size <= LARGEST) text.push(line);
    } else {
      const [, property, value = ''] = /^(METHOD|X-WR-TIMEZONE)[^:]*:(.*)$/i.exec(line) ?? [];
      if (property?.toUpperCase() === 'METHOD') calendar.method = value.trim().toUpperCase();
      if (property?.toUpperCase() === 'X-WR-TIMEZONE') calendar.timezone = value.trim();
    }
    if (mark?.toUpperCase() !== 'END') continue;
    const ended = open.pop();
    if (open.length !== 1 || ended === undefined || !READ.includes(ended)) continue;
    const jcal = size > LARGEST ? null : parseComponent(text.join('\r\n'));
    if (jcal) yield new IcsComponent(jcal, began, calendar);
    else yield { line: began, what: text.find((entry) => /^SUMMARY[:;]/i.test(entry))?.slice(8) ?? ended };
  }
  if (!isCalendar) throw new ImportError('is not an iCalendar file: it has no BEGIN:VCALENDAR');
}
