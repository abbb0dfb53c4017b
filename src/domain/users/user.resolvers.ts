import { ServiceError } from '../../lib/errors.ts';
import { load } from '../../platform/cache/loaders.ts';
import type { AuditEntry } from '../access/audit.ts';
import {
  assertIsUser,
  assertMayManageUsers,
  forbidden,
  mayManagePasswords,
  mayManageUsers,
  mayReadAccount,
} from '../access/policy.ts';
import { SettingEntity } from '../access/setting.entity.ts';
import { connectionFields, nodesOf } from '../content/page.ts';
import type { Context } from '../context/context.ts';
import type { User, UserConnection, UserConnectionResolvers, UserResolvers } from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import type { Complete, Computed, WithComputed } from '../resource/complete.ts';
import type { Authorize, Resource } from '../resource/resource.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { checkPasswordName, createPassword, revokePassword } from './application-passwords.ts';
import { userEntities } from './user.entity.ts';
import { checkUserList, listUsers } from './user.queries.ts';
import {
  checkLogin,
  checkUserName,
  entitiesOf,
  findUser,
  needUser,
  passwordsOf,
  type UserPage,
  type UserRecord,
  type UserRef,
  userById,
} from './user.record.ts';
import { changeUser, createUser, deleteUser } from './users.ts';

const loginIn = (checks: Checks, login: string | undefined): Promise<string | undefined> =>
  checks.run('login', () => (login === undefined ? login : checkLogin(login)));
const nameIn = (checks: Checks, name: string | undefined): Promise<string | undefined> =>
  checks.run('name', () => (name === undefined ? name : checkPasswordName(name)));

/** The name in the input for a user; null stands for none. */
const userNameIn = (checks: Checks, name: string | null | undefined): Promise<string | undefined> =>
  checks.run('name', () => (name === undefined ? name : checkUserName(name ?? '')));

/** Checks one text of an input. @throws ServiceError rest_invalid_param */
async function checkedText(check: (checks: Checks) => Promise<string | undefined>): Promise<string> {
  const checks = new Checks();
  const value = await check(checks);
  checks.done();
  return value ?? '';
}

/** The caller as a user, with the role of this request: a token may give a higher one than the stored one. */
async function viewer(context: Context): Promise<UserRecord | null> {
  const { caller } = context;
  if (caller.id === 0 || caller.role === 'anonymous') return null;
  const user = await findUser(entitiesOf(context), caller.id);
  return user && { ...user, role: caller.role };
}

const by = ({ caller }: Context): string => caller.login ?? 'nobody';

/**
 * Writes to the audit log what happened to a user.
 * @returns the user
 */
function noted(context: Context, what: AuditEntry['what'], user: UserRecord): UserRecord {
  context.access.audit({ what, by: by(context), user: user.login, role: user.role });
  return user;
}

/**
 * The user whose passwords an operation is about.
 * @throws ServiceError user-not-found 404; rest_forbidden 403 for anybody but the caller, whether there is
 * such a user or not
 */
async function owner(context: Context, ref: UserRef): Promise<UserRecord> {
  const { caller } = context;
  const user = await findUser(entitiesOf(context), ref).catch((error: unknown) => {
    throw mayManageUsers(caller) ? error : forbidden(caller);
  });
  if (user && mayManagePasswords(caller, user.id)) return user;
  if (!mayManageUsers(caller)) throw forbidden(caller);
  throw new ServiceError('user-not-found');
}

/** Every user may call it: the operation itself checks whose passwords it is about. */
const oneself: Authorize<void> = async ({ caller }) => assertIsUser(caller);
const manage: Authorize<void> = async ({ caller }) => assertMayManageUsers(caller);

/** A field of a user that only administrators and the user may read. */
const ofAccount =
  <Name extends keyof UserRecord>(name: Name) =>
  (user: UserRecord, { caller }: Context): UserRecord[Name] | null =>
    mayReadAccount(caller, user.id) ? user[name] : null;

