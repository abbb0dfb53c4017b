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

/** Terms of both kinds by id; null for missing ones. */
export const termById: Loader<number, TermRecord | null> = {
  batch: ({ db }, ids) => readById(db, ids),
};

/** Terms of one kind in the order of the ids; null for missing ones and those of the other kind. */
export async function readTerms(
  context: Context,
  kind: TermKind,
  ids: readonly number[],
): Promise<(TermRecord | null)[]> {
  const terms = await loadAll(context, termById, ids);
  return terms.map((term) => (term?.kind === kind ? term : null));
}

/** The ids of a category and all its descendants; null if missing. */
export const idsWithDescendants: Loader<number, readonly number[] | null> = {
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

/** The names of all terms, folded for searches. */
const foldedNames: Loader<'all', readonly { id: number; name: string }[]> = {
  async batch({ db }, keys) {
    const rows = await db.selectFrom('term').select(['id', 'name']).execute();
    const names = rows.map(({ id, name }) => ({ id, name: foldForSearch(name) }));
    return keys.map(() => names);
  },
};

/** The ids of the terms whose name contains a word, by word. @param words as folded by `parseSearch` */
export async function termIdsByWord(
  context: Context,
  words: readonly string[],
): Promise<ReadonlyMap<string, number[]>> {
  const names = await load(context, foldedNames, 'all');
  return new Map(
    words.map((word) => [word, names.flatMap(({ id, name }) => (name.includes(word) ? id : []))]),
  );
}

/** Terms of both kinds in the order of the ids, without missing ones. */
export const termsById = async (context: Context, ids: readonly number[]): Promise<TermRecord[]> =>
  (await loadAll(context, termById, ids)).filter((term) => term !== null);

/** Terms of one kind, sorted by name. */
export async function termsOfKind(
  context: Context,
  kind: TermKind,
  ids: readonly number[],
): Promise<TermRecord[]> {
  const terms: TermRecord[] = [];
  for (const term of await loadAll(context, termById, ids)) if (term?.kind === kind) terms.push(term);
  return terms.sort(compareByName);
}

export const compareByName = (one: TermRecord, other: TermRecord): number =>
  one.sortKey < other.sortKey ? -1 : one.sortKey > other.sortKey ? 1 : one.id - other.id;

/** The slugs from the top level down to a category, inclusive. */
export async function slugPath(context: Context, category: TermRecord): Promise<string[]> {
  const path: string[] = [];
  let at: TermRecord | null = category;
  // Stops at cycles, which only manual changes of the database can create.
  while (at && !path.includes(at.slug)) {
    path.unshift(at.slug);
    at = at.parentId ? await load(context, termById, at.parentId) : null;
  }
  return path;
}
