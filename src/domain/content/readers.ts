import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Compilable, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RecordKind } from '../../lib/kinds.ts';
import { slugify } from '../../lib/slug.ts';
import { cachedValue, cacheValue, loadAll } from '../../platform/cache/loaders.ts';
import { Reader } from '../../platform/cache/reader.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Context, Loader } from '../context/context.ts';
import type { Target } from '../resource/resource.ts';
import type { ContentRecord } from './record.ts';
import { ifReadable } from './target.ts';
import type { Condition } from './visibility.ts';

/** Of how many slugs of a kind it is cached which record has them. */
const MOST_SLUGS = 10_000;

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

  /** Which record had a slug when it was read; the record itself says whether it still has it. */
  const idsBySlug = new LRUCache<string, number>({ max: MOST_SLUGS });

  /**
   * A cached record that the caller may read; null where there is none, or it may not be a second old (decisions/0049).
   * What is hidden takes the same statement as what does not exist.
   */
  async function cached(context: Context, id: number): Promise<R | null> {
    if (context.caller.role !== 'anonymous') return null;
    const record = ifReadable(context, (await cachedValue(context, byId, id)) ?? null);
    // Requests that came together go on together, as those do that wait for one statement (decisions/0092).
    if (record) await nextTurn();
    return record;
  }

  /** Reads a record with a statement, and caches it for others like the caller. */
  async function stored(context: Context, read: (db: ReadDb) => Promise<R | null>): Promise<R | null> {
    const { version } = context.cache;
    const record = await read(context.db.tracked);
    if (context.caller.role === 'anonymous' && record && ifReadable(context, record))
      cacheValue(context, byId, record.id, record, version);
    return record;
  }

  async function withSlug(context: Context, slug: string): Promise<R | null> {
    const id = idsBySlug.get(slug);
    let record = id === undefined ? null : await cached(context, id);
    if (record?.slug !== slug) record = await stored(context, (db) => slugs.read(db, slug));
    if (!record) return null;
    context.dependencies.addRecord(kind, record.id);
    idsBySlug.set(slug, record.id);
    return record;
  }

  /**
   * The record with a slug, else the one whose slug would be made of this text (rules#slugs); null when there is
   * neither. While a record with the slug itself does not change, no other can get it.
   */
  async function bySlug(context: Context, slug: Target['slug']): Promise<R | null> {
    const exact = (slug ?? '').toLowerCase();
    const record = await withSlug(context, exact);
    if (record) return record;
    context.dependencies.dependsOnEverything = true;
    const folded = slugify(exact, context.settings.locale);
    return folded === '' || folded === exact ? null : withSlug(context, folded);
  }

  /** The record that an id or slug names; for who may write, as it is stored now: what is changed starts from it. */
  async function find(context: Context, { id, slug }: Target): Promise<R | null> {
    if (typeof id !== 'number') return bySlug(context, slug);
    context.dependencies.addRecord(kind, id);
    return (await cached(context, id)) ?? stored(context, (db) => ids.read(db, id));
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
