import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ServiceError } from '../../lib/errors.ts';
import type { Role } from '../access/role.ts';
import type { UserBy } from '../generated/schema.ts';
import { insertUser } from './new-user.ts';
import { blockSubjects } from './oidc-user.ts';
import { UserEntity } from './user.entity.ts';
import { requireUser, type UserRecord, userRecord } from './user.record.ts';

/** `login` must have passed checkLogin. @throws ServiceError user-exists 409 */
export async function createUser(
  em: EntityManager,
  account: { login: string; role: Role; name?: string | undefined },
  nowUtc: string,
): Promise<UserRecord> {
  const created = await insertUser(em, account, nowUtc);
  if (!created) throw new ServiceError('user-exists');
  return created;
}

/**
 * Locks all administrators: of two that demote each other at the same time, only one succeeds.
 * @throws ServiceError conflict 409 if the user is the only one
 */
async function assertNotLastAdministrator(em: EntityManager, id: number): Promise<void> {
  const administrators = await em.find(
    UserEntity,
    { role: 'administrator' },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (administrators.length === 1 && administrators[0]?.id === id) {
    throw new ServiceError('conflict', {
      message: 'This is the last administrator. Make another user an administrator first.',
    });
  }
}

/** Locks the user until the end of the transaction. */
async function lockUser(em: EntityManager, by: UserBy, staysAdministrator: boolean) {
  const { id } = await requireUser(em, by);
  if (!staysAdministrator) await assertNotLastAdministrator(em, id);
  const user = await em.findOne(UserEntity, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!user) throw new ServiceError('user-not-found');
  return user;
}

/**
 * Changes the role or the name of a user, or both. Call it in a transaction.
 * @throws ServiceError user-not-found 404, conflict 409 for the last administrator
 */
export async function changeUser(
  em: EntityManager,
  by: UserBy,
  { role, name }: { role?: Role | undefined; name?: string | undefined },
): Promise<UserRecord> {
  const user = await lockUser(em, by, role === undefined || role === 'administrator');
  if (role !== undefined) user.role = role;
  if (name !== undefined) user.name = name;
  await em.flush();
  return userRecord(user);
}

/**
 * Deletes a user with all application passwords. The user's records stay; tokens of the user are refused from then on.
 * Call it in a transaction.
 * @returns the deleted user
 * @throws ServiceError user-not-found 404, conflict 409 for the last administrator
 */
export async function deleteUser(em: EntityManager, by: UserBy): Promise<UserRecord> {
  const user = await lockUser(em, by, false);
  await blockSubjects(em, user);
  await em.remove(user).flush();
  return userRecord(user);
}
