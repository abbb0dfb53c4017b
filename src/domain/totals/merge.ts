import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import { dayOf, inScope, SCOPE_COLUMNS, type TotalScope, wasInScope } from './scope.ts';

/** How many events, and how many deltas, one transaction merges: writers who change one of these wait for it. */
const PART = 500;
/** Any constant will do, as long as every instance uses the same: one at a time merges. */
const LOCK = 4_202_612;

const links = (kind: 'venue' | 'organizer') =>
  sql`array(select ${sql.ref(`${kind}_id`)} from ${sql.table(`event_${kind}`)} where event_id = event.id)`;
const terms = (taxonomy: string) => sql`array(
  select id from event_term join term on term.id = term_id where event_id = event.id and taxonomy = ${sql.lit(taxonomy)})`;

/** Runs work in a transaction while nobody else merges. @returns undefined if somebody else does */
const inTurn = <T>(db: Db, work: (db: Db) => Promise<T>): Promise<T | undefined> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(${sql.lit(LOCK)}) as "isLocked"`.execute(transaction);
    return rows[0]?.isLocked ? work(transaction) : undefined;
  });

/** Counts a part of the unmerged events into the totals, as they are now, and of the deltas. @returns whether more remain */
async function mergePart(db: Db): Promise<boolean> {
  // Before anything is locked that writers may wait for, because this may wait for one; see `unmerge_events`.
  await sql`
    insert into event_total_merge (id, merges) values (1, 1)
    on conflict (id) do update set merges = event_total_merge.merges + 1`.execute(db);
  // Those that a running transaction has changed are left to the next time.
  const { rows } = await sql<{ id: number }>`
    select event_id as id from event_unmerged order by event_id limit ${sql.lit(PART)} for update skip locked`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  // Now that they are locked, what is read of them is what was committed last.
  const { rows: merged } = await sql<{ deltas: number }>`
    with merged as (delete from event_unmerged where event_id = any(${ids}::int[])),
    deltas as (
      delete from event_total_delta
      where id in (select id from event_total_delta order by id limit ${sql.lit(PART)}) returning *
    ),
    image as (
      select id::bigint, 1 as n, status, featured, all_day, ${dayOf('start')} as starts, ${dayOf('end')} as ends,
        ${links('venue')} as venues, ${links('organizer')} as organizers, ${terms('tribe_events_cat')} as categories,
        ${terms('post_tag')} as tags
      from event where id = any(${ids}::int[]) and not hide_from_listings
      union all
      select -id, n, status, featured, all_day, starts, ends, venues, organizers, categories, tags from deltas
    ),
    scope as (
      select id, kind, 0 as ref from event_total_scope where refs = '{}'
      union all select id, kind, unnest(refs) from event_total_scope
    ),
    counted as (
      select distinct image.id, scope.id as scope_id
      from image, lateral (select 'all' as kind, 0 as ref
          union all select 'placed', 0 where image.venues <> '{}'
          ${sql.join(
            Object.entries(SCOPE_COLUMNS).map(
              ([kind, column]) => sql`union all select ${sql.lit(kind)}, unnest(image.${sql.ref(column)})`,
            ),
            sql` `,
          )}) as link
        join scope using (kind, ref)
    ),
    sums as (
      select scope_id, status, featured, all_day, ends, starts, sum(n)::int as n from counted join image using (id)
      group by scope_id, status, featured, all_day, ends, starts having sum(n) <> 0
    ),
    emptied as (
      delete from event_total as total using sums where sums.n < 0 and total.n + sums.n = 0
        and (total.scope_id, total.status, total.featured, total.all_day, total.ends, total.starts)
          = (sums.scope_id, sums.status, sums.featured, sums.all_day, sums.ends, sums.starts)
      returning sums.*
    ),
    stored as (
      insert into event_total as total (scope_id, status, featured, all_day, ends, starts, n)
      (select scope_id, status, featured, all_day, ends, starts, n from sums except all
        select scope_id, status, featured, all_day, ends, starts, n from emptied)
      on conflict (scope_id, status, featured, all_day, ends, starts) do update set n = total.n + excluded.n
    )
    select (select count(*)::int from deltas) as deltas`.execute(db);
  return ids.length === PART || merged[0]?.deltas === PART;
}

/**
 * Counts what is unmerged into the totals, unless somebody else is at it.
 * @param isWanted whether to go on after each part
 */
export async function mergeTotals(db: Db, isWanted: () => boolean = () => true): Promise<void> {
  while (isWanted() && (await inTurn(db, mergePart)));
}

/**
 * Makes the totals of a scope from the events themselves; until that is stored, its totals stay as they are.
 * @returns how many were wrong or missing; undefined when somebody else is merging
 */
export const computeTotals = (db: Db, { kind, refs }: TotalScope): Promise<number | undefined> =>
  inTurn(db, async (transaction) => {
    const { rows } = await sql<{ id: number }>`
      insert into event_total_scope (kind, refs) values (${kind}, ${[...refs]}::int[])
      on conflict (kind, refs) do update set kind = excluded.kind returning id`.execute(transaction);
    const id = rows[0]?.id ?? 0;
    // In one snapshot: what an unmerged event was counted as is subtracted later.
    const { rows: differences } = await sql<{ count: number }>`
      with made as (
        select ${sql.lit(id)} as scope_id, status, featured, all_day, ends, starts, sum(n)::int as n from (
          select 1 as n, status, featured, all_day, ${dayOf('start')} as starts, ${dayOf('end')} as ends
          from event where not hide_from_listings and ${inScope({ kind, refs })}
            and not exists (select from event_unmerged where event_id = event.id)
          union all
          select -n, status, featured, all_day, starts, ends from event_total_delta where ${wasInScope({ kind, refs })}
        ) as counted group by status, featured, all_day, ends, starts having sum(n) <> 0
      ),
      gone as (
        delete from event_total as total where scope_id = ${sql.lit(id)}
          and (status, featured, all_day, ends, starts) not in (select status, featured, all_day, ends, starts from made)
        returning 1
      ),
      stored as (
        insert into event_total (scope_id, status, featured, all_day, ends, starts, n)
        (select * from made except select * from event_total where scope_id = ${sql.lit(id)})
        on conflict (scope_id, status, featured, all_day, ends, starts) do update set n = excluded.n
        returning 1
      )
      select (select count(*)::int from gone) + (select count(*)::int from stored) as count`.execute(
      transaction,
    );
    return differences[0]?.count ?? 0;
  });

/** How long to wait while somebody else merges, in milliseconds. */
const PAUSE_MS = 50;

/**
 * Makes all materialized totals anew, one after another, while others go on reading and writing.
 * @returns of how many lists there are some, and how many of their rows were wrong or missing
 */
export async function rebuildTotals(db: Db): Promise<{ scopes: number; wrong: number }> {
  const all: TotalScope = { kind: 'all', refs: [] };
  const stored = await db.selectFrom('event_total_scope').select(['kind', 'refs']).orderBy('id').execute();
  const scopes = [all, ...stored.filter(({ kind }) => kind !== all.kind)];
  let wrong = 0;
  for (const scope of scopes) {
    let made = await computeTotals(db, scope);
    while (made === undefined) {
      await pause(PAUSE_MS);
      made = await computeTotals(db, scope);
    }
    wrong += made;
  }
  return { scopes: scopes.length, wrong };
}
