import { pageFields } from '../content/page.ts';
import { computedContentFields, image } from '../content/record.ts';
import type { Venue, VenueList, VenueListResolvers, VenueResolvers } from '../generated/schema.ts';
import type { Complete, Computed, WithComputed } from '../resource/complete.ts';
import type { Resource } from '../resource/resource.ts';
import { VENUES } from './venue.directory.ts';
import { venueEntities } from './venue.entity.ts';
import { venueJsonLd } from './venue.json-ld.ts';
import type { VenuePage, VenueRecord } from './venue.record.ts';

/** Fields of a venue that follow from it. */
const computedVenueFields = {
  ...computedContentFields('venue'),
  jsonLd: venueJsonLd,
} satisfies Computed<VenueRecord, VenueResolvers>;

/** Its `events` are resolved with the events. */
const ownFields: Complete<
  Omit<Venue, 'events'>,
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
    VenueList: {
      venues: (page) => [...page.rows],
      ...pageFields,
    } satisfies Complete<VenueList, VenuePage, VenueListResolvers>,
    Venue: ownFields,
  },
};
