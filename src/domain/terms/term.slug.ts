import { type RawBuilder, sql } from 'kysely';
import { numberedSlug, slugify } from '../../lib/slug.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import type { Context } from '../context/context.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { termKey } from './term.record.ts';

export async function nextTermId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('term_id_seq')::integer as id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the id sequence returned no value');
  return id;
}

/** The slug of a text; the id for a text without usable characters (rules#slugs). */
export const slugOf = ({ settings }: Context, text: string, id: number): string =>
  slugify(text, settings.locale) || String(id);

/** The slug of the term that a text in a URL refers to: the text itself, or its slug form. */
export function matchingSlug({ settings }: Context, kind: TermKind, text: string): RawBuilder<string> {
  const slugs = [termKey(text), slugify(text, settings.locale)];
  return sql<string>`(
    select slug from term where taxonomy = ${TAXONOMIES[kind]} and slug = any(${slugs}::text[])
    order by array_position(${slugs}::text[], slug) limit 1)`;
}

/** The slugs that terms of the kind already have. */
async function takenSlugs(db: Db, kind: TermKind, slugs: readonly string[]): Promise<Set<string>> {
  const query = db
    .selectFrom('term')
    .select('slug')
    .where('taxonomy', '=', TAXONOMIES[kind])
    .where(sql<boolean>`slug = any(${[...slugs]}::text[])`);
  return new Set((await query.execute()).map((row) => row.slug));
}

/**
 * The first free slug for a new term: the first base, then the second (the name of a child with the slug of its
 * parent, rules#terms), then the last one with numbers: `jazz`, `jazz-music`, `jazz-music-2`.
 */
export async function freeTermSlug(
  db: Db,
  kind: TermKind,
  ...bases: readonly [string, ...string[]]
): Promise<string> {
  const last = bases.at(-1) ?? bases[0];
  for (let from = 2, to = 10; ; from = to + 1, to *= 10) {
    const numbered = Array.from({ length: to - from + 1 }, (_, at) => numberedSlug(last, from + at));
    const candidates = from === 2 ? [...bases, ...numbered] : numbered;
    const taken = await takenSlugs(db, kind, candidates);
    const free = candidates.find((slug) => !taken.has(slug));
    if (free !== undefined) return free;
  }
}
