import { nodeIdOf } from '../../lib/node-id.ts';
import { load } from '../../platform/cache/loaders.ts';
import { connectionFields, nextCursorOf, requestedPage } from '../content/page.ts';
import { authorizeChange, authorizeCreate, existing, readable } from '../content/target.ts';
import type { Context } from '../context/context.ts';
import type {
  Event,
  EventConnection,
  EventConnectionResolvers,
  EventResolvers,
  Resolvers,
} from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import type { Complete, WithComputed } from '../resource/complete.ts';
import { onRecord, type Resource, targetOf } from '../resource/resource.ts';
import { eventBeside } from './event.beside.ts';
import { createEvent, eraseEvent, trashEvent, updateEvent } from './event.commands.ts';
import { computedEventFields } from './event.computed.ts';
import { eventEntities } from './event.entity.ts';
import { hydrateChanged, hydrateOne } from './event.hydrate.ts';
import { checkEvent } from './event.input.ts';
import { eventsOf } from './event.nested.ts';
import { eventList } from './event.order.ts';
import { findEvent, listCondition, listEvents, selectedEvent } from './event.queries.ts';
import type { EventPage, EventRecord, HydratedEvent } from './event.record.ts';
import { changedEventSelection, eventListSelection, eventSelection } from './event.selection.ts';
import { checkScope } from './event.series.ts';

const readEvent = async (context: Context, id: number): Promise<EventRecord> =>
  existing('event', await findEvent(context, { id }));

/** A hydrated event has what belongs to it. Its author is resolved with the users. */
const ownFields: Complete<
  Omit<Event, 'author'>,
  WithComputed<HydratedEvent, typeof computedEventFields>,
  EventResolvers
> = {
  parent: ({ postParent }, _args, context, info) =>
    postParent === 0
      ? null
      : load(context, selectedEvent, { id: postParent, selection: eventSelection.of(info) }),
  children: (event, args, context, info) => eventsOf(context, 'parent', event.id, args, info),
  previous: ({ id, utcStartDate }, _args, context, info) =>
    eventBeside(context, { id, utcStartDate, isNext: false }, eventSelection.of(info)),
  next: ({ id, utcStartDate }, _args, context, info) =>
    eventBeside(context, { id, utcStartDate, isNext: true }, eventSelection.of(info)),
};

/** Types of other rooms with a field `events`. */
type WithEvents = {
  [Type in keyof Resolvers]-?: 'events' extends keyof NonNullable<Resolvers[Type]> ? Type : never;
}[Exclude<keyof Resolvers, 'Query' | 'EventConnection'>];

/**
 * The fields `events` of other types are here, and not in their rooms, which know nothing of events. The
 * compiler notices if one is missing.
 */
const NESTED: { [Type in WithEvents]: Required<Pick<NonNullable<Resolvers[Type]>, 'events'>> } = {
  Venue: { events: (venue, args, context, info) => eventsOf(context, 'venue', venue.id, args, info) },
  Organizer: {
    events: (organizer, args, context, info) => eventsOf(context, 'organizer', organizer.id, args, info),
  },
  Category: { events: (category, args, context, info) => eventsOf(context, 'term', category.id, args, info) },
  Tag: { events: (tag, args, context, info) => eventsOf(context, 'term', tag.id, args, info) },
};

/** Events in the schema. */
export const resource: Resource = {
  entities: eventEntities,
  queries: {
    events: {
      check: async (context, args, checks, owner) => {
        const list = eventList(args);
        // A list inside a record has another name, which is not known here.
        await requestedPage(context, checks, owner === undefined ? list : { ...list, name: null }, args);
        await listCondition(context, args, checks);
      },
      run: (context, args, _found, info) => listEvents(context, args, eventListSelection.of(info)),
    },
    event: {
      run: async (context, { by }, _found, info) => {
        const event = readable(context, 'event', await findEvent(context, targetOf(by)));
        return hydrateOne(context, event, eventSelection.of(info));
      },
    },
  },
  mutations: {
    createEvent: {
      authorize: authorizeCreate,
      check: (context, { input }, checks) => checkEvent(context, input, null, checks),
      run: async (context, { input }, _found, info) => {
        const created = await createEvent(context, input);
        return { event: await hydrateChanged(context, created, changedEventSelection.of(info)) };
      },
    },
    updateEvent: onRecord(authorizeChange('event', findEvent), {
      check: (context, { input, scope }, checks, event) => checkEvent(context, input, event, checks, scope),
      run: async (context, { input, scope }, event, info) => {
        const { event: changed, changedOccurrences } = await updateEvent(context, event, input, scope);
        const present = changed ?? (await readEvent(context, event.id));
        return {
          event: await hydrateChanged(context, present, changedEventSelection.of(info)),
          changedOccurrences,
        };
      },
    }),
    deleteEvent: onRecord(authorizeChange('event', findEvent), {
      check: async (_context, { scope }, checks, event) => checkScope(checks, scope, event.seriesId !== null),
      run: async (context, { force, scope }, event, info) => {
        const checks = new Checks();
        checkScope(checks, scope, event.seriesId !== null);
        checks.done();
        if (force) await eraseEvent(context, event, scope);
        const trashed = force ? event : await trashEvent(context, event, scope);
        const deleted = trashed ?? (await readEvent(context, event.id));
        return {
          event: await hydrateChanged(context, deleted, changedEventSelection.of(info)),
          deletedId: nodeIdOf('Event', event.id),
        };
      },
    }),
  },
  computed: { Event: computedEventFields },
  resolvers: {
    EventConnection: {
      ...connectionFields,
      nextCursor: nextCursorOf,
    } satisfies Complete<EventConnection, EventPage, EventConnectionResolvers>,
    Event: ownFields,
    Series: {
      parent: ({ parentId }, _args, context, info) =>
        load(context, selectedEvent, { id: parentId, selection: eventSelection.of(info) }),
      occurrences: (series, args, context, info) => eventsOf(context, 'series', series.id, args, info),
    },
    ...NESTED,
  },
};
