import type { Context } from '../context.ts';
import { imageById } from '../images/index.ts';
import { ORGANIZERS } from '../organizers/index.ts';
import { byName, termsById } from '../terms/index.ts';
import { VENUES } from '../venues/index.ts';
import type { AskedParts } from './event.asked.ts';
import type { EventRecord, WholeEvent } from './event.record.ts';

type Ids = readonly number[];

/** What belongs to events, by id. */
interface Belongings {
  readonly venues: ReadonlyMap<number, WholeEvent['venues'][number]>;
  readonly organizers: ReadonlyMap<number, WholeEvent['organizers'][number]>;
  readonly terms: ReadonlyMap<number, WholeEvent['tags'][number]>;
  readonly images: ReadonlyMap<number, NonNullable<WholeEvent['image']>>;
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

/** How many venues and organizers {@link wholeEvents} reads of these events. */
export function linkedTo(events: readonly EventRecord[], asked: AskedParts): number {
  const [venueIds, organizerIds] = [new Set<number>(), new Set<number>()];
  for (const event of events) {
    if (asked.venues) for (const id of event.venueIds) venueIds.add(id);
    if (asked.organizers) for (const id of event.organizerIds) organizerIds.add(id);
  }
  return venueIds.size + organizerIds.size;
}

/**
 * Looks up what belongs to events, as far as it is asked for and the caller may read it: for all events
 * together, and only once, however many of them have it (decisions/0045).
 */
async function belongings(
  context: Context,
  events: readonly EventRecord[],
  asked: AskedParts,
  counts?: ReadonlyMap<number, number>,
): Promise<Belongings> {
  const [venueIds, organizerIds] = [new Set<number>(), new Set<number>()];
  const [termIds, imageIds] = [new Set<number>(), new Set<number>()];
  for (const event of events) {
    for (const id of event.venueIds) venueIds.add(id);
    for (const id of event.organizerIds) organizerIds.add(id);
    for (const id of event.termIds) termIds.add(id);
    if (event.imageId !== null) imageIds.add(event.imageId);
  }
  const [venues, organizers, terms, images] = await Promise.all([
    asked.venues ? VENUES.readable(context, [...venueIds]) : [],
    asked.organizers ? ORGANIZERS.readable(context, [...organizerIds]) : [],
    asked.terms ? termsById(context, [...termIds], asked.counts, counts) : [],
    asked.images ? context.loadAll(imageById, [...imageIds]) : [],
  ]);
  return { venues: byId(venues), organizers: byId(organizers), terms: byId(terms), images: byId(images) };
}

function whole(event: EventRecord, { venues, organizers, terms, images }: Belongings): WholeEvent {
  const [categories, tags]: [WholeEvent['categories'], WholeEvent['tags']] = [[], []];
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
export async function wholeEvents(
  context: Context,
  events: readonly EventRecord[],
  asked: AskedParts,
): Promise<WholeEvent[]> {
  const all = await belongings(context, events, asked);
  const found: WholeEvent[] = [];
  for (const event of events) found.push(whole(event, all));
  return found;
}

/**
 * An event with what belongs to it. @param counts how many events in state `publish` its terms have, where
 * that is known
 */
export const wholeEvent = async (
  context: Context,
  event: EventRecord,
  asked: AskedParts,
  counts?: ReadonlyMap<number, number>,
): Promise<WholeEvent> => whole(event, await belongings(context, [event], asked, counts));
