import { readFileSync } from 'node:fs';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { OperationDeps } from '../../api/feeds/events.ts';
import { type Body, RestMutation } from '../../api/rest/index.ts';
import type { Context } from '../../domain/context/context.ts';
import { EventEntity } from '../../domain/events/event.entity.ts';
import { dayOf } from '../../lib/dates.ts';
import { localDateTimeOf } from '../../lib/zones.ts';

/** The lists of `demo.json` with their mutations, in the order of creation. */
const LISTS = [
  ['categories', 'createCategory'],
  ['tags', 'createTag'],
  ['venues', 'createVenue'],
  ['organizers', 'createOrganizer'],
  ['events', 'createEvent'],
] as const;
/** A later change of the event with this title and start. */
interface Change extends Body {
  readonly title: string;
  readonly start: string;
}
type DemoCalendar = Readonly<Record<(typeof LISTS)[number][0], readonly Body[]>> & {
  readonly changes: readonly Change[];
};

const FILE = new URL('demo.json', import.meta.url);
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/**
 * A weekday of this or another week, `fri`, `fri+2`, `fri-1`; the first such weekday of this or another month, `1sun+2`;
 * or a number of days, `+20d`. With an optional time.
 */
const DEMO_DATE =
  /^(?:(?<first>1)?(?<weekday>[a-z]{3})(?<later>[+-]\d+)?|(?<days>[+-]\d+)d)(?<time> \d\d:\d\d)?$/;
const DATE_KEYS = ['start_date', 'end_date', 'date'];
/** The publication date of events, in days before their start. */
const ANNOUNCED_DAYS_BEFORE = 28;

/** Converts a date of the file to a date for REST, `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`. */
function dateOf(text: unknown, today: Temporal.PlainDate): string {
  const { first, weekday = '', later = 0, days, time = '' } = DEMO_DATE.exec(String(text))?.groups ?? {};
  const at = WEEKDAYS.indexOf(weekday) + 1;
  if (days !== undefined) return `${today.add({ days: Number(days) })}${time}`;
  if (at === 0) throw new Error(`"${text}" is not a date of the demo calendar`);
  if (first === undefined) return `${today.add({ days: Number(later) * 7 + at - today.dayOfWeek })}${time}`;
  const month = today.with({ day: 1 }).add({ months: Number(later) });
  return `${month.add({ days: (at + 7 - month.dayOfWeek) % 7 })}${time}`;
}

/** A body of the file with dates for REST. */
function datedBody(body: Body, today: Temporal.PlainDate): Body {
  const { recurrence_exceptions: exceptions } = body;
  const dates = DATE_KEYS.filter((key) => key in body).map((key) => [key, dateOf(body[key], today)]);
  return {
    ...body,
    ...Object.fromEntries(dates),
    ...(Array.isArray(exceptions) && { recurrence_exceptions: exceptions.map((one) => dateOf(one, today)) }),
  };
}

/** An event with a publication date before its start, and not later than now, unless it has its own or is a draft. */
function announcedEvent(event: Body, nowUtc: string): Body {
  const { status = 'publish', date, start_date } = event;
  if (date !== undefined || status === 'draft') return { ...event, status };
  const announced = `${dayOf(String(start_date)).subtract({ days: ANNOUNCED_DAYS_BEFORE })} 00:00:00`;
  return { ...event, status, date_utc: announced < nowUtc ? announced : nowUtc };
}

/**
 * Stores the records of `demo.json` with REST mutations, so that the usual checks apply. In the file, categories have
 * their parents by name, and images are paths of this service.
 */
export async function fill(em: EntityManager, context: Context, operations: OperationDeps): Promise<void> {
  const { clock, settings, urls } = context;
  const { changes, ...lists }: DemoCalendar = JSON.parse(readFileSync(FILE, 'utf8'));
  const today = dayOf(localDateTimeOf(clock.nowUtc, settings.timezone));
  // Sorted by start, as an editor would have entered them.
  const events = lists.events
    .map((event) => announcedEvent(datedBody(event, today), clock.nowUtc))
    .toSorted((one, other) => String(one.start_date).localeCompare(String(other.start_date)));
  const ids = new Map<unknown, number>();
  for (const [list, mutation] of LISTS) {
    const writing = new RestMutation(operations, mutation);
    for (const { parent, image, ...body } of list === 'events' ? events : lists[list]) {
      const id = await writing.run(context, {
        ...body,
        ...(parent !== undefined && { parent: ids.get(parent) }),
        ...(image !== undefined && { image: `${urls.site}${image}` }),
      });
      ids.set(body.name, id);
    }
  }
  const changing = new RestMutation(operations, 'updateEvent');
  for (const { title, start, ...body } of changes) {
    const startLocal = `${dateOf(start, today)}:00`;
    const { id } = await em.findOneOrFail(EventEntity, { title, startLocal });
    await changing.run(context, datedBody(body, today), { id });
  }
}
