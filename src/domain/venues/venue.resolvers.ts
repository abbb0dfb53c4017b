import { connectionFields } from '../content/page.ts';
import { image } from '../content/record.ts';
import type {
  Venue,
  VenueConnection,
  VenueConnectionResolvers,
  VenueResolvers,
} from '../generated/schema.ts';
import type { Complete, WithComputed } from '../resource/complete.ts';
import type { Resource } from '../resource/resource.ts';
import { computedVenueFields } from './venue.computed.ts';
import { VENUES } from './venue.directory.ts';
import { venueEntities } from './venue.entity.ts';
import type { VenuePage, VenueRecord } from './venue.record.ts';

/** Its `events` are resolved with the events. */
const ownFields: Complete<
  Omit<Venue, 'events' | 'author'>,
  WithComputed<VenueRecord, typeof computedVenueFields>,
  VenueResolvers
> = {
  image,
};

const { list, one, create, update, remove } = VENUES.operations;

/** Venues in the schema. */
export const resource: Resource = {
  entities: venueEntities,
  queries: { venues: list, venue: one },
  mutations: { createVenue: create, updateVenue: update, deleteVenue: remove },
  computed: { Venue: computedVenueFields },
  resolvers: {
    VenueConnection: connectionFields satisfies Complete<
      VenueConnection,
      VenuePage,
      VenueConnectionResolvers
    >,
    Venue: ownFields,
  },
};
