import type { Context } from '../context.ts';
import { imageById } from '../images/index.ts';
import { ORGANIZERS } from '../organizers/index.ts';
import { byName, termsById } from '../terms/index.ts';
import { VENUES } from '../venues/index.ts';
import type { Projection } from './event.projection.ts';
import type { EventRecord, WholeEvent } from './event.record.ts';

type Ids = readonly number[];

/** What finds records by their ids, in the order of these, without those that are not there. */
function among<R extends { id: number }>(records: readonly (R | null)[]): (ids: Ids) => R[] {
  const known = new Map(records.map((record) => [record?.id, record]));
  return (ids) => ids.map((id) => known.get(id)).filter((record) => record !== undefined && record !== null);
}

/** Ids in any of the events, each once. */
const each = (events: readonly EventRecord[], idsOf: (event: EventRecord) => Ids): Ids => [
  ...new Set(events.flatMap(idsOf)),
];
const imageIds = ({ imageId }: EventRecord): number[] => (imageId === null ? [] : [imageId]);

/**
 * Looks up what belongs to events, as far as somebody asks for it and may read it: for all of them together,
 * and once, however many of them have it (decisions/0045). @returns what makes each of them whole
 */
async function belongings(
  context: Context,
  events: readonly EventRecord[],
  asked: Projection,
): Promise<(event: EventRecord) => WholeEvent> {
  const all = (ids: 'venueIds' | 'organizerIds' | 'termIds'): Ids => each(events, (event) => event[ids]);
  const found = await Promise.all([
    asked.venues ? VENUES.readable(context, all('venueIds')) : [],
    asked.organizers ? ORGANIZERS.readable(context, all('organizerIds')) : [],
    asked.terms ? termsById(context, all('termIds'), asked.counts) : [],
    asked.images ? context.loadAll(imageById, each(events, imageIds)) : [],
  ]);
  const [venues, organizers, terms, images] = [
    among(found[0]),
    among(found[1]),
    among(found[2]),
    among(found[3]),
  ];
  return (event) => {
    const own = terms(event.termIds).sort(byName);
    return {
      ...event,
      venues: venues(event.venueIds),
      organizers: organizers(event.organizerIds),
      categories: own.filter(({ kind }) => kind === 'category'),
      tags: own.filter(({ kind }) => kind === 'tag'),
      image: images(imageIds(event))[0] ?? null,
    };
  };
}

/** Events with what belongs to them. */
export const wholeEvents = async (
  context: Context,
  events: readonly EventRecord[],
  asked: Projection,
): Promise<WholeEvent[]> => events.map(await belongings(context, events, asked));

/** An event with what belongs to it. */
export const wholeEvent = async (
  context: Context,
  event: EventRecord,
  asked: Projection,
): Promise<WholeEvent> => (await belongings(context, [event], asked))(event);
