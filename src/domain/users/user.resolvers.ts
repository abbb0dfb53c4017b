import { ServiceError } from '../../lib/errors.ts';
import { encodeGlobalId } from '../../lib/global-id.ts';
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
import { plainConnectionFields } from '../content/connection.resolvers.ts';
import { inSiteZone } from '../content/record.ts';
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
import type { CompleteResolvers, ComputedFields, WithComputed } from '../resource/complete.ts';
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
  entityManagerOf,
  findUser,
  requireUser,
  type UserPage,
  type UserRecord,
  userById,
} from './user.record.ts';
import { changeUser, createUser, deleteUser } from './users.ts';

const validLogin = (checks: Checks, login: string | undefined): Promise<string | undefined> =>
  checks.run('login', () => (login === undefined ? login : checkLogin(login)));
const validPasswordName = (checks: Checks, name: string | undefined): Promise<string | undefined> =>
  checks.run('name', () => (name === undefined ? name : checkPasswordName(name)));

/** Null stands for no name. */
const validUserName = (checks: Checks, name: string | null | undefined): Promise<string | undefined> =>
  checks.run('name', () => (name === undefined ? name : checkUserName(name ?? '')));

/** @throws ServiceError rest_invalid_param */
async function requireValidText(check: (checks: Checks) => Promise<string | undefined>): Promise<string> {
  const checks = new Checks();
  const value = await check(checks);
  checks.assertValid();
  return value ?? '';
}

/** The caller as a user, with the role of this request: a token may grant a higher one than the stored one. */
async function viewer(context: Context): Promise<UserRecord | null> {
  const { caller } = context;
  if (caller.id === 0 || caller.role === 'anonymous') return null;
  const user = await findUser(entityManagerOf(context), { databaseId: caller.id });
  return user && { ...user, role: caller.role };
}

const actor = ({ caller }: Context): string => caller.login ?? 'anonymous';

/** Writes an action on a user to the audit log. @returns the result of the mutation */
function recordAudit(context: Context, action: AuditEntry['action'], user: UserRecord): { user: UserRecord } {
  context.access.audit({ action, by: actor(context), user: user.login, role: user.role });
  return { user };
}

/**
 * The user whose passwords an operation manages.
 * @throws ServiceError user-not-found 404; rest_forbidden 403 for another user than the caller, existing or not
 */
async function passwordOwner(context: Context, by: UserBy): Promise<UserRecord> {
  const { caller } = context;
  const user = await findUser(entityManagerOf(context), by);
  if (user && mayManagePasswords(caller, user.id)) return user;
  if (!mayManageUsers(caller)) throw forbidden(caller);
  throw new ServiceError('user-not-found');
}

/** Allows every user: the operation itself checks whose passwords it manages. */
const authorizeUser: Authorize<void> = async ({ caller }) => assertIsUser(caller);
const authorizeManager: Authorize<void> = async ({ caller }) => assertMayManageUsers(caller);

/** A field that only administrators and the user may read. */
const accountField =
  <Name extends keyof UserRecord>(name: Name) =>
  (user: UserRecord, { caller }: Context): UserRecord[Name] | null =>
    mayReadAccount(caller, user.id) ? user[name] : null;

const computedUserFields = {
  login: accountField('login'),
  role: accountField('role'),
  databaseId: ({ id }) => id,
  createdAt: (user, context) =>
    mayReadAccount(context.caller, user.id) ? inSiteZone(context, user.createdUtc) : null,
} satisfies ComputedFields<UserRecord, UserResolvers>;

const computedPasswordFields = {
  databaseId: ({ id }) => id,
  createdAt: ({ createdUtc }, context) => inSiteZone(context, createdUtc),
  lastUsedAt: ({ lastUsedUtc }, context) => (lastUsedUtc === null ? null : inSiteZone(context, lastUsedUtc)),
} satisfies ComputedFields<ApplicationPasswordRecord, ApplicationPasswordResolvers>;

/** The author of a record; null if unknown (the id 0) or deleted. */
const author = (
  { authorId }: { authorId: number | null },
  _args: unknown,
  context: Context,
): Promise<UserRecord | null> | null => (authorId ? load(context, userById, authorId) : null);

