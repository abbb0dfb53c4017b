import { encodeGlobalId } from '../../lib/global-id.ts';
import { load } from '../../platform/cache/loaders.ts';
import { connectionFields, nextCursorOf } from '../content/connection.resolvers.ts';
import { requestedPage } from '../content/page.ts';
import { authorizeChange, authorizeCreate, requireExisting, requireReadable } from '../content/target.ts';
import type { Context } from '../context/context.ts';
import type {
  Event,
  EventConnection,
  EventConnectionResolvers,
  EventResolvers,
  Resolvers,
} from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import type { CompleteResolvers, WithComputed } from '../resource/complete.ts';
import { onRecord, type Resource, targetOf } from '../resource/resource.ts';
import { loadAdjacentEvent } from './event.adjacent.ts';
import { createEvent, eraseEvent, trashEvent, updateEvent } from './event.commands.ts';
import { computedEventFields } from './event.computed.ts';
import { eventEntities } from './event.entity.ts';
import { hydrateOne, hydrateStored } from './event.hydrate.ts';
import { checkEvent } from './event.input.ts';
import { eventList } from './event.order.ts';
import { findEvent, listCondition, listEvents, listEventsOf, selectedEvent } from './event.queries.ts';
import type { EventPage, EventRecord, HydratedEvent } from './event.record.ts';
import { changedEventSelection, eventListSelection, eventSelection } from './event.selection.ts';
import { checkScope } from './event.series.ts';

const readEvent = async (context: Context, id: number): Promise<EventRecord> =>
  requireExisting('event', await findEvent(context, { id }));

/** A hydrated event already has its linked records. `src/domain/users` resolves the author. */
const ownFields: CompleteResolvers<
  Omit<Event, 'author'>,
  WithComputed<HydratedEvent, typeof computedEventFields>,
  EventResolvers
> = {
  parent: ({ postParent }, _args, context, info) =>
    postParent === 0
      ? null
      : load(context, selectedEvent, { id: postParent, selection: eventSelection.get(info) }),
  children: (event, args, context, info) => listEventsOf(context, 'parent', event.id, args, info),
  previous: ({ id, utcStartDate }, _args, context, info) =>
    loadAdjacentEvent(context, { id, utcStartDate, isNext: false }, eventSelection.get(info)),
  next: ({ id, utcStartDate }, _args, context, info) =>
    loadAdjacentEvent(context, { id, utcStartDate, isNext: true }, eventSelection.get(info)),
};

/** Types of other folders with a field `events`. */
type WithEvents = {
  [Type in keyof Resolvers]-?: 'events' extends keyof NonNullable<Resolvers[Type]> ? Type : never;
}[Exclude<keyof Resolvers, 'Query' | 'EventConnection'>];

/**
 * The fields `events` of other types are here because the folders of these types must not import events. The compiler
 * reports a missing one.
 */
const NESTED_LISTS: { [Type in WithEvents]: Required<Pick<NonNullable<Resolvers[Type]>, 'events'>> } = {
  Venue: { events: (venue, args, context, info) => listEventsOf(context, 'venue', venue.id, args, info) },
  Organizer: {
    events: (organizer, args, context, info) => listEventsOf(context, 'organizer', organizer.id, args, info),
  },
  Category: {
    events: (category, args, context, info) => listEventsOf(context, 'term', category.id, args, info),
  },
  Tag: { events: (tag, args, context, info) => listEventsOf(context, 'term', tag.id, args, info) },
};

export const resource: Resource = {
  entities: eventEntities,
  queries: {
    events: {
      check: async (context, args, checks, owner) => {
        const list = eventList(args);
        // The name of a nested list is unknown here.
        await requestedPage(context, checks, owner === undefined ? list : { ...list, name: null }, args);
        await listCondition(context, args, checks);
      },
      run: (context, args, _found, info) => listEvents(context, args, eventListSelection.get(info)),
    },
    event: {
      run: async (context, { by }, _found, info) => {
        const event = requireReadable(context, 'event', await findEvent(context, targetOf(by)));
        return hydrateOne(context, event, eventSelection.get(info));
      },
    },
  },
  mutations: {
    createEvent: {
      authorize: authorizeCreate,
      check: (context, { input }, checks) => checkEvent(context, input, null, checks),
      run: async (context, { input }, _found, info) => {
        const created = await createEvent(context, input);
        return { event: await hydrateStored(context, created, changedEventSelection.get(info)) };
      },
    },
    updateEvent: onRecord(authorizeChange('event', findEvent), {
      check: (context, { input, scope }, checks, event) => checkEvent(context, input, event, checks, scope),
      run: async (context, { input, scope }, event, info) => {
        const { event: changed, changedOccurrences } = await updateEvent(context, event, input, scope);
        const present = changed ?? (await readEvent(context, event.id));
        return {
          event: await hydrateStored(context, present, changedEventSelection.get(info)),
          changedOccurrences,
        };
      },
    }),
    deleteEvent: onRecord(authorizeChange('event', findEvent), {
      check: async (_context, { scope }, checks, event) => checkScope(checks, scope, event.seriesId !== null),
      run: async (context, { force, scope }, event, info) => {
        const checks = new Checks();
        checkScope(checks, scope, event.seriesId !== null);
        checks.assertValid();
        if (force) await eraseEvent(context, event, scope);
        const trashed = force ? event : await trashEvent(context, event, scope);
        const deleted = trashed ?? (await readEvent(context, event.id));
        return {
          event: await hydrateStored(context, deleted, changedEventSelection.get(info)),
          deletedId: encodeGlobalId('Event', event.id),
        };
      },
    }),
  },
  computed: { Event: computedEventFields },
  resolvers: {
    EventConnection: {
      ...connectionFields,
      nextCursor: nextCursorOf,
    } satisfies CompleteResolvers<EventConnection, EventPage, EventConnectionResolvers>,
    Event: ownFields,
    Series: {
      parent: ({ parentId }, _args, context, info) =>
        load(context, selectedEvent, { id: parentId, selection: eventSelection.get(info) }),
      occurrences: (series, args, context, info) => listEventsOf(context, 'series', series.id, args, info),
    },
    ...NESTED_LISTS,
  },
};
