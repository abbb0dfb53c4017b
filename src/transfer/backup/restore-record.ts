import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { storeImage } from '../../domain/images/index.ts';
import { findByLogin } from '../../domain/users/user.record.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import { numberedSlug } from '../../lib/slug.ts';
import { cleanHtml } from '../../lib/text.ts';
import { type Db, kysely } from '../../platform/postgres/orm.ts';
import { allIds } from '../import/all-ids.ts';
import type { RecordLine } from './lines.ts';
import type { RestoredIds } from './restored-ids.ts';

/** An id for a new record: the one of the export if ids are kept and it is free, else the next one. */
export async function newId(em: EntityManager, ids: RestoredIds, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select case when ${ids.keeps('record', id)}::boolean and not exists (
      select from (${allIds('image')}) as taken where id = ${id})
      then ${id}::int else nextval('record_id_seq')::int end as id`.execute(kysely(em));
  const [row] = rows;
  if (!row) throw new Error('the id sequence gave nothing');
  return row.id;
}

/** The slug, with a number behind it if another record has it. */
async function restoredSlug(db: Db, kind: RecordKind, slug: string, id: number): Promise<string> {
  for (let n = 1; ; n++) {
    const candidate = numberedSlug(slug, n);
    const { rows } = await sql`
      select from ${sql.table(kind)} where slug = ${candidate} and id <> ${id}`.execute(db);
    if (rows.length === 0) return candidate;
  }
}

/** The columns that all records have. */
export async function sharedColumns(em: EntityManager, line: RecordLine, id: number) {
  const db = kysely(em);
  const { status, dateUtc: publishedUtc, modifiedUtc, undated } = line;
  return {
    status,
    publishedUtc,
    modifiedUtc,
    undated,
    authorId: line.author === null ? 0 : ((await findByLogin(db, line.author))?.id ?? 0),
    description: cleanHtml(line.description),
    excerpt: cleanHtml(line.excerpt),
    imageId: await storeImage(em, line.image === null ? null : { url: line.image }),
    slug: await restoredSlug(db, line.kind, line.slug, id),
  };
}

export type SharedColumns = Awaited<ReturnType<typeof sharedColumns>>;

interface WithLineage {
  id: number;
  lineage: readonly string[];
}

/**
 * Finds the record of this calendar that a line stands for: by its id, where ids are kept; else by its global
 * ids; else by its slug, if `agrees` says so and the record was not imported from the same calendar.
 */
export async function findRestored<Row extends WithLineage>(
  ids: RestoredIds,
  line: RecordLine,
  find: (by: { id: number } | { slug: string }) => Promise<Row | null>,
  agrees: (row: Row) => boolean,
): Promise<Row | null> {
  const id = ids.keepsIds ? line.id : ids.imported(line.kind, line.id, line.fields.lineage);
  const row = id === undefined ? null : await find({ id });
  if (row) return row;
  const named = await find({ slug: line.slug });
  return named && !ids.keepsIds && !ids.isFromSource(named.lineage) && agrees(named) ? named : null;
}
