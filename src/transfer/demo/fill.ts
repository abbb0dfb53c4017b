import { readFileSync } from 'node:fs';
import type { OperationDeps } from '../../api/feeds/events.ts';
import { type Body, RestMutation } from '../../api/rest/index.ts';
import type { Context } from '../../domain/context/context.ts';
import { dateTimeFromSeconds, SECONDS_PER_DAY, secondsOf } from '../../lib/date-time.ts';
import { localDateTimeOf } from '../../lib/zones.ts';

/** The lists of `demo.json` with their mutations, in the order of creation. */
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
/** A weekday of this or another week, `fri`, `fri+2`, `fri-1`, or a number of days, `+20d`; with an optional time. */
const DEMO_DATE = /^(?:(?<weekday>[a-z]{3})(?<weeks>[+-]\d+)?|(?<days>[+-]\d+)d)(?<time> \d\d:\d\d)?$/;
/** The publication date of events, in days before their start. */
const ANNOUNCED_DAYS_BEFORE = 28;

const daysLater = (local: string, days: number): string =>
  dateTimeFromSeconds(secondsOf(local) + days * SECONDS_PER_DAY);

/** Converts a date of the file to a date for REST. @param today `YYYY-MM-DD 00:00:00` */
function dateOf(text: unknown, today: string): string {
  const { weekday = '', weeks = 0, days, time = '' } = DEMO_DATE.exec(String(text))?.groups ?? {};
  const at = WEEKDAYS.indexOf(weekday);
  if (days === undefined && at < 0) throw new Error(`"${text}" is not a date of the demo calendar`);
  // 1970-01-01 was a Thursday.
  const present = (Math.floor(secondsOf(today) / SECONDS_PER_DAY) + 3) % 7;
  return daysLater(today, Number(days ?? Number(weeks) * 7 + at - present)).slice(0, 10) + time;
}

/** An event of the file with its dates resolved against today in the site's zone. */
function datedEvent(event: Body, { settings, clock }: Context): Body {
  const today = `${localDateTimeOf(clock.nowUtc, settings.timezone).slice(0, 10)} 00:00:00`;
  const { start_date, end_date, date, recurrence_exceptions: exceptions, status = 'publish' } = event;
  const start = dateOf(start_date, today);
  const announced = daysLater(`${start} 00:00`.slice(0, 16), -ANNOUNCED_DAYS_BEFORE);
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
 * Stores the records of `demo.json` with REST mutations, so that the usual checks apply. In the file, categories have
 * their parents by name, and images are paths of this service.
 */
export async function fill(context: Context, operations: OperationDeps): Promise<void> {
  const calendar: DemoCalendar = JSON.parse(readFileSync(FILE, 'utf8'));
  // Sorted by start, as an editor would have entered them.
  const events = calendar.events
    .map((event) => datedEvent(event, context))
    .toSorted((one, other) => String(one.start_date).localeCompare(String(other.start_date)));
  const ids = new Map<unknown, number>();
  for (const [list, mutation] of LISTS) {
    const writing = new RestMutation(operations, mutation);
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
