import { connectionFields } from '../content/page.ts';
import { image } from '../content/record.ts';
import type {
  Organizer,
  OrganizerConnection,
  OrganizerConnectionResolvers,
  OrganizerResolvers,
} from '../generated/schema.ts';
import type { Complete, WithComputed } from '../resource/complete.ts';
import type { Resource } from '../resource/resource.ts';
import { computedOrganizerFields } from './organizer.computed.ts';
import { ORGANIZERS } from './organizer.directory.ts';
import { organizerEntities } from './organizer.entity.ts';
import type { OrganizerPage, OrganizerRecord } from './organizer.record.ts';

/** Its `events` are resolved with the events. */
const ownFields: Complete<
  Omit<Organizer, 'events' | 'author'>,
  WithComputed<OrganizerRecord, typeof computedOrganizerFields>,
  OrganizerResolvers
> = { image };

const { list, one, create, update, remove } = ORGANIZERS.operations;

/** Organizers in the schema. */
export const resource: Resource = {
  entities: organizerEntities,
  queries: { organizers: list, organizer: one },
  mutations: { createOrganizer: create, updateOrganizer: update, deleteOrganizer: remove },
  computed: { Organizer: computedOrganizerFields },
  resolvers: {
    OrganizerConnection: connectionFields satisfies Complete<
      OrganizerConnection,
      OrganizerPage,
      OrganizerConnectionResolvers
    >,
    Organizer: ownFields,
  },
};
