import type { EntityManager } from '@mikro-orm/postgresql';
import { BadValue, invalidParams, ServiceError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { plainText } from '../../lib/text.ts';
import { normalForm } from '../../lib/unicode-normal-form.ts';
import { entityManagerOn, UNMANAGED } from '../../platform/postgres/orm.ts';
import type { Role } from '../access/role.ts';
import type { Page } from '../content/page.ts';
import type { Context, Loader } from '../context/context.ts';
import { isLogin, isNumber, LOGIN_RULE } from './login.ts';
import { ApplicationPasswordEntity, UserEntity } from './user.entity.ts';

/** A user as it is read. */
export interface UserRecord {
  id: number;
  login: string;
  role: Role;
  /** What everybody may call the user, plain text; empty for none. */
  name: string;
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

export type UserPage = Page<UserRecord>;

/** Names a user by id or by login. */
export type UserRef = number | string;

/** What is shown of a user, without the other columns of its row. */
export const userRecord = ({ id, login, role, name, createdUtc }: UserRecord): UserRecord => ({
  id,
  login,
  role,
  name,
  createdUtc,
});

/** Reads entities in a request: of users and passwords, which are few and seldom asked for. */
export const entitiesOf = ({ primary, db }: Context): EntityManager => entityManagerOn(primary.orm.em, db);

/** The form in which logins are compared: full-width and other variants of a letter are that letter. */
export const loginKey = (login: string): string =>
  normalForm(normalForm(login, 'NFKC').toLowerCase(), 'NFKC');

/**
 * The form in which releases before compared logins. Their passwords are hashed with it, and users whose new
 * form was taken still have it.
 */
export const formerLoginKey = (login: string): string => normalForm(login, 'NFC').toLowerCase();

/**
 * Checks the login of a new user (rules#logins).
 * @returns it in the form in which it is stored
 * @throws BadValue
 */
export function checkLogin(text: string): string {
  const login = normalForm(text, 'NFKC').trim();
  if (!isLogin(login) || isNumber(login)) throw new BadValue(`must be ${LOGIN_RULE}`);
  return login;
}

/** The longest name of a user, in characters, as in schema.graphql. */
const MAX_NAME = 200;

/** Checks the name that everybody is shown of a user. @returns it as plain text @throws BadValue */
export function checkUserName(text: string): string {
  const name = plainText(text).trim();
  if (name.length > MAX_NAME) throw new BadValue(`must be at most ${MAX_NAME} characters long`);
  return name;
}

/** A name as others tell it, shortened where it is too long. */
export const asUserName = (text: string): string =>
  plainText(text.replaceAll('\0', '')).trim().slice(0, MAX_NAME).toWellFormed();

/** The user with this login, whatever its case, the one who has it exactly first; null when there is none. */
export async function findByLogin(em: EntityManager, login: string): Promise<UserRecord | null> {
  // No login has control characters, which PostgreSQL would refuse.
  if (/\p{Cc}/u.test(login)) return null;
  const text = login.trim().toWellFormed();
  const former = formerLoginKey(text);
  const users = await em.find(UserEntity, { loginKey: [loginKey(text), former] }, UNMANAGED);
  const user = users.find(({ login }) => formerLoginKey(login) === former) ?? users[0];
  return user ? userRecord(user) : null;
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
export async function findUser(em: EntityManager, ref: UserRef): Promise<UserRecord | null> {
  const byLogin = typeof ref === 'string' ? await findByLogin(em, ref) : null;
  const id = typeof ref === 'number' ? ref : /^\d+$/.test(ref.trim()) ? Number(ref) : Number.NaN;
  if (byLogin && (Number.isNaN(id) || byLogin.id === id)) return byLogin;
  if (byLogin) throw ambiguous(String(ref).trim(), byLogin);
  if (!isId(id)) return null;
  const user = await em.findOne(UserEntity, id, UNMANAGED);
  return user && userRecord(user);
}

/** Users by id, in this order; null for ids that name none. */
export async function readUsers(context: Context, ids: readonly number[]): Promise<(UserRecord | null)[]> {
  const users = await entitiesOf(context).find(UserEntity, { id: [...ids] }, UNMANAGED);
  const byId = new Map(users.map((user) => [user.id, userRecord(user)]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** {@link readUsers}, for many records at once. */
export const userById: Loader<number, UserRecord | null> = { batch: readUsers };

/** @throws ServiceError user-not-found 404, rest_invalid_param 400 as {@link findUser} */
export async function needUser(em: EntityManager, ref: UserRef): Promise<UserRecord> {
  const user = await findUser(em, ref);
  if (!user) throw new ServiceError('user-not-found');
  return user;
}

/** All users, by login. */
export async function allUsers(em: EntityManager): Promise<UserRecord[]> {
  const users = await em.find(UserEntity, {}, { ...UNMANAGED, orderBy: { loginKey: 'asc' } });
  return users.map(userRecord);
}

/** The administrator with the lowest id, the author of what commands create; null when there is none. */
export const firstAdministrator = (em: EntityManager): Promise<UserRecord | null> =>
  em.findOne(UserEntity, { role: 'administrator' }, { ...UNMANAGED, orderBy: { id: 'asc' } });

/** Application passwords of users, the oldest first. Their hashes are not even read. */
export async function listPasswords(
  em: EntityManager,
  userIds: readonly number[],
): Promise<ApplicationPasswordRecord[]> {
  const passwords = await em.find(
    ApplicationPasswordEntity,
    { userId: [...userIds] },
    { ...UNMANAGED, fields: ['userId', 'name', 'createdUtc', 'lastUsedUtc'], orderBy: { id: 'asc' } },
  );
  return passwords.map(({ id, userId, name, createdUtc, lastUsedUtc = null }) => ({
    id,
    userId,
    name,
    createdUtc,
    lastUsedUtc,
  }));
}

/** {@link listPasswords} by user. */
export const passwordsOf: Loader<number, readonly ApplicationPasswordRecord[]> = {
  async batch(context, userIds) {
    const passwords = await listPasswords(entitiesOf(context), userIds);
    const byUser = Map.groupBy(passwords, ({ userId }) => userId);
    return userIds.map((id) => byUser.get(id) ?? []);
  },
};
