import { sql } from 'kysely';
import type { Context, Transaction } from '../context.ts';
import type { CreateEventInput, UpdateEventInput } from '../generated/schema.ts';
import { ORGANIZERS, type OrganizerValues } from '../organizers/index.ts';
import { Checks, invalid } from '../records/checks.ts';
import { type RecordOf, readFields } from '../records/fields.ts';
import { checkPost, checkSlug, type PostValues } from '../records/input.ts';
import { settleTerms, type TermChoice } from '../terms/index.ts';
import { VENUES, type VenueValues } from '../venues/index.ts';
import { type Choice, checkLinks } from './event.links.ts';
import type { EventRecord } from './event.record.ts';
import { STORED } from './event.stored.ts';
import { settleTimes, type Times, type TimesInput } from './event.times.ts';

/** Checked values of an event's input; what is absent stays as it is. */
export interface EventValues {
  post: PostValues;
  own: Partial<RecordOf<typeof STORED>>;
  slug?: string;
  /** Present on create. */
  times?: Times;
  categories?: TermChoice;
  tags?: TermChoice;
  venues?: Choice<VenueValues>[];
  organizers?: Choice<OrganizerValues>[];
}

/**
 * Looks at the parent again, once nobody else can change one, and at those above it. @throws ServiceError
 * rest_invalid_param when it is below the event
 */
export async function assertParentAbove({ db }: Transaction, id: number, parent: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('event parent'))`.execute(db);
  const { rows } = await sql<{ id: number }>`
    with recursive above as (
      select id, post_parent from event where id = ${parent}
      union
      select event.id, event.post_parent from above join event on event.id = above.post_parent
    )
    select id from above where id = ${id}`.execute(db);
  if (rows.length > 0) throw invalid('postParent', 'an event cannot be below itself');
}

/**
 * Checks a create (no `current`) or a change. @throws ServiceError rest_invalid_param naming everything that
 * is wrong, rest_forbidden
 */
export async function checkEvent(
  context: Context,
  input: CreateEventInput | UpdateEventInput,
  current: EventRecord | null,
  checks = new Checks(),
): Promise<EventValues> {
  const values: EventValues = { post: {}, own: await readFields(context, STORED, checks, input, current) };
  const { slug, categories, tags, venue, organizer } = input;
  const text = await checkSlug(checks, slug, current);
  if (text !== undefined) values.slug = text;
  const present = current && timesAsRead(current);
  const times = await settleTimes(context, checks, input, present);
  if (times) values.times = times;
  if (categories !== undefined) {
    const settle = () => settleTerms(context, 'category', categories ?? []);
    await checks.run('categories', async () => Object.assign(values, { categories: await settle() }));
  }
  if (tags !== undefined)
    await checks.run('tags', async () =>
      Object.assign(values, { tags: await settleTerms(context, 'tag', tags ?? []) }),
    );
  if (venue !== undefined)
    await checks.run('venue', async () =>
      Object.assign(values, { venues: await checkLinks(context, VENUES, venue ?? []) }),
    );
  if (organizer !== undefined) {
    await checks.run('organizer', async () =>
      Object.assign(values, { organizers: await checkLinks(context, ORGANIZERS, organizer ?? []) }),
    );
  }
  values.post = await checkPost(context, checks, input, current);
  checks.done();
  return values;
}

const timesAsRead = ({
  timezone,
  allDay,
  startDate,
  endDate,
  utcStartDate,
  utcEndDate,
}: EventRecord): Times => ({
  ...{ timezone, allDay },
  ...{ startLocal: startDate, endLocal: endDate, startUtc: utcStartDate, endUtc: utcEndDate },
});

/**
 * The times of a change, from the row as it is once nobody else can change it. @throws ServiceError
 * rest_invalid_param
 */
export async function timesOf(context: Context, input: TimesInput, row: Times): Promise<Times> {
  const checks = new Checks();
  const times = await settleTimes(context, checks, input, row);
  checks.done();
  if (!times) throw new Error('times without a problem must exist');
  return times;
}
