import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import { RETENTION_DAYS } from './feed.ts';

/** Rows read per transaction. */
const BATCH_SIZE = 5_000;

/**
 * Deletes changes older than the retention, in batches while `shouldContinue`. Keeps the last change of each existing
 * record, with which the change feed begins, and the last public change of a public record.
 */
export async function trimChanges(db: Db, shouldContinue: () => boolean = () => true): Promise<void> {
  while (shouldContinue()) if (!(await trimBatch(db))) return;
}

/** @returns whether more rows remain */
async function trimBatch(db: Db): Promise<boolean> {
  const old = sql`at_utc < now() at time zone 'utc' - make_interval(days => ${sql.lit(RETENTION_DAYS)})`;
  return db.transaction().execute(async (transaction) => {
    const { rows: states } = await sql<{ xid: string; id: string }>`
      select trimmed_xid::text as xid, trimmed_id::text as id from change_state for update skip locked`.execute(
      transaction,
    );
    const [from] = states;
    if (!from) return false;
    await sql`select set_config('calendar.trims', 'on', true)`.execute(transaction);
    const { rows } = await sql<{ count: number }>`
      with looked as (
        select * from (
          select *, bool_and(${old}) over (order by xid, id) as is_old from (
            select xid, id, at_utc, type, record_id from change where (xid, id) > (${from.xid}::xid8, ${from.id}::bigint)
            order by xid, id limit ${BATCH_SIZE}) as next) as next
        where is_old
      ), touched as (
        select distinct type, record_id from looked where type is not null and record_id is not null
      ), ranked as (
        select change.xid, change.id, change.before, change.after,
          row_number() over (partition by type, record_id order by change.xid desc, change.id desc) as place,
          case when 'public' in (change.before, change.after) then row_number() over (
            partition by type, record_id, 'public' in (change.before, change.after)
            order by change.xid desc, change.id desc) end as public_place
        from change join touched using (type, record_id) where ${old}
      ), obsolete as (
        select xid, id, public_place is not null as is_public from ranked
        where not (place = 1 and after is not null) and (public_place = 1 and after = 'public') is not true
        union all
        select xid, id, false from looked where type is null or record_id is null
      ), deleted as (
        delete from change using obsolete where change.xid = obsolete.xid and change.id = obsolete.id
        returning change.xid, change.id, change.after, change.type
      ), purged as (
        select xid, id from deleted where type is not null and after is distinct from 'public'
        union all select purged_xid, purged_id from change_state
        order by xid desc, id desc limit 1
      ), last as (
        select xid, id from looked order by xid desc, id desc limit 1
      ), noted as (
        update change_state set trimmed_xid = last.xid, trimmed_id = last.id, purged_xid = purged.xid, purged_id = purged.id
        from last, purged
      ) select count(*)::int as count from looked`.execute(transaction);
    return (rows[0]?.count ?? 0) === BATCH_SIZE;
  });
}
