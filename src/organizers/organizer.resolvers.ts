import type {
  Organizer,
  OrganizerList,
  OrganizerListResolvers,
  OrganizerResolvers,
} from '../generated/schema.ts';
import type { Complete } from '../records/complete.ts';
import { pageFields } from '../records/page.ts';
import { postFields } from '../records/record.ts';
import type { Resource } from '../records/resource.ts';
import { organizerEntities } from './organizer.entity.ts';
import { organizerJsonLd } from './organizer.json-ld.ts';
import { ORGANIZERS } from './organizer.kind.ts';
import type { OrganizerPage, OrganizerRecord } from './organizer.record.ts';

/** Fields that are not columns. Its `events` are resolved with the events. */
const organizerFields: Complete<Omit<Organizer, 'events'>, OrganizerRecord, OrganizerResolvers> = {
  ...postFields('organizer'),
  jsonLd: (organizer, _args, context) => organizerJsonLd(context, organizer),
};

const { list, one, create, update, remove } = ORGANIZERS.operations;

/** Organizers in the schema. */
export const resource: Resource = {
  entities: organizerEntities,
  queries: { organizers: list, organizer: one },
  mutations: { createOrganizer: create, updateOrganizer: update, deleteOrganizer: remove },
  resolvers: {
    OrganizerList: {
      organizers: (page) => [...page.rows],
      ...pageFields,
    } satisfies Complete<OrganizerList, OrganizerPage, OrganizerListResolvers>,
    Organizer: organizerFields,
  },
};
