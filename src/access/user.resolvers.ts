import type { Context } from '../context.ts';
import { Checks } from '../db/checks.ts';
import type { Resolvers } from '../generated/schema.ts';
import { checkPasswordName, createPassword, revokePassword } from './application-passwords.ts';
import { forbidden, mayManageUsers } from './policy.ts';
import { checkLogin, findUser, listUsers, passwordsOf, type UserRecord } from './user.record.ts';
import { changeRole, createUser, deleteUser } from './users.ts';

/** One checked text of an input. @throws ServiceError rest_invalid_param */
async function checked(context: Context, name: string, check: () => string): Promise<string> {
  const checks = new Checks(context);
  const value = await checks.run(name, check);
  checks.done();
  return value ?? '';
}

/** The caller, with the role that counts for this request: a token may give more than what is stored. */
async function viewer({ db, caller }: Context): Promise<UserRecord | null> {
  if (caller.id === 0 || caller.role === 'anonymous') return null;
  const user = await findUser(db, caller.id);
  return user && { ...user, role: caller.role };
}

export const resolvers: Resolvers = {
  Query: {
    viewer: (_root, _args, context) => viewer(context),
    users: (_root, _args, { db }) => listUsers(db),
  },
  Mutation: {
    createUser: async (_root, { input }, context) => {
      const login = await checked(context, 'login', () => checkLogin(input.login));
      return context.write(({ db }) => createUser(db, { login, role: input.role }, context.nowUtc));
    },
    updateUser: (_root, { user, input }, context) => context.write(({ db }) => changeRole(db, user, input.role)),
    deleteUser: (_root, { user }, context) => context.write(({ db }) => deleteUser(db, user)),
    createApplicationPassword: async (_root, args, context) => {
      const name = await checked(context, 'name', () => checkPasswordName(args.name));
      return context.write(({ db }) => createPassword(db, args.user, name, context.nowUtc));
    },
    revokeApplicationPassword: (_root, { id }, context) => context.write(({ db }) => revokePassword(db, id)),
  },
  User: {
    applicationPasswords: async (user, _args, context) => {
      if (!mayManageUsers(context.caller) && context.caller.id !== user.id) throw forbidden(context.caller);
      return [...(await context.load(passwordsOf, user.id))];
    },
  },
};
