import { ServiceError } from '../../lib/errors.ts';
import { nodeIdOf } from '../../lib/node-id.ts';
import { mayFollow } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { RecordKind } from '../generated/schema.ts';
import { type NodeReaders, nodeReader } from '../nodes/node.resolvers.ts';
import { Checks } from '../resource/checks.ts';
import { FOLLOWED_KINDS, type Following, type ShownChange, type Transition } from '../resource/following.ts';
import type { Resource } from '../resource/resource.ts';

/** Types of the graph by kind. */
const TYPES = {
  event: 'Event',
  venue: 'Venue',
  organizer: 'Organizer',
  category: 'Category',
  tag: 'Tag',
} as const satisfies Record<RecordKind, keyof NodeReaders>;

/**
 * What a change of a record is for the caller of a context, by the rights that the caller has now; null when it is
 * nothing.
 */
export function changeFor(
  { caller }: Context,
  { ids }: Following,
  { kind, id, before, after, authorId }: Transition,
): ShownChange | null {
  const shows = (visibility: Transition['after']): boolean =>
    visibility !== null && mayFollow(caller, { visibility, authorId }, ids !== null);
  const [was, is] = [shows(before), shows(after)];
  if (!was && !is) return null;
  const type = is ? (was ? 'modified' : 'added') : 'removed';
  return { type, kind, recordId: id, node: { type: TYPES[kind], id }, isReadable: is };
}

/** What can be subscribed to. */
export function subscriptionResource(readers: NodeReaders): Resource {
  const readAll = nodeReader(readers);

  return {
    entities: [],
    subscriptions: {
      eventChanged: {
        follow: async (context, { id }, info) => {
          const [event] = await readers.Event(context, [id], info);
          if (!event) throw new ServiceError('event-not-found');
          return { kinds: ['event'], ids: [id] };
        },
        run: async (context, _args, change, info) =>
          change.isReadable ? ((await readers.Event(context, [change.recordId], info))[0] ?? null) : null,
      },
      recordChanged: {
        follow: async (context, { kinds, ids }, info) => {
          const checks = new Checks();
          const most = context.settings.maxPerPage;
          if (kinds?.length === 0) checks.add('kinds', 'must name a kind at least');
          if (ids?.length === 0) checks.add('ids', 'must name a record at least');
          if (ids && ids.length > most) checks.add('ids', `must have at most ${most} elements`);
          checks.done();
          const followed = [...new Set(kinds ?? FOLLOWED_KINDS)];
          if (!ids) return { kinds: followed, ids: null };
          const names = ids.flatMap((id) => followed.map((kind) => ({ type: TYPES[kind], id })));
          const records = await readAll(context, names, info);
          for (const [at, id] of ids.entries())
            if (!names.some((name, place) => name.id === id && records[place]))
              checks.add(`ids.${at}`, 'is not the id of a record that you may read');
          checks.done();
          return { kinds: followed, ids: [...new Set(ids)] };
        },
        run: async (_context, _args, change) => change,
      },
    },
    resolvers: {
      RecordChange: {
        recordNodeId: ({ node }) => nodeIdOf(node.type, node.id),
        record: async ({ node, isReadable }, _args, context, info) =>
          isReadable ? ((await readAll(context, [node], info))[0] ?? null) : null,
      },
    },
  };
}
