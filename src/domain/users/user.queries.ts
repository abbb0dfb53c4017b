import { sql } from 'kysely';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import { mayManagePasswords } from '../access/policy.ts';
import { textKey } from '../content/keyset.ts';
import { pageReader } from '../content/list.ts';
import { type ListName, listName, type PageArgs, requestedPage, type SortedList } from '../content/page.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import type { ApplicationPasswordPage, ApplicationPasswordRecord, UserPage } from './user.record.ts';

const userList = (args: PageArgs): SortedList & { name: ListName } => ({
  name: listName('users', args),
  order: {
    key: textKey(sql`login_key`, (login) => login),
    direction: 'asc',
    id: sql`id`,
    ties: 'asc',
  },
});

/** Reports invalid arguments of the list of users to `checks`. */
export const checkUserList = (context: Context, args: PageArgs, checks: Checks): Promise<unknown> =>
  requestedPage(context, checks, userList(args), args);

const list = pageReader('user_account', (db) =>
  db.selectFrom('user_account').select(['id', 'login', 'role', 'name', 'created_utc as createdUtc']),
);

/** All users, by login. @throws ServiceError rest_invalid_param */
export function listUsers(context: Context, args: PageArgs): Promise<UserPage> {
  return list(context, args, { sorted: userList(args), condition: async () => sql`true` });
}

/** Without hashes. */
const selectPasswords = (db: ReadDb) =>
  db
    .selectFrom('application_password')
    .select(['id', 'user_id as userId', 'name', 'created_utc as createdUtc', 'last_used_utc as lastUsedUtc']);

const passwordList = pageReader('application_password', selectPasswords);

/**
 * A page of the application passwords of a user, oldest first, batched with those of other users.
 * @throws ServiceError rest_invalid_param
 */
export function passwordsOf(
  context: Context,
  userId: number,
  args: PageArgs,
): Promise<ApplicationPasswordPage> {
  return passwordList(context, args, {
    sorted: {
      name: listName(`passwords ${userId}`, args),
      order: { key: null, direction: 'asc', id: sql`id`, ties: 'asc' },
    },
    condition: async () => sql`user_id = scope.id`,
    scope: { id: userId, kind: 'user' },
  });
}

/** Application passwords by id, in this order; null if missing, or if the caller may not manage the password. */
export async function readPasswords(
  { caller, db }: Context,
  ids: readonly number[],
): Promise<(ApplicationPasswordRecord | null)[]> {
  const passwords = await selectPasswords(db)
    .where('id', 'in', [...ids])
    .execute();
  const readable = passwords.filter(({ userId }) => mayManagePasswords(caller, userId));
  const byId = new Map(readable.map((password) => [password.id, password]));
  return ids.map((id) => byId.get(id) ?? null);
}
