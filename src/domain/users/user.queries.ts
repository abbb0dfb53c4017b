import { sql } from 'kysely';
import { textKey } from '../content/keyset.ts';
import { listsOf } from '../content/list.ts';
import { type ListName, listName, type PageArgs, requestedPage, type SortedList } from '../content/page.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import type { UserPage } from './user.record.ts';

const userList = (args: PageArgs): SortedList & { name: ListName } => ({
  name: listName('users', args),
  order: {
    key: textKey(sql`login_key`, (login) => login),
    direction: 'asc',
    id: sql`id`,
    ties: 'asc',
  },
});

/** What is wrong with the arguments of the list of users goes to `checks`. */
export const checkUserList = (context: Context, args: PageArgs, checks: Checks): Promise<unknown> =>
  requestedPage(context, checks, userList(args), args);

const list = listsOf('user_account', (db) =>
  db.selectFrom('user_account').select(['id', 'login', 'role', 'name', 'created_utc as createdUtc']),
);

/** A page of all users, by login. @throws ServiceError rest_invalid_param */
export function listUsers(context: Context, args: PageArgs): Promise<UserPage> {
  return list(context, args, { sorted: userList(args), condition: async () => sql`true` });
}