const computedUserFields = {
  login: ofAccount('login'),
  role: ofAccount('role'),
  createdUtc: ofAccount('createdUtc'),
} satisfies Computed<UserRecord, UserResolvers>;

/** The author of a record; null when unknown, and when the user was deleted. The id of nobody is 0, or null where it is selected. */
const author = (
  { authorId }: { authorId: number | null },
  _args: unknown,
  context: Context,
): Promise<UserRecord | null> | null => (authorId ? load(context, userById, authorId) : null);

/** Users and application passwords in the schema; the authors of records too, whose rooms know nothing of users. */
export const resource: Resource = {
  entities: [...userEntities, SettingEntity],
  queries: {
    viewer: { run: viewer },
    users: {
      authorize: manage,
      check: (context, args, checks) => checkUserList(context, args, checks),
      run: (context, args) => listUsers(context, args),
    },
  },
  mutations: {
    createUser: {
      authorize: manage,
      check: async (_context, { input }, checks) => {
        await loginIn(checks, input.login);
        await userNameIn(checks, input.name);
      },
      run: async (context, { input }) => {
        const checks = new Checks();
        const login = (await loginIn(checks, input.login)) ?? '';
        const name = await userNameIn(checks, input.name);
        checks.done();
        const account = { login, role: input.role, name };
        const user = await runInTransaction(context, ({ em }) =>
          createUser(em, account, context.clock.nowUtc),
        );
        return noted(context, 'user created', user);
      },
    },
    updateUser: {
      authorize: manage,
      check: async (_context, { input }, checks) => void (await userNameIn(checks, input.name)),
      run: async (context, { user, input }) => {
        const checks = new Checks();
        const name = await userNameIn(checks, input.name);
        checks.done();
        const changes = { role: input.role ?? undefined, name };
        return noted(
          context,
          'user changed',
          await runInTransaction(context, ({ em }) => changeUser(em, user, changes)),
        );
      },
    },
    deleteUser: {
      authorize: manage,
      run: async (context, { user }) =>
        noted(context, 'user deleted', await runInTransaction(context, ({ em }) => deleteUser(em, user))),
    },
    createApplicationPassword: {
      authorize: oneself,
      check: (_context, { name }, checks) => nameIn(checks, name),
      run: async (context, args) => {
        const { access, caller } = context;
        const { nowUtc } = context.clock;
        const name = await checkedText((checks) => nameIn(checks, args.name));
        const user = await owner(context, args.user ?? caller.id);
        const made = await runInTransaction(context, ({ em }) =>
          createPassword(em, access.keys, user.id, name, nowUtc),
        );
        access.audit({
          what: 'password created',
          by: by(context),
          user: user.login,
          password: { id: made.id, name },
        });
        return made;
      },
    },
    revokeApplicationPassword: {
      authorize: oneself,
      run: async (context, { id }) => {
        const { caller } = context;
        const { user, revoked } = await runInTransaction(context, async ({ em }) => {
          const gone = await revokePassword(em, id, (userId) => mayManagePasswords(caller, userId));
          return { user: await needUser(em, gone.userId), revoked: gone };
        });
        const password = { id, name: revoked.name };
        context.access.audit({ what: 'password revoked', by: by(context), user: user.login, password });
        return revoked;
      },
    },
  },
  computed: { User: computedUserFields },
  resolvers: {
    UserConnection: { ...connectionFields, users: nodesOf } satisfies Complete<
      UserConnection,
      UserPage,
      UserConnectionResolvers
    >,
    User: {
      applicationPasswords: async (user, _args, context) =>
        mayManagePasswords(context.caller, user.id) ? [...(await load(context, passwordsOf, user.id))] : null,
    } satisfies Complete<User, WithComputed<UserRecord, typeof computedUserFields>, UserResolvers>,
    Event: { author },
    Venue: { author },
    Organizer: { author },
  },
};
