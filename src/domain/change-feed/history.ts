import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/orm.ts';

/** The server and database of the connection, as stored in `change_state`. */
export const CURRENT_SERVER = sql<string>`(select system_identifier || '/' || oid
  from pg_control_system(), pg_database where datname = current_database())`;
/** The timeline of the server's WAL. A standby does not know its own, so the stored one counts. */
export const CURRENT_TIMELINE = sql<number>`case when pg_is_in_recovery() then timeline
  else ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end`;

/** Tables of records, with the visibility of their rows as in the triggers of the change log. */
const RECORD_VISIBILITY = {
  event: sql`case when status <> 'publish' then 'restricted' when hide_from_listings then 'hidden' else 'public' end`,
  venue: sql`case when status <> 'publish' then 'restricted' else 'public' end`,
  organizer: sql`case when status <> 'publish' then 'restricted' else 'public' end`,
};

/**
 * Compares the history of the database with the stored one, and starts a new one if they differ: earlier positions
 * become invalid. On another server, as after restoring a dump, transaction ids start over as well: the log gets one
 * row for each record in place of the rows in the dump. Call it at the start, before the first write.
 */
export async function checkHistory(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ isSameServer: boolean; isSameTimeline: boolean }>`
      select server = ${CURRENT_SERVER} as "isSameServer", timeline = ${CURRENT_TIMELINE} as "isSameTimeline"
      from change_state for update`.execute(transaction);
    const [state] = rows;
    if (!state) throw new Error('the table change_state has no row');
    if (state.isSameServer && state.isSameTimeline) return;
    if (!state.isSameServer) await rebuildLog(transaction);
    await sql`
      update change_state set calendar = ${randomUUID()}, server = ${CURRENT_SERVER}, timeline = ${CURRENT_TIMELINE}`.execute(
      transaction,
    );
  });
  // Webhooks get messages about later changes, not about the rows just written.
  await sql`update change_state set told = pg_current_snapshot()::text where told is null`.execute(db);
}

/**
 * Replaces all rows of the log by one for each record, in the order of the last changes. Earlier positions become
 * invalid, and webhooks get messages about later changes only.
 */
export async function rebuildLog(db: Db): Promise<void> {
  await sql`select set_config('calendar.trims', 'on', true), set_config('statement_timeout', '0', true)`.execute(
    db,
  );
  await sql`delete from change`.execute(db);
  await sql`select set_config('calendar.trims', '', true)`.execute(db);
  for (const [kind, visibility] of Object.entries(RECORD_VISIBILITY))
    await sql`
      insert into change (kind, type, record_id, operation, before, after, author_id, user_id, at_utc)
      select ${kind}, ${kind}, id, 'count', ${visibility}, ${visibility}, author_id, null, modified_utc
      from ${sql.table(kind)} order by modified_utc, id`.execute(db);
  await sql`
    insert into change (kind, type, record_id, operation, before, after, user_id)
    select 'term', case taxonomy when 'post_tag' then 'tag' else 'category' end, id, 'count', 'public', 'public', null
    from term order by id`.execute(db);
  await sql`
    update change_state set calendar = ${randomUUID()}, told = null, purged_xid = '0', purged_id = 0, trimmed_xid = '0',
      trimmed_id = 0`.execute(db);
}
