import type { EntityManager } from '@mikro-orm/postgresql';
import { loginKey } from '../access/logins.ts';
import type { Role } from '../access/role.ts';
import { UserEntity } from './user.entity.ts';
import { type UserRecord, userRecord } from './user.record.ts';

/**
 * Creates a user; null if the login exists, ignoring case. If a concurrent transaction adds it, the unique index
 * refuses this one: run it again (platform/postgres/retry.ts).
 */
export async function insertUser(
  em: EntityManager,
  { login, role, name = '' }: { login: string; role: Role; name?: string | undefined },
  nowUtc: string,
): Promise<UserRecord | null> {
  const key = loginKey(login);
  if (await em.findOne(UserEntity, { loginKey: key })) return null;
  const user = em.create(UserEntity, { login, loginKey: key, role, name, createdUtc: nowUtc });
  await em.flush();
  return userRecord(user);
}
