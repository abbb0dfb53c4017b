import { BadValue } from '../../lib/errors.ts';
import { type NodeName, nodeIdOf, readNodeId } from '../../lib/node-id.ts';
import { mayFollow } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import type { RecordKind } from '../generated/schema.ts';
import { type NodeReaders, nodeReader } from '../nodes/node.resolvers.ts';
import { Checks } from '../resource/checks.ts';
import {
  FOLLOWED_KINDS,
  type FollowedRecord,
  type Following,
  type ShownChange,
  type Transition,
  TYPES_OF_KINDS,
} from '../resource/following.ts';
import type { Resource } from '../resource/resource.ts';

const nameOf = ({ kind, id }: FollowedRecord): NodeName => ({ type: TYPES_OF_KINDS[kind], id });

/** Reads a global ID. @throws BadValue */
function readRecord(globalId: string): FollowedRecord {
  const { type, id } = readNodeId(globalId);
  const kind = FOLLOWED_KINDS.find((followed) => TYPES_OF_KINDS[followed] === type);
  if (!kind) throw new BadValue('is not the global ID of an event, venue, organizer, category or tag');
  return { kind, id };
}

/**
 * What a change of a record is for the caller of a context, by the rights that the caller has now; null when it is
 * nothing.
 */
export function changeFor(
  { caller }: Context,
  { records }: Following,
  { kind, id, before, after, authorId }: Transition,
): ShownChange | null {
  const shows = (visibility: Transition['after']): boolean =>
    visibility !== null && mayFollow(caller, { visibility, authorId }, records !== null);
  const [was, is] = [shows(before), shows(after)];
  if (!was && !is) return null;
  const type = is ? (was ? 'modified' : 'added') : 'removed';
  return { type, kind, node: nameOf({ kind, id }), isReadable: is };
}

/** What can be subscribed to. */
export function subscriptionResource(readers: NodeReaders): Resource {
  const readAll = nodeReader(readers);

  /** The records that global IDs name, each once; each wrong one is a problem with its place. */
  async function readRecords(
    context: Context,
    ids: readonly string[],
    checks: Checks,
    info: Parameters<typeof readAll>[2],
  ): Promise<FollowedRecord[]> {
    const records = new Map<string, FollowedRecord>();
    for (const [at, id] of ids.entries()) {
      const record = await checks.run(`ids.${at}`, readRecord, id);
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
          const most = context.settings.maxPerPage;
          if (args.kinds?.length === 0) checks.add('kinds', 'must name a kind at least');
          if (ids?.length === 0) checks.add('ids', 'must name a record at least');
          if (ids && ids.length > most) checks.add('ids', `must have at most ${most} elements`);
          checks.done();
          const kinds: RecordKind[] = [...new Set(args.kinds ?? FOLLOWED_KINDS)];
          if (!ids) return { kinds, records: null };
          const records = await readRecords(context, ids, checks, info);
          checks.done();
          return { kinds, records: records.filter(({ kind }) => kinds.includes(kind)) };
        },
        run: async (_context, _args, change) => change,
      },
    },
    resolvers: {
      RecordChange: {
        recordId: ({ node }) => nodeIdOf(node.type, node.id),
        recordDatabaseId: ({ node }) => node.id,
        record: async ({ node, isReadable }, _args, context, info) =>
          isReadable ? ((await readAll(context, [node], info))[0] ?? null) : null,
      },
    },
  };
}
