import type { Context } from '../context.ts';
import { pageFields } from '../records/page.ts';
import { postFields } from '../records/record.ts';
import { deletePost } from '../records/resolvers.ts';
import type { Resource } from '../records/resource.ts';
import {
  authorizeChange,
  authorizeCreate,
  authorizeDelete,
  existing,
  needPost,
  readable,
} from '../records/target.ts';
import { createVenue, findVenueRow, updateVenue } from './venue.commands.ts';
import { venueEntities } from './venue.entity.ts';
import { venueJsonLd } from './venue.json-ld.ts';
import { findVenue, listVenues } from './venue.queries.ts';
import type { VenueRecord } from './venue.record.ts';

const read = async (context: Context, id: number): Promise<VenueRecord> =>
  existing('venue', await findVenue(context, { id }));

/** Venues in the schema. */
export const resource: Resource = {
  entities: venueEntities,
  authorize: {
    'Mutation.createVenue': authorizeCreate,
    'Mutation.updateVenue': authorizeChange('venue'),
    'Mutation.deleteVenue': authorizeDelete('venue'),
  },
  resolvers: {
    Query: {
      venues: (_root, args, context) => listVenues(context, args),
      venue: async (_root, target, context) => readable(context, 'venue', await findVenue(context, target)),
    },
    Mutation: {
      createVenue: async (_root, { input }, context) => read(context, await createVenue(context, input)),
      updateVenue: async (_root, { input, ...target }, context) => {
        const { id } = await needPost(context, 'venue', target);
        await updateVenue(context, await read(context, id), input);
        return read(context, id);
      },
      deleteVenue: (_root, args, context) =>
        deletePost(context, 'venue', findVenueRow, args, (id) => read(context, id)),
    },
    VenueList: {
      venues: (page) => [...page.rows],
      ...pageFields,
    },
    Venue: {
      ...postFields('venue'),
      jsonLd: (venue, _args, context) => venueJsonLd(venue, context),
    },
  },
};
