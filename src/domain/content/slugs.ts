import { sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import { numberedSlug, slugify } from '../../lib/slug.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import type { Context, Transaction } from '../context/context.ts';

/** How many candidates for a slug are looked up at once. */
const CANDIDATES = 10;

/** Waits until no other transaction is looking for the same slug of the table, and keeps others waiting. */
async function lockSlug(db: Db, table: string, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${table}:${slug}`}))`.execute(db);
}

/**
 * A slug that no other record of the table has, `slug` itself if it is free: `title`, `title-2`, `title-3`
 * (rules#slugs). Call it in the transaction that stores the slug. A parallel transaction may take the same
 * one; then the unique index refuses the later of the two, which runs again and now waits for the others.
 * @param id the record's id: it keeps its own slug, and stands in for an empty one
 * @param waits whether to wait for others at once
 */
export async function freeSlug(
  { db, isRetry }: Transaction,
  table: RecordKind,
  slug: string,
  id: number,
  waits = isRetry,
): Promise<string> {
  const base = slug || String(id);
  if (waits) await lockSlug(db, table, base);
  return firstFree(db, table, id, base, numberedSlug);
}

/**
 * The first of the numbered slugs that nobody else has. Asks for ten, then a hundred, and so on: always by
 * index, however many there are.
 */
async function firstFree(
  db: Db,
  table: RecordKind,
  id: number,
  base: string,
  numbered: typeof numberedSlug,
): Promise<string> {
  for (let from = 1, to = 10; ; from = to + 1, to *= 10) {
    const candidates: string[] = [];
    for (let n = from; n <= to; n += 1) candidates.push(numbered(base, n));
    const { rows } = await sql<{ slug: string }>`
      select candidate as slug from unnest(${candidates}::text[]) with ordinality as candidates (candidate, n)
      where not exists (select from ${sql.table(table)} where slug = candidate and id <> ${id})
      order by n limit 1`.execute(db);
    const [free] = rows;
    if (free) return free.slug;
  }
}

/**
 * Slugs that no other record of the table has, in the order of `wanted`: each itself, or with a number behind it. For
 * many records at once; see {@link freeSlug}.
 */
export async function freeSlugs(
  { db, isRetry }: Pick<Transaction, 'db' | 'isRetry'>,
  table: RecordKind,
  wanted: readonly string[],
  numbered: typeof numberedSlug = numberedSlug,
): Promise<string[]> {
  if (wanted.length === 0) return [];
  if (isRetry)
    await sql`
      select pg_advisory_xact_lock(hashtext(${`${table}:`} || slug))
      from (select slug from unnest(${[...new Set(wanted)]}::text[]) as slug order by slug) as wanted`.execute(
      db,
    );
  const taken = new Set<string>();
  const lookUp = async (candidates: readonly string[]): Promise<void> => {
    const { rows } = await sql<{ slug: string }>`
      select slug from ${sql.table(table)} where slug = any(${candidates}::text[])`.execute(db);
    for (const { slug } of rows) taken.add(slug);
  };
  const numbers = Array.from({ length: CANDIDATES }, (_, at) => at + 1);
  await lookUp(wanted.flatMap((slug) => numbers.map((n) => numbered(slug, n))));
  const slugs: string[] = [];
  for (const slug of wanted)
    for (let n = 1; ; n++) {
      const candidate = numbered(slug, n);
      if (n > CANDIDATES) await lookUp([candidate]);
      if (taken.has(candidate)) continue;
      taken.add(candidate);
      slugs.push(candidate);
      break;
    }
  return slugs;
}

const TRASHED = '__trashed';

/** The slug of a record in the trash, which frees its old one (rules#slugs). */
export async function trashedSlug(
  { db, isRetry }: Transaction,
  table: RecordKind,
  slug: string,
  id: number,
): Promise<string> {
  const base = `${slug || id}${TRASHED}`;
  if (isRetry) await lockSlug(db, table, base);
  return firstFree(db, table, id, base, numberedInTrash);
}

/** The slugs of records that go into the trash together, in their order; see {@link trashedSlug}. */
export const slugsInTrash = (
  transaction: Transaction,
  table: RecordKind,
  records: readonly { readonly id: number; readonly slug: string }[],
): Promise<string[]> =>
  freeSlugs(
    transaction,
    table,
    records.map(({ id, slug }) => `${slug || id}${TRASHED}`),
    numberedInTrash,
  );

/** Never shortened, so that {@link untrashedSlug} finds the slug as it was. */
const numberedInTrash = (base: string, n: number): string => (n === 1 ? base : `${base}-${n}`);

/** The slug a restored record wants back. */
export const untrashedSlug = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '');

/**
 * Slugs for a text, the best first, of which one that is free can be taken; none when the text has no usable
 * characters.
 */
export function slugCandidates({ settings }: Context, text: string): string[] {
  const base = slugify(text, settings.locale);
  const candidates: string[] = [];
  if (base !== '') for (let n = 1; n <= CANDIDATES; n += 1) candidates.push(numberedSlug(base, n));
  return candidates;
}

/** The id and slug of a new record, with one statement; see {@link freeSlug}. */
export async function newIdAndSlug(
  transaction: Transaction,
  table: RecordKind,
  text: string,
): Promise<{ id: number; slug: string }> {
  const { context, db, isRetry } = transaction;
  const candidates = slugCandidates(context, text);
  const { rows } = await sql<{ id: number; taken: string[] }>`
    select nextval('record_id_seq')::integer as id,
      array(select slug from ${sql.table(table)} where slug = any(${candidates})) as taken`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the id sequence gave nothing');
  const free = isRetry ? undefined : candidates.find((candidate) => !row.taken.includes(candidate));
  return {
    id: row.id,
    // So many have this slug that others probably want it at this moment, too.
    slug: free ?? (await freeSlug(transaction, table, slugify(text, context.settings.locale), row.id, true)),
  };
}
