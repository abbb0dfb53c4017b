import { normalForm } from '../../lib/unicode-normal-form.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';

/** The form in which logins are compared: full-width and other variants of a letter are that letter. */
export const loginKey = (login: string): string =>
  normalForm(normalForm(login, 'NFKC').toLowerCase(), 'NFKC');

/**
 * The form in which releases before compared logins. Their passwords are hashed with it, and users whose new
 * form was taken still have it.
 */
export const formerLoginKey = (login: string): string => normalForm(login, 'NFC').toLowerCase();

/**
 * Finds a user by the login, whatever its case, the user with exactly this login first.
 * @param read reads users by the forms of their logins
 */
export async function byLogin<User extends { readonly login: string }>(
  login: string,
  read: (keys: string[]) => Promise<readonly User[]>,
): Promise<User | null> {
  // No login has control characters, which PostgreSQL would refuse.
  if (/\p{Cc}/u.test(login)) return null;
  const text = login.trim().toWellFormed();
  const former = formerLoginKey(text);
  const users = await read([loginKey(text), former]);
  return users.find((user) => formerLoginKey(user.login) === former) ?? users[0] ?? null;
}

/** The id of the user with this login; null if there is none. */
export async function idOfLogin(db: ReadDb, login: string): Promise<number | null> {
  const user = await byLogin(login, (keys) =>
    db.selectFrom('user_account').select(['id', 'login']).where('login_key', 'in', keys).execute(),
  );
  return user?.id ?? null;
}
