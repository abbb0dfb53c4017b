import { sql } from 'kysely';
import { foldForSearch } from '../../lib/text.ts';
import { load, loadAll } from '../../platform/cache/loaders.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import type { Context, Loader } from '../context/context.ts';
import type { TermKind } from './term.entity.ts';
import { type TermRecord, termColumns } from './term.record.ts';

const readById = rowsByKey<number, 'id', TermRecord>(
  (db, ids) => db.selectFrom('term').select(termColumns).where(sql<boolean>`term.id = any(${ids}::int[])`),
  'id',
);

/** Terms by id, of either kind; null for ids that name none. */
export const termById: Loader<number, TermRecord | null> = {
  batch: ({ db }, ids) => readById(db, ids),
};

/** Terms of a kind by id, in this order; null for ids that name none of this kind. */
export async function readTerms(
  context: Context,
  kind: TermKind,
  ids: readonly number[],
): Promise<(TermRecord | null)[]> {
  const terms = await loadAll(context, termById, ids);
  return terms.map((term) => (term?.kind === kind ? term : null));
}

/** Ids of a category and of all below it; null for ids that name none. */
export const withDescendants: Loader<number, readonly number[] | null> = {
  async batch({ db }, ids) {
    const { rows } = await sql<{ id: number; below: number[] }>`
      with recursive tree as (
        select id as top, id from term where id = any(${[...ids]}::integer[])
        union
        select tree.top, term.id from tree join term on term.parent_id = tree.id
      )
      select top as id, array_agg(id order by id) as below from tree group by top`.execute(db);
    const trees = new Map(rows.map(({ id, below }) => [id, below]));
    return ids.map((id) => trees.get(id) ?? null);
  },
};

/** The names of all categories and tags, folded for searches. */
const searchedNames: Loader<'all', readonly { id: number; name: string }[]> = {
  async batch({ db }, keys) {
    const rows = await db.selectFrom('term').select(['id', 'name']).execute();
    const names = rows.map(({ id, name }) => ({ id, name: foldForSearch(name) }));
    return keys.map(() => names);
  },
};

/**
 * The ids of the categories and tags in whose name each word occurs.
 * @param words as `parseSearch` folds them
 */
export async function termsNamed(
  context: Context,
  words: readonly string[],
): Promise<ReadonlyMap<string, number[]>> {
  const names = await load(context, searchedNames, 'all');
  return new Map(
    words.map((word) => [word, names.flatMap(({ id, name }) => (name.includes(word) ? id : []))]),
  );
}

/** Terms by id, of either kind, in the order of the ids, without ids that name none. */
export const termsById = async (context: Context, ids: readonly number[]): Promise<TermRecord[]> =>
  (await loadAll(context, termById, ids)).filter((term) => term !== null);

/** Those of the terms that are of a kind, by name. */
export async function termsOfKind(
  context: Context,
  kind: TermKind,
  ids: readonly number[],
): Promise<TermRecord[]> {
  const terms: TermRecord[] = [];
  for (const term of await loadAll(context, termById, ids)) if (term?.kind === kind) terms.push(term);
  return terms.sort(byName);
}

export const byName = (one: TermRecord, other: TermRecord): number =>
  one.sortKey < other.sortKey ? -1 : one.sortKey > other.sortKey ? 1 : one.id - other.id;

/** The slugs on the way from the top level down to a category, its own last. */
export async function slugPath(context: Context, category: TermRecord): Promise<string[]> {
  const path: string[] = [];
  let at: TermRecord | null = category;
  // Only who writes to the database by hand can put a category below itself; its path ends there.
  while (at && !path.includes(at.slug)) {
    path.unshift(at.slug);
    at = at.parentId ? await load(context, termById, at.parentId) : null;
  }
  return path;
}
