import { type RawBuilder, sql } from 'kysely';
import type { Context, Loader } from '../context.ts';
import type { ReadDb } from '../database/orm.ts';
import { Statement, type ValueOf } from '../database/statement.ts';
import { Reader } from '../memory/reader.ts';
import { scheduledTerms } from '../records/scheduled.ts';
import type { Transaction } from '../writing/transaction.ts';
import type { TermKind } from './term.entity.ts';
import { alphabetical, lastingTermColumns, type TermRecord, termColumns } from './term.record.ts';

const termReader = new Reader<number, 'id', TermRecord>(
  (db, ids) =>
    db.selectFrom('term').select(lastingTermColumns).where(sql<boolean>`term.id = any(${ids}::int[])`),
  'id',
);
const selectCounts = (db: ReadDb, ids: RawBuilder<readonly number[]>) =>
  db.selectFrom('term').select(['id', 'event_count as count']).where(sql<boolean>`id = any(${ids}::int[])`);
const countById = new Reader<number, 'id', { id: number; count: number }>(selectCounts, 'id');
const COUNTS = new Statement((db, value: ValueOf<{ ids: readonly number[] }>) =>
  selectCounts(db, value('ids')),
);

/** Terms by id, of either kind; null for ids that name none. */
export const termById: Loader<number, TermRecord | null> = {
  shared: { of: 'term' },
  batch: ({ noted }, ids) => termReader.readAll(noted, ids),
};

/** Ids of a category and of all below it; null for ids that name none. */
export const withDescendants: Loader<number, readonly number[] | null> = {
  shared: { any: ['term'] },
  async batch({ db }, ids) {
    const { rows } = await sql<{ id: number; below: number[] }>`
      with recursive tree as (
        select id as top, id from term where id = any(${[...ids]}::integer[])
        union
        select tree.top, term.id from tree join term on term.parent_id = tree.id
      )
      select top as id, array_agg(id order by id) as below from tree group by top`.execute(db);
    const found = new Map(rows.map(({ id, below }) => [id, below]));
    return ids.map((id) => found.get(id) ?? null);
  },
};

/** The terms directly below a term, by name. */
export const childrenOf: Loader<number, readonly TermRecord[]> = {
  async batch(context, ids) {
    const query = context.db
      .selectFrom('term')
      .select(termColumns)
      .where(sql<boolean>`term.parent_id = any(${[...ids]}::int[])`);
    const rows = await query.orderBy(alphabetical).orderBy('term.id').execute();
    const children = Map.groupBy(rows, (row) => row.parentId);
    return ids.map((id) => children.get(id) ?? []);
  },
};

/** How many events in state `publish` terms have, by id, as it is stored at this moment of a transaction. */
export async function storedCounts(
  { db }: Transaction,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  if (ids.length === 0) return found;
  for (const { id, count } of await COUNTS.run(db, { ids })) found.set(id, count);
  return found;
}

/**
 * Terms by id, of either kind, in the order of the ids.
 * @param counted whether their events are counted too, for all terms with one statement
 * @param known how many events in state `publish` they have, where that is known already
 */
export async function termsById(
  context: Context,
  ids: readonly number[],
  counted: boolean,
  known?: ReadonlyMap<number, number>,
): Promise<TermRecord[]> {
  const { scheduled } = context.published;
  const [found, counts, later] = await Promise.all([
    context.loadAll(termById, ids),
    counted && !known ? context.loadAll(eventCounts, ids) : [],
    counted && !scheduled ? context.loadAll(scheduledById, ids) : [],
  ]);
  const terms: TermRecord[] = [];
  for (const [at, term] of found.entries()) {
    if (!term) continue;
    const all = counted && known ? known.get(term.id) : counts[at];
    const toCome = (scheduled ? scheduled.get(term.id) : later[at]) ?? 0;
    terms.push(all === undefined ? term : { ...term, count: all - toCome });
  }
  return terms;
}

/** Those of the terms that are of a kind, by name. */
export async function termsOfKind(
  context: Context,
  kind: TermKind,
  ids: readonly number[],
): Promise<TermRecord[]> {
  const terms: TermRecord[] = [];
  for (const term of await context.loadAll(termById, ids)) if (term?.kind === kind) terms.push(term);
  return terms.sort(byName);
}

export const byName = (one: TermRecord, other: TermRecord): number =>
  one.sortKey < other.sortKey ? -1 : one.sortKey > other.sortKey ? 1 : one.id - other.id;

/**
 * How many of the events that a term's `eventCount` has are scheduled: published, but from a date to come.
 */
const scheduledById: Loader<number, number> = {
  async batch(context: Context, ids) {
    const scheduled = await scheduledTerms(context.db, context.published.by);
    return ids.map((id) => scheduled.get(id) ?? 0);
  },
};

/** Events in state `publish` that carry a term. */
const eventCounts: Loader<number, number> = {
  shared: { of: 'count' },
  async batch({ noted }, ids) {
    const counts = await countById.readAll(noted, ids);
    return counts.map((found) => found?.count ?? 0);
  },
};

/** How many published events carry a term itself (rules#terms). */
export async function countOf(context: Context, term: TermRecord): Promise<number> {
  const { scheduled } = context.published;
  const all = term.eventCount ?? (await context.load(eventCounts, term.id));
  const later = scheduled ? (scheduled.get(term.id) ?? 0) : await context.load(scheduledById, term.id);
  return all - later;
}

/** The slugs on the way from the top level down to a category, its own last. */
export async function slugPath(context: Context, category: TermRecord): Promise<string[]> {
  const path: string[] = [];
  let at: TermRecord | null = category;
  // Only who writes to the database by hand can put a category below itself; its path ends there.
  while (at && !path.includes(at.slug)) {
    path.unshift(at.slug);
    at = at.parentId === 0 ? null : await context.load(termById, at.parentId);
  }
  return path;
}
