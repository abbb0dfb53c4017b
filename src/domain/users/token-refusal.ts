import { decodeJwt, decodeProtectedHeader, errors } from 'jose';
import { ServiceError } from '../../lib/errors.ts';
import { RateLimitedLog } from '../../platform/telemetry/log.ts';

const MAX_LINES_PER_SECOND = 2;
/** Per value of a token. */
const MAX_LOGGED_CHARACTERS = 200;

/** The reason why a bearer token is refused. */
export interface TokenRefusal {
  /** For the caller, completes "The bearer token is not valid here: ". Plain ASCII, without quotes. */
  readonly reason: string;
  /** For the log: values in the token, and the expected ones. Never the token. */
  readonly details: Readonly<Record<string, unknown>>;
}

export const NO_TOKEN: TokenRefusal = { reason: 'it is not a signed token (JWT)', details: {} };
export const NO_SUBJECT: TokenRefusal = {
  reason: 'its subject (sub) must be a text of 1 to 255 characters',
  details: {},
};

/** Header and payload of any text; empty if it is not a token. */
function partsOf(token: string): { header: Record<string, unknown>; payload: Record<string, unknown> } {
  try {
    return { header: { ...decodeProtectedHeader(token) }, payload: { ...decodeJwt(token) } };
  } catch {
    return { header: {}, payload: {} };
  }
}

const CLAIM_REASONS: Readonly<Record<string, string>> = {
  iss: 'its issuer (iss) is not accepted here',
  aud: 'it is meant for another audience (aud)',
  nbf: 'it is not valid yet (nbf)',
};

/** Translates an error of jose. @param wanted the accepted issuer and audience */
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
          reason: CLAIM_REASONS[claim] ?? `its claim ${claim} is not valid`,
          details: { iss, aud, nbf, wanted },
        };
  }
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return {
      reason: 'its signature does not match the key of the issuer',
      details: { alg, kid, iss, wanted },
    };
  if (error instanceof errors.JWKSNoMatchingKey)
    return { reason: 'the issuer has no matching key (kid, alg)', details: { alg, kid, iss, wanted } };
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return { reason: 'it does not name its key (kid), and several keys match', details: { alg, iss } };
  if (error instanceof errors.JOSEAlgNotAllowed)
    return { reason: 'its algorithm (alg) is not accepted', details: { alg, iss } };
  return NO_TOKEN;
}

/** Refuses a token: invalid_token 401. */
export class TokenError extends ServiceError {
  readonly refusal: TokenRefusal;

  constructor(refusal: TokenRefusal, cause?: unknown) {
    const { reason } = refusal;
    super('invalid_token', {
      message: `The bearer token is not valid here: ${reason}.`,
      tokenError: reason,
      cause,
    });
    this.refusal = refusal;
  }
}

function loggedValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text !== undefined && text.length > MAX_LOGGED_CHARACTERS
    ? `${text.slice(0, MAX_LOGGED_CHARACTERS)}…`
    : value;
}

/** Logs refused tokens at level warn, a few each second, and counts the others. */
export function logRefusedTokens(log: {
  warn(fields: object, message: string): void;
}): (refusal: TokenRefusal, address: string) => void {
  const limiter = new RateLimitedLog(MAX_LINES_PER_SECOND);
  return ({ reason, details }, address) => {
    const suppressed = limiter.admit(performance.now());
    if (suppressed === undefined) return;
    const present = Object.entries(details).filter(([, value]) => value !== undefined);
    const values = Object.fromEntries(present.map(([name, value]) => [name, loggedValue(value)]));
    log.warn(
      { reason, ...values, address, ...(suppressed > 0 && { unsaid: suppressed }) },
      'bearer token refused',
    );
  };
}
