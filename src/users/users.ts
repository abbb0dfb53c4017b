import { blockSubjects } from '../access/oidc-user.ts';
import type { Db } from '../database/orm.ts';
import { ServiceError } from '../errors.ts';
import { insertUser } from './new-user.ts';
import type { Role } from './user.entity.ts';
import { needUser, type UserRecord, type UserRef } from './user.record.ts';

/**
 * Creates a user. @param login one that checkLogin has accepted
 * @throws ServiceError user-exists 409
 */
export async function createUser(
  db: Db,
  { login, role }: { login: string; role: Role },
  nowUtc: string,
): Promise<UserRecord> {
  const created = await insertUser(db, { login, role }, nowUtc);
  if (!created) throw new ServiceError('user-exists');
  return created;
}

/**
 * Locks all administrators, so that of two who take the right from each other only one succeeds.
 * @throws ServiceError conflict 409 when the user is the only one
 */
async function assertNotLastAdministrator(db: Db, id: number): Promise<void> {
  const administrators = db.selectFrom('user_account').select('id').where('role', '=', 'administrator');
  const rows = await administrators.orderBy('id').forUpdate().execute();
  if (rows.length === 1 && rows[0]?.id === id) {
    throw new ServiceError('conflict', {
      message: 'This is the last administrator; make somebody else one first.',
    });
  }
}

/**
 * Gives a user another role. Call it in a transaction. @throws ServiceError user-not-found 404, conflict 409
 * for the last administrator
 */
export async function changeRole(db: Db, ref: UserRef, role: Role): Promise<UserRecord> {
  const { id } = await needUser(db, ref);
  if (role !== 'administrator') await assertNotLastAdministrator(db, id);
  await db.updateTable('user_account').set({ role }).where('id', '=', id).execute();
  return needUser(db, id);
}

/**
 * Deletes a user with all application passwords; what the user wrote stays, and tokens that stood for the
 * user are refused. Call it in a transaction.
 * @returns the user as it was @throws ServiceError user-not-found 404, conflict 409 for the last
 * administrator
 */
export async function deleteUser(db: Db, ref: UserRef): Promise<UserRecord> {
  const user = await needUser(db, ref);
  await assertNotLastAdministrator(db, user.id);
  await blockSubjects(db, user);
  await db.deleteFrom('user_account').where('id', '=', user.id).execute();
  return user;
}
