import { sql } from 'kysely';
import { answerTooLarge, mostCharacters } from '../../lib/answer-size.ts';
import type { Context } from '../context/context.ts';
import { imageById } from '../images/index.ts';
import { ORGANIZERS } from '../organizers/index.ts';
import { byName, termsById } from '../terms/index.ts';
import { VENUES } from '../venues/index.ts';
import type { EventRecord, HydratedEvent } from './event.record.ts';
import type { EventSelection } from './event.selection.ts';

type Ids = readonly number[];

/** What belongs to events, by id. */
interface Belongings {
  readonly venues: ReadonlyMap<number, HydratedEvent['venues'][number]>;
  readonly organizers: ReadonlyMap<number, HydratedEvent['organizers'][number]>;
  readonly terms: ReadonlyMap<number, HydratedEvent['tags'][number]>;
  readonly images: ReadonlyMap<number, NonNullable<HydratedEvent['image']>>;
}

function byId<R extends { id: number }>(records: readonly (R | null)[]): ReadonlyMap<number, R> {
  const known = new Map<number, R>();
  for (const record of records) if (record) known.set(record.id, record);
  return known;
}

/** The records with these ids, in their order, without those that are not there. */
function among<R>(known: ReadonlyMap<number, R>, ids: Ids): R[] {
  const found: R[] = [];
  for (const id of ids) {
    const record = known.get(id);
    if (record) found.push(record);
  }
  return found;
}

/** The ids of what is linked to events, each once. */
interface LinkedIds {
  readonly venues: Ids;
  readonly organizers: Ids;
  readonly terms: Ids;
  readonly images: Ids;
}

/** @returns those of the parts that are asked for */
function linkedIds(events: readonly EventRecord[], asked: EventSelection): LinkedIds {
  const [venues, organizers] = [new Set<number>(), new Set<number>()];
  const [terms, images] = [new Set<number>(), new Set<number>()];
  for (const event of events) {
    if (asked.venues) for (const id of event.venueIds) venues.add(id);
    if (asked.organizers) for (const id of event.organizerIds) organizers.add(id);
    if (asked.terms) for (const id of event.termIds) terms.add(id);
    if (asked.images && event.imageId !== null) images.add(event.imageId);
  }
  return { venues: [...venues], organizers: [...organizers], terms: [...terms], images: [...images] };
}

/** From so many linked records their texts are measured before they are read; fewer fit into memory. */
const MANY_LINKED = 400;

/** @throws ServiceError answer_too_large 400 where the texts alone are more than a page may have */
async function assertTextsFit(context: Context, { venues, organizers, terms }: LinkedIds): Promise<void> {
  const most = mostCharacters(context.settings.maxPerPage);
  const texts = (table: string, ids: Ids) =>
    sql`select length(description) as characters from ${sql.table(table)} where id = any(${ids}::int[])`;
  const query = sql<{ fits: boolean }>`
    select coalesce(sum(characters), 0) <= ${most} as fits from (
      ${texts('venue', venues)} union all ${texts('organizer', organizers)} union all ${texts('term', terms)}
    ) as text`;
  const { signal } = context;
  const { rows } = await context.readLimiter.run('lists', () => query.execute(context.db), { signal });
  if (!rows[0]?.fits) throw answerTooLarge(most);
}

/** How many venues and organizers {@link hydrateEvent} reads. */
export function countLinked(event: EventRecord, asked: EventSelection): number {
  const { venues, organizers } = linkedIds([event], asked);
  return venues.length + organizers.length;
}

/**
 * Waits until there is memory for what {@link hydrateEvents} reads of these events (decisions/0054). @throws
 * ServiceError answer_too_large, service_unavailable
 */
export async function reserveLinked(
  context: Context,
  events: readonly EventRecord[],
  asked: EventSelection,
): Promise<void> {
  const ids = linkedIds(events, asked);
  const { venues, organizers, terms } = ids;
  const linked = venues.length + organizers.length + terms.length;
  // An event by itself is never refused: nobody could read it then.
  if (events.length > 1 && linked > MANY_LINKED) await assertTextsFit(context, ids);
  await context.reserveLinked(venues.length + organizers.length);
}

/**
 * Looks up what belongs to events, as far as it is asked for and the caller may read it: for all events
 * together, and only once, however many of them have it (decisions/0045).
 */
async function belongings(
  context: Context,
  events: readonly EventRecord[],
  asked: EventSelection,
  counts?: ReadonlyMap<number, number>,
): Promise<Belongings> {
  const ids = linkedIds(events, asked);
  const [venues, organizers, terms, images] = await Promise.all([
    VENUES.readable(context, ids.venues),
    ORGANIZERS.readable(context, ids.organizers),
    termsById(context, ids.terms, asked.counts, counts),
    context.loadAll(imageById, ids.images),
  ]);
  return { venues: byId(venues), organizers: byId(organizers), terms: byId(terms), images: byId(images) };
}

function whole(event: EventRecord, { venues, organizers, terms, images }: Belongings): HydratedEvent {
  const [categories, tags]: [HydratedEvent['categories'], HydratedEvent['tags']] = [[], []];
  for (const term of among(terms, event.termIds).sort(byName))
    (term.kind === 'category' ? categories : tags).push(term);
  return {
    ...event,
    venues: among(venues, event.venueIds),
    organizers: among(organizers, event.organizerIds),
    categories,
    tags,
    image: (event.imageId === null ? null : images.get(event.imageId)) ?? null,
  };
}

/** Events with what belongs to them. */
export async function hydrateEvents(
  context: Context,
  events: readonly EventRecord[],
  asked: EventSelection,
): Promise<HydratedEvent[]> {
  const all = await belongings(context, events, asked);
  const found: HydratedEvent[] = [];
  for (const event of events) found.push(whole(event, all));
  return found;
}

/**
 * An event with what belongs to it. @param counts how many events in state `publish` its terms have, where
 * that is known
 */
export const hydrateEvent = async (
  context: Context,
  event: EventRecord,
  asked: EventSelection,
  counts?: ReadonlyMap<number, number>,
): Promise<HydratedEvent> => whole(event, await belongings(context, [event], asked, counts));
