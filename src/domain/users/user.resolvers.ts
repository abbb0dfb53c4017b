import { ServiceError } from '../../lib/errors.ts';
import { nodeIdOf } from '../../lib/node-id.ts';
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
import { plainConnectionFields } from '../content/page.ts';
import { onSiteClock } from '../content/record.ts';
import type { Context } from '../context/context.ts';
import type {
  ApplicationPassword,
  ApplicationPasswordConnection,
  ApplicationPasswordConnectionResolvers,
  ApplicationPasswordResolvers,
  User,
  UserBy,
  UserConnection,
  UserConnectionResolvers,
  UserResolvers,
} from '../generated/schema.ts';
import { Checks } from '../resource/checks.ts';
import type { Complete, Computed, WithComputed } from '../resource/complete.ts';
import type { Authorize, Resource } from '../resource/resource.ts';
import { runInTransaction } from '../transactions/run-in-transaction.ts';
import { checkPasswordName, createPassword, revokePassword } from './application-passwords.ts';
import { userEntities } from './user.entity.ts';
import { checkUserList, listUsers, passwordsOf } from './user.queries.ts';
import {
  type ApplicationPasswordPage,
  type ApplicationPasswordRecord,
  checkLogin,
  checkUserName,
  entitiesOf,
  findUser,
  needUser,
  type UserPage,
  type UserRecord,
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
  const user = await findUser(entitiesOf(context), { databaseId: caller.id });
  return user && { ...user, role: caller.role };
}

const actor = ({ caller }: Context): string => caller.login ?? 'nobody';

/**
 * Writes to the audit log what happened to a user.
 * @returns the answer of the mutation
 */
function noted(context: Context, what: AuditEntry['what'], user: UserRecord): { user: UserRecord } {
  context.access.audit({ what, by: actor(context), user: user.login, role: user.role });
  return { user };
}

/**
 * The user whose passwords an operation is about.
 * @throws ServiceError user-not-found 404; rest_forbidden 403 for another user than the caller, also if there is none
 */
async function owner(context: Context, by: UserBy): Promise<UserRecord> {
  const { caller } = context;
  const user = await findUser(entitiesOf(context), by);
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
  databaseId: ({ id }) => id,
  createdAt: (user, context) =>
    mayReadAccount(context.caller, user.id) ? onSiteClock(context, user.createdUtc) : null,
} satisfies Computed<UserRecord, UserResolvers>;

const computedPasswordFields = {
  databaseId: ({ id }) => id,
  createdAt: ({ createdUtc }, context) => onSiteClock(context, createdUtc),
  lastUsedAt: ({ lastUsedUtc }, context) => (lastUsedUtc === null ? null : onSiteClock(context, lastUsedUtc)),
} satisfies Computed<ApplicationPasswordRecord, ApplicationPasswordResolvers>;

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
      run: async (context, { by, input }) => {
        const checks = new Checks();
        const name = await userNameIn(checks, input.name);
        checks.done();
        const changes = { role: input.role ?? undefined, name };
        return noted(
          context,
          'user changed',
          await runInTransaction(context, ({ em }) => changeUser(em, by, changes)),
        );
      },
    },
    deleteUser: {
      authorize: manage,
      run: async (context, { by }) => {
        const user = await runInTransaction(context, ({ em }) => deleteUser(em, by));
        return { ...noted(context, 'user deleted', user), deletedId: nodeIdOf('User', user.id) };
      },
    },
    createApplicationPassword: {
      authorize: oneself,
      check: (_context, { input }, checks) => nameIn(checks, input.name),
      run: async (context, { input }) => {
        const { access, caller } = context;
        const { nowUtc } = context.clock;
        const name = await checkedText((checks) => nameIn(checks, input.name));
        const user = await owner(context, input.user ?? { databaseId: caller.id });
        const created = await runInTransaction(context, ({ em }) =>
          createPassword(em, access.keys, { databaseId: user.id }, name, nowUtc),
        );
        const password = { id: created.applicationPassword.id, name };
        access.audit({ what: 'password created', by: actor(context), user: user.login, password });
        return created;
      },
    },
    revokeApplicationPassword: {
      authorize: oneself,
      run: async (context, { by: { databaseId = 0 } }) => {
        const { caller } = context;
        const { user, applicationPassword } = await runInTransaction(context, async ({ em }) => {
          const revoked = await revokePassword(em, databaseId, (userId) =>
            mayManagePasswords(caller, userId),
          );
          const owning = await needUser(em, { databaseId: revoked.userId });
          return { user: owning, applicationPassword: revoked };
        });
        const { id, name } = applicationPassword;
        const password = { id, name };
        context.access.audit({ what: 'password revoked', by: actor(context), user: user.login, password });
        return { applicationPassword, deletedId: nodeIdOf('ApplicationPassword', id) };
      },
    },
  },
  computed: { User: computedUserFields, ApplicationPassword: computedPasswordFields },
  resolvers: {
    UserConnection: plainConnectionFields satisfies Complete<
      UserConnection,
      UserPage,
      UserConnectionResolvers
    >,
    ApplicationPasswordConnection: plainConnectionFields satisfies Complete<
      ApplicationPasswordConnection,
      ApplicationPasswordPage,
      ApplicationPasswordConnectionResolvers
    >,
    ApplicationPassword: {} satisfies Complete<
      ApplicationPassword,
      WithComputed<ApplicationPasswordRecord, typeof computedPasswordFields>,
      ApplicationPasswordResolvers
    >,
    User: {
      applicationPasswords: ({ id }, args, context) =>
        mayManagePasswords(context.caller, id) ? passwordsOf(context, id, args) : null,
    } satisfies Complete<User, WithComputed<UserRecord, typeof computedUserFields>, UserResolvers>,
    Event: { author },
    Venue: { author },
    Organizer: { author },
  },
};
