import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import { ROLES_READING_EVERYTHING } from '../access/policy.ts';
import type { Role } from '../access/role.ts';

/** Messages that one statement stores at most, unless more records have changed: statements have a time limit. */
const MAX_MESSAGES_PER_STATEMENT = 20_000;

/** A part of the change log: rows that are visible in the second snapshot, and not in the first. */
interface Range {
  readonly from: string;
  readonly to: string;
}

/** A range without messages yet, and the number of its rows. */
interface PendingRange {
  /** Null before the first run. */
  readonly from: string | null;
  readonly to: string;
  readonly count: number;
}

const pendingRange = (lock: 'for update skip locked' | '') =>
  new Statement<object, PendingRange>((db) => ({
    compile: () =>
      sql<PendingRange>`
      select told as "from", pg_current_snapshot()::text as "to", (
        select count(*)::int from (
          select from change where xid >= pg_snapshot_xmax(told::pg_snapshot)
          union all
          select from change where xid = any(array(select pg_snapshot_xip(told::pg_snapshot)))) as fresh) as count
      from change_state ${sql.raw(lock)}`.compile(db),
  }));
/** Takes no lock: a row lock would be a write each time. */
const PEEK_RANGE = pendingRange('');
/** Returns no row while another process stores messages. */
const LOCK_RANGE = pendingRange('for update skip locked');

/**
 * Stores one message for each transaction, record and webhook with a matching type. A record created and erased by one
 * transaction has none, nor has a changed count of a term. A webhook for deletions whose user may not read everything
 * gets a message for any change: the change may hide the record from that user.
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
 * Stores the messages about changes since the last run. The same transaction stores the snapshot up to which it has
 * read, so each change is reported once, even if a process dies meanwhile (decisions/0095). A transaction that stays
 * open delays no other.
 */
export async function enqueueMessages(db: Db): Promise<void> {
  const [seen] = await PEEK_RANGE.run(db, {});
  if (!hasChanges(seen)) return;
  await db.transaction().execute(async (transaction) => {
    const [taken] = await LOCK_RANGE.run(transaction, {});
    if (!hasChanges(taken)) return;
    const { from, to, count } = taken;
    if (from !== null) await storeMessages(transaction, { from, to }, count);
    await sql`update change_state set told = ${to}`.execute(transaction);
  });
}

const hasChanges = (range: PendingRange | undefined): range is PendingRange =>
  range !== undefined && (range.from === null || range.count > 0);

async function storeMessages(db: Db, range: Range, count: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from webhook where is_active order by id`.execute(db);
  const size = Math.max(1, Math.floor(MAX_MESSAGES_PER_STATEMENT / count));
  for (let at = 0; at < rows.length; at += size) {
    const webhooks = rows.slice(at, at + size).map(({ id }) => id);
    await INSERT_MESSAGES.run(db, { ...range, whole: ROLES_READING_EVERYTHING, webhooks });
  }
}