/** Users and application passwords, and the authors of records, whose folders must not import users. */
export const resource: Resource = {
  entities: [...userEntities, SettingEntity],
  queries: {
    viewer: { run: viewer },
    users: {
      authorize: authorizeManager,
      check: (context, args, checks) => checkUserList(context, args, checks),
      run: (context, args) => listUsers(context, args),
    },
  },
  mutations: {
    createUser: {
      authorize: authorizeManager,
      check: async (_context, { input }, checks) => {
        await validLogin(checks, input.login);
        await validUserName(checks, input.name);
      },
      run: async (context, { input }) => {
        const checks = new Checks();
        const login = (await validLogin(checks, input.login)) ?? '';
        const name = await validUserName(checks, input.name);
        checks.assertValid();
        const account = { login, role: input.role, name };
        const user = await runInTransaction(context, ({ em }) =>
          createUser(em, account, context.clock.nowUtc),
        );
        return recordAudit(context, 'user created', user);
      },
    },
    updateUser: {
      authorize: authorizeManager,
      check: async (_context, { input }, checks) => void (await validUserName(checks, input.name)),
      run: async (context, { by, input }) => {
        const checks = new Checks();
        const name = await validUserName(checks, input.name);
        checks.assertValid();
        const changes = { role: input.role ?? undefined, name };
        return recordAudit(
          context,
          'user changed',
          await runInTransaction(context, ({ em }) => changeUser(em, by, changes)),
        );
      },
    },
    deleteUser: {
      authorize: authorizeManager,
      run: async (context, { by }) => {
        const user = await runInTransaction(context, ({ em }) => deleteUser(em, by));
        return { ...recordAudit(context, 'user deleted', user), deletedId: encodeGlobalId('User', user.id) };
      },
    },
    createApplicationPassword: {
      authorize: authorizeUser,
      check: (_context, { input }, checks) => validPasswordName(checks, input.name),
      run: async (context, { input }) => {
        const { access, caller } = context;
        const { nowUtc } = context.clock;
        const name = await requireValidText((checks) => validPasswordName(checks, input.name));
        const user = await passwordOwner(context, input.user ?? { databaseId: caller.id });
        const created = await runInTransaction(context, ({ em }) =>
          createPassword(em, access.keys, { databaseId: user.id }, name, nowUtc),
        );
        const password = { id: created.applicationPassword.id, name };
        access.audit({ action: 'password created', by: actor(context), user: user.login, password });
        return created;
      },
    },
    revokeApplicationPassword: {
      authorize: authorizeUser,
      run: async (context, { by: { databaseId = 0 } }) => {
        const { caller } = context;
        const { user, applicationPassword } = await runInTransaction(context, async ({ em }) => {
          const revoked = await revokePassword(em, databaseId, (userId) =>
            mayManagePasswords(caller, userId),
          );
          const owning = await requireUser(em, { databaseId: revoked.userId });
          return { user: owning, applicationPassword: revoked };
        });
        const { id, name } = applicationPassword;
        const password = { id, name };
        context.access.audit({ action: 'password revoked', by: actor(context), user: user.login, password });
        return { applicationPassword, deletedId: encodeGlobalId('ApplicationPassword', id) };
      },
    },
  },
  computed: { User: computedUserFields, ApplicationPassword: computedPasswordFields },
  resolvers: {
    UserConnection: plainConnectionFields satisfies CompleteResolvers<
      UserConnection,
      UserPage,
      UserConnectionResolvers
    >,
    ApplicationPasswordConnection: plainConnectionFields satisfies CompleteResolvers<
      ApplicationPasswordConnection,
      ApplicationPasswordPage,
      ApplicationPasswordConnectionResolvers
    >,
    ApplicationPassword: {} satisfies CompleteResolvers<
      ApplicationPassword,
      WithComputed<ApplicationPasswordRecord, typeof computedPasswordFields>,
      ApplicationPasswordResolvers
    >,
    User: {
      applicationPasswords: ({ id }, args, context) =>
        mayManagePasswords(context.caller, id) ? passwordsOf(context, id, args) : null,
    } satisfies CompleteResolvers<User, WithComputed<UserRecord, typeof computedUserFields>, UserResolvers>,
    Event: { author },
    Venue: { author },
    Organizer: { author },
  },
};
