import { getNamedType, isObjectType } from 'graphql';
import { PATHS_TO_NODES } from '../content/connection.resolvers.ts';
import { SelectionCache, selectedFields } from '../content/selection.ts';

/** The linked records of an event that an operation selects. */
export interface EventSelection {
  readonly venues: boolean;
  readonly organizers: boolean;
  readonly terms: boolean;
  readonly images: boolean;
  /** The long texts of venues and organizers. */
  readonly linkedTexts: boolean;
  /** Linked data, with the description of the first venue. */
  readonly jsonLd: boolean;
  readonly series: boolean;
}

export const EVERYTHING: EventSelection = {
  venues: true,
  organizers: true,
  terms: true,
  images: true,
  linkedTexts: true,
  jsonLd: true,
  series: true,
};

/** Fields that need the series of an event. */
const SERIES_FIELDS = ['series', 'recurrence', 'recurrenceStart', 'recurrenceExceptions', 'recurrenceText'];

/** @param paths from the type of a field to events */
const selectionAt = (...paths: readonly (readonly string[])[]): SelectionCache<EventSelection> =>
  new SelectionCache((info) => {
    const returned = getNamedType(info.returnType);
    const type = isObjectType(returned) ? returned.name : 'Event';
    const fields = selectedFields(info, type, ...paths);
    const linked = fields.has('jsonLd');
    const linkedFields = paths.flatMap((path) => [
      [...path, 'venue'],
      [...path, 'venues'],
      [...path, 'organizers'],
    ]);
    const ofLinked = selectedFields(info, type, ...linkedFields);
    return {
      linkedTexts: ['description', 'excerpt', 'jsonLd'].some((name) => ofLinked.has(name)),
      jsonLd: linked,
      images: linked || fields.has('image'),
      venues: linked || fields.has('venue') || fields.has('venues'),
      organizers: linked || fields.has('organizers'),
      terms: fields.has('categories') || fields.has('tags'),
      series: linked || SERIES_FIELDS.some((field) => fields.has(field)),
    };
  });

/** The selection of a field that returns an event, or a record of any type. */
export const eventSelection = selectionAt([]);
/** The selection of a mutation, whose payload has the event. */
export const changedEventSelection = selectionAt(['event']);
/** The selection of a field that returns a list of events. */
export const eventListSelection = selectionAt(...PATHS_TO_NODES);
