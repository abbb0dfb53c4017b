import { sql } from 'kysely';
import {
  countCharacters,
  MAX_RECORD_CHARACTERS,
  maxPageCharacters,
  responseTooLarge,
} from '../../lib/response-size.ts';
import { loadAll } from '../../platform/cache/loaders.ts';
import type { Context } from '../context/context.ts';
import { LARGE_PAGE_SIZE, LARGE_TEXT_CHARACTERS, reserveLargeResponse } from '../context/large-response.ts';
import { imageById } from '../images/image.entity.ts';
import { ORGANIZERS } from '../organizers/organizer.directory.ts';
import { type SeriesRecord, seriesById } from '../series/series.record.ts';
import { compareByName, termsById } from '../terms/index.ts';
import { VENUES } from '../venues/venue.directory.ts';
import type { EventRecord, HydratedEvent } from './event.record.ts';
import type { EventSelection } from './event.selection.ts';

type Ids = readonly number[];

interface LinkedRecords {
  readonly venues: ReadonlyMap<number, HydratedEvent['venues'][number]>;
  readonly organizers: ReadonlyMap<number, HydratedEvent['organizers'][number]>;
  readonly terms: ReadonlyMap<number, HydratedEvent['tags'][number]>;
  readonly images: ReadonlyMap<number, NonNullable<HydratedEvent['image']>>;
  readonly series: ReadonlyMap<number, SeriesRecord>;
}

/** Indexes records by id, and skips null. */
export function indexById<R extends { id: number }>(records: readonly (R | null)[]): ReadonlyMap<number, R> {
  const index = new Map<number, R>();
  for (const record of records) if (record) index.set(record.id, record);
  return index;
}

/** The records with these ids, in this order, without missing ones. */
export function pickById<R>(index: ReadonlyMap<number, R>, ids: Ids): R[] {
  const records: R[] = [];
  for (const id of ids) {
    const record = index.get(id);
    if (record) records.push(record);
  }
  return records;
}

interface LinkedIds {
  readonly venues: Ids;
  readonly organizers: Ids;
  readonly terms: Ids;
  readonly images: Ids;
  readonly series: Ids;
}

function linkedIds(events: readonly EventRecord[], selection: EventSelection): LinkedIds {
  const [venues, organizers] = [new Set<number>(), new Set<number>()];
  const [terms, images, series] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const event of events) {
    if (selection.venues) for (const id of event.venueIds) venues.add(id);
    if (selection.organizers) for (const id of event.organizerIds) organizers.add(id);
    if (selection.terms) for (const id of event.termIds) terms.add(id);
    if (selection.images && event.imageId !== null) images.add(event.imageId);
    if (selection.series && event.seriesId !== null) series.add(event.seriesId);
  }
  return {
    venues: [...venues],
    organizers: [...organizers],
    terms: [...terms],
    images: [...images],
    series: [...series],
  };
}

/** Counts the venues and organizers in a response; a record of several events counts once for each. */
function countShownLinks(events: readonly EventRecord[], { venues, organizers }: EventSelection): number {
  let count = 0;
  for (const { venueIds, organizerIds } of events)
    count += (venues ? venueIds.length : 0) + (organizers ? organizerIds.length : 0);
  return count;
}

/**
 * Above this number of linked records of a single event, their texts are loaded only if they are selected, and measured
 * first.
 */
const MANY_LINKS_OF_ONE_EVENT = 20;
const hasManyLinks = ({ venues, organizers }: LinkedIds): boolean =>
  venues.length + organizers.length > MANY_LINKS_OF_ONE_EVENT;

/**
 * Above this number of linked records of a page, their texts are measured before they are loaded; fewer fit in memory.
 */
const MANY_LINKED_RECORDS = 400;

/** Whether the texts of linked records have at most this number of characters. */
async function textsFit(
  context: Context,
  { venues, organizers, terms }: LinkedIds,
  maxLength: number,
): Promise<boolean> {
  const sum = (measure: string) => {
    const texts = (table: string, ids: Ids) =>
      sql`select ${sql.raw(measure)}(description) as size from ${sql.table(table)} where id = any(${ids}::int[])`;
    return sql`(select coalesce(sum(size), 0) from (
      ${texts('venue', venues)} union all ${texts('organizer', organizers)} union all ${texts('term', terms)}
    ) as text)`;
  };
  // PostgreSQL knows the bytes without reading the texts; a character has one to four.
  const query = sql<{ fits: boolean }>`
    select case when bytes <= ${maxLength} then true when bytes > 4 * ${maxLength}::bigint then false
      else ${sum('length')} <= ${maxLength} end as fits
    from (select ${sum('octet_length')} as bytes) as known`;
  const { rows } = await query.execute(context.db);
  return rows[0]?.fits === true;
}

