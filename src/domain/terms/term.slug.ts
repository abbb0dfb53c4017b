import { type RawBuilder, sql } from 'kysely';
import { numberedSlug, slugify } from '../../lib/slug.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import type { Context } from '../context/context.ts';
import { TAXONOMIES, type TermKind } from './term.entity.ts';
import { termKey } from './term.record.ts';

/** The next id of categories and tags. */
export async function nextTermId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('term_id_seq')::integer as id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the id sequence gave nothing');
  return id;
}

/** The slug of a text; a text without usable characters gets one from the term's id (rules#slugs). */
export const slugOf = ({ settings }: Context, text: string, id: number): string =>
  slugify(text, settings.locale) || String(id);

/** The slug of the term that a text in an address stands for: the text itself, else the slug made of it. */
export function matchingSlug({ settings }: Context, kind: TermKind, text: string): RawBuilder<string> {
  const slugs = [termKey(text), slugify(text, settings.locale)];
  return sql<string>`(
    select slug from term where taxonomy = ${TAXONOMIES[kind]} and slug = any(${slugs}::text[])
    order by array_position(${slugs}::text[], slug) limit 1)`;
}

/** Which of the slugs another term of the kind has already. */
async function takenSlugs(db: Db, kind: TermKind, slugs: readonly string[]): Promise<Set<string>> {
  const query = db
    .selectFrom('term')
    .select('slug')
    .where('taxonomy', '=', TAXONOMIES[kind])
    .where(sql<boolean>`slug = any(${[...slugs]}::text[])`);
  return new Set((await query.execute()).map((row) => row.slug));
}

/**
 * The first slug that is free for a new term: the first base as it is, then the second one (a child's name
 * with its parent's slug, rules#terms), then the last one numbered: `jazz`, `jazz-music`, `jazz-music-2`.
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
