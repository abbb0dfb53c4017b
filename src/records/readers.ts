import { type Compilable, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { ReadDb } from '../database/orm.ts';
import { Reader } from '../memory/reader.ts';
import type { RecordKind } from './kinds.ts';
import type { PostRecord } from './record.ts';
import type { Target } from './resource.ts';
import type { Condition } from './visibility.ts';

/**
 * The two ways to read single records of a table, whatever their status.
 * @param select makes the statement that reads those that meet a condition
 */
export const postReaders = <R extends PostRecord>(
  table: RecordKind,
  select: (db: ReadDb, named: Condition) => Compilable<R>,
) => ({
  byId: new Reader<number, 'id', R>(
    (db, ids) => select(db, sql`${sql.ref(`${table}.id`)} = any(${ids}::int[])`),
    'id',
  ),
  bySlug: new Reader<string, 'slug', R>(
    (db, slugs) => select(db, sql`${sql.ref(`${table}.slug`)} = any(${slugs}::text[])`),
    'slug',
  ),
});

/**
 * The record with a slug; null when there is none. While that record does not change, no other can get its
 * slug.
 */
export async function calledSo<R extends PostRecord>(
  context: Context,
  kind: RecordKind,
  bySlug: Reader<string, 'slug', R>,
  slug: Target['slug'],
): Promise<R | null> {
  const found = await bySlug.read(context.noted, (slug ?? '').toLowerCase());
  if (found) context.reads.record(kind, found.id);
  else context.reads.isAnything = true;
  return found;
}
