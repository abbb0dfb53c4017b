import type { AuditEntry } from '../access/audit.ts';
import {
  assertIsUser,
  assertMayManageUsers,
  forbidden,
  mayManagePasswords,
  mayManageUsers,
} from '../access/policy.ts';
import type { Context } from '../context.ts';
import { kysely } from '../database/orm.ts';
import { ServiceError } from '../errors.ts';
import type { Resolvers } from '../generated/schema.ts';
import { Checks } from '../records/checks.ts';
import type { Authorize, Resource } from '../records/resource.ts';
import { untilFree } from '../records/taken.ts';
import { checkPasswordName, createPassword, revokePassword } from './application-passwords.ts';
import { userEntities } from './user.entity.ts';
import {
  checkLogin,
  findUser,
  listUsers,
  needUser,
  passwordsOf,
  type UserRecord,
  type UserRef,
} from './user.record.ts';
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

const by = ({ caller }: Context): string => caller.login ?? 'nobody';

/** Notes what was done to a user, who is answered. */
function noted(context: Context, what: AuditEntry['what'], user: UserRecord): UserRecord {
  context.access.audit({ what, by: by(context), user: user.login, role: user.role });
  return user;
}

/**
 * The user whose passwords are meant. @throws ServiceError user-not-found 404, rest_forbidden 403 for others
 * than oneself, there or not
 */
async function owner({ db, caller }: Context, ref: UserRef): Promise<UserRecord> {
  const user = await findUser(db, ref);
  if (user && mayManagePasswords(caller, user.id)) return user;
  if (!mayManageUsers(caller)) throw forbidden(caller);
  throw new ServiceError('user-not-found');
}

const resolvers: Resolvers = {
  Query: {
    viewer: (_root, _args, context) => viewer(context),
    users: (_root, _args, { db }) => listUsers(db),
  },
  Mutation: {
    createUser: async (_root, { input }, context) => {
      const login = await checked(context, 'login', () => checkLogin(input.login));
      const create = () =>
        context.write(({ em }) => createUser(em, { login, role: input.role }, context.nowUtc));
      const user = await untilFree(create);
      return noted(context, 'user created', user);
    },
    updateUser: async (_root, { user, input }, context) =>
      noted(context, 'user changed', await context.write(({ em }) => changeRole(em, user, input.role))),
    deleteUser: async (_root, { user }, context) =>
      noted(context, 'user deleted', await context.write(({ em }) => deleteUser(em, user))),
    createApplicationPassword: async (_root, args, context) => {
      const { access, caller, nowUtc } = context;
      const name = await checked(context, 'name', () => checkPasswordName(args.name));
      const user = await owner(context, args.user ?? caller.id);
      const made = await context.write(({ em }) => createPassword(em, access.keys, user.id, name, nowUtc));
      access.audit({
        what: 'password created',
        by: by(context),
        user: user.login,
        password: { id: made.id, name },
      });
      return made;
    },
    revokeApplicationPassword: async (_root, { id }, context) => {
      const { caller } = context;
      const { user, revoked } = await context.write(async ({ em }) => {
        const gone = await revokePassword(em, id, (userId) => mayManagePasswords(caller, userId));
        return { user: await needUser(kysely(em), gone.userId), revoked: gone };
      });
      const password = { id, name: revoked.name };
      context.access.audit({ what: 'password revoked', by: by(context), user: user.login, password });
      return revoked;
    },
  },
  User: {
    applicationPasswords: async (user, _args, context) => {
      if (!mayManagePasswords(context.caller, user.id)) throw forbidden(context.caller);
      return [...(await context.load(passwordsOf, user.id))];
    },
  },
};

/** Whose passwords, the resolver sees. */
const oneself: Authorize = ({ caller }) => assertIsUser(caller);
const manage: Authorize = ({ caller }) => assertMayManageUsers(caller);

export const resource: Resource = {
  entities: userEntities,
  resolvers,
  authorize: {
    'Query.users': manage,
    'Mutation.createUser': manage,
    'Mutation.updateUser': manage,
    'Mutation.deleteUser': manage,
    'Mutation.createApplicationPassword': oneself,
    'Mutation.revokeApplicationPassword': oneself,
  },
};
