import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { BadValue } from '../../lib/errors.ts';
import { inTransaction, kysely } from '../../platform/postgres/orm.ts';
import type { Audit, AuditEntry } from '../access/audit.ts';
import type { PasswordKeys } from '../access/password-keys.ts';
import { addPassword } from '../users/application-passwords.ts';
import { SHORTEST_PASSWORD, withoutBlanks } from '../users/login.ts';
import { writePasswordFile } from '../users/password-file.ts';
import { groupsOfFour, hashPassword, newPassword } from '../users/password-hash.ts';
import { ApplicationPasswordEntity } from '../users/user.entity.ts';
import { checkLogin, findByLogin, firstAdministrator, type UserRecord } from '../users/user.record.ts';
import { changeUser, createUser } from '../users/users.ts';

interface BootstrapOptions {
  em: EntityManager;
  keys: PasswordKeys;
  config: { adminUser: string; adminPassword: string | undefined };
  /**
   * The folder in which a generated password is kept. Without it the password is only shown, as with a
   * database that belongs to somebody else.
   */
  keepIn?: string | undefined;
  audit?: Audit;
  log: { info(message: string): void; warn(message: string): void };
  now: Date;
}

/** What the start shows the operator. */
export interface Bootstrapped {
  login: string;
  /** The generated password, in groups of four, to be shown once; null unless it was made just now. */
  password: string | null;
  /** The file that it was written to; null when there is none. */
  file: string | null;
  /** Whether there is any password for the login; there is none after an import of users. */
  hasPassword: boolean;
}

const AT_START = 'the start of the service';

const made = ({ login }: UserRecord): AuditEntry => ({ what: 'password created', by: AT_START, user: login });

/** Name of the application password that the variable ADMIN_PASSWORD stands for. */
const FROM_VARIABLE = 'ADMIN_PASSWORD';
const GENERATED = 'First start';

/**
 * Makes sure that there is an administrator (rules#logins). If there is none, ADMIN_USER becomes one, with
 * ADMIN_PASSWORD or a generated password. At every start ADMIN_PASSWORD, if it is set, becomes valid for
 * ADMIN_USER in place of its former value. So it comes back after it was revoked, as long as the variable is
 * set, and stays valid when the variable is taken away, until it is revoked. Instances that start at the same
 * time wait for each other.
 * @throws Error when ADMIN_PASSWORD is too short, not counting its blanks, or ADMIN_USER no login for a new user
 * @throws SecretKeyError
 */
export async function ensureAdministrator(options: BootstrapOptions): Promise<Bootstrapped> {
  const { em, keys, config, keepIn, log, audit = () => {}, now } = options;
  const { adminUser, adminPassword } = config;
  if (adminPassword !== undefined && withoutBlanks(adminPassword).length < SHORTEST_PASSWORD) {
    throw new Error(
      `ADMIN_PASSWORD must have at least ${SHORTEST_PASSWORD} characters; blanks do not count.`,
    );
  }
  await keys.check(em.fork({ keepTransactionContext: true }));
  const done: AuditEntry[] = [];
  const result = await inTransaction(em, async (transaction): Promise<Bootstrapped> => {
    await sql`select pg_advisory_xact_lock(hashtext('first administrator'))`.execute(kysely(transaction));
    const first = await firstAdministrator(transaction);
    const adminAccount = await findByLogin(transaction, adminUser);
    const login = adminAccount?.login ?? checkAdminUser(adminUser);
    if (first && adminPassword === undefined) return existingAdministrator(transaction, adminAccount, first);
    const { user, change } = await administrator(
      transaction,
      { login, account: adminAccount, others: first !== null },
      toUtc(now),
    );
    if (change) done.push({ what: change, by: AT_START, user: user.login, role: user.role });
    if (user.role !== 'administrator')
      log.warn(`ADMIN_USER ${user.login} is ${user.role}, not administrator, and stays so`);
    if (adminPassword !== undefined) {
      const added = await replacePassword(transaction, keys, user, adminPassword, toUtc(now));
      if (added) done.push({ ...made(user), password: { id: added.id, name: FROM_VARIABLE } });
      return { login: user.login, password: null, file: null, hasPassword: true };
    }
    const password = groupsOfFour(newPassword());
    const added = await addPassword(transaction, keys, user, GENERATED, password, toUtc(now));
    if (added) done.push({ ...made(user), password: { id: added.id, name: GENERATED } });
    return {
      login: user.login,
      password,
      file: keepIn === undefined ? null : await writePassword(keepIn, password, log),
      hasPassword: true,
    };
  });
  for (const entry of done) audit(entry);
  return result;
}

/** @throws Error with a sentence for the operator */
function checkAdminUser(login: string): string {
  try {
    return checkLogin(login);
  } catch (error) {
    throw error instanceof BadValue ? new Error(`ADMIN_USER ${error.message}.`) : error;
  }
}

/** The administrator who is shown when none is made: the user of ADMIN_USER, or else the first one. */
async function existingAdministrator(
  em: EntityManager,
  account: UserRecord | null,
  first: UserRecord,
): Promise<Bootstrapped> {
  const user = account?.role === 'administrator' ? account : first;
  const passwords = await em.count(ApplicationPasswordEntity, { userId: user.id });
  return { login: user.login, password: null, file: null, hasPassword: passwords > 0 };
}

interface AdminUser {
  readonly login: string;
  /** The user with this login, if there is one. */
  readonly account: UserRecord | null;
  /** Whether there is an administrator. */
  readonly others: boolean;
}

/** ADMIN_USER, who becomes an administrator when the user is new, or when there is no administrator. */
async function administrator(
  em: EntityManager,
  { login, account, others }: AdminUser,
  nowUtc: string,
): Promise<{ user: UserRecord; change?: 'user created' | 'user changed' }> {
  if (!account) {
    const created = await createUser(em, { login, role: 'administrator' }, nowUtc);
    return { user: created, change: 'user created' };
  }
  if (others) return { user: account };
  return {
    user: await changeUser(em, { databaseId: account.id }, { role: 'administrator' }),
    change: 'user changed',
  };
}

/**
 * Makes the former value of the variable invalid. If the present one was valid already, its last use is kept.
 */
async function replacePassword(
  em: EntityManager,
  keys: PasswordKeys,
  user: UserRecord,
  password: string,
  nowUtc: string,
): Promise<{ id: number } | null> {
  const hash = hashPassword(await keys.current(em), user.login, password);
  const former = { userId: user.id, name: FROM_VARIABLE, hash: { $ne: hash } };
  for (const one of await em.find(ApplicationPasswordEntity, former)) em.remove(one);
  return addPassword(em, keys, user, FROM_VARIABLE, password, nowUtc);
}

/** A password that cannot be written to a file is shown all the same. */
async function writePassword(
  dataDir: string,
  password: string,
  log: BootstrapOptions['log'],
): Promise<string | null> {
  try {
    return await writePasswordFile(dataDir, password);
  } catch (error) {
    log.warn(
      `The password could not be written to ${dataDir}: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
}
