import { normalForm } from '../../lib/unicode-normal-form.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';

/** The form in which logins are compared: full-width and other variants of a letter equal that letter. */
export const loginKey = (login: string): string =>
  normalForm(normalForm(login, 'NFKC').toLowerCase(), 'NFKC');

/**
 * The form in which earlier releases compared logins. Their passwords are hashed with it, and users whose new form was
 * already in use still have it.
 */
export const formerLoginKey = (login: string): string => normalForm(login, 'NFC').toLowerCase();

/** Finds a user by login, ignoring case; an exact match comes first. @param read loads users by {@link loginKey} */
export async function byLogin<User extends { readonly login: string }>(
  login: string,
  read: (keys: string[]) => Promise<readonly User[]>,
): Promise<User | null> {
  // No login contains control characters, and PostgreSQL would refuse them.
  if (/\p{Cc}/u.test(login)) return null;
  const text = login.trim().toWellFormed();
  const former = formerLoginKey(text);
  const users = await read([loginKey(text), former]);
  return users.find((user) => formerLoginKey(user.login) === former) ?? users[0] ?? null;
}

export async function idOfLogin(db: ReadDb, login: string): Promise<number | null> {
  const user = await byLogin(login, (keys) =>
    db.selectFrom('user_account').select(['id', 'login']).where('login_key', 'in', keys).execute(),
  );
  return user?.id ?? null;
}
