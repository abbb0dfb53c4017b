import { sql } from 'kysely';
import { BadValue } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { slugify } from '../../lib/slug.ts';
import { load, loadAll } from '../../platform/cache/loaders.ts';
import { Statement } from '../../platform/postgres/statement.ts';
import type { Context, Loader } from '../context/context.ts';
import type { CategoryBy, TagBy } from '../generated/schema.ts';
import { TAXONOMIES, type Taxonomy, type TermKind } from './term.entity.ts';
import { idsWithDescendants, termById } from './term.loaders.ts';
import { termKey } from './term.record.ts';

/** A reference to a category or tag. `text` is a slug, a name, or an id in digits. */
export type TermBy = CategoryBy | TagBy;

export function idInText(text: string): number | undefined {
  const id = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return isId(id) ? id : undefined;
}

interface TermName {
  id: number;
  slug: string;
  name: string;
}

/** The depth of a category below the top level. */
const depth = sql<number>`(
  with recursive above as (
    select term.parent_id as id
    union
    select parent.parent_id from above join term as parent on parent.id = above.id
  )
  select count(*) from above)`;

const TERMS_OF_TEXTS = new Statement<{ taxonomy: Taxonomy; texts: readonly string[] }, TermName>(
  (db, value) =>
    db
      .selectFrom('term')
      .select(['id', 'slug', 'name_key as name'])
      .where('taxonomy', '=', value('taxonomy'))
      .where(
        sql<boolean>`(slug = any(${value('texts')}::text[]) or name_key = any(${value('texts')}::text[]))`,
      )
      .orderBy(depth)
      .orderBy('id'),
);

/** Finds the terms of a kind by a text in lower case: their slug or name; null if none. */
const termsOfText = (kind: TermKind): Loader<string, readonly TermName[] | null> => ({
  async batch({ db }, texts) {
    const rows = await TERMS_OF_TEXTS.run(db, { taxonomy: TAXONOMIES[kind], texts });
    return texts.map((text) => {
      const terms = rows.filter(({ slug, name }) => slug === text || name === text);
      return terms.length > 0 ? terms : null;
    });
  },
});
const TERMS_OF_TEXT = { category: termsOfText('category'), tag: termsOfText('tag') };

/** The ids of the terms with a text as slug or name. */
interface TermMatches {
  readonly bySlug: number | undefined;
  /** Highest, then oldest first: categories below different parents may have the same name. */
  readonly byName: readonly number[];
}

/** Finds terms by slug or name, with one statement for all texts of a tick. */
export async function matchTerms(context: Context, kind: TermKind, text: string): Promise<TermMatches> {
  const key = termKey(text);
  const terms = (await load(context, TERMS_OF_TEXT[kind], key)) ?? [];
  return {
    bySlug: terms.find(({ slug }) => slug === key)?.id,
    byName: terms.filter(({ name }) => name === key).map(({ id }) => id),
  };
}

export const termExists = async (context: Context, kind: TermKind, id: number): Promise<boolean> =>
  (await load(context, termById, id))?.kind === kind;

/**
 * Resolves one reference to ids. `text` is a slug, else a name, an id (rules#terms), or a text with the same slug form
 * (rules#slugs); as a name it means all terms with that name. `name` means only the highest, then oldest one.
 */
async function idsOf(
  context: Context,
  kind: TermKind,
  { databaseId, slug, name, text }: TermBy,
): Promise<readonly number[]> {
  if (databaseId !== undefined) return (await termExists(context, kind, databaseId)) ? [databaseId] : [];
  if (name !== undefined) return (await matchTerms(context, kind, name)).byName.slice(0, 1);
  const wanted = slug ?? text ?? '';
  const id = text === undefined ? undefined : idInText(text);
  const [{ bySlug, byName }, isKnown] = await Promise.all([
    matchTerms(context, kind, wanted),
    id !== undefined && termExists(context, kind, id),
  ]);
  if (bySlug !== undefined) return [bySlug];
  if (text !== undefined && byName.length > 0) return byName;
  if (id !== undefined && isKnown) return [id];
  const folded = slugify(wanted, context.settings.locale);
  const { bySlug: byFolded } = folded === '' ? {} : await matchTerms(context, kind, folded);
  return byFolded === undefined ? [] : [byFolded];
}

/** The id of a referenced term; undefined if missing. */
export const idOfTerm = async (context: Context, kind: TermKind, by: TermBy): Promise<number | undefined> =>
  (await idsOf(context, kind, by))[0];

function unknownTerms(kind: TermKind, terms: readonly TermBy[]): BadValue {
  const shown = terms.map(({ databaseId, slug, name, text }) =>
    JSON.stringify(databaseId ?? slug ?? name ?? text),
  );
  return new BadValue(`there is no ${kind} ${shown.join(', ')}; use an id, slug or name`);
}

/** The id of a category; does not check a given id. @throws BadValue for an unknown slug or name */
export async function idOfCategory(context: Context, by: CategoryBy): Promise<number> {
  const id = by.databaseId ?? (await idOfTerm(context, 'category', by));
  if (id === undefined) throw unknownTerms('category', [by]);
  return id;
}

/**
 * The ids of existing terms. Ignores missing ones: lists that clients store must survive the deletion of terms
 * (rules#words).
 */
export async function idsOfTerms(
  context: Context,
  kind: TermKind,
  terms: readonly TermBy[],
): Promise<number[]> {
  const ids = terms.map((by) => by.databaseId ?? idOfTerm(context, kind, by));
  return (await Promise.all(ids)).filter((id) => id !== undefined);
}

/**
 * Resolves the references of a filter to ids, including those of the descendants of categories.
 * @throws BadValue with all unknown terms
 */
export async function findTermIds(
  context: Context,
  kind: TermKind,
  terms: readonly TermBy[],
): Promise<number[]> {
  const idsOfEach = await Promise.all(terms.map((by) => idsOf(context, kind, by)));
  const unknown = terms.filter((_by, at) => idsOfEach[at]?.length === 0);
  if (unknown.length > 0) throw unknownTerms(kind, unknown);
  const ids = [...new Set(idsOfEach.flat())];
  if (kind === 'tag') return ids;
  const trees = await loadAll(context, idsWithDescendants, ids);
  return [...new Set(trees.flatMap((tree) => tree ?? []))];
}
