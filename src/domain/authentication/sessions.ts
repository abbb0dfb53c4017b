import { hash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { ServiceError } from '../../lib/errors.ts';
import { errorCode } from '../../lib/object.ts';
import { type Db, kysely } from '../../platform/postgres/orm.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import type { Caller } from '../access/caller.ts';
import type { Role } from '../access/role.ts';
import { highestRole } from '../users/oidc-roles.ts';
import type { SignedIn } from './signed-in.ts';

/** From the sign-in on, however often the session is used. */
const LIFETIME_MS = 12 * 60 * 60 * 1000;
const MAX_PER_USER = 20;
const TOKEN_BYTES = 32;
/** Expired sessions per statement, so that none takes long. */
const BATCH_SIZE = 500;
const FOREIGN_KEY_VIOLATION = '23503';

export interface Session {
  readonly caller: Caller;
  /** Null after a sign-in at the OpenID Connect issuer. */
  readonly passwordId: number | null;
}

interface FoundSession {
  readonly key: string;
  readonly passwordId: number | null;
  readonly expiresUtc: string;
  readonly tokenRole: Role | null;
  readonly id: number;
  readonly login: string;
  readonly role: Role;
}

const sessionsByKey = rowsByKey<string, 'key', FoundSession>(
  (db, tokenHashes) =>
    db
      .selectFrom('session')
      .innerJoin('user_account as user', 'user.id', 'session.user_id')
      .select([
        'session.token_hash as key',
        'session.password_id as passwordId',
        'session.expires_utc as expiresUtc',
        'session.role as tokenRole',
        'user.id',
        'user.login',
        'user.role',
      ])
      .where(sql<boolean>`session.token_hash = any(${tokenHashes}::text[])`),
  'key',
);

const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);
const keyOf = (token: string): string => hash('sha256', token, 'hex');

/**
 * Sessions of browsers. Nothing is cached, so that revoking a password, changing a role and deleting a user take effect
 * with the next request on every instance.
 */
export class Sessions {
  readonly #db: Db;
  readonly #clock: () => Date;

  constructor({ em, clock }: { em: EntityManager; clock: () => Date }) {
    this.#db = kysely(em);
    this.#clock = clock;
  }

  /**
   * Starts a session with a new token. Ends the oldest ones of the user, so that at most 20 remain.
   * @returns the token, which cannot be read again
   * @throws ServiceError incorrect_password 401 if the user or the password was deleted meanwhile
   */
  async start({ caller, passwordId, role }: SignedIn): Promise<{ token: string; expires: Date }> {
    const now = this.#clock();
    const expires = new Date(now.getTime() + LIFETIME_MS);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const row = {
      token_hash: keyOf(token),
      user_id: caller.id,
      password_id: passwordId,
      role,
      created_utc: toUtc(now),
      expires_utc: toUtc(expires),
    };
    const oldest = this.#db
      .selectFrom('session')
      .select('token_hash')
      .where('user_id', '=', caller.id)
      .orderBy('created_utc', 'desc')
      .orderBy('token_hash')
      .offset(MAX_PER_USER - 1);
    try {
      await this.#db
        .with('ended', (db) => db.deleteFrom('session').where('token_hash', 'in', oldest))
        .insertInto('session')
        .values(row)
        .execute();
    } catch (error) {
      if (errorCode(error) !== FOREIGN_KEY_VIOLATION) throw error;
      throw new ServiceError('incorrect_password', { cause: error });
    }
    return { token, expires };
  }

  /** The session of a token, with the current rights of its user; null if it has ended or never was. */
  async find(token: string): Promise<Session | null> {
    if (!isToken(token)) return null;
    const [found = null] = await sessionsByKey(this.#db, [keyOf(token)]);
    if (!found || found.expiresUtc <= toUtc(this.#clock())) return null;
    const { passwordId, tokenRole, id, login, role } = found;
    const caller = { id, login, role: tokenRole === null ? role : highestRole([role, tokenRole]) };
    return { caller, passwordId };
  }

  async end(token: string): Promise<void> {
    if (!isToken(token)) return;
    await this.#db.deleteFrom('session').where('token_hash', '=', keyOf(token)).execute();
  }
}

/** Deletes expired sessions in batches while `shouldContinue`, except rows that another process is deleting. */
export async function deleteExpiredSessions(db: Db, now: Date, shouldContinue: () => boolean): Promise<void> {
  while (shouldContinue()) {
    const { numAffectedRows = 0n } = await sql`
      delete from session where token_hash in (
        select token_hash from session where expires_utc <= ${toUtc(now)}::timestamp
        order by expires_utc limit ${sql.lit(BATCH_SIZE)} for update skip locked)`.execute(db);
    if (numAffectedRows < BATCH_SIZE) return;
  }
}
