import { type LinkedListArgs, linkedCondition } from '../content/linked.ts';
import { FOR_CHANGE } from '../content/lock.ts';
import type { NamedValues } from '../content/named.kind.ts';
import { namedRecords } from '../content/named.ts';
import { VenueEntity } from './venue.entity.ts';
import { changedRegion, checkCoordinates } from './venue.place.ts';
import { selectVenues } from './venue.record.ts';
import { STORED } from './venue.stored.ts';

export type VenueValues = NamedValues<typeof STORED>;

/** What can be done with venues. */
export const VENUES = namedRecords({
  kind: 'venue',
  fields: STORED,
  select: selectVenues,
  shown: (context, args: LinkedListArgs, checks) => linkedCondition(context, 'venue', args, checks),
  findRow: (em, id) => em.findOne(VenueEntity, id, FOR_CHANGE),
  insert: (em, row) => em.create(VenueEntity, row),
  check: checkCoordinates,
  derived: changedRegion,
});
