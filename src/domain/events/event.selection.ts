import { FromSelection, selectedFields } from '../content/selection.ts';

/** Which of the records that belong to an event an operation selects. */
export interface EventSelection {
  readonly venues: boolean;
  readonly organizers: boolean;
  readonly terms: boolean;
  /** How many events the terms have. */
  readonly counts: boolean;
  readonly images: boolean;
}

export const EVERYTHING: EventSelection = {
  venues: true,
  organizers: true,
  terms: true,
  counts: true,
  images: true,
};

/** @param path from a field to events */
const selectionAt = (...path: readonly string[]): FromSelection<EventSelection> =>
  new FromSelection((info) => {
    const fields = selectedFields(info, path);
    const linked = fields.has('jsonLd');
    const counts = selectedFields(info, [...path, 'categories']).has('count');
    return {
      counts: counts || selectedFields(info, [...path, 'tags']).has('count'),
      images: linked || fields.has('image'),
      venues: linked || fields.has('venue') || fields.has('venues'),
      organizers: linked || fields.has('organizers'),
      terms: fields.has('categories') || fields.has('tags'),
    };
  });

/** The selection of a field that returns an event. */
export const eventSelection = selectionAt();
/** The selection of a field that returns a list of events. */
export const eventListSelection = selectionAt('events');
