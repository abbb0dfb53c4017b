import { sql } from 'kysely';
import { answerTooLarge, MOST_OF_ONE, mostCharacters } from '../../lib/answer-size.ts';
import { loadAll } from '../../platform/cache/loaders.ts';
import type { Context } from '../context/context.ts';
import { LARGE_PAGE, reserveLargeAnswer } from '../context/large-answer.ts';
import { imageById } from '../images/index.ts';
import { ORGANIZERS } from '../organizers/index.ts';
import { type SeriesRecord, seriesById } from '../series/series.record.ts';
import { byName, termsById } from '../terms/index.ts';
import { VENUES } from '../venues/index.ts';
import { type EventRecord, type HydratedEvent, renamed } from './event.record.ts';
import type { EventSelection } from './event.selection.ts';

type Ids = readonly number[];

/** The records that events are linked to, by id. */
interface LinkedRecords {
  readonly venues: ReadonlyMap<number, HydratedEvent['venues'][number]>;
  readonly organizers: ReadonlyMap<number, HydratedEvent['organizers'][number]>;
  readonly terms: ReadonlyMap<number, HydratedEvent['tags'][number]>;
  readonly images: ReadonlyMap<number, NonNullable<HydratedEvent['image']>>;
  readonly series: ReadonlyMap<number, SeriesRecord>;
}

/** An index of those that are there. */
export function byId<R extends { id: number }>(records: readonly (R | null)[]): ReadonlyMap<number, R> {
  const index = new Map<number, R>();
  for (const record of records) if (record) index.set(record.id, record);
  return index;
}

/** The records with these ids, in their order, without those that are not there. */
export function among<R>(index: ReadonlyMap<number, R>, ids: Ids): R[] {
  const records: R[] = [];
  for (const id of ids) {
    const record = index.get(id);
    if (record) records.push(record);
  }
  return records;
}

/** The ids of what is linked to events, each once. */
interface LinkedIds {
  readonly venues: Ids;
  readonly organizers: Ids;
  readonly terms: Ids;
  readonly images: Ids;
  readonly series: Ids;
}

/** Of the selected kinds. */
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

/** The number of venues and organizers that an answer shows with events, each as often as it does. */
function linksOf(events: readonly EventRecord[], { venues, organizers }: EventSelection): number {
  let count = 0;
  for (const { venueIds, organizerIds } of events)
    count += (venues ? venueIds.length : 0) + (organizers ? organizerIds.length : 0);
  return count;
}

/** Above so many linked records of one event, their texts are measured before they are read, and read only if they are selected. */
const MANY_OF_ONE = 20;
const areMany = ({ venues, organizers }: LinkedIds): boolean =>
  venues.length + organizers.length > MANY_OF_ONE;

/** From so many linked records their texts are measured before they are read; fewer fit into memory. */
const MANY_LINKED = 400;

/** Whether the texts of linked records are no more than a page or record may have. */
async function textsFit(
  context: Context,
  { venues, organizers, terms }: LinkedIds,
  most: number,
): Promise<boolean> {
  const sum = (measure: string) => {
    const texts = (table: string, ids: Ids) =>
      sql`select ${sql.raw(measure)}(description) as size from ${sql.table(table)} where id = any(${ids}::int[])`;
    return sql`(select coalesce(sum(size), 0) from (
      ${texts('venue', venues)} union all ${texts('organizer', organizers)} union all ${texts('term', terms)}
    ) as text)`;
  };
  // Bytes are known without reading the texts; characters have one to four.
  const query = sql<{ fits: boolean }>`
    select case when bytes <= ${most} then true when bytes > 4 * ${most}::bigint then false
      else ${sum('length')} <= ${most} end as fits
    from (select ${sum('octet_length')} as bytes) as known`;
  const { rows } = await query.execute(context.db);
  return rows[0]?.fits === true;
}

/**
 * Whether the texts of what a single event is linked to are asked for, and may be read: `brief` where they are not needed,
 * `large` where they are more than it may have.
 */
