import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import type { Db } from '../../platform/postgres/orm.ts';
import { assertMayCreate } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';

/** How long an upload is kept, in milliseconds. */
const RETENTION_MS = 60 * 60 * 1000;

/** A file that waits for its import. */
export interface Upload {
  readonly name: string;
  readonly content: Uint8Array;
}

/**
 * Stores the upload of the caller, in place of an earlier one.
 * @throws ServiceError rest_forbidden 401/403 for callers without the right to create records
 */
export async function storeUpload(context: Context, { name, content }: Upload): Promise<void> {
  assertMayCreate(context.caller);
  const { caller, clock } = context;
  await runInTransaction(
    context,
    ({ db }) =>
      sql`
        insert into upload (user_id, name, content, created_utc)
        values (${caller.id}, ${name}, ${Buffer.from(content)}, ${clock.nowUtc}::timestamp)
        on conflict (user_id) do update
        set name = excluded.name, content = excluded.content, created_utc = excluded.created_utc`.execute(db),
    { keep: true },
  );
}

/** The upload of the caller; null without one. */
export async function storedUpload({ caller, clock, primary }: Context): Promise<Upload | null> {
  const row = await primary.db
    .selectFrom('upload')
    .select(['name', 'content'])
    .where('user_id', '=', caller.id)
    .where('created_utc', '>', cutoff(clock.now))
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes the upload of the caller. */
export async function deleteUpload(context: Context): Promise<void> {
  const { id } = context.caller;
  await runInTransaction(context, ({ db }) => db.deleteFrom('upload').where('user_id', '=', id).execute(), {
    keep: true,
  });
}

const cutoff = (now: Date): string => toUtc(new Date(now.getTime() - RETENTION_MS));

/** Deletes uploads after an hour. */
export async function deleteOldUploads(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('upload').where('created_utc', '<=', cutoff(now)).execute();
}
