import { mayRead } from '../access/policy.ts';
import type { Context, Loader } from '../context.ts';
import type { Db } from '../database/orm.ts';
import type { QueryOrganizersArgs } from '../generated/schema.ts';
import { countRows } from '../records/count.ts';
import { linkedCondition } from '../records/linked.ts';
import { Page, pageOf } from '../records/page.ts';
import { postReaders } from '../records/readers.ts';
import { owned } from '../records/record.ts';
import type { Target } from '../records/resource.ts';
import { COLUMNS, type OrganizerPage, type OrganizerRecord } from './organizer.record.ts';

const select = (db: Db) => db.selectFrom('organizer').select(COLUMNS);

const { byId, bySlug } = postReaders<OrganizerRecord>('organizer', (db, named) => select(db).where(named));

/** The organizer that an id or slug names, whatever its state. */
export async function findOrganizer(context: Context, { id, slug }: Target): Promise<OrganizerRecord | null> {
  return typeof id === 'number'
    ? context.load(organizerById, id)
    : bySlug.read(context.db, (slug ?? '').toLowerCase());
}

export const organizerById: Loader<number, OrganizerRecord | null> = {
  shared: ['organizer'],
  batch: ({ db }, ids) => byId.readAll(db, ids),
};

/**
 * Organizers by id in this order, without those that are in the trash (rules#trash) or that the caller may
 * not read.
 */
export async function readableOrganizers(
  context: Context,
  ids: readonly number[],
): Promise<OrganizerRecord[]> {
  const organizers = await context.loadAll(organizerById, ids);
  return organizers.filter(
    (organizer) => organizer.status !== 'trash' && mayRead(context.caller, owned(context, organizer)),
  );
}

/**
 * A page of organizers, latest published first. Past the last one it is empty. @throws ServiceError for bad
 * arguments
 */
export async function listOrganizers(context: Context, args: QueryOrganizersArgs): Promise<OrganizerPage> {
  const condition = await linkedCondition(context, 'organizer', args);
  const of = pageOf(context, args);
  const query = select(context.db)
    .where(condition)
    .orderBy('organizer.published_utc', 'desc')
    .orderBy('organizer.id', 'desc')
    .limit(of.perPage)
    .offset(of.offset);
  const rows = await context.inTurn('lists', () => query.execute());
  return new Page(rows, of, () => countRows(context, 'organizer', condition));
}
