import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { ServiceError } from '../../lib/errors.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import type { Audit } from '../access/audit.ts';
import { ANONYMOUS, type Caller, TRUSTED_ANONYMOUS } from '../access/caller.ts';
import { formerLoginKey, loginKey } from '../access/logins.ts';
import type { PasswordKeys } from '../access/password-keys.ts';
import type { Role } from '../access/role.ts';
import { withoutBlanks } from '../users/login.ts';
import { hashPassword } from '../users/password-hash.ts';
import { TokenError, type TokenRefusal } from '../users/token-refusal.ts';
import { ApplicationPasswordEntity } from '../users/user.entity.ts';
import { createBearer, type OidcSettings } from './bearer.ts';
import type { LoginThrottle } from './login-throttle.ts';

export interface AuthenticatorOptions {
  em: EntityManager;
  keys: PasswordKeys;
  /** Whether callers without credentials count as editors (closed networks). */
  allowAnonymousWrites: boolean;
  /** The issuer whose bearer tokens are accepted; without it none are. */
  oidc?: OidcSettings | undefined;
  clock: () => Date;
  /** Called for users that are created because of a token. */
  audit?: Audit;
  /** Called with wrong credentials, and awaited before they are answered. */
  wrong?: LoginThrottle;
  /** Called with the reason for which a bearer token is not accepted. */
  refusedToken?: (refusal: TokenRefusal, address: string) => void;
  /** Called when the last use of a password could not be stored, which does not fail the request. */
  onError?: (error: unknown) => void;
}

const HOUR_MS = 3_600_000;

const NO_ISSUER =
  'Bearer tokens are not understood here, as no issuer is configured; ' +
  'use an application password by HTTP Basic authentication.';

/**
 * Finds out who makes a request, from its `Authorization` header and the address that it comes from.
 * @throws ServiceError 401 for wrong credentials, after a delay when there are many of them
 */
type Authenticate = (authorization: string | undefined, address?: string) => Promise<Caller>;

/** The scheme of a header, and what follows. */
const HEADER = /^(\S+)(?:\s+(\S.*))?$/s;

/**
 * Login and password of a Basic header; null when it cannot be read. Without a colon the text is no login, but
 * perhaps a secret, which must not be counted or logged as one.
 */
function readBasic(credentials: string): { login: string; password: string } | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credentials)) return null;
  const [, login, password] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(credentials, 'base64').toString('utf8')) ?? [];
  return login === undefined || password === undefined ? null : { login, password: withoutBlanks(password) };
}

/** A user by a password. */
interface FoundUser {
  readonly id: number;
  readonly login: string;
  readonly role: Role;
  readonly hash: string;
  readonly passwordId: number;
  readonly lastUsedUtc: string | null;
}

/** Users by the hashes of their passwords. */
const byHash = rowsByKey<string, 'hash', FoundUser>(
  (db, hashes) =>
    db
      .selectFrom('application_password as password')
      .innerJoin('user_account as user', 'user.id', 'password.user_id')
      .select([
        'user.id',
        'user.login',
        'user.role',
        'password.hash',
        'password.id as passwordId',
        'password.last_used_utc as lastUsedUtc',
      ])
      .where(sql<boolean>`password.hash = any(${hashes}::text[])`),
  'hash',
);

/**
 * Makes the function that identifies callers, the only one that does. Basic credentials are looked up on
 * every request by the unique index on the keyed hash. Nothing is cached, so that
 * revoking a password, changing a role and deleting a user take effect with the next request on every
 * instance. All that an attacker could time is the search for an HMAC value, which nobody can choose. Unknown
 * logins and wrong passwords get the same answer. Schemes other than Basic and Bearer are ignored.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticate {
  const { em, keys, clock, wrong = async () => {}, onError = () => {} } = options;
  const db = kysely(em);
  const bearer = options.oidc && createBearer(options.oidc, em, clock, options.audit ?? (() => {}));
  const noteUse = createUseNotes(em, onError);
  let cachedKeys: ReturnType<PasswordKeys['accepted']> | undefined;

  const loadKeys = (): ReturnType<PasswordKeys['accepted']> =>
    keys.accepted(em.fork({ keepTransactionContext: true })).catch((error: unknown) => {
      cachedKeys = undefined;
      throw error;
    });

  const basic = async (credentials: string, address: string): Promise<Caller> => {
    const basicCredentials = readBasic(credentials);
    if (!basicCredentials) return refuse(address);
    const { login, password } = basicCredentials;
    cachedKeys ??= loadKeys();
    const keys = await cachedKeys;
    /** Looks for the hashes under which the password may be stored. */
    const lookUp = async (form: (login: string) => string): Promise<FoundUser | undefined> => {
      const hashes = [...new Set([keys.current, keys.former])].map((key) =>
        hashPassword(key, login, password, form),
      );
      const users = await byHash(db, hashes);
      return users.find((found) => found !== null);
    };
    let user = await lookUp(loginKey);
    if (!user && formerLoginKey(login) !== loginKey(login)) user = await lookUp(formerLoginKey);
    if (!user) return refuse(address, login);
    const now = clock();
    const hourAgo = toUtc(new Date(now.getTime() - HOUR_MS));
    if (user.lastUsedUtc === null || user.lastUsedUtc <= hourAgo) noteUse(user.passwordId, now, hourAgo);
    return { id: user.id, login: user.login, role: user.role };
  };

  const refuse = async (address: string, login?: string): Promise<never> => {
    await wrong(address, login);
    throw new ServiceError('incorrect_password');
  };

  const token = async (
    read: NonNullable<typeof bearer>,
    credentials: string,
    address: string,
  ): Promise<Caller> => {
    try {
      return await read(credentials);
    } catch (error) {
      if (error instanceof TokenError) {
        options.refusedToken?.(error.refusal, address);
        await wrong(address);
      }
      throw error;
    }
  };

  const anonymous = options.allowAnonymousWrites ? TRUSTED_ANONYMOUS : ANONYMOUS;
  return async (authorization, address = '') => {
    if (authorization === undefined) return anonymous;
    const [, scheme = '', credentials = ''] = HEADER.exec(authorization.trim()) ?? [];
    switch (scheme.toLowerCase()) {
      case 'basic':
        return basic(credentials, address);
      case 'bearer':
        if (!bearer) throw new ServiceError('invalid_token', { message: NO_ISSUER });
        return token(bearer, credentials, address);
      default:
        return anonymous;
    }
  };
}

/**
 * Stores when a password was last used, unless that was less than an hour ago, and without making the request
 * wait.
 */
function createUseNotes(
  em: EntityManager,
  onError: (error: unknown) => void,
): (id: number, now: Date, hourAgo: string) => void {
  const underWay = new Set<number>();
  return (id, now, hourAgo) => {
    if (underWay.has(id)) return;
    underWay.add(id);
    const due = { id, $or: [{ lastUsedUtc: null }, { lastUsedUtc: { $lte: hourAgo } }] };
    em.nativeUpdate(ApplicationPasswordEntity, due, { lastUsedUtc: toUtc(now) })
      .catch(onError)
      .finally(() => underWay.delete(id));
  };
}
