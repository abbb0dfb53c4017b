import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { toUtc } from '../../lib/date-time.ts';
import { ServiceError } from '../../lib/errors.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import { rowsByKey } from '../../platform/postgres/rows-by-key.ts';
import { ANONYMOUS, type Caller, TRUSTED_ANONYMOUS } from '../access/caller.ts';
import { formerLoginKey, loginKey } from '../access/logins.ts';
import type { PasswordKeys } from '../access/password-keys.ts';
import type { Role } from '../access/role.ts';
import { hashPassword } from '../users/password-hash.ts';
import { TokenError, type TokenRefusal } from '../users/token-refusal.ts';
import { ApplicationPasswordEntity } from '../users/user.entity.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { OidcIssuer } from './oidc-issuer.ts';
import type { SignedIn } from './signed-in.ts';

export interface SignInOptions {
  em: EntityManager;
  keys: PasswordKeys;
  clock: () => Date;
  /** Called with wrong credentials, and awaited before the response. */
  throttle?: LoginThrottle;
  /** Called if the last use of a password cannot be stored; the request continues. */
  onError?: (error: unknown) => void;
}

export interface AuthenticatorOptions extends SignInOptions {
  /** Whether callers without credentials count as editors (closed networks). */
  allowAnonymousWrites: boolean;
  /** The issuer of accepted bearer tokens; none are accepted without it. */
  oidc?: OidcIssuer | undefined;
  /** Called with the reason why a bearer token is refused. */
  onRefusedToken?: (refusal: TokenRefusal, address: string) => void;
}

interface Credentials {
  readonly login: string;
  /** Spaces do not count. */
  readonly password: string;
}

const HOUR_MS = 3_600_000;

const NO_ISSUER_MESSAGE =
  'Bearer tokens are not accepted here: no issuer is configured. ' +
  'Use an application password with HTTP Basic authentication.';

/**
 * Identifies the caller, by the `Authorization` header and the client address.
 * @throws ServiceError 401 for wrong credentials, delayed if there are many
 */
type Authenticate = (authorization: string | undefined, address?: string) => Promise<Caller>;

/**
 * Checks a login and an application password, sent from the client address.
 * @throws ServiceError incorrect_password 401, delayed if there are many
 */
export type SignIn = (credentials: Credentials, address?: string) => Promise<SignedIn>;

/** The scheme, and the rest of the header. */
const HEADER = /^(\S+)(?:\s+(\S.*))?$/s;

/**
 * Login and password of a Basic header; null if malformed. A text without a colon may be a secret, so it must not be
 * counted or logged as a login.
 */
function readBasic(credentials: string): Credentials | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(credentials)) return null;
  const [, login, password] =
    /^([^:]*):(.*)$/s.exec(Buffer.from(credentials, 'base64').toString('utf8')) ?? [];
  return login === undefined || password === undefined ? null : { login, password };
}

interface FoundUser {
  readonly id: number;
  readonly login: string;
  readonly role: Role;
  readonly hash: string;
  readonly passwordId: number;
  readonly lastUsedUtc: string | null;
}

const usersByHash = rowsByKey<string, 'hash', FoundUser>(
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

async function refuse(throttle: LoginThrottle, address: string, login?: string): Promise<never> {
  await throttle(address, login);
  throw new ServiceError('incorrect_password');
}

const NO_THROTTLE: LoginThrottle = async () => {};

/**
 * Creates the function that checks application passwords, the only one that does. It finds each by the unique index on
 * the keyed hash. Nothing is cached, so that revoking a password, changing a role and deleting a user take effect with
 * the next request on every instance. An attacker can only time the search for an HMAC value, which cannot be chosen.
 * Unknown logins and wrong passwords get the same response.
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { em, keys, clock, throttle = NO_THROTTLE, onError = () => {} } = options;
  const db = kysely(em);
  const recordUse = createLastUseRecorder(em, onError);
  let cachedKeys: ReturnType<PasswordKeys['accepted']> | undefined;

  const loadKeys = (): ReturnType<PasswordKeys['accepted']> =>
    keys.accepted(em.fork({ keepTransactionContext: true })).catch((error: unknown) => {
      cachedKeys = undefined;
      throw error;
    });

  return async ({ login, password }, address = '') => {
    cachedKeys ??= loadKeys();
    const { current, former } = await cachedKeys;
    /** Searches for the hashes with the current and the former key. */
    const findUser = async (form: (login: string) => string): Promise<FoundUser | undefined> => {
      const hashes = [...new Set([current, former])].map((key) => hashPassword(key, login, password, form));
      const users = await usersByHash(db, hashes);
      return users.find((found) => found !== null);
    };
    let user = await findUser(loginKey);
    if (!user && formerLoginKey(login) !== loginKey(login)) user = await findUser(formerLoginKey);
    if (!user) return refuse(throttle, address, login);
    const { passwordId } = user;
    const now = clock();
    const hourAgo = toUtc(new Date(now.getTime() - HOUR_MS));
    if (user.lastUsedUtc === null || user.lastUsedUtc <= hourAgo) recordUse(passwordId, now, hourAgo);
    return { caller: { id: user.id, login: user.login, role: user.role }, passwordId, role: null };
  };
}

/**
 * Creates the function that identifies callers by the header of a request, the only one that does. Schemes other than
 * Basic and Bearer are ignored.
 */
export function createAuthenticator(
  options: AuthenticatorOptions,
  signIn: SignIn = createSignIn(options),
): Authenticate {
  const { oidc, throttle = NO_THROTTLE } = options;

  const basic = async (text: string, address: string): Promise<Caller> => {
    const credentials = readBasic(text);
    if (!credentials) return refuse(throttle, address);
    return (await signIn(credentials, address)).caller;
  };

  const token = async (issuer: OidcIssuer, text: string, address: string): Promise<Caller> => {
    try {
      return (await issuer.signIn(text, issuer.settings.audience)).caller;
    } catch (error) {
      if (error instanceof TokenError) {
        options.onRefusedToken?.(error.refusal, address);
        await throttle(address);
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
        if (!oidc) throw new ServiceError('invalid_token', { message: NO_ISSUER_MESSAGE });
        return token(oidc, credentials, address);
      default:
        return anonymous;
    }
  };
}

/** Stores the last use of a password, at most once an hour, without delaying the request. */
function createLastUseRecorder(
  em: EntityManager,
  onError: (error: unknown) => void,
): (id: number, now: Date, hourAgo: string) => void {
  const pending = new Set<number>();
  return (id, now, hourAgo) => {
    if (pending.has(id)) return;
    pending.add(id);
    const due = { id, $or: [{ lastUsedUtc: null }, { lastUsedUtc: { $lte: hourAgo } }] };
    em.nativeUpdate(ApplicationPasswordEntity, due, { lastUsedUtc: toUtc(now) })
      .catch(onError)
      .finally(() => pending.delete(id));
  };
}
