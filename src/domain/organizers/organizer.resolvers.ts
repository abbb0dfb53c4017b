import { connectionFields } from '../content/connection.resolvers.ts';
import { computedContentFields, image } from '../content/record.ts';
import type {
  Organizer,
  OrganizerConnection,
  OrganizerConnectionResolvers,
  OrganizerResolvers,
} from '../generated/schema.ts';
import type { CompleteResolvers, ComputedFields, WithComputed } from '../resource/complete.ts';
import type { Resource } from '../resource/resource.ts';
import { ORGANIZERS, organizerDocument } from './organizer.directory.ts';
import { type OrganizerPage, type OrganizerRecord, organizerEntities } from './organizer.entity.ts';

const computedOrganizerFields = computedContentFields('organizer') satisfies ComputedFields<
  OrganizerRecord,
  OrganizerResolvers
>;

/** Without `events` and `author`, which domain/events/ and domain/users/ resolve. */
const organizerResolvers: CompleteResolvers<
  Omit<Organizer, 'events' | 'author'>,
  WithComputed<OrganizerRecord, typeof computedOrganizerFields>,
  OrganizerResolvers
> = { image, jsonLd: (organizer, _args, context) => organizerDocument(organizer, context) };

const { list, one, create, update, remove } = ORGANIZERS.operations;

export const resource: Resource = {
  entities: organizerEntities,
  queries: { organizers: list, organizer: one },
  mutations: { createOrganizer: create, updateOrganizer: update, deleteOrganizer: remove },
  computed: { Organizer: computedOrganizerFields },
  resolvers: {
    OrganizerConnection: connectionFields satisfies CompleteResolvers<
      OrganizerConnection,
      OrganizerPage,
      OrganizerConnectionResolvers
    >,
    Organizer: organizerResolvers,
  },
};
