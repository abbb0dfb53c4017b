import { sql } from 'kysely';
import { FromSelection, selectedFields } from '../records/selection.ts';
import { EVENT_COLUMNS } from './event.record.ts';

/** Which of the costly parts of an event an operation asks for. */
export interface Projection {
  readonly texts: boolean;
  readonly venues: boolean;
  readonly organizers: boolean;
  readonly terms: boolean;
  /** How many events the terms have. */
  readonly counts: boolean;
  readonly images: boolean;
}

export const WHOLE: Projection = {
  texts: true,
  venues: true,
  organizers: true,
  terms: true,
  counts: true,
  images: true,
};

/** @param path from a field to events */
const asked = (...path: readonly string[]): FromSelection<Projection> =>
  new FromSelection((info) => {
    const fields = selectedFields(info, path);
    const linked = fields.has('jsonLd');
    const counts = selectedFields(info, [...path, 'categories']).has('count');
    return {
      counts: counts || selectedFields(info, [...path, 'tags']).has('count'),
      images: linked || fields.has('image'),
      texts: linked || fields.has('description') || fields.has('excerpt'),
      venues: linked || fields.has('venue') || fields.has('venues'),
      organizers: linked || fields.has('organizers'),
      terms: fields.has('categories') || fields.has('tags'),
    };
  });

/** The parts that are asked for of the event that a field finds. */
export const askedOfEvent = asked();
/** The parts that are asked for of the events in the list that a field finds. */
export const askedOfEvents = asked('events');

const ids = (table: string, column: string, order: string) =>
  sql<
    number[]
  >`array(select ${sql.ref(column)} from ${sql.table(table)} where event_id = event.id order by ${sql.ref(order)})`;
const NONE = sql<number[]>`'{}'::int[]`;
const EMPTY = sql<string>`''`;

/** The columns of an event's record; those that are not asked for are empty. */
export const eventColumns = ({ texts, venues, organizers, terms }: Projection) =>
  [
    ...EVENT_COLUMNS,
    (texts ? sql<string>`event.description` : EMPTY).as('description'),
    (texts ? sql<string>`event.excerpt` : EMPTY).as('excerpt'),
    (venues ? ids('event_venue', 'venue_id', 'position') : NONE).as('venueIds'),
    (organizers ? ids('event_organizer', 'organizer_id', 'position') : NONE).as('organizerIds'),
    (terms ? ids('event_term', 'term_id', 'term_id') : NONE).as('termIds'),
  ] as const;
