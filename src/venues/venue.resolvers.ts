import type { Context } from '../context.ts';
import type { Venue, VenueList, VenueListResolvers, VenueResolvers } from '../generated/schema.ts';
import type { Complete } from '../records/complete.ts';
import { linkedCondition } from '../records/linked.ts';
import { pageFields } from '../records/page.ts';
import { postFields } from '../records/record.ts';
import { deletePost } from '../records/resolvers.ts';
import { onRecord, type Resource } from '../records/resource.ts';
import { authorizeChange, authorizeCreate, authorizeDelete, existing, readable } from '../records/target.ts';
import { checkVenue, createVenue, findVenueRow, updateVenue } from './venue.commands.ts';
import { venueEntities } from './venue.entity.ts';
import { venueJsonLd } from './venue.json-ld.ts';
import { findVenue, listVenues } from './venue.queries.ts';
import type { VenuePage, VenueRecord } from './venue.record.ts';

const read = async (context: Context, id: number): Promise<VenueRecord> =>
  existing('venue', await findVenue(context, { id }));

/** Fields that are not columns. Its `events` are resolved with the events. */
const venueFields: Complete<Omit<Venue, 'events'>, VenueRecord, VenueResolvers> = {
  ...postFields('venue'),
  jsonLd: (venue, _args, context) => venueJsonLd(context, venue),
};

/** Venues in the schema. */
export const resource: Resource = {
  entities: venueEntities,
  queries: {
    venues: {
      check: (context, args, checks) => linkedCondition(context, 'venue', args, checks),
      run: (context, args) => listVenues(context, args),
    },
    venue: { run: async (context, target) => readable(context, 'venue', await findVenue(context, target)) },
  },
  mutations: {
    createVenue: {
      authorize: authorizeCreate,
      check: (context, { input }, checks) => checkVenue(context, checks, input, null),
      run: async (context, { input }) => read(context, await createVenue(context, input)),
    },
    updateVenue: onRecord(authorizeChange('venue', findVenue), {
      check: (context, { input }, checks, venue) => checkVenue(context, checks, input, venue),
      run: async (context, { input }, venue) => {
        await updateVenue(context, venue, input);
        return read(context, venue.id);
      },
    }),
    deleteVenue: onRecord(authorizeDelete('venue', findVenue), {
      run: (context, { force }, venue) =>
        deletePost(context, 'venue', findVenueRow, venue, force, (id) => read(context, id)),
    }),
  },
  resolvers: {
    VenueList: {
      venues: (page) => [...page.rows],
      ...pageFields,
    } satisfies Complete<VenueList, VenuePage, VenueListResolvers>,
    Venue: venueFields,
  },
};
