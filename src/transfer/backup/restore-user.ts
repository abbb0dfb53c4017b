import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { UserEntity } from '../../domain/users/user.entity.ts';
import { checkLogin, checkUserName, loginKey } from '../../domain/users/user.record.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import type { Outcome } from '../import/report.ts';
import type { LineOf } from './lines.ts';
import type { RestoredIds } from './restored-ids.ts';

/** Restores a user. One with the same login who is here already is left as is, the role too. */
export async function restoreUser(
  em: EntityManager,
  { keepsIds }: RestoredIds,
  { id, login: text, role, name, createdUtc }: LineOf<'user'>,
): Promise<Outcome> {
  const login = checkLogin(text, false);
  const key = loginKey(login);
  if (await em.findOne(UserEntity, { loginKey: key })) return 'unchanged';
  const isFree = keepsIds && !(await em.findOne(UserEntity, id));
  em.create(UserEntity, {
    ...(isFree && { id }),
    login,
    loginKey: key,
    role,
    name: checkUserName(name),
    createdUtc,
  });
  await em.flush();
  if (isFree)
    await sql`select setval(pg_get_serial_sequence('user_account', 'id'), (select max(id) from user_account))`.execute(
      kysely(em),
    );
  return 'created';
}
