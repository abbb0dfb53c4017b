import { connectionFields } from '../content/connection.resolvers.ts';
import { computedContentFields, image } from '../content/record.ts';
import type {
  Venue,
  VenueConnection,
  VenueConnectionResolvers,
  VenueResolvers,
} from '../generated/schema.ts';
import type { CompleteResolvers, ComputedFields, WithComputed } from '../resource/complete.ts';
import type { Resource } from '../resource/resource.ts';
import { VENUES, venueDocument } from './venue.directory.ts';
import { type VenuePage, type VenueRecord, venueEntities } from './venue.entity.ts';

const computedVenueFields = {
  ...computedContentFields('venue'),
  region: ({ stateprovince }: VenueRecord) => stateprovince,
  latitude: ({ geoLat }: VenueRecord) => geoLat,
  longitude: ({ geoLng }: VenueRecord) => geoLng,
} satisfies ComputedFields<VenueRecord, VenueResolvers>;

/** Without `events` and `author`, which domain/events/ and domain/users/ resolve. */
const venueResolvers: CompleteResolvers<
  Omit<Venue, 'events' | 'author'>,
  WithComputed<VenueRecord, typeof computedVenueFields>,
  VenueResolvers
> = { image, jsonLd: (venue, _args, context) => venueDocument(venue, context) };

const { list, one, create, update, remove } = VENUES.operations;

export const resource: Resource = {
  entities: venueEntities,
  queries: { venues: list, venue: one },
  mutations: { createVenue: create, updateVenue: update, deleteVenue: remove },
  computed: { Venue: computedVenueFields },
  resolvers: {
    VenueConnection: connectionFields satisfies CompleteResolvers<
      VenueConnection,
      VenuePage,
      VenueConnectionResolvers
    >,
    Venue: venueResolvers,
  },
};
