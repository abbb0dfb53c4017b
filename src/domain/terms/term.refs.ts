import { sql } from 'kysely';
import { BadValue } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { slugify } from '../../lib/slug.ts';
import { load, loadAll } from '../../platform/cache/loaders.ts';
import { Statement } from '../../platform/postgres/statement.ts';
import type { Context, Loader } from '../context/context.ts';
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

interface TermName {
  id: number;
  slug: string;
  name: string;
}

/** The terms that some references can mean. */
export interface TermMatches {
  readonly ids: ReadonlySet<number>;
  /** By slug and by name, both as {@link termKey} writes them. */
  readonly byText: ReadonlyMap<string, readonly TermName[]>;
}

export const idBySlug = ({ byText }: TermMatches, text: string): number | undefined =>
  byText.get(text)?.find(({ slug }) => slug === text)?.id;

/** Categories below different parents may have the same name; those higher up and older come first. */
export const idsByName = ({ byText }: TermMatches, text: string): number[] =>
  (byText.get(text) ?? []).filter(({ name }) => name === text).map(({ id }) => id);

const TERMS_OF_TEXTS = new Statement<{ taxonomy: Taxonomy; texts: readonly string[] }, TermName>(
  (db, value) =>
    db
      .selectFrom('term')
      .select(['id', 'slug', 'name_key as name'])
      .where('taxonomy', '=', value('taxonomy'))
      .where(
        sql<boolean>`(slug = any(${value('texts')}::text[]) or name_key = any(${value('texts')}::text[]))`,
      )
      .orderBy(sql`parent_id <> 0`)
      .orderBy('id'),
);

/** The terms of a kind that have a text as slug or name, in lower case; null if there are none. */
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

/** Looks up all references, by at most one statement for ids and one for texts. */
export async function lookUpTerms(
  context: Context,
  kind: TermKind,
  refs: readonly TermRef[],
): Promise<TermMatches> {
  const ids: number[] = [];
  const texts = new Set<string>();
  for (const ref of refs) {
    const id = idIn(ref);
    if (id !== null) ids.push(id);
    if (typeof ref === 'string') texts.add(termKey(ref));
  }
  const [terms, ...ofTexts] = await Promise.all([
    loadAll(context, termById, ids),
    ...[...texts].map((text) => load(context, TERMS_OF_TEXT[kind], text)),
  ]);
  const ofKind = new Set<number>();
  for (const term of terms) if (term?.kind === kind) ofKind.add(term.id);
  return { ids: ofKind, byText: new Map([...texts].map((text, at) => [text, ofTexts[at] ?? []])) };
}

/**
 * For filters a text is a slug first, then a name, then an id (rules#terms); several terms of one name all
 * count.
 */
function idsOf(ref: TermRef, matches: TermMatches): readonly number[] {
  const id = idIn(ref);
  const byId = id !== null && matches.ids.has(id) ? [id] : [];
  if (typeof ref === 'number') return byId;
  const key = termKey(ref);
  const slug = idBySlug(matches, key);
  if (slug !== undefined) return [slug];
  const byName = idsByName(matches, key);
  return byName.length > 0 ? byName : byId;
}

/**
 * The ids of terms whose slugs would be made of texts that are neither slug nor name (rules#slugs).
 * @throws BadValue naming all references that are unknown
 */
async function findFolded(context: Context, kind: TermKind, refs: readonly TermRef[]): Promise<number[]> {
  const slugs = refs.map((ref) => (typeof ref === 'string' ? slugify(ref, context.settings.locale) : ''));
  const matches = await lookUpTerms(
    context,
    kind,
    slugs.filter((slug) => slug !== ''),
  );
  const ids = slugs.map((slug) => idBySlug(matches, slug));
  const unknown = refs.filter((_, at) => ids[at] === undefined);
  if (unknown.length > 0)
    throw new BadValue(
      `there is no ${kind} ${unknown.map((ref) => JSON.stringify(ref)).join(', ')}; use an id, slug or name`,
    );
  return ids.filter((id) => id !== undefined);
}

/**
 * The ids of the terms that a filter over categories or tags means; of categories with those of all below them.
 * Callers match events that have one of the ids.
 * @throws BadValue naming all references that are unknown
 */
export async function findTerms(
  context: Context,
  kind: TermKind,
  refs: readonly TermRef[],
): Promise<number[]> {
  if (refs.length === 0) return [];
  const matches = await lookUpTerms(context, kind, refs);
  const matching = new Set(refs.flatMap((ref) => idsOf(ref, matches)));
  const others = refs.filter((ref) => idsOf(ref, matches).length === 0);
  if (others.length > 0) for (const id of await findFolded(context, kind, others)) matching.add(id);
  const ids = [...matching];
  if (kind === 'tag') return ids;
  const trees = await loadAll(context, withDescendants, ids);
  return [...new Set(trees.flatMap((tree) => tree ?? []))];
}
