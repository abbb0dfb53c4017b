import { type Compilable, sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import { slugify } from '../../lib/slug.ts';
import { load, loadAll } from '../../platform/cache/loaders.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import type { Context, Loader } from '../context/context.ts';
import type { Target } from '../resource/resource.ts';
import type { ContentRecord } from './record.ts';
import { ifReadable } from './target.ts';
import type { Condition } from './visibility.ts';

/**
 * The ways to read single records of a kind, whatever their status.
 * @param select makes the statement that reads those that meet a condition
 */
export function recordReaders<R extends ContentRecord>(
  kind: RecordKind,
  select: (db: ReadDb, condition: Condition) => Compilable<R>,
) {
  const readById = rowsByKey<number, 'id', R>(
    (db, ids) => select(db, sql`${sql.ref(`${kind}.id`)} = any(${ids}::int[])`),
    'id',
  );
  const readBySlug = rowsByKey<string, 'slug', R>(
    (db, slugs) => select(db, sql`${sql.ref(`${kind}.slug`)} = any(${slugs}::text[])`),
    'slug',
  );
  const byId: Loader<number, R | null> = { batch: ({ db }, ids) => readById(db, ids) };
  const bySlug: Loader<string, R | null> = { batch: ({ db }, slugs) => readBySlug(db, slugs) };

  /** The record with a slug, else the one whose slug would be made of this text (rules#slugs). */
  async function find(context: Context, { id, slug }: Target): Promise<R | null> {
    if (id !== undefined) return load(context, byId, id);
    const exact = (slug ?? '').toLowerCase();
    const record = await load(context, bySlug, exact);
    if (record) return record;
    const folded = slugify(exact, context.settings.locale);
    return folded === '' || folded === exact ? null : load(context, bySlug, folded);
  }

  return {
    byId,

    /** The record that an id or slug names; null when there is none. */
    find,

    /** Records by id, in this order; null for ids that name none. */
    findAll: (context: Context, ids: readonly number[]): Promise<(R | null)[]> => loadAll(context, byId, ids),

    /** Records by id, in this order; null for ids that name none, and for those that the caller may not read. */
    findReadable: async (context: Context, ids: readonly number[]): Promise<(R | null)[]> =>
      (await loadAll(context, byId, ids)).map((record) => ifReadable(context, record)),
  };
}
