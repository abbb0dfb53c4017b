import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Statement } from '../database/statement.ts';
import { BadValue } from '../errors.ts';
import { isId } from '../kernel/ids.ts';
import { TAXONOMIES, type Taxonomy, type TermKind } from './term.entity.ts';
import { termById, withDescendants } from './term.loaders.ts';
import { termKey } from './term.record.ts';

/** A category or tag as filters name it: a number is an id; a text is a slug, a name, or an id in digits. */
export type TermRef = number | string;

/** The id that a reference can mean, or null. Numbers are within the range of ids: their scalars see to it. */
export function idIn(ref: TermRef): number | null {
  if (typeof ref === 'number') return ref;
  const id = /^\s*\d+\s*$/.test(ref) ? Number(ref) : Number.NaN;
  return isId(id) ? id : null;
}

/** The terms that some references can mean. */
export interface KnownTerms {
  ids: ReadonlySet<number>;
  bySlug: ReadonlyMap<string, number>;
  /** Categories below different parents may have the same name; those higher up and older come first. */
  byName: ReadonlyMap<string, readonly number[]>;
}

interface Referred {
  id: number;
  slug: string;
  name: string;
}

const referred = new Statement<{ taxonomy: Taxonomy; ids: number[]; texts: string[] }, Referred>(
  (db, value) => {
    const [ids, texts] = [value('ids'), value('texts')];
    return db
      .selectFrom('term')
      .select(['id', 'slug', 'name_key as name'])
      .where('taxonomy', '=', value('taxonomy'))
      .where(
        sql<boolean>`(id = any(${ids}::integer[]) or slug = any(${texts}::text[]) or name_key = any(${texts}::text[]))`,
      )
      .orderBy(sql`parent_id <> 0`)
      .orderBy('id');
  },
);

/** Looks up all references by at most one statement; ids alone are answered from memory. */
export async function lookUp(
  context: Context,
  kind: TermKind,
  refs: readonly TermRef[],
): Promise<KnownTerms> {
  const ids: number[] = [];
  const texts: string[] = [];
  for (const ref of refs) {
    const id = idIn(ref);
    if (id !== null) ids.push(id);
    if (typeof ref === 'string') texts.push(termKey(ref));
  }
  if (texts.length === 0) {
    const known = new Set<number>();
    for (const term of await context.loadAll(termById, ids)) if (term?.kind === kind) known.add(term.id);
    return { ids: known, bySlug: new Map(), byName: new Map() };
  }
  const rows = await referred.run(context.db, { taxonomy: TAXONOMIES[kind], ids, texts });
  const named = Map.groupBy(rows, (row) => row.name);
  return {
    ids: new Set(rows.map((row) => row.id)),
    bySlug: new Map(rows.map((row) => [row.slug, row.id])),
    byName: new Map([...named].map(([name, same]) => [name, same.map((row) => row.id)])),
  };
}

/**
 * For filters a text is a slug first, then a name, then an id (rules#terms); several terms of one name all
 * count.
 */
function matches(ref: TermRef, known: KnownTerms): readonly number[] {
  const id = idIn(ref);
  const byId = id !== null && known.ids.has(id) ? [id] : [];
  if (typeof ref === 'number') return byId;
  const key = termKey(ref);
  const slug = known.bySlug.get(key);
  return slug === undefined ? (known.byName.get(key) ?? byId) : [slug];
}

/**
 * The ids that a filter over categories or tags means; for categories with everything below them. Callers
 * match events that have one of the ids.
 * @throws BadValue naming all references that are unknown
 */
export async function findTerms(
  context: Context,
  kind: TermKind,
  refs: readonly TermRef[],
): Promise<number[]> {
  if (refs.length === 0) return [];
  const known = await lookUp(context, kind, refs);
  const unknown = refs.filter((ref) => matches(ref, known).length === 0);
  if (unknown.length > 0)
    throw new BadValue(`there is no ${kind} ${unknown.map((ref) => JSON.stringify(ref)).join(', ')}`);
  const ids = [...new Set(refs.flatMap((ref) => matches(ref, known)))];
  if (kind === 'tag') return ids;
  const trees = await context.loadAll(withDescendants, ids);
  return [...new Set(trees.flatMap((ids) => ids ?? []))];
}
