import { sql } from 'kysely';
import { isLogin, LOGIN_RULE } from '../access/login.ts';
import type { Loader } from '../context.ts';
import type { ReadDb } from '../database/orm.ts';
import { BadValue, ServiceError } from '../errors.ts';
import { isId } from '../kernel/ids.ts';
import { normal } from '../kernel/normal.ts';
import type { Role } from './user.entity.ts';

/** A user as it is read. */
export interface UserRecord {
  id: number;
  login: string;
  role: Role;
  createdUtc: string;
}

/** An application password as it is read: never the password itself. */
export interface ApplicationPasswordRecord {
  id: number;
  userId: number;
  name: string;
  createdUtc: string;
  lastUsedUtc: string | null;
}

/** Names a user by id or by login. */
export type UserRef = number | string;

const userColumns = ['id', 'login', 'role', 'created_utc as createdUtc'] as const;
export const passwordColumns = [
  'id',
  'user_id as userId',
  'name',
  'created_utc as createdUtc',
  'last_used_utc as lastUsedUtc',
] as const;

/** The form in which logins are compared. */
export const loginKey = (login: string): string => normal(login, 'NFC').toLowerCase();

/**
 * Checks that a new user may have this login.
 * @throws BadValue
 */
export function checkLogin(text: string): string {
  const login = normal(text, 'NFC').trim();
  if (!isLogin(login)) throw new BadValue(`must be ${LOGIN_RULE}`);
  return login;
}

/** The user with this login, whatever its case; null when there is none. */
export async function findByLogin(db: ReadDb, login: string): Promise<UserRecord | null> {
  // No login has control characters, which PostgreSQL would refuse.
  if (/\p{Cc}/u.test(login)) return null;
  const key = loginKey(login.trim().toWellFormed());
  return (
    (await db
      .selectFrom('user_account')
      .select(userColumns)
      .where('login_key', '=', key)
      .executeTakeFirst()) ?? null
  );
}

/**
 * The user with this id or login; null when there is none. A text of digits is a login first, and then an id.
 */
export async function findUser(db: ReadDb, ref: UserRef): Promise<UserRecord | null> {
  const named = typeof ref === 'string' ? await findByLogin(db, ref) : null;
  if (named) return named;
  const id = typeof ref === 'number' ? ref : /^\d+$/.test(ref.trim()) ? Number(ref) : Number.NaN;
  if (!isId(id)) return null;
  return (
    (await db.selectFrom('user_account').select(userColumns).where('id', '=', id).executeTakeFirst()) ?? null
  );
}

/** @throws ServiceError user-not-found 404 */
export async function needUser(db: ReadDb, ref: UserRef): Promise<UserRecord> {
  const user = await findUser(db, ref);
  if (!user) throw new ServiceError('user-not-found');
  return user;
}

/** All users, by login. */
export const listUsers = (db: ReadDb): Promise<UserRecord[]> =>
  db.selectFrom('user_account').select(userColumns).orderBy('login_key').execute();

/** Application passwords by user, oldest first. */
export const passwordsOf: Loader<number, readonly ApplicationPasswordRecord[]> = {
  async batch(context, userIds) {
    const query = context.db
      .selectFrom('application_password')
      .select(passwordColumns)
      .where(sql<boolean>`user_id = any(${[...userIds]}::int[])`);
    const passwords = Map.groupBy(await query.orderBy('id').execute(), (row) => row.userId);
    return userIds.map((id) => passwords.get(id) ?? []);
  },
};
