import ICAL from 'ical.js';
import { ImportError, SourceError } from '../import/report.ts';
import type { WorkTime } from '../import/time-limit.ts';

/** A property in jCal (RFC 7265): name, parameters, type, values. */
export type JcalProperty = [string, Readonly<Record<string, string | string[]>>, string, ...unknown[]];
type Jcal = [string, JcalProperty[], Jcal[]];

/** A VEVENT or VTIMEZONE and its calendar. */
export class IcsComponent {
  readonly jcal: Jcal;
  /** Its first line, counted from 1. */
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

  /** The first value of a property as text; `''` without one. */
  text(name: string): string {
    const value = this.first(name)?.[3];
    return typeof value === 'string' ? value : '';
  }
}

interface Calendar {
  method: string;
  /** `X-WR-TIMEZONE`: the author's time zone. */
  timezone: string;
}

interface Unreadable {
  readonly line: number;
  readonly what: string;
}

/** In characters. Longer lines are attachments, and are skipped. */
export const MAX_LINE_LENGTH = 300_000;
/** In characters. Larger components are refused. */
const MAX_COMPONENT_LENGTH = 2_000_000;
const COMPONENTS = ['VEVENT', 'VTIMEZONE'];

const parseComponent = (text: string, workTime: WorkTime): Jcal | null => {
  try {
    const jcal: Jcal = workTime.run(() => ICAL.parse(text));
    return jcal;
  } catch (error) {
    if (error instanceof SourceError) throw error;
    return null;
  }
};

/** Unfolds lines (RFC 5545). */
async function* unfolded(lines: AsyncIterable<string>): AsyncGenerator<{ line: string; at: number }> {
  let line: string | undefined;
  let start = 0;
  let at = 0;
  for await (const next of lines) {
    at++;
    if (/^[ \t]/.test(next)) {
      if (line !== undefined && line.length <= MAX_LINE_LENGTH) line += next.slice(1);
      continue;
    }
    if (line !== undefined && line.length <= MAX_LINE_LENGTH) yield { line, at: start };
    line = next;
    start = at;
  }
  if (line !== undefined && line.length <= MAX_LINE_LENGTH) yield { line, at: start };
}

/**
 * Reads the events and time zones of an iCalendar stream (RFC 5545), in order.
 * @throws ImportError for a text without a VCALENDAR, SourceError for one that takes too long
 */
export async function* readComponents(
  lines: AsyncIterable<string>,
  workTime: WorkTime,
): AsyncGenerator<IcsComponent | Unreadable> {
  let calendar: Calendar = { method: '', timezone: '' };
  let isCalendar = false;
  /** Names of the open components, outermost first. */
  const open: string[] = [];
  let text: string[] = [];
  let size = 0;
  let start = 0;
  for await (const { line, at } of unfolded(lines)) {
    const [, mark, name = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? [];
    if (mark?.toUpperCase() === 'BEGIN') {
      open.push(name.toUpperCase());
      isCalendar ||= open.includes('VCALENDAR');
      if (open.length === 1) calendar = { method: '', timezone: '' };
      if (open.length === 2) [text, size, start] = [[], 0, at];
    }
    if (open.length >= 2) {
      size += line.length;
      if (size <= MAX_COMPONENT_LENGTH) text.push(line);
    } else {
      const [, property, value = ''] = /^(METHOD|X-WR-TIMEZONE)[^:]*:(.*)$/i.exec(line) ?? [];
      if (property?.toUpperCase() === 'METHOD') calendar.method = value.trim().toUpperCase();
      if (property?.toUpperCase() === 'X-WR-TIMEZONE') calendar.timezone = value.trim();
    }
    if (mark?.toUpperCase() !== 'END') continue;
    const ended = open.pop();
    if (open.length !== 1 || ended === undefined || !COMPONENTS.includes(ended)) continue;
    const jcal = size > MAX_COMPONENT_LENGTH ? null : parseComponent(text.join('\r\n'), workTime);
    if (jcal) yield new IcsComponent(jcal, start, calendar);
    else yield { line: start, what: text.find((entry) => /^SUMMARY[:;]/i.test(entry))?.slice(8) ?? ended };
  }
  if (!isCalendar) throw new ImportError('is not an iCalendar file: it has no BEGIN:VCALENDAR');
}
