import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { BadValue, ServiceError } from '../../lib/errors.ts';
import { plainText } from '../../lib/text.ts';
import type { PasswordKeys } from '../access/password-keys.ts';
import type { UserBy } from '../generated/schema.ts';
import { hashPassword, inGroupsOfFour, newPassword } from './password-hash.ts';
import { ApplicationPasswordEntity } from './user.entity.ts';
import { type ApplicationPasswordRecord, requireUser, type UserRecord } from './user.record.ts';

const MAX_NAME = 100;

/** Checks the name of a password, its purpose. @throws BadValue if it is empty or longer than 100 characters */
export function checkPasswordName(text: string): string {
  const name = plainText(text);
  if (name === '') throw new BadValue('must not be empty', 'rest_too_short');
  if (name.length > MAX_NAME)
    throw new BadValue(`must be at most ${MAX_NAME} characters long`, 'rest_too_long');
  return name;
}

/** Adds a password to a user; null if it is valid already. */
export async function addPassword(
  em: EntityManager,
  keys: PasswordKeys,
  user: UserRecord,
  name: string,
  password: string,
  nowUtc: string,
): Promise<ApplicationPasswordRecord | null> {
  const hash = hashPassword(await keys.current(em), user.login, password);
  if (await em.findOne(ApplicationPasswordEntity, { hash })) return null;
  const { id: userId } = user;
  const added = em.create(ApplicationPasswordEntity, { userId, name, hash, createdUtc: nowUtc });
  await em.flush();
  return { id: added.id, userId, name, createdUtc: nowUtc, lastUsedUtc: null };
}

/**
 * @param name must have passed checkPasswordName
 * @returns the password in groups of four; it cannot be shown again
 * @throws ServiceError user-not-found 404
 */
export async function createPassword(
  em: EntityManager,
  keys: PasswordKeys,
  by: UserBy,
  name: string,
  nowUtc: string,
): Promise<{ applicationPassword: ApplicationPasswordRecord; password: string }> {
  const user = await requireUser(em, by);
  const password = newPassword();
  const applicationPassword = await addPassword(em, keys, user, name, password, nowUtc);
  if (!applicationPassword) throw new Error('a random password came up twice');
  return { applicationPassword, password: inGroupsOfFour(password) };
}

/**
 * Revokes an application password, at once on every instance. Call it in a transaction.
 * @param mayRevoke whether passwords of this user may be revoked; if not, the error is the same as for a missing
 * password
 * @returns the revoked password
 * @throws ServiceError application-password-not-found 404
 */
export async function revokePassword(
  em: EntityManager,
  id: number,
  mayRevoke: (userId: number) => boolean = () => true,
): Promise<ApplicationPasswordRecord> {
  const password = await em.findOne(ApplicationPasswordEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!password || !mayRevoke(password.userId)) throw new ServiceError('application-password-not-found');
  await em.remove(password).flush();
  const { userId, name, createdUtc, lastUsedUtc } = password;
  return { id, userId, name, createdUtc, lastUsedUtc: lastUsedUtc ?? null };
}
