import type { Context } from '../context.ts';
import { pageFields } from '../records/page.ts';
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
import { createEvent, findEventRow, updateEvent } from './event.commands.ts';
import { eventEntities } from './event.entity.ts';
import { eventFields } from './event.fields.ts';
import { eventsOf } from './event.nested.ts';
import { projectionOf } from './event.projection.ts';
import { findEvent, listEvents } from './event.queries.ts';
import type { EventRecord } from './event.record.ts';

const read = async (context: Context, id: number): Promise<EventRecord> =>
  existing('event', await findEvent(context, { id }));

/** Events in the schema. */
export const resource: Resource = {
  entities: eventEntities,
  authorize: {
    'Mutation.createEvent': authorizeCreate,
    'Mutation.updateEvent': authorizeChange('event'),
    'Mutation.deleteEvent': authorizeDelete('event'),
  },
  resolvers: {
    Query: {
      events: (_root, args, context, info) => listEvents(context, args, projectionOf(info, 'events')),
      event: async (_root, target, context) => readable(context, 'event', await findEvent(context, target)),
    },
    Mutation: {
      createEvent: (_root, { input }, context) => createEvent(context, input),
      updateEvent: async (_root, { input, ...target }, context) => {
        const { id } = await needPost(context, 'event', target);
        await updateEvent(context, await read(context, id), input);
        return read(context, id);
      },
      deleteEvent: (_root, args, context) =>
        deletePost(context, 'event', findEventRow, args, (id) => read(context, id)),
    },
    EventList: {
      events: (page) => [...page.rows],
      ...pageFields,
    },
    Event: eventFields,
    // What belongs to events stands here, and not where they are linked: those rooms know nothing of events.
    Venue: { events: (venue, args, context, info) => eventsOf(context, 'venue', venue.id, args, info) },
    Organizer: {
      events: (organizer, args, context, info) => eventsOf(context, 'organizer', organizer.id, args, info),
    },
    Category: {
      events: (category, args, context, info) => eventsOf(context, 'term', category.id, args, info),
    },
    Tag: { events: (tag, args, context, info) => eventsOf(context, 'term', tag.id, args, info) },
  },
};
