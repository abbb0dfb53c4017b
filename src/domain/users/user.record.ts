import type { EntityManager } from '@mikro-orm/postgresql';
import { BadValue, invalidParams, ServiceError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { plainText } from '../../lib/text.ts';
import { normalForm } from '../../lib/unicode-normal-form.ts';
import { entityManagerOn, UNMANAGED } from '../../platform/postgres/orm.ts';
import { byLogin } from '../access/logins.ts';
import type { Role } from '../access/role.ts';
import type { Page } from '../content/page.ts';
import type { Context, Loader } from '../context/context.ts';
import type { UserBy } from '../generated/schema.ts';
import { isDigitsOnly, isLogin, LOGIN_RULE } from './login.ts';
import { ApplicationPasswordEntity, UserEntity } from './user.entity.ts';

export interface UserRecord {
  id: number;
  login: string;
  role: Role;
  /** Public name, plain text; empty for none. */
  name: string;
  createdUtc: string;
}

/** Never contains the password itself. */
export interface ApplicationPasswordRecord {
  id: number;
  userId: number;
  name: string;
  createdUtc: string;
  lastUsedUtc: string | null;
}

export type UserPage = Page<UserRecord>;
export type ApplicationPasswordPage = Page<ApplicationPasswordRecord>;

/** The fields of a user, without the other columns of its row. */
export const userRecord = ({ id, login, role, name, createdUtc }: UserRecord): UserRecord => ({
  id,
  login,
  role,
  name,
  createdUtc,
});

/** An entity manager for reading in a request: for users, which are few and rarely queried. */
export const entityManagerOf = ({ primary, db }: Context): EntityManager =>
  entityManagerOn(primary.orm.em, db);

/** Checks the login of a new user (rules#logins). @returns its stored form @throws BadValue */
export function checkLogin(text: string): string {
  const login = normalForm(text, 'NFKC').trim();
  if (!isLogin(login) || isDigitsOnly(login)) throw new BadValue(`must be ${LOGIN_RULE}`);
  return login;
}

/** In characters, as in schema.graphql. */
const MAX_NAME = 200;

/** Checks the public name of a user. @returns plain text @throws BadValue */
export function checkUserName(text: string): string {
  const name = plainText(text).trim();
  if (name.length > MAX_NAME) throw new BadValue(`must be at most ${MAX_NAME} characters long`);
  return name;
}

/** A name from a token, shortened if it is too long. */
export const userNameFromClaim = (text: string): string =>
  plainText(text.replaceAll('\0', '')).trim().slice(0, MAX_NAME).toWellFormed();

/** The user with this login, ignoring case; an exact match comes first. Null if there is none. */
export async function findByLogin(em: EntityManager, login: string): Promise<UserRecord | null> {
  const user = await byLogin(login, (keys) => em.find(UserEntity, { loginKey: keys }, UNMANAGED));
  return user && userRecord(user);
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

/** The user with this id or login; null if there is none. */
export async function findUser(
  em: EntityManager,
  { databaseId = 0, login }: UserBy,
): Promise<UserRecord | null> {
  if (login !== undefined) return findByLogin(em, login);
  if (!isId(databaseId)) return null;
  const user = await em.findOne(UserEntity, databaseId, UNMANAGED);
  return user && userRecord(user);
}

/**
 * The user named on the command line: by login, or by id in digits.
 * @throws ServiceError user-not-found 404, rest_invalid_param 400 for digits that are the login of another user
 * (rules#logins)
 */
export async function userByLoginOrId(em: EntityManager, text: string): Promise<UserRecord> {
  const user = await findByLogin(em, text);
  const id = /^\d+$/.test(text.trim()) ? Number(text) : null;
  if (user && id !== null && user.id !== id) throw ambiguous(text.trim(), user);
  return user ?? requireUser(em, { databaseId: id ?? 0 });
}

/** Users by id, in this order; null for unknown ids. */
export async function readUsers(context: Context, ids: readonly number[]): Promise<(UserRecord | null)[]> {
  const users = await entityManagerOf(context).find(UserEntity, { id: [...ids] }, UNMANAGED);
  const byId = new Map(users.map((user) => [user.id, userRecord(user)]));
  return ids.map((id) => byId.get(id) ?? null);
}

export const userById: Loader<number, UserRecord | null> = { batch: readUsers };

/** @throws ServiceError user-not-found 404 */
export async function requireUser(em: EntityManager, by: UserBy): Promise<UserRecord> {
  const user = await findUser(em, by);
  if (!user) throw new ServiceError('user-not-found');
  return user;
}

export async function allUsers(em: EntityManager): Promise<UserRecord[]> {
  const users = await em.find(UserEntity, {}, { ...UNMANAGED, orderBy: { loginKey: 'asc' } });
  return users.map(userRecord);
}

/** The administrator with the lowest id, author of the records that commands create; null if there is none. */
export const firstAdministrator = (em: EntityManager): Promise<UserRecord | null> =>
  em.findOne(UserEntity, { role: 'administrator' }, { ...UNMANAGED, orderBy: { id: 'asc' } });

/** Application passwords of a user, oldest first, without hashes. */
export async function listPasswords(em: EntityManager, userId: number): Promise<ApplicationPasswordRecord[]> {
  const passwords = await em.find(
    ApplicationPasswordEntity,
    { userId },
    { ...UNMANAGED, fields: ['userId', 'name', 'createdUtc', 'lastUsedUtc'], orderBy: { id: 'asc' } },
  );
  return passwords.map(({ id, name, createdUtc, lastUsedUtc = null }) => ({
    id,
    userId,
    name,
    createdUtc,
    lastUsedUtc,
  }));
}