async function textsOfOne(
  context: Context,
  ids: LinkedIds,
  { linkedTexts, jsonLd }: EventSelection,
): Promise<'whole' | 'brief' | 'large'> {
  if (!areMany(ids)) return 'whole';
  if (!linkedTexts) return jsonLd ? 'whole' : 'brief';
  return (await textsFit(context, ids, MOST_OF_ONE)) ? 'whole' : 'large';
}

/**
 * Reads what belongs to events, as far as the caller may read it: for all events together, and each record once,
 * however many of them have it (decisions/0045).
 */
async function readLinked(context: Context, ids: LinkedIds, isBrief: boolean): Promise<LinkedRecords> {
  const [venues, organizers, terms, images, series] = await Promise.all([
    VENUES.readable(context, ids.venues, isBrief),
    ORGANIZERS.readable(context, ids.organizers, isBrief),
    termsById(context, ids.terms),
    loadAll(context, imageById, ids.images),
    loadAll(context, seriesById, ids.series),
  ]);
  return {
    venues: byId(venues),
    organizers: byId(organizers),
    terms: byId(terms),
    images: byId(images),
    series: byId(series),
  };
}

function hydrated(
  event: EventRecord,
  { venues, organizers, terms, images, series }: LinkedRecords,
): HydratedEvent {
  const [categories, tags]: [HydratedEvent['categories'], HydratedEvent['tags']] = [[], []];
  for (const term of among(terms, event.termIds).sort(byName))
    (term.kind === 'category' ? categories : tags).push(term);
  return {
    ...event,
    ...renamed(event),
    venues: among(venues, event.venueIds),
    organizers: among(organizers, event.organizerIds),
    categories,
    tags,
    image: (event.imageId === null ? null : images.get(event.imageId)) ?? null,
    series: (event.seriesId === null ? null : series.get(event.seriesId)) ?? null,
  };
}

/**
 * Events with what belongs to them, as far as it is selected.
 * @throws ServiceError answer_too_large 400
 */
export async function hydrateEvents(
  context: Context,
  events: readonly EventRecord[],
  selection: EventSelection,
): Promise<HydratedEvent[]> {
  if (linksOf(events, selection) > LARGE_PAGE) await reserveLargeAnswer(context);
  const ids = linkedIds(events, selection);
  const { venues, organizers, terms } = ids;
  const count = venues.length + organizers.length + terms.length;
  const most = mostCharacters(context.settings.maxPerPage);
  if (events.length > 1 && count > MANY_LINKED && !(await textsFit(context, ids, most)))
    throw answerTooLarge(most);
  const texts = events.length === 1 ? await textsOfOne(context, ids, selection) : 'whole';
  if (texts === 'large') throw answerTooLarge(MOST_OF_ONE);
  const linked = await readLinked(context, ids, texts === 'brief');
  const hydratedEvents: HydratedEvent[] = [];
  for (const event of events) hydratedEvents.push(hydrated(event, linked));
  return hydratedEvents;
}

/**
 * An event by itself with what belongs to it, for an answer.
 * @throws ServiceError answer_too_large 400 where the texts of linked records are asked for and are too long
 */
export async function hydrateOne(
  context: Context,
  event: EventRecord,
  selection: EventSelection,
): Promise<HydratedEvent> {
  const ids = linkedIds([event], selection);
  const texts = await textsOfOne(context, ids, selection);
  if (texts === 'large') throw answerTooLarge(MOST_OF_ONE);
  return hydrated(event, await readLinked(context, ids, texts === 'brief'));
}

/**
 * An event that has been stored, with what belongs to it. It is never refused: where the texts of linked records are too long,
 * these are shown with empty ones.
 */
export async function hydrateChanged(
  context: Context,
  event: EventRecord,
  selection: EventSelection,
): Promise<HydratedEvent> {
  const ids = linkedIds([event], selection);
  const isBrief = (await textsOfOne(context, ids, selection)) !== 'whole';
  return hydrated(event, await readLinked(context, ids, isBrief));
}
