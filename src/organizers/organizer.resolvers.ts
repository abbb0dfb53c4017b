import type {
  Organizer,
  OrganizerList,
  OrganizerListResolvers,
  OrganizerResolvers,
} from '../generated/schema.ts';
import type { Complete, Computed, Shown } from '../records/complete.ts';
import { pageFields } from '../records/page.ts';
import { image, postFields } from '../records/record.ts';
import type { Resource } from '../records/resource.ts';
import { organizerEntities } from './organizer.entity.ts';
import { organizerJsonLd } from './organizer.json-ld.ts';
import { ORGANIZERS } from './organizer.kind.ts';
import type { OrganizerPage, OrganizerRecord } from './organizer.record.ts';

const computed = {
  ...postFields('organizer'),
  jsonLd: organizerJsonLd,
} satisfies Computed<OrganizerRecord, OrganizerResolvers>;

/** Its `events` are resolved with the events. */
const organizerFields: Complete<
  Omit<Organizer, 'events'>,
  Shown<OrganizerRecord, typeof computed>,
  OrganizerResolvers
> = { image };

const { list, one, create, update, remove } = ORGANIZERS.operations;

/** Organizers in the schema. */
export const resource: Resource = {
  entities: organizerEntities,
  queries: { organizers: list, organizer: one },
  mutations: { createOrganizer: create, updateOrganizer: update, deleteOrganizer: remove },
  computed: { Organizer: computed },
  resolvers: {
    OrganizerList: {
      organizers: (page) => [...page.rows],
      ...pageFields,
    } satisfies Complete<OrganizerList, OrganizerPage, OrganizerListResolvers>,
    Organizer: organizerFields,
  },
};
