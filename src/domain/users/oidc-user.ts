import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Db, inTransaction, kysely } from '../../platform/postgres/orm.ts';
import { retryOnConflict } from '../../platform/postgres/retry.ts';
import type { Audit } from '../access/audit.ts';
import { formerLoginKey, loginKey } from '../access/logins.ts';
import type { Role } from '../access/role.ts';
import { SettingEntity } from '../access/setting.entity.ts';
import { loginFromName } from './login.ts';
import { insertUser } from './new-user.ts';
import { highestRole } from './oidc-roles.ts';
import { TokenError } from './token-refusal.ts';
import type { UserRecord } from './user.record.ts';

/** The subject of a token, identified by `issuer` and `subject`; the names only help to choose a readable login. */
interface Subject {
  issuer: string;
  subject: string;
  /** In order of preference. */
  names: readonly string[];
  /** The name of a new user; empty for none. */
  displayName?: string;
  /** The roles in the token: valid for its requests, not stored. */
  roles: readonly Role[];
}

const PREFIX = 'oidc-subject:';
const settingName = ({ issuer, subject }: Subject): string =>
  PREFIX + createHash('sha256').update(`${issuer}\n${subject}`).digest('hex');

const findUserBySetting = (db: Db, name: string): Promise<UserRecord | undefined> =>
  db
    .selectFrom('user_account')
    .select(['id', 'login', 'role', 'name', 'created_utc as createdUtc'])
    .where(
      'id',
      '=',
      sql<number>`(select case when value ~ '^[0-9]+$' then value::integer end from setting where name = ${name})`,
    )
    .executeTakeFirst();

/** Leaves room for a number at the end of the login. */
const MAX_LOGIN_BASE = 55;

async function createUserFor(
  { names, displayName }: Subject,
  em: EntityManager,
  nowUtc: string,
): Promise<UserRecord> {
  const base =
    names.map((name) => loginFromName(name, MAX_LOGIN_BASE)).find((login) => login !== '') ?? 'user';
  for (let n = 1; ; n++) {
    const login = n === 1 ? base : `${base}-${n}`;
    const created = await insertUser(em, { login, role: 'subscriber', name: displayName }, nowUtc);
    if (created) return created;
  }
}

/**
 * The user for the subject of a token, created as subscriber the first time. An existing user with the same login is a
 * different one: otherwise a person free to choose a name at the issuer could choose an administrator's.
 * @throws ServiceError invalid_token for a user that was deleted here
 */
export async function userOfSubject(
  em: EntityManager,
  subject: Subject,
  nowUtc: string,
  audit: Audit,
): Promise<UserRecord> {
  const name = settingName(subject);
  const existing = await findUserBySetting(kysely(em), name);
  if (existing) return existing;
  const link = async (transaction: EntityManager) => {
    const db = kysely(transaction);
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db);
    const meanwhile = await findUserBySetting(db, name);
    if (meanwhile) return { user: meanwhile, isNew: false };
    await assertNotDeleted(transaction, name);
    const created = await createUserFor(subject, transaction, nowUtc);
    await transaction.upsert(SettingEntity, { name, value: String(created.id) });
    return { user: created, isNew: true };
  };
  const { user, isNew } = await retryOnConflict(() => inTransaction(em, link));
  if (isNew)
    audit({
      action: 'user created',
      by: 'a token',
      user: user.login,
      role: highestRole([user.role, ...subject.roles]),
    });
  return user;
}

/** Settings that link subjects to one of these values: user ids, or logins of deleted users. */
const subjectLinks = (em: EntityManager, values: readonly string[]) =>
  em.find(SettingEntity, { name: { $like: `${PREFIX}%` }, value: { $in: [...values] } });

/** Precedes the login of a deleted user, the value of a link in place of the user id. */
const DELETED_PREFIX = 'deleted:';

/** @throws ServiceError invalid_token */
async function assertNotDeleted(em: EntityManager, name: string): Promise<void> {
  const link = await em.findOne(SettingEntity, name);
  if (link?.value.startsWith(DELETED_PREFIX))
    throw new TokenError({
      reason: 'its user has been deleted here',
      details: { login: link.value.slice(DELETED_PREFIX.length) },
    });
}

/** Marks the subjects of a user as deleted: their tokens are refused until readmitted. */
export async function blockSubjects(
  em: EntityManager,
  { id, login }: Pick<UserRecord, 'id' | 'login'>,
): Promise<void> {
  for (const link of await subjectLinks(em, [String(id)])) link.value = DELETED_PREFIX + loginKey(login);
}

/** Lets the subjects of the deleted user `login` return as new users. @returns the number of subjects */
export async function readmitSubjects(em: EntityManager, login: string): Promise<number> {
  const links = await subjectLinks(em, [
    DELETED_PREFIX + loginKey(login),
    DELETED_PREFIX + formerLoginKey(login),
  ]);
  for (const link of links) em.remove(link);
  await em.flush();
  return links.length;
}
