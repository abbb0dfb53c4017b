import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/orm.ts';
import { ServiceError } from '../errors.ts';
import { insertUser } from '../users/new-user.ts';
import { loginKey, type UserRecord } from '../users/user.record.ts';
import type { Audit } from './audit.ts';
import { asLogin } from './login.ts';

/** Who a token is about. `issuer` and `subject` identify; the rest only helps to find a readable login. */
export interface Subject {
  issuer: string;
  subject: string;
  /** Names in order of preference. */
  names: readonly string[];
}

const PREFIX = 'oidc-subject:';
const settingName = ({ issuer, subject }: Subject): string =>
  PREFIX + createHash('sha256').update(`${issuer}\n${subject}`).digest('hex');

const findKnown = (db: Db, name: string): Promise<UserRecord | undefined> =>
  db
    .selectFrom('user_account')
    .select(['id', 'login', 'role', 'created_utc as createdUtc'])
    .where(
      'id',
      '=',
      sql<number>`(select case when value ~ '^[0-9]+$' then value::integer end from setting where name = ${name})`,
    )
    .executeTakeFirst();

/** Room for a number behind it, within what a login may be. */
const MAX_NAME = 55;

async function createFor({ names }: Subject, db: Db, nowUtc: string): Promise<UserRecord> {
  const base = names.map((name) => asLogin(name).slice(0, MAX_NAME)).find((login) => login !== '') ?? 'user';
  for (let n = 1; ; n++) {
    const login = n === 1 ? base : `${base}-${n}`;
    const created = await insertUser(db, { login, role: 'subscriber' }, nowUtc);
    if (created) return created;
  }
}

/**
 * The user that stands for the subject of a token; made the first time, as subscriber. A user who only has
 * the same login is somebody else: otherwise whoever may choose a name at the issuer could choose an
 * administrator's.
 * @throws ServiceError invalid_token for a user who was deleted here
 */
export async function userOfSubject(
  db: Db,
  subject: Subject,
  nowUtc: string,
  audit: Audit,
): Promise<UserRecord> {
  const name = settingName(subject);
  const known = await findKnown(db, name);
  if (known) return known;
  const { user, isNew } = await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction);
    const meanwhile = await findKnown(transaction, name);
    if (meanwhile) return { user: meanwhile, isNew: false };
    await assertNotDeleted(transaction, name);
    const created = await createFor(subject, transaction, nowUtc);
    const value = String(created.id);
    const setting = transaction.insertInto('setting').values({ name, value });
    await setting.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute();
    return { user: created, isNew: true };
  });
  if (isNew) audit({ what: 'user created', by: 'a token', user: user.login, role: user.role });
  return user;
}

/** What a subject is linked to once its user is deleted, with the login that user had. */
const DELETED = 'deleted:';

/** @throws ServiceError invalid_token */
async function assertNotDeleted(db: Db, name: string): Promise<void> {
  const link = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  if (link?.value.startsWith(DELETED))
    throw new ServiceError('invalid_token', {
      message: 'The user that this token stands for has been deleted here.',
    });
}

/**
 * Says of the subjects of a user that they were deleted: their tokens are refused until they are readmitted.
 */
export async function blockSubjects(db: Db, { id, login }: Pick<UserRecord, 'id' | 'login'>): Promise<void> {
  const links = db.updateTable('setting').where('name', 'like', `${PREFIX}%`).where('value', '=', String(id));
  await links.set({ value: DELETED + loginKey(login) }).execute();
}

/**
 * Lets the subjects of a deleted user come back as new users. @param login that the user had @returns how
 * many there were
 */
export async function readmitSubjects(db: Db, login: string): Promise<number> {
  const links = db
    .deleteFrom('setting')
    .where('name', 'like', `${PREFIX}%`)
    .where('value', '=', DELETED + loginKey(login));
  return Number((await links.executeTakeFirst()).numDeletedRows);
}
