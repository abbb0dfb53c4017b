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
import { ORGANIZERS, type OrganizerValues } from '../organizers/organizer.directory.ts';
import { Checks, invalid } from '../resource/checks.ts';
import { type SeriesRecord, seriesById } from '../series/series.record.ts';
import { resolveTerms, type TermChoice, termsById } from '../terms/index.ts';
import { VENUES, type VenueValues } from '../venues/venue.directory.ts';
import { FIELDS } from './event.fields.ts';
import { type Choice, checkLinks, idsIn } from './event.links.ts';
import type { EventRecord } from './event.record.ts';
import { checkSeriesChange, type Scope, type SeriesChange } from './event.series.ts';
import { resolveTimes, setsTimes, type Times, type TimesInput } from './event.times.ts';

type EventInput = CreateEventInput | UpdateEventInput;

/** The checked links of an input; a change does not touch absent ones. */
export interface LinkChoices {
  venues?: Choice<VenueValues>[] | undefined;
  organizers?: Choice<OrganizerValues>[] | undefined;
  categories?: TermChoice | undefined;
  tags?: TermChoice | undefined;
}

/** The checked values of an input; a change does not touch absent ones. */
export interface EventValues {
  content: ContentValues;
  own: Partial<RecordOf<typeof FIELDS>>;
  /** Undefined if a change sets no times. */
  times: Times | undefined;
  /** Undefined if the input contains no links. */
  links: LinkChoices | undefined;
  /** null if only this event changes. */
  change: SeriesChange | null;
}

/**
 * Checks that the new parent is not below the event. Takes a lock that serializes changes of parents.
 * @throws ServiceError rest_invalid_param
 */
export async function assertNoParentCycle({ db }: Transaction, id: number, parent: number): Promise<void> {
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

/** Preloads all records that an input links by id, with one statement for each kind. */
async function loadLinked(
  context: Context,
  { venues, organizers, categories, tags }: EventInput,
): Promise<void> {
  await Promise.all([
    VENUES.findVisible(context, idsIn(venues)),
    ORGANIZERS.findVisible(context, idsIn(organizers)),
    termsById(context, [...idsIn(categories), ...idsIn(tags)]),
  ]);
}

/** @returns undefined if the input contains no links */
async function checkInputLinks(
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
 * Checks the input of a create (no `current`) or a change.
 * @throws ServiceError rest_invalid_param with all problems, rest_forbidden
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
  const times =
    current && !setsTimes(input) ? undefined : await resolveTimes(context, checks, input, present);
  const links = await checkInputLinks(context, checks, input);
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
      `the first event of a series is the parent of the others: send ${series.parentId}, or leave this out`,
    );
  if (!series && (content.status ?? current?.status) === 'trash' && input.recurrence)
    checks.add('recurrence', 'an event in the trash cannot become a series: restore it first');
  const change = await checkSeriesChange(context, checks, input, {
    present,
    times,
    series,
    event: current,
    scope,
  });
  checks.assertValid();
  return { own, times, links, content, change };
}

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

/** Computes the times after a change again, from the locked row. @throws ServiceError rest_invalid_param */
export async function recheckTimes(context: Context, input: TimesInput, row: Times): Promise<Times> {
  const checks = new Checks();
  const times = await resolveTimes(context, checks, input, row);
  checks.assertValid();
  if (!times) throw new Error('resolveTimes returned neither times nor a problem');
  return times;
}
