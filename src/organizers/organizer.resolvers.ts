import type { Context } from '../context.ts';
import type {
  Organizer,
  OrganizerList,
  OrganizerListResolvers,
  OrganizerResolvers,
} from '../generated/schema.ts';
import type { Complete } from '../records/complete.ts';
import { linkedCondition } from '../records/linked.ts';
import { pageFields } from '../records/page.ts';
import { postFields } from '../records/record.ts';
import { deletePost } from '../records/resolvers.ts';
import { onRecord, type Resource } from '../records/resource.ts';
import { authorizeChange, authorizeCreate, authorizeDelete, existing, readable } from '../records/target.ts';
import { checkOrganizer, createOrganizer, findOrganizerRow, updateOrganizer } from './organizer.commands.ts';
import { organizerEntities } from './organizer.entity.ts';
import { organizerJsonLd } from './organizer.json-ld.ts';
import { findOrganizer, listOrganizers } from './organizer.queries.ts';
import type { OrganizerPage, OrganizerRecord } from './organizer.record.ts';

const read = async (context: Context, id: number): Promise<OrganizerRecord> =>
  existing('organizer', await findOrganizer(context, { id }));

/** Fields that are not columns. Its `events` are resolved with the events. */
const organizerFields: Complete<Omit<Organizer, 'events'>, OrganizerRecord, OrganizerResolvers> = {
  ...postFields('organizer'),
  jsonLd: (organizer, _args, context) => organizerJsonLd(context, organizer),
};

/** Organizers in the schema. */
export const resource: Resource = {
  entities: organizerEntities,
  queries: {
    organizers: {
      check: (context, args, checks) => linkedCondition(context, 'organizer', args, checks),
      run: (context, args) => listOrganizers(context, args),
    },
    organizer: {
      run: async (context, target) => readable(context, 'organizer', await findOrganizer(context, target)),
    },
  },
  mutations: {
    createOrganizer: {
      authorize: authorizeCreate,
      check: (context, { input }, checks) => checkOrganizer(context, checks, input, null),
      run: async (context, { input }) => read(context, await createOrganizer(context, input)),
    },
    updateOrganizer: onRecord(authorizeChange('organizer', findOrganizer), {
      check: (context, { input }, checks, organizer) => checkOrganizer(context, checks, input, organizer),
      run: async (context, { input }, organizer) => {
        await updateOrganizer(context, organizer, input);
        return read(context, organizer.id);
      },
    }),
    deleteOrganizer: onRecord(authorizeDelete('organizer', findOrganizer), {
      run: (context, { force }, organizer) =>
        deletePost(context, 'organizer', findOrganizerRow, organizer, force, (id) => read(context, id)),
    }),
  },
  resolvers: {
    OrganizerList: {
      organizers: (page) => [...page.rows],
      ...pageFields,
    } satisfies Complete<OrganizerList, OrganizerPage, OrganizerListResolvers>,
    Organizer: organizerFields,
  },
};
