import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import { ROLES_READING_EVERYTHING } from '../access/policy.ts';
import type { Role } from '../access/role.ts';

/** How many messages one statement stores at most, unless more have changed: it has a limit of time. */
const MOST = 20_000;

/** A part of the log of changes: what was visible in the second snapshot, and not in the first. */
interface Range {
  readonly from: string;
  readonly to: string;
}

/** The range that webhooks have not been told; `from` is null before the first time. Other processes wait. */
const UNTOLD = new Statement<object, { from: string | null; to: string; count: number }>((db) => ({
  compile: () =>
    sql<{ from: string | null; to: string; count: number }>`
      select told as "from", pg_current_snapshot()::text as "to", (
        select count(*)::int from (
          select from change where xid >= pg_snapshot_xmax(told::pg_snapshot)
          union all
          select from change where xid = any(array(select pg_snapshot_xip(told::pg_snapshot)))) as fresh) as count
      from change_state for update skip locked`.compile(db),
}));

/**
 * Writes down what webhooks are told of changes: of each transaction one message for each record and webhook that
 * asks for its type. What a transaction made and erased is told nobody, and that the events of a term are counted anew
 * is no news. Who does not read everything and asks for what is deleted may have to be told that of any change.
 */
const INSERT_MESSAGES = new Statement(
  (db, value: ValueOf<Range & { whole: readonly Role[]; webhooks: readonly number[] }>) => ({
    compile: () => {
      const from = sql`${value('from')}::pg_snapshot`;
      return sql<{ count: number }>`
      with fresh as (
        select * from (
          select * from change where xid >= pg_snapshot_xmax(${from})
          union all
          select * from change where xid = any(array(select pg_snapshot_xip(${from})))
        ) as change
        where pg_visible_in_snapshot(xid, ${value('to')}::pg_snapshot)
          and record_id is not null and type is not null and operation <> 'count'
      ), folded as (
        select xid, min(id) as id, type, record_id, min(at_utc) as at_utc, array_agg(operation) as operations,
          (array_agg(before order by id))[1] as before,
          sum(case operation when 'trash' then 1 when 'restore' then -1 else 0 end) as trashed,
          sum(case operation when 'cancel' then 1 when 'reinstate' then -1 else 0 end) as canceled
        from fresh group by xid, type, record_id
      ), news as (
        select xid, id, type as kind, record_id, at_utc, 'msg_' || replace(gen_random_uuid()::text, '-', '') as message_id,
          before is not distinct from 'public' as was_public,
          case when operations @> '{insert,delete}' then null when 'insert' = any(operations) then 'created'
            when 'delete' = any(operations) then 'deleted' when trashed > 0 then 'trashed' when trashed < 0 then 'restored'
            when canceled > 0 then 'canceled' else 'updated' end as action
        from folded
      ), stored as (
        insert into webhook_message (webhook_id, message_id, type, kind, record_id, was_public, at_utc)
        select webhook.id, message_id, kind || '.' || action, kind, record_id, was_public, at_utc
        from news cross join webhook join user_account on user_account.id = user_id
        where action is not null and webhook.id = any(${value('webhooks')}::int[])
          and (types && array['*', kind || '.*', kind || '.' || action]
            or (kind || '.deleted' = any(types) and action <> 'created' and role <> all(${value('whole')}::text[])))
        order by xid, news.id, webhook.id
        returning 1
      ) select count(*)::int as count from stored`.compile(db);
    },
  }),
);

/**
 * Stores the messages about changes since the last time. A transaction stores them together with the snapshot up to
 * which it has read, so each change is told once, whichever process dies meanwhile (decisions/0095). A transaction that
 * stays open delays no other.
 */
export async function tellWebhooks(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const [untold] = await UNTOLD.run(transaction, {});
    if (!untold || (untold.from !== null && untold.count === 0)) return;
    const { from, to, count } = untold;
    if (from !== null) await storeMessages(transaction, { from, to }, count);
    await sql`update change_state set told = ${to}`.execute(transaction);
  });
}

async function storeMessages(db: Db, range: Range, count: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from webhook where is_active order by id`.execute(db);
  const size = Math.max(1, Math.floor(MOST / count));
  for (let at = 0; at < rows.length; at += size) {
    const webhooks = rows.slice(at, at + size).map(({ id }) => id);
    await INSERT_MESSAGES.run(db, { ...range, whole: ROLES_READING_EVERYTHING, webhooks });
  }
}
