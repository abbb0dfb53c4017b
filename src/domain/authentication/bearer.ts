import type { EntityManager } from '@mikro-orm/postgresql';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import { toUtc } from '../../lib/date-time.ts';
import { ServiceError } from '../../lib/errors.ts';
import type { Audit } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import { highestRole, rolesIn } from '../users/oidc-roles.ts';
import { userOfSubject } from '../users/oidc-user.ts';
import { NO_SUBJECT, NO_TOKEN, refusalOf, TokenError } from '../users/token-refusal.ts';
import { userNameFromClaim } from '../users/user.record.ts';

export interface OidcSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Claim with the roles: a name, or a path with dots such as `realm_access.roles`. */
  readonly rolesClaim: string;
}

/** Only signatures that need the issuer's private key: with a shared secret or `none` any client could sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const TIMEOUT_MS = 5_000;
/** How long a failure of the issuer is cached: a flood of tokens must not become one of requests to the issuer. */
const RETRY_MS = 5_000;
const MAX_SUBJECT_LENGTH = 255;

interface Issuer {
  /** Its name in tokens (`iss`). */
  name: string;
  keys: JWTVerifyGetKey;
}

const withoutSlash = (url: string): string => url.replace(/(?<!\/)\/+$/, '');

/** The keys at a URL. After a failure the last loaded keys stay valid, without requests to the issuer for a while. */
function issuerKeys(url: URL): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(url, { timeoutDuration: TIMEOUT_MS });
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  return async (header, token) => {
    if (performance.now() - failedAt < RETRY_MS) {
      const cached = remote.jwks();
      if (!cached) throw failure;
      return createLocalJWKSet(cached)(header, token);
    }
    try {
      return await remote(header, token);
    } catch (error) {
      if (!isAboutToken(error)) {
        failure = error;
        failedAt = performance.now();
      }
      throw error;
    }
  };
}

/** Loads the metadata of the issuer. Contacts only the configured host: refuses redirects, and keys on another host. */
async function discoverIssuer(issuer: string): Promise<Issuer> {
  const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { accept: 'application/json' },
  });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  const document: unknown = await response.json();
  const { issuer: name, jwks_uri: keys } = Object(document) as { issuer?: unknown; jwks_uri?: unknown };
  if (typeof name !== 'string' || withoutSlash(name) !== withoutSlash(issuer))
    throw new Error(`${address} describes another issuer`);
  const url = typeof keys === 'string' ? URL.parse(keys, issuer) : null;
  if (!url || url.origin !== new URL(issuer).origin)
    throw new Error(`${address} has no keys on the same host`);
  return { name, keys: issuerKeys(url) };
}

const unreachable = (cause: unknown): ServiceError =>
  new ServiceError('service_unavailable', {
    message: 'The issuer of bearer tokens cannot be reached at the moment.',
    cause,
  });

/** Whether an error of jose is about the token. Others mean that the issuer's keys could not be loaded. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';

const textsOfClaim = (value: unknown): string[] =>
  typeof value === 'string' && value.trim() !== '' ? [value] : [];

/**
 * Accepts the bearer tokens of one OpenID Connect issuer. Each subject has a user of its own, created with the first
 * token; its role is the highest of those in the token and the one set here by an administrator.
 */
export function createBearer(
  settings: OidcSettings,
  em: EntityManager,
  clock: () => Date,
  audit: Audit,
): (token: string) => Promise<Caller> {
  let issuer: Promise<Issuer> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;

  const getIssuer = (): Promise<Issuer> => {
    if (performance.now() - failedAt < RETRY_MS) throw unreachable(failure);
    issuer ??= discoverIssuer(settings.issuer).catch((error: unknown) => {
      issuer = undefined;
      failure = error;
      failedAt = performance.now();
      throw unreachable(error);
    });
    return issuer;
  };

  const verify = async (token: string): Promise<JWTPayload> => {
    const { name, keys } = await getIssuer();
    try {
      const options = {
        issuer: name,
        audience: settings.audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
      };
      return (await jwtVerify(token, keys, { ...options, clockTolerance: 30, currentDate: clock() })).payload;
    } catch (error) {
      if (!isAboutToken(error)) throw unreachable(error);
      throw new TokenError(refusalOf(error, token, { issuer: name, audience: settings.audience }), error);
    }
  };

  return async (token) => {
    // Anything but three parts is not a token: do not query the issuer for keys.
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new TokenError(NO_TOKEN);
    const claims = await verify(token);
    // It may have any type, despite its declaration.
    const subject: unknown = claims.sub;
    if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH)
      throw new TokenError(NO_SUBJECT);
    const names = [...textsOfClaim(claims.preferred_username), ...textsOfClaim(claims.email), subject];
    const [displayName = ''] = textsOfClaim(claims.name).map(userNameFromClaim);
    const roles = rolesIn(claims, settings.rolesClaim);
    const user = await userOfSubject(
      em,
      { issuer: withoutSlash(settings.issuer), subject, names, displayName, roles },
      toUtc(clock()),
      audit,
    );
    return { id: user.id, login: user.login, role: highestRole([user.role, ...roles]) };
  };
}
