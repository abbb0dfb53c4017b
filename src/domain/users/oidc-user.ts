import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Db, inTransaction, kysely } from '../../platform/postgres/orm.ts';
import { retryOnConflict } from '../../platform/postgres/retry.ts';
import type { Audit } from '../access/audit.ts';
import { formerLoginKey, loginKey } from '../access/logins.ts';
import type { Role } from '../access/role.ts';
import { SettingEntity } from '../access/setting.entity.ts';
import { asLogin } from './login.ts';
import { insertUser } from './new-user.ts';
import { highestRole } from './oidc-roles.ts';
import { TokenError } from './token-refusal.ts';
import type { UserRecord } from './user.record.ts';

/**
 * The subject of a token. `issuer` and `subject` identify it; the names only help to choose a readable login.
 */
interface Subject {
  issuer: string;
  subject: string;
  /** Names in order of preference. */
  names: readonly string[];
  /** What a new user is called; empty for nothing. */
  displayName?: string;
  /** What the token gives: it counts for its requests, and is not stored. */
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

/** Leaves room for a number at the end, within what a login may be. */
const MAX_NAME = 55;

async function createFor(
  { names, displayName }: Subject,
  em: EntityManager,
  nowUtc: string,
): Promise<UserRecord> {
  const base = names.map((name) => asLogin(name, MAX_NAME)).find((login) => login !== '') ?? 'user';
  for (let n = 1; ; n++) {
    const login = n === 1 ? base : `${base}-${n}`;
    const created = await insertUser(em, { login, role: 'subscriber', name: displayName }, nowUtc);
    if (created) return created;
  }
}

/**
 * The user for the subject of a token, created as subscriber the first time. A user that merely has the same
 * login is somebody else: otherwise whoever may choose a name at the issuer could choose an administrator's.
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
    const created = await createFor(subject, transaction, nowUtc);
    await transaction.upsert(SettingEntity, { name, value: String(created.id) });
    return { user: created, isNew: true };
  };
  const { user, isNew } = await retryOnConflict(() => inTransaction(em, link));
  if (isNew)
    audit({
      what: 'user created',
      by: 'a token',
      user: user.login,
      role: highestRole([user.role, ...subject.roles]),
    });
  return user;
}

/** Settings that link subjects to one of these values. */
const subjectsWith = (em: EntityManager, values: readonly string[]) =>
  em.find(SettingEntity, { name: { $like: `${PREFIX}%` }, value: { $in: [...values] } });

/** What a subject is linked to once its user is deleted, followed by the login of that user. */
const DELETED = 'deleted:';

/** @throws ServiceError invalid_token */
async function assertNotDeleted(em: EntityManager, name: string): Promise<void> {
  const link = await em.findOne(SettingEntity, name);
  if (link?.value.startsWith(DELETED))
    throw new TokenError({
      reason: 'the user that it stands for has been deleted here',
      details: { login: link.value.slice(DELETED.length) },
    });
}

/** Marks the subjects of a user as deleted: their tokens are refused until they are readmitted. */
export async function blockSubjects(
  em: EntityManager,
  { id, login }: Pick<UserRecord, 'id' | 'login'>,
): Promise<void> {
  for (const link of await subjectsWith(em, [String(id)])) link.value = DELETED + loginKey(login);
}

/**
 * Lets the subjects of a deleted user come back as new users.
 * @param login of the deleted user
 * @returns how many subjects there were
 */
export async function readmitSubjects(em: EntityManager, login: string): Promise<number> {
  const links = await subjectsWith(em, [DELETED + loginKey(login), DELETED + formerLoginKey(login)]);
  for (const link of links) em.remove(link);
  await em.flush();
  return links.length;
}
