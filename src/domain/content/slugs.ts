import { sql } from 'kysely';
import type { RecordKind } from '../../lib/kinds.ts';
import { numberedSlug, slugify } from '../../lib/slug.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import type { Context, Transaction } from '../context/context.ts';

/** Candidates for a slug in one query. */
const CANDIDATE_COUNT = 10;

/** Locks a slug of a table against concurrent transactions that want the same slug. */
async function lockSlug(db: Db, table: string, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${table}:${slug}`}))`.execute(db);
}

/**
 * The first free slug of `title`, `title-2`, `title-3` … (rules#slugs). Call it in the transaction that stores the
 * slug. If a concurrent transaction stores the same slug, the unique index rejects the later one, which is retried
 * with a lock.
 * @param id the id of the record, which may keep its slug; also replaces an empty slug
 * @param shouldLock whether to lock the slug already in the first attempt
 */
export async function freeSlug(
  { db, isRetry }: Transaction,
  table: RecordKind,
  slug: string,
  id: number,
  shouldLock = isRetry,
): Promise<string> {
  const base = slug || String(id);
  if (shouldLock) await lockSlug(db, table, base);
  return firstFree(db, table, id, base, numberedSlug);
}

/** The first free numbered slug. Queries ten candidates by index, then a hundred, and so on. */
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
 * Free slugs for many records, in the order of `wanted`: each unchanged or with a number added; see
 * {@link freeSlug}.
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
  const addTaken = async (candidates: readonly string[]): Promise<void> => {
    const { rows } = await sql<{ slug: string }>`
      select slug from ${sql.table(table)} where slug = any(${candidates}::text[])`.execute(db);
    for (const { slug } of rows) taken.add(slug);
  };
  const numbers = Array.from({ length: CANDIDATE_COUNT }, (_, at) => at + 1);
  await addTaken(wanted.flatMap((slug) => numbers.map((n) => numbered(slug, n))));
  const slugs: string[] = [];
  for (const slug of wanted)
    for (let n = 1; ; n++) {
      const candidate = numbered(slug, n);
      if (n > CANDIDATE_COUNT) await addTaken([candidate]);
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

/** The slugs of records that are trashed together, in their order; see {@link trashedSlug}. */
export const trashedSlugs = (
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

/** Not shortened, so that {@link untrashedSlug} can restore the slug. */
const numberedInTrash = (base: string, n: number): string => (n === 1 ? base : `${base}-${n}`);

/** The original slug, for a restored record. */
export const untrashedSlug = (slug: string): string => slug.replace(/__trashed(-\d+)?$/, '');

/** The candidate slugs for a text, best first; none if the text has no usable characters. */
export function slugCandidates({ settings }: Context, text: string): string[] {
  const base = slugify(text, settings.locale);
  const candidates: string[] = [];
  if (base !== '') for (let n = 1; n <= CANDIDATE_COUNT; n += 1) candidates.push(numberedSlug(base, n));
  return candidates;
}

/** The id and slug of a new record, usually with one statement; see {@link freeSlug}. */
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
  if (!row) throw new Error('the id sequence returned no value');
  const free = isRetry ? undefined : candidates.find((candidate) => !row.taken.includes(candidate));
  return {
    id: row.id,
    // A slug with this many duplicates probably has concurrent writers, too.
    slug: free ?? (await freeSlug(transaction, table, slugify(text, context.settings.locale), row.id, true)),
  };
}
