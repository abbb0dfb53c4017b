import type { Db } from '../database/orm.ts';
import type { Role } from './user.entity.ts';
import { loginKey, type UserRecord } from './user.record.ts';

/** Creates a user; null when the login is taken, in whatever case. */
export async function insertUser(
  db: Db,
  { login, role }: { login: string; role: Role },
  nowUtc: string,
): Promise<UserRecord | null> {
  const row = await db
    .insertInto('user_account')
    .values({ login, login_key: loginKey(login), role, created_utc: nowUtc })
    .onConflict((conflict) => conflict.column('login_key').doNothing())
    .returning(['id', 'login', 'role', 'created_utc as createdUtc'])
    .executeTakeFirst();
  return row ?? null;
}
