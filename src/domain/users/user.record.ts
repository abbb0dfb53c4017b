import { sql } from 'kysely';
import { BadValue, invalidParams, ServiceError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { normalForm } from '../../lib/unicode-normal-form.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import type { Role } from '../access/role.ts';
import type { Loader } from '../context/context.ts';
import { isLogin, isNumber, LOGIN_RULE } from './login.ts';

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

/** The form in which logins are compared: full-width and other variants of a letter are that letter. */
export const loginKey = (login: string): string =>
  normalForm(normalForm(login, 'NFKC').toLowerCase(), 'NFKC');

/**
 * The form in which releases before compared logins. Their passwords are hashed with it, and users whose new
 * form was taken still have it.
 */
export const formerLoginKey = (login: string): string => normalForm(login, 'NFC').toLowerCase();

/**
 * Checks a login (rules#logins).
 * @param isNew whether it is for a new user; one that is restored may be made of digits
 * @returns it in the form in which it is stored
 * @throws BadValue
 */
export function checkLogin(text: string, isNew = true): string {
  const login = normalForm(text, 'NFKC').trim();
  if (!isLogin(login) || (isNew && isNumber(login))) throw new BadValue(`must be ${LOGIN_RULE}`);
  return login;
}

/** The user with this login, whatever its case, the one who has it exactly first; null when there is none. */
export async function findByLogin(db: ReadDb, login: string): Promise<UserRecord | null> {
  // No login has control characters, which PostgreSQL would refuse.
  if (/\p{Cc}/u.test(login)) return null;
  const text = login.trim().toWellFormed();
  const former = formerLoginKey(text);
  const users = await db
    .selectFrom('user_account')
    .select(userColumns)
    .where('login_key', 'in', [loginKey(text), former])
    .execute();
  return users.find((user) => formerLoginKey(user.login) === former) ?? users[0] ?? null;
}

const ambiguous = (text: string, { id }: UserRecord): ServiceError =>
  invalidParams({
    user: {
      message:
        `must be a login or an id: "${text}" is the login of the user with the id ${id}, and may also be meant as the id ` +
        `${text}; send ${id} for that user, or the login of the other one`,
      code: 'rest_invalid_value',
    },
  });

/**
 * The user with this id or login; null when there is none. A text of digits is an id.
 * @throws ServiceError rest_invalid_param 400 for a text of digits that is the login of another user: who
 * sends it may mean either (rules#logins)
 */
export async function findUser(db: ReadDb, ref: UserRef): Promise<UserRecord | null> {
  const byLogin = typeof ref === 'string' ? await findByLogin(db, ref) : null;
  const id = typeof ref === 'number' ? ref : /^\d+$/.test(ref.trim()) ? Number(ref) : Number.NaN;
  if (byLogin && (Number.isNaN(id) || byLogin.id === id)) return byLogin;
  if (byLogin) throw ambiguous(String(ref).trim(), byLogin);
  if (!isId(id)) return null;
  return (
    (await db.selectFrom('user_account').select(userColumns).where('id', '=', id).executeTakeFirst()) ?? null
  );
}

/** @throws ServiceError user-not-found 404, rest_invalid_param 400 as {@link findUser} */
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
