import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/orm.ts';
import { asLogin } from './login.ts';
import { insertUser } from './new-user.ts';
import type { UserRecord } from './user.record.ts';

/** Who a token is about. `issuer` and `subject` identify; the rest only helps to find a readable login. */
export interface Subject {
  issuer: string;
  subject: string;
  /** Names in order of preference. */
  names: readonly string[];
}

const PREFIX = 'oidc-subject:';
const settingName = ({ issuer, subject }: Subject): string => PREFIX + createHash('sha256').update(`${issuer}\n${subject}`).digest('hex');

const findKnown = (db: Db, name: string): Promise<UserRecord | undefined> =>
  db
    .selectFrom('user_account')
    .select(['id', 'login', 'role', 'created_utc as createdUtc'])
    .where('id', '=', sql<number>`(select value::integer from setting where name = ${name})`)
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
 * The user that stands for the subject of a token; made the first time, as subscriber. A user who only has the same login is somebody else:
 * otherwise whoever may choose a name at the issuer could choose an administrator's.
 */
export async function userOfSubject(db: Db, subject: Subject, nowUtc: string): Promise<UserRecord> {
  const name = settingName(subject);
  const known = await findKnown(db, name);
  if (known) return known;
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(transaction);
    const meanwhile = await findKnown(transaction, name);
    if (meanwhile) return meanwhile;
    const created = await createFor(subject, transaction, nowUtc);
    const value = String(created.id);
    const setting = transaction.insertInto('setting').values({ name, value });
    await setting.onConflict((conflict) => conflict.column('name').doUpdateSet({ value })).execute();
    return created;
  });
}

/** Drops the links of a user to subjects. */
export async function forgetSubjects(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('setting').where('name', 'like', `${PREFIX}%`).where('value', '=', String(userId)).execute();
}
