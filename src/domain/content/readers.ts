import { type Compilable, sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import { slugify } from '../../lib/slug.ts';
import { loadAll } from '../../platform/cache/loaders.ts';
import { Reader } from '../../platform/cache/reader.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
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
  const ids = new Reader<number, 'id', R>(
    (db, keys) => select(db, sql`${sql.ref(`${kind}.id`)} = any(${keys}::int[])`),
    'id',
  );
  const slugs = new Reader<string, 'slug', R>(
    (db, keys) => select(db, sql`${sql.ref(`${kind}.slug`)} = any(${keys}::text[])`),
    'slug',
  );
  /** Records by id, cached; null for ids without a record. */
  const byId: Loader<number, R | null> = {
    shared: { of: kind },
    batch: ({ db }, keys) => ids.readAll(db.tracked, keys),
  };

  /**
   * The record with a slug, else the one whose slug would be made of this text (rules#slugs); null when there is
   * neither. While a record with the slug itself does not change, no other can get it.
   */
  async function bySlug(context: Context, slug: Target['slug']): Promise<R | null> {
    const exact = (slug ?? '').toLowerCase();
    const record = await slugs.read(context.db.tracked, exact);
    if (record) {
      context.dependencies.addRecord(kind, record.id);
      return record;
    }
    context.dependencies.dependsOnEverything = true;
    const folded = slugify(exact, context.settings.locale);
    return folded === '' || folded === exact ? null : slugs.read(context.db.tracked, folded);
  }

  /** The record that an id or slug names, as it is stored now: what is changed starts from it. */
  async function find(context: Context, { id, slug }: Target): Promise<R | null> {
    if (typeof id !== 'number') return bySlug(context, slug);
    context.dependencies.addRecord(kind, id);
    return ids.read(context.db.tracked, id);
  }

  return {
    byId,
    find,

    /**
     * Records by id, in this order, as each is read by itself, with one statement; null for ids that name none, and
     * for those that the caller may not read.
     */
    findReadable: (context: Context, keys: readonly number[]): Promise<(R | null)[]> =>
      Promise.all(keys.map(async (id) => ifReadable(context, await find(context, { id })))),

    /**
     * Records by id, in this order; null for ids that name none. Who has a login, or may write without one, is
     * shown at once what any instance has stored (decisions/0049). What is cached, for all others, may be
     * a second older.
     */
    findAll(context: Context, keys: readonly number[]): Promise<(R | null)[]> {
      if (context.caller.role === 'anonymous') return loadAll(context, byId, keys);
      for (const id of keys) context.dependencies.addRecord(kind, id);
      return ids.readAll(context.db.tracked, keys);
    },
  };
}
