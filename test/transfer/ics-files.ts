import { kysely } from '../../src/platform/postgres/orm.ts';
import { icsSource } from '../../src/transfer/icalendar/ics-source.ts';
import { venuesByLocation } from '../../src/transfer/icalendar/texts.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import { splitLines } from '../../src/transfer/import/text-stream.ts';
import { ADMINISTRATOR, type Calendar, inPieces, type Shown } from './calendar.ts';

const DAYS = { from: '2031-03-14', to: '2032-03-14' };

export interface IcsOptions {
  dryRun?: boolean;
  days?: typeof DAYS;
  /** The host of the calendar in global ids. */
  host?: string;
}

/** Imports a calendar file, in pieces like a stream's. */
export async function takeIcs(
  ours: Calendar,
  text: string,
  { dryRun = false, days = DAYS, host }: IcsOptions = {},
): Promise<Report> {
  const venues = await venuesByLocation(kysely(ours.server.orm.em.fork()), ADMINISTRATOR);
  const lines = splitLines(inPieces(text));
  return ours.take(icsSource(lines, { timezone: 'Europe/Berlin', days, venues }), dryRun, host);
}

export const calendarOf = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
export const vevent = (...lines: string[]): string =>
  ['BEGIN:VEVENT', 'DTSTAMP:20310101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
export const event = (uid: string, ...lines: string[]): string =>
  vevent(`UID:${uid}`, `SUMMARY:${uid}`, ...lines);
export const starts = (events: readonly Shown[]): unknown[] =>
  events.map(({ utc_start_date }) => utc_start_date);
