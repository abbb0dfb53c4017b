import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';
import { Statement, type ValueOf } from '../../platform/postgres/statement.ts';
import { ROLES_READING_EVERYTHING } from '../access/policy.ts';
import type { Role } from '../access/role.ts';

/** How many messages one statement stores at most, unless more have changed: it has a limit of time. */
const MOST = 20_000;

/** What is told: the part of the log of changes that is new, and what has become public by its date. */
interface News {
  /** Snapshots: what was visible in the second one, and not in the first. */
  readonly from: string;
  readonly to: string;
  /** Records whose publication has come due: their kinds, and their ids. */
  readonly dueKinds: readonly string[];
  readonly dueIds: readonly number[];
  /** How many changes that are, or more than are told one by one. */
  readonly count: number;
}

/**
 * Writes down what webhooks are told of changes: of each transaction one message for each record and webhook that
 * asks for its type. What a transaction made and erased is told nobody, and that the events of a term are counted anew
 * is no news. Who does not read everything and asks for what is deleted may have to be told that of any change.
 */
const INSERT_MESSAGES = new Statement(
  (db, value: ValueOf<News & { whole: readonly Role[]; webhooks: readonly number[] }>) => ({
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
          and record_id is not null and kind in ('event', 'venue', 'organizer', 'term') and operation <> 'count'
      ), folded as (
        select xid, min(id) as id, kind, record_id, min(at_utc) as at_utc, array_agg(operation) as operations,
          sum(case operation when 'trash' then 1 when 'restore' then -1 else 0 end) as trashed,
          sum(case operation when 'cancel' then 1 when 'reinstate' then -1 else 0 end) as canceled
        from fresh group by xid, kind, record_id
      ), changed as (
        select xid, id, kind, record_id, at_utc,
          case when operations @> '{insert,delete}' then null when 'insert' = any(operations) then 'created'
            when 'delete' = any(operations) then 'deleted' when trashed > 0 then 'trashed' when trashed < 0 then 'restored'
            when canceled > 0 then 'canceled' else 'updated' end as action
        from folded
        union all
        select null, row_number() over (), kind, record_id, now() at time zone 'utc', 'updated'
        from unnest(${value('dueKinds')}::text[], ${value('dueIds')}::int[]) as due (kind, record_id)
      ), news as (
        select xid, id, record_id, at_utc, action, 'msg_' || replace(gen_random_uuid()::text, '-', '') as message_id,
          case kind when 'term' then coalesce(
            (select case taxonomy when 'post_tag' then 'tag' else 'category' end from term where term.id = changed.record_id),
            (select item.kind from feed_item as item
              where item.record_id = changed.record_id and item.kind in ('category', 'tag'))) else kind end as kind
        from changed
      ), stored as (
        insert into webhook_message (webhook_id, message_id, type, kind, record_id, was_public, at_utc)
        select webhook.id, message_id, news.kind || '.' || action, news.kind, news.record_id, coalesce(is_public, false), at_utc
        from news left join feed_item using (record_id, kind) cross join webhook join user_account on user_account.id = user_id
        where action is not null and news.kind is not null and webhook.id = any(${value('webhooks')}::int[])
          and (types && array['*', news.kind || '.*', news.kind || '.' || action]
            or (news.kind || '.deleted' = any(types) and action <> 'created' and role <> all(${value('whole')}::text[])))
        order by xid, news.id, webhook.id
        returning 1
      ) select count(*)::int as count from stored`.compile(db);
    },
  }),
);

/**
 * Writes down what webhooks are told, in the transaction that numbers the same changes for the change feed, before it
 * does, while the feed has what was public until now: so each
 * is told once to each, in the order of commits, whoever dies meanwhile (decisions/0084).
 */
export async function queueMessages(db: Db, news: News): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from webhook where is_active order by id`.execute(db);
  const size = Math.max(1, Math.floor(MOST / news.count));
  for (let at = 0; at < rows.length; at += size) {
    const webhooks = rows.slice(at, at + size).map(({ id }) => id);
    await INSERT_MESSAGES.run(db, { ...news, whole: ROLES_READING_EVERYTHING, webhooks });
  }
}
