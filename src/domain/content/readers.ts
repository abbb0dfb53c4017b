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
 * Creates the loaders of single records of a kind, regardless of their status.
 * @param select creates the statement for a condition
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

  /** Finds a record by id, or by slug: first the exact text, then its slug form (rules#slugs). Null if missing. */
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
    find,

    /** Records in the order of the ids; null if missing. */
    findAll: (context: Context, ids: readonly number[]): Promise<(R | null)[]> => loadAll(context, byId, ids),

    /** Records in the order of the ids; null if missing, or if the caller may not read the record. */
    findReadable: async (context: Context, ids: readonly number[]): Promise<(R | null)[]> =>
      (await loadAll(context, byId, ids)).map((record) => ifReadable(context, record)),
  };
}
