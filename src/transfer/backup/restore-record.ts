import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { storeImage } from '../../domain/images/index.ts';
import { findByLogin } from '../../domain/users/user.record.ts';
import { RECORD_KINDS, type RecordKind } from '../../lib/kinds.ts';
import { numberedSlug } from '../../lib/slug.ts';
import { cleanHtml } from '../../lib/text.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import { RECORD_ENTITIES } from '../import/record-entities.ts';
import type { RecordLine } from './lines.ts';
import type { RestoredIds } from './restored-ids.ts';

/** The tables whose ids are drawn from the same sequence. */
const TABLES = [...RECORD_KINDS, 'image'];

/** An id for a new record: the one of the export if ids are kept and it is free, else the next one. */
export async function newId(em: EntityManager, ids: RestoredIds, id: number): Promise<number> {
  const used = sql.join(
    TABLES.map((table) => sql`select id from ${sql.table(table)} where id = ${id}`),
    sql` union all `,
  );
  const { rows } = await sql<{ id: number }>`
    select case when ${ids.keeps('record', id)}::boolean and not exists (${used})
      then ${id}::int else nextval('record_id_seq')::int end as id`.execute(kysely(em));
  const [row] = rows;
  if (!row) throw new Error('the id sequence gave nothing');
  return row.id;
}

/** The slug, with a number behind it if another record has it. */
async function restoredSlug(em: EntityManager, kind: RecordKind, slug: string, id: number): Promise<string> {
  for (let n = 1; ; n++) {
    const candidate = numberedSlug(slug, n);
    const other = { slug: candidate, id: { $ne: id } };
    if ((await em.count(RECORD_ENTITIES[kind], other)) === 0) return candidate;
  }
}

/** The columns that all records have. @param row the record here, if there is one */
export async function sharedColumns(
  em: EntityManager,
  line: RecordLine,
  id: number,
  row: { slug: string } | null,
) {
  const { status, dateUtc: publishedUtc, modifiedUtc, undated } = line;
  return {
    status,
    publishedUtc,
    modifiedUtc,
    undated,
    authorId: line.author === null ? 0 : ((await findByLogin(em, line.author))?.id ?? 0),
    description: cleanHtml(line.description),
    excerpt: cleanHtml(line.excerpt),
    imageId: await storeImage(em, line.image === null ? null : { url: line.image }),
    slug: row?.slug === line.slug ? row.slug : await restoredSlug(em, line.kind, line.slug, id),
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
