import { sql } from 'kysely';
import { load } from '../../platform/cache/loaders.ts';
import { type RecordOf, readFields } from '../content/fields.ts';
import { type ContentValues, checkContent } from '../content/input.ts';
import type { Context, Transaction } from '../context/context.ts';
import type {
  CreateEventInput,
  CreateOrganizerInput,
  CreateVenueInput,
  UpdateEventInput,
} from '../generated/schema.ts';
import { ORGANIZERS, type OrganizerValues } from '../organizers/index.ts';
import { Checks, invalid } from '../resource/checks.ts';
import { type SeriesRecord, seriesById } from '../series/series.record.ts';
import { resolveTerms, type TermChoice, termsById } from '../terms/index.ts';
import { VENUES, type VenueValues } from '../venues/index.ts';
import { FIELDS } from './event.fields.ts';
import { type Choice, checkLinks, idsIn } from './event.links.ts';
import type { EventRecord } from './event.record.ts';
import { type Scope, type SeriesChange, seriesChange } from './event.series.ts';
import { resolveTimes, saysWhen, type Times, type TimesInput } from './event.times.ts';

type EventInput = CreateEventInput | UpdateEventInput;

/** The checked links of an input; those that are absent stay as they are. */
export interface LinkChoices {
  venues?: Choice<VenueValues>[] | undefined;
  organizers?: Choice<OrganizerValues>[] | undefined;
  categories?: TermChoice | undefined;
  tags?: TermChoice | undefined;
}

/** Checked values of an event's input; those that are absent stay as they are. */
export interface EventValues {
  content: ContentValues;
  own: Partial<RecordOf<typeof FIELDS>>;
  /** Undefined when a change does not say when the event is. */
  times: Times | undefined;
  /** Undefined when the input does not mention links. */
  links: LinkChoices | undefined;
  /** What a change does to a series; null where it is of the event alone. */
  change: SeriesChange | null;
}

/**
 * Checks, under a lock that keeps others from changing parents, that the parent is not below the event.
 * @throws ServiceError rest_invalid_param
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
  if (rows.length > 0) throw invalid('parent', 'an event cannot be below itself');
}

/** Loads all records that an input links by id, with one statement for each kind, before the checks need them. */
async function loadLinked(
  context: Context,
  { venues, organizers, categories, tags }: EventInput,
): Promise<void> {
  await Promise.all([
    VENUES.readable(context, idsIn(venues)),
    ORGANIZERS.readable(context, idsIn(organizers)),
    termsById(context, [...idsIn(categories), ...idsIn(tags)]),
  ]);
}

/** Checks the links of an input; undefined when it does not mention them. */
async function linksIn(
  context: Context,
  checks: Checks,
  { venues, organizers, categories, tags }: EventInput,
): Promise<LinkChoices | undefined> {
  const links: LinkChoices = {};
  await loadLinked(context, { venues, organizers, categories, tags });
  if (categories !== undefined)
    links.categories = await checks.run('categories', resolveTerms, context, 'category', categories ?? []);
  if (tags !== undefined) links.tags = await checks.run('tags', resolveTerms, context, 'tag', tags ?? []);
  if (venues !== undefined)
    links.venues = await checks.run('venues', checkVenues, context, VENUES, venues ?? []);
  if (organizers !== undefined)
    links.organizers = await checks.run('organizers', checkOrganizers, context, ORGANIZERS, organizers ?? []);
  return Object.keys(links).length > 0 ? links : undefined;
}
const checkVenues = checkLinks<CreateVenueInput, VenueValues>;
const checkOrganizers = checkLinks<CreateOrganizerInput, OrganizerValues>;

/**
 * Checks a create (no `current`) or a change. @throws ServiceError rest_invalid_param naming everything that
 * is wrong, rest_forbidden
 */
export async function checkEvent(
  context: Context,
  input: EventInput,
  current: EventRecord | null,
  checks = new Checks(),
  scope: Scope = null,
): Promise<EventValues> {
  const own = await readFields(context, FIELDS, checks, input, current);
  const present = current && timesOf(current);
  const times = current && !saysWhen(input) ? undefined : await resolveTimes(context, checks, input, present);
  const links = await linksIn(context, checks, input);
  const content = await checkContent(context, checks, input, current);
  const series = current && (await seriesOf(context, current));
  if (
    series &&
    series.parentId !== current?.id &&
    own.postParent !== current?.postParent &&
    own.postParent !== undefined
  )
    checks.add(
      'parent',
      `an event of a series has its first one as parent, which is event ${series.parentId}`,
    );
  if (!series && (content.status ?? current?.status) === 'trash' && input.recurrence)
    checks.add('recurrence', 'an event in the trash does not begin to repeat');
  const change = await seriesChange(context, checks, input, {
    present,
    times,
    series,
    event: current,
    scope,
  });
  checks.done();
  return { own, times, links, content, change };
}

/** The series of an event, if it is one of a series. */
const seriesOf = (context: Context, { seriesId }: EventRecord): Promise<SeriesRecord | null> | null =>
  seriesId === null ? null : load(context, seriesById, seriesId);

const timesOf = ({ timezone, allDay, startDate, endDate, utcStartDate, utcEndDate }: EventRecord): Times => ({
  timezone,
  allDay,
  startLocal: startDate,
  endLocal: endDate,
  startUtc: utcStartDate,
  endUtc: utcEndDate,
});

/** The times after a change, from the row that is locked by now. @throws ServiceError rest_invalid_param */
export async function changedTimes(context: Context, input: TimesInput, row: Times): Promise<Times> {
  const checks = new Checks();
  const times = await resolveTimes(context, checks, input, row);
  checks.done();
  if (!times) throw new Error('times without a problem must exist');
  return times;
}