/**
 * How to load the texts of the linked records of a single event: `whole`; `brief`, without them, if they are not
 * needed; `large` if they exceed the limit.
 */
async function textsOfEvent(
  context: Context,
  ids: LinkedIds,
  { linkedTexts, jsonLd }: EventSelection,
): Promise<'whole' | 'brief' | 'large'> {
  if (!hasManyLinks(ids)) return 'whole';
  if (!linkedTexts) return jsonLd ? 'whole' : 'brief';
  return (await textsFit(context, ids, MAX_RECORD_CHARACTERS)) ? 'whole' : 'large';
}

/** Loads the linked records that the caller may read, for all events together (decisions/0045). */
async function readLinked(context: Context, ids: LinkedIds, isBrief: boolean): Promise<LinkedRecords> {
  const [venues, organizers, terms, images, series] = await Promise.all([
    VENUES.findVisible(context, ids.venues, isBrief),
    ORGANIZERS.findVisible(context, ids.organizers, isBrief),
    termsById(context, ids.terms),
    loadAll(context, imageById, ids.images),
    loadAll(context, seriesById, ids.series),
  ]);
  return {
    venues: indexById(venues),
    organizers: indexById(organizers),
    terms: indexById(terms),
    images: indexById(images),
    series: indexById(series),
  };
}

function withLinked(
  event: EventRecord,
  { venues, organizers, terms, images, series }: LinkedRecords,
): HydratedEvent {
  const [categories, tags]: [HydratedEvent['categories'], HydratedEvent['tags']] = [[], []];
  for (const term of pickById(terms, event.termIds).sort(compareByName))
    (term.kind === 'category' ? categories : tags).push(term);
  return {
    ...event,
    venues: pickById(venues, event.venueIds),
    organizers: pickById(organizers, event.organizerIds),
    categories,
    tags,
    image: (event.imageId === null ? null : images.get(event.imageId)) ?? null,
    series: (event.seriesId === null ? null : series.get(event.seriesId)) ?? null,
  };
}

/** Reserves a slot if the texts are long. @throws ServiceError service_unavailable 503 */
async function reserveForTexts(context: Context, events: readonly HydratedEvent[]): Promise<void> {
  if (countCharacters(events, LARGE_TEXT_CHARACTERS) > LARGE_TEXT_CHARACTERS)
    await reserveLargeResponse(context);
}

/**
 * Adds the selected linked records to events.
 * @throws ServiceError answer_too_large 400; service_unavailable 503 if too many wait with long texts
 */
export async function hydrateEvents(
  context: Context,
  events: readonly EventRecord[],
  selection: EventSelection,
): Promise<HydratedEvent[]> {
  if (countShownLinks(events, selection) > LARGE_PAGE_SIZE) await reserveLargeResponse(context);
  const ids = linkedIds(events, selection);
  const { venues, organizers, terms } = ids;
  const count = venues.length + organizers.length + terms.length;
  const maxLength = maxPageCharacters(context.settings.maxPerPage);
  if (events.length > 1 && count > MANY_LINKED_RECORDS && !(await textsFit(context, ids, maxLength)))
    throw responseTooLarge(maxLength);
  const texts = events.length === 1 ? await textsOfEvent(context, ids, selection) : 'whole';
  if (texts === 'large') throw responseTooLarge(MAX_RECORD_CHARACTERS);
  const linked = await readLinked(context, ids, texts === 'brief');
  const hydratedEvents: HydratedEvent[] = [];
  for (const event of events) hydratedEvents.push(withLinked(event, linked));
  await reserveForTexts(context, hydratedEvents);
  return hydratedEvents;
}

/**
 * Adds the selected linked records to a single event.
 * @throws ServiceError answer_too_large 400 if the selected texts of linked records are too long; service_unavailable
 * 503 if too many wait with long texts
 */
export async function hydrateOne(
  context: Context,
  event: EventRecord,
  selection: EventSelection,
): Promise<HydratedEvent> {
  const ids = linkedIds([event], selection);
  const texts = await textsOfEvent(context, ids, selection);
  if (texts === 'large') throw responseTooLarge(MAX_RECORD_CHARACTERS);
  const hydrated = withLinked(event, await readLinked(context, ids, texts === 'brief'));
  await reserveForTexts(context, [hydrated]);
  return hydrated;
}

/**
 * Adds the selected linked records to the event of a mutation that is already stored. Never refuses: if the texts of
 * linked records are too long, they are empty.
 */
export async function hydrateStored(
  context: Context,
  event: EventRecord,
  selection: EventSelection,
): Promise<HydratedEvent> {
  const ids = linkedIds([event], selection);
  const isBrief = (await textsOfEvent(context, ids, selection)) !== 'whole';
  return withLinked(event, await readLinked(context, ids, isBrief));
}
