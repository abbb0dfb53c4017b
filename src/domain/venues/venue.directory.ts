import type { DirectoryValues } from '../content/directory.definition.ts';
import { linkedListFilters } from '../content/directory.filters.ts';
import { defineDirectory } from '../content/directory.ts';
import { FOR_CHANGE } from '../content/lock.ts';
import { VenueEntity } from './venue.entity.ts';
import { FIELDS } from './venue.fields.ts';
import { changedRegion, checkCoordinates } from './venue.place.ts';
import { selectVenues } from './venue.record.ts';

export type VenueValues = DirectoryValues<typeof FIELDS>;

/** What can be done with venues. */
export const VENUES = defineDirectory({
  kind: 'venue',
  type: 'Venue',
  fields: FIELDS,
  select: selectVenues,
  filters: linkedListFilters('venue'),
  findRow: (em, id) => em.findOne(VenueEntity, id, FOR_CHANGE),
  insert: (em, row) => em.create(VenueEntity, row),
  payload: (venue) => ({ venue }),
  check: checkCoordinates,
  derived: changedRegion,
});
