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
import { createOrganizer, findOrganizerRow, updateOrganizer } from './organizer.commands.ts';
import { organizerEntities } from './organizer.entity.ts';
import { organizerJsonLd } from './organizer.json-ld.ts';
import { findOrganizer, listOrganizers } from './organizer.queries.ts';
import type { OrganizerRecord } from './organizer.record.ts';

const read = async (context: Context, id: number): Promise<OrganizerRecord> =>
  existing('organizer', await findOrganizer(context, { id }));

/** Organizers in the schema. */
export const resource: Resource = {
  entities: organizerEntities,
  authorize: {
    'Mutation.createOrganizer': authorizeCreate,
    'Mutation.updateOrganizer': authorizeChange('organizer'),
    'Mutation.deleteOrganizer': authorizeDelete('organizer'),
  },
  resolvers: {
    Query: {
      organizers: (_root, args, context) => listOrganizers(context, args),
      organizer: async (_root, target, context) =>
        readable(context, 'organizer', await findOrganizer(context, target)),
    },
    Mutation: {
      createOrganizer: async (_root, { input }, context) =>
        read(context, await createOrganizer(context, input)),
      updateOrganizer: async (_root, { input, ...target }, context) => {
        const { id } = await needPost(context, 'organizer', target);
        await updateOrganizer(context, await read(context, id), input);
        return read(context, id);
      },
      deleteOrganizer: (_root, args, context) =>
        deletePost(context, 'organizer', findOrganizerRow, args, (id) => read(context, id)),
    },
    OrganizerList: {
      organizers: (page) => [...page.rows],
      ...pageFields,
    },
    Organizer: {
      ...postFields('organizer'),
      jsonLd: (organizer, _args, context) => organizerJsonLd(organizer, context),
    },
  },
};
