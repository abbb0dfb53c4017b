import { readFileSync } from 'node:fs';
import type { OperationDeps } from '../../api/feeds/events.ts';
import { type Body, Writing } from '../../api/rest/index.ts';
import type { Context } from '../../domain/context/context.ts';
import { DAY, dateTimeFromSeconds, secondsOf } from '../../lib/date-time.ts';
import { localDateTimeOf } from '../../lib/zones.ts';

/** The lists of `demo.json` and the mutations that store their records, in this order. */
const LISTS = [
  ['categories', 'createCategory'],
  ['tags', 'createTag'],
  ['venues', 'createVenue'],
  ['organizers', 'createOrganizer'],
  ['events', 'createEvent'],
] as const;
type DemoCalendar = Readonly<Record<(typeof LISTS)[number][0], readonly Body[]>>;

const FILE = new URL('demo.json', import.meta.url);
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** A weekday of this week or another, `fri`, `fri+2`, `fri-1`, or a number of days, `+20d`; a time may follow. */
const MOMENT = /^(?:(?<weekday>[a-z]{3})(?<weeks>[+-]\d+)?|(?<days>[+-]\d+)d)(?<time> \d\d:\d\d)?$/;
/** Events are announced so many days before. */
const ANNOUNCED = 28;

const daysLater = (local: string, days: number): string => dateTimeFromSeconds(secondsOf(local) + days * DAY);

/** A moment of the file as a date of REST. @param today `YYYY-MM-DD 00:00:00` */
function dateOf(text: unknown, today: string): string {
  const { weekday = '', weeks = 0, days, time = '' } = MOMENT.exec(String(text))?.groups ?? {};
  const at = WEEKDAYS.indexOf(weekday);
  if (days === undefined && at < 0) throw new Error(`"${text}" is no moment of the demo calendar`);
  // 1970-01-01 was a Thursday.
  const present = (Math.floor(secondsOf(today) / DAY) + 3) % 7;
  return daysLater(today, Number(days ?? Number(weeks) * 7 + at - present)).slice(0, 10) + time;
}

/** An event of the file with dates that count from today, on the clock of the site. */
function datedEvent(event: Body, { settings, clock }: Context): Body {
  const today = `${localDateTimeOf(clock.nowUtc, settings.timezone).slice(0, 10)} 00:00:00`;
  const { start_date, end_date, date, recurrence_exceptions: exceptions, status = 'publish' } = event;
  const start = dateOf(start_date, today);
  const announced = daysLater(`${start} 00:00`.slice(0, 16), -ANNOUNCED);
  return {
    ...event,
    status,
    start_date: start,
    end_date: dateOf(end_date, today),
    ...(Array.isArray(exceptions) && { recurrence_exceptions: exceptions.map((one) => dateOf(one, today)) }),
    ...(date !== undefined && { date: dateOf(date, today) }),
    ...(date === undefined &&
      status !== 'draft' && { date_utc: announced < clock.nowUtc ? announced : clock.nowUtc }),
  };
}

/**
 * Stores the records of `demo.json` by the mutations of REST, so that they are checked like everything else. Categories
 * name their parents, and images are paths of this service.
 */
export async function fill(context: Context, operations: OperationDeps): Promise<void> {
  const calendar: DemoCalendar = JSON.parse(readFileSync(FILE, 'utf8'));
  // In the order in which they take place, as somebody would have entered them.
  const events = calendar.events
    .map((event) => datedEvent(event, context))
    .toSorted((one, other) => String(one.start_date).localeCompare(String(other.start_date)));
  const ids = new Map<unknown, number>();
  for (const [list, mutation] of LISTS) {
    const writing = new Writing(operations, mutation);
    for (const { parent, image, ...body } of list === 'events' ? events : calendar[list]) {
      const id = await writing.run(context, {
        ...body,
        ...(parent !== undefined && { parent: ids.get(parent) }),
        ...(image !== undefined && { image: `${context.urls.site}${image}` }),
      });
      ids.set(body.name, id);
    }
  }
}
