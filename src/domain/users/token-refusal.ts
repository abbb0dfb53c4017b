import { decodeJwt, decodeProtectedHeader, errors } from 'jose';
import { ServiceError } from '../../lib/errors.ts';
import { RateLimitedLog } from '../../platform/telemetry/log.ts';

/** Most lines in the log in a second. */
const MOST_LINES = 2;
/** Most characters that are logged of a value in a token. */
const MAX_SHOWN = 200;

/** Why a bearer token is not accepted. */
export interface TokenRefusal {
  /** For the caller: goes on after "The bearer token is not valid here: ". Plain ASCII, without quotes. */
  readonly reason: string;
  /** For the log: what the token says, and what was wanted. Never the token. */
  readonly details: Readonly<Record<string, unknown>>;
}

export const NO_TOKEN: TokenRefusal = { reason: 'it is not a signed token (JWT)', details: {} };
export const NO_SUBJECT: TokenRefusal = {
  reason: 'its subject (sub) must be a text of 1 to 255 characters',
  details: {},
};

/** Header and payload of a token that may be anything; empty when they cannot be read. */
function partsOf(token: string): { header: Record<string, unknown>; payload: Record<string, unknown> } {
  try {
    return { header: { ...decodeProtectedHeader(token) }, payload: { ...decodeJwt(token) } };
  } catch {
    return { header: {}, payload: {} };
  }
}

const WRONG_CLAIMS: Readonly<Record<string, string>> = {
  iss: 'its issuer (iss) is not the one that is accepted here',
  aud: 'it is meant for another audience (aud)',
  nbf: 'it is not valid yet (nbf)',
};

/**
 * Why jose does not accept a token.
 * @param wanted the issuer and audience that are accepted
 */
export function refusalOf(
  error: unknown,
  token: string,
  wanted: { issuer: string; audience: string },
): TokenRefusal {
  const { header, payload } = partsOf(token);
  const { alg, kid } = header;
  const { iss, aud, exp, nbf } = payload;
  if (error instanceof errors.JWTExpired) return { reason: 'it has expired (exp)', details: { exp } };
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim } = error;
    return error.reason === 'missing'
      ? { reason: `its claim ${claim} is missing`, details: { wanted } }
      : {
          reason: WRONG_CLAIMS[claim] ?? `its claim ${claim} is not as it must be`,
          details: { iss, aud, nbf, wanted },
        };
  }
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return {
      reason: 'its signature is not made with the key of the issuer that it names',
      details: { alg, kid, iss, wanted },
    };
  if (error instanceof errors.JWKSNoMatchingKey)
    return { reason: 'the issuer has no key that fits it (kid, alg)', details: { alg, kid, iss, wanted } };
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return { reason: 'it does not name its key (kid), and several fit', details: { alg, iss } };
  if (error instanceof errors.JOSEAlgNotAllowed)
    return { reason: 'its algorithm (alg) is not accepted', details: { alg, iss } };
  return NO_TOKEN;
}

/** The answer to a token that is not accepted: invalid_token 401. */
export class TokenError extends ServiceError {
  readonly refusal: TokenRefusal;

  constructor(refusal: TokenRefusal, cause?: unknown) {
    const { reason } = refusal;
    super('invalid_token', {
      message: `The bearer token is not valid here: ${reason}.`,
      refusedToken: reason,
      cause,
    });
    this.refusal = refusal;
  }
}

/** A value of a token as the log shows it. */
function shown(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text !== undefined && text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : value;
}

/** Writes a line at level warn for tokens that are refused, a few each second; others are counted. */
export function logRefusedTokens(log: {
  warn(fields: object, message: string): void;
}): (refusal: TokenRefusal, address: string) => void {
  const limiter = new RateLimitedLog(MOST_LINES);
  return ({ reason, details }, address) => {
    const suppressed = limiter.admit(performance.now());
    if (suppressed === undefined) return;
    const present = Object.entries(details).filter(([, value]) => value !== undefined);
    const values = Object.fromEntries(present.map(([name, value]) => [name, shown(value)]));
    log.warn(
      { reason, ...values, address, ...(suppressed > 0 && { unsaid: suppressed }) },
      'bearer token refused',
    );
  };
}
