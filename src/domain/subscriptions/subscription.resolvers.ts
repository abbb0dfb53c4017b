import { BadValue } from '../../lib/errors.ts';
import { type DecodedGlobalId, decodeGlobalId, encodeGlobalId } from '../../lib/global-id.ts';
import { mayFollow } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { RecordKind } from '../generated/schema.ts';
import { type NodeReaders, nodeReader } from '../nodes/node.resolvers.ts';
import { Checks } from '../resource/checks.ts';
import {
  FOLLOWED_KINDS,
  type FollowedRecord,
  type ShownChange,
  type SubscriptionScope,
  type Transition,
  TYPE_BY_KIND,
} from '../resource/following.ts';
import type { Resource } from '../resource/resource.ts';

const nameOf = ({ kind, id }: FollowedRecord): DecodedGlobalId => ({ type: TYPE_BY_KIND[kind], id });

/** @throws BadValue */
function recordOfGlobalId(globalId: string): FollowedRecord {
  const { type, id } = decodeGlobalId(globalId);
  const kind = FOLLOWED_KINDS.find((followed) => TYPE_BY_KIND[followed] === type);
  if (!kind) throw new BadValue('is not the global ID of an event, venue, organizer, category or tag');
  return { kind, id };
}

/** The change as the caller may see it, with current rights; null if neither the old nor the new state is visible. */
export function changeFor(
  { caller }: Context,
  { records }: SubscriptionScope,
  { kind, id, before, after, authorId }: Transition,
): ShownChange | null {
  const shows = (visibility: Transition['after']): boolean =>
    visibility !== null && mayFollow(caller, { visibility, authorId }, records !== null);
  const [was, is] = [shows(before), shows(after)];
  if (!was && !is) return null;
  const type = is ? (was ? 'modified' : 'added') : 'removed';
  return { type, kind, node: nameOf({ kind, id }), isReadable: is };
}

export function subscriptionResource(readers: NodeReaders): Resource {
  const readAll = nodeReader(readers);

  /** The records with these global IDs, without duplicates; reports each invalid ID to `checks`. */
  async function readRecords(
    context: Context,
    ids: readonly string[],
    checks: Checks,
    info: Parameters<typeof readAll>[2],
  ): Promise<FollowedRecord[]> {
    const records = new Map<string, FollowedRecord>();
    for (const [at, id] of ids.entries()) {
      const record = await checks.run(`ids.${at}`, recordOfGlobalId, id);
      if (record) records.set(id, record);
    }
    const found = await readAll(context, [...records.values()].map(nameOf), info);
    const missing = new Set([...records.keys()].filter((_id, place) => !found[place]));
    for (const [at, id] of ids.entries())
      if (missing.has(id)) checks.add(`ids.${at}`, 'is not the global ID of a record that you may read');
    return [...records.values()];
  }

  return {
    entities: [],
    subscriptions: {
      recordChanged: {
        follow: async (context, args, info) => {
          const checks = new Checks();
          const { ids } = args;
          const maxIds = context.settings.maxPerPage;
          if (args.kinds?.length === 0) checks.add('kinds', 'must name at least one kind');
          if (ids?.length === 0) checks.add('ids', 'must name at least one record');
          if (ids && ids.length > maxIds) checks.add('ids', `must have at most ${maxIds} elements`);
          checks.assertValid();
          const kinds: RecordKind[] = [...new Set(args.kinds ?? FOLLOWED_KINDS)];
          if (!ids) return { kinds, records: null };
          const records = await readRecords(context, ids, checks, info);
          checks.assertValid();
          return { kinds, records: records.filter(({ kind }) => kinds.includes(kind)) };
        },
        run: async (_context, _args, change) => change,
      },
    },
    resolvers: {
      RecordChange: {
        recordId: ({ node }) => encodeGlobalId(node.type, node.id),
        recordDatabaseId: ({ node }) => node.id,
        record: async ({ node, isReadable }, _args, context, info) =>
          isReadable ? ((await readAll(context, [node], info))[0] ?? null) : null,
      },
    },
  };
}
