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
import { highestRole, rolesIn } from '../users/oidc-roles.ts';
import { userOfSubject } from '../users/oidc-user.ts';
import { NO_SUBJECT, NO_TOKEN, refusalOf, TokenError } from '../users/token-refusal.ts';
import { userNameFromClaim } from '../users/user.record.ts';
import type { SignedIn } from './signed-in.ts';

export interface OidcSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Claim with the roles: a name, or a path with dots such as `realm_access.roles`. */
  readonly rolesClaim: string;
}

/** Only signatures that need the issuer's private key: with a shared secret or `none` any client could sign. */
export const ALGORITHMS = [
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
export const TIMEOUT_MS = 5_000;
/** How long a failure of the issuer is cached: a flood of tokens must not become one of requests to the issuer. */
const RETRY_MS = 5_000;
const MAX_SUBJECT_LENGTH = 255;

type Metadata = Readonly<Record<string, unknown>>;

interface Issuer {
  /** Its name in tokens (`iss`). */
  readonly name: string;
  readonly keys: JWTVerifyGetKey;
  readonly metadata: Metadata;
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

/** An address in the metadata, if it is on the host of the issuer. */
export function ownAddress(metadata: Metadata, name: string, issuer: string): URL {
  const value = metadata[name];
  const url = typeof value === 'string' ? URL.parse(value, issuer) : null;
  if (!url || url.origin !== new URL(issuer).origin)
    throw new Error(`the metadata of ${issuer} has no ${name} on the same host`);
  return url;
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
  const metadata: Metadata = Object(await response.json());
  const name = metadata.issuer;
  if (typeof name !== 'string' || withoutSlash(name) !== withoutSlash(issuer))
    throw new Error(`${address} describes another issuer`);
  const keys = ownAddress(metadata, 'jwks_uri', issuer);
  return { name, keys: issuerKeys(keys), metadata };
}

export const unreachable = (cause: unknown): ServiceError =>
  new ServiceError('service_unavailable', {
    message: 'The issuer of bearer tokens cannot be reached at the moment.',
    cause,
  });

/** Remembers a failure of the issuer for a while, so that not each request contacts it. */
export class Outage {
  #at = Number.NEGATIVE_INFINITY;
  #cause: unknown;

  /** @throws ServiceError service_unavailable */
  assertOver(): void {
    if (performance.now() - this.#at < RETRY_MS) throw unreachable(this.#cause);
  }

  begin(cause: unknown): ServiceError {
    this.#cause = cause;
    this.#at = performance.now();
    return unreachable(cause);
  }
}

/** Whether an error of jose is about the token. Others mean that the issuer's keys could not be loaded. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC';

const textsOfClaim = (value: unknown): string[] =>
  typeof value === 'string' && value.trim() !== '' ? [value] : [];

interface IssuerParts {
  readonly em: EntityManager;
  readonly clock: () => Date;
  /** Called for users created from a token. */
  readonly audit?: Audit;
}

/**
 * Verifies the tokens of one OpenID Connect issuer. Each subject has a user of its own, created with the first token;
 * its role is the highest of those in the token and the one set here by an administrator.
 */
export class OidcIssuer {
  readonly settings: OidcSettings;
  readonly #parts: IssuerParts;
  readonly #outage = new Outage();
  #issuer: Promise<Issuer> | undefined;

  constructor(settings: OidcSettings, parts: IssuerParts) {
    this.settings = settings;
    this.#parts = parts;
  }

  /** @throws ServiceError service_unavailable */
  async discover(): Promise<Issuer> {
    this.#outage.assertOver();
    this.#issuer ??= discoverIssuer(this.settings.issuer).catch((error: unknown) => {
      this.#issuer = undefined;
      throw this.#outage.begin(error);
    });
    return this.#issuer;
  }

  /**
   * The user of a token for this audience.
   * @throws TokenError invalid_token, ServiceError service_unavailable
   */
  async signIn(token: string, audience: string): Promise<SignedIn> {
    // Anything but three parts is not a token: do not query the issuer for keys.
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new TokenError(NO_TOKEN);
    const claims = await this.#verify(token, audience);
    // It may have any type, despite its declaration.
    const subject: unknown = claims.sub;
    if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH)
      throw new TokenError(NO_SUBJECT);
    const names = [...textsOfClaim(claims.preferred_username), ...textsOfClaim(claims.email), subject];
    const [displayName = ''] = textsOfClaim(claims.name).map(userNameFromClaim);
    const { issuer, rolesClaim } = this.settings;
    const roles = rolesIn(claims, rolesClaim);
    const { em, clock, audit = () => {} } = this.#parts;
    const { id, login, role } = await userOfSubject(
      em,
      { issuer: withoutSlash(issuer), subject, names, displayName, roles },
      toUtc(clock()),
      audit,
    );
    return {
      caller: { id, login, role: highestRole([role, ...roles]) },
      passwordId: null,
      role: highestRole(roles),
    };
  }

  async #verify(token: string, audience: string): Promise<JWTPayload> {
    const { name, keys } = await this.discover();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: name,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp'],
        clockTolerance: 30,
        currentDate: this.#parts.clock(),
      });
      return payload;
    } catch (error) {
      if (!isAboutToken(error)) throw unreachable(error);
      throw new TokenError(refusalOf(error, token, { issuer: name, audience }), error);
    }
  }
}
