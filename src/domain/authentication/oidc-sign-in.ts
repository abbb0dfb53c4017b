import * as client from 'openid-client';
import { TokenError, type TokenRefusal } from '../users/token-refusal.ts';
import type { LoginThrottle } from './login-throttle.ts';
import { ALGORITHMS, type OidcIssuer, Outage, ownAddress, TIMEOUT_MS, unreachable } from './oidc-issuer.ts';
import type { SignedIn } from './signed-in.ts';

export interface OidcClient {
  readonly id: string;
  /** Undefined for a public client. */
  readonly secret: string | undefined;
}

interface OidcSignInOptions {
  readonly issuer: OidcIssuer;
  readonly client: OidcClient;
  /** Called with refused sign-ins, and awaited before the response. */
  readonly throttle?: LoginThrottle;
  /** Called with the reason why a sign-in is refused. */
  readonly onRefusedToken?: (refusal: TokenRefusal, address: string) => void;
}

/** `openid` for the ID token, the others for the login and the name of a new user. */
const SCOPE = 'openid profile email';
/** State, nonce and PKCE verifier: 256 random bits each. */
const CHECK = /^([\w-]{43})\.([\w-]{43})\.([\w-]{43})$/;
/** A longer URL is not from the issuer, and would only be an error there. */
const MAX_URL_LENGTH = 8_000;

const OTHER_BROWSER: TokenRefusal = {
  reason: 'the sign-in was begun in another browser or too long ago',
  details: {},
};
const REFUSED_CODE = 'the issuer refused the code of the sign-in';

/** Errors of the library about the response of a browser, and about claims of the ID token. */
const REFUSALS: Readonly<Record<string, string>> = {
  OAUTH_INVALID_RESPONSE: 'the response of the issuer does not belong to this sign-in',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'a claim of the ID token does not belong to this sign-in',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'the ID token has expired, or is not valid yet',
};

/** Whether the issuer did not respond at all, which the sender of a request cannot cause. */
const isSilence = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT');

/** The reason why an error of the library refuses the sign-in; undefined if the issuer failed. */
function refusalOf(error: unknown): TokenRefusal | undefined {
  if (error instanceof client.AuthorizationResponseError)
    return { reason: 'the issuer refused the sign-in', details: { error: error.error } };
  if (error instanceof client.ResponseBodyError)
    return { reason: REFUSED_CODE, details: { error: error.error } };
  if (error instanceof client.WWWAuthenticateChallengeError)
    return { reason: REFUSED_CODE, details: { error: 'invalid_client' } };
  const reason = error instanceof client.ClientError ? REFUSALS[error.code ?? ''] : undefined;
  if (reason === undefined || !(error instanceof Error)) return undefined;
  const { cause } = error;
  return { reason, details: { error: cause instanceof Error ? cause.message : undefined } };
}

/** Signs in at the OpenID Connect issuer, by an authorization code with PKCE, state and nonce. */
export class OidcSignIn {
  readonly #options: OidcSignInOptions;
  readonly #outage = new Outage();

  constructor(options: OidcSignInOptions) {
    this.#options = options;
  }

  /**
   * Begins a sign-in.
   * @param redirectUri where the issuer sends the browser afterwards, without query
   * @returns the URL at the issuer, and a text for {@link finish}, which only the same browser may keep
   * @throws ServiceError service_unavailable
   */
  async begin(redirectUri: string): Promise<{ url: string; check: string }> {
    const configuration = await this.#configuration();
    const [state, nonce, verifier] = [
      client.randomState(),
      client.randomNonce(),
      client.randomPKCECodeVerifier(),
    ];
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, check: `${state}.${nonce}.${verifier}` };
  }

  /**
   * Finishes a sign-in. Creates the user the first time.
   * @param currentUrl the redirect URI, with the query from the issuer
   * @param check the text from {@link begin}
   * @param address of the browser
   * @throws ServiceError invalid_token 401, delayed if there are many; service_unavailable
   */
  async finish(currentUrl: URL, check: string, address = ''): Promise<SignedIn> {
    const { issuer, client: own, onRefusedToken, throttle } = this.#options;
    try {
      return await issuer.signIn(await this.#idToken(currentUrl, check), own.id);
    } catch (error) {
      if (error instanceof TokenError) {
        onRefusedToken?.(error.refusal, address);
        await throttle?.(address);
      }
      throw error;
    }
  }

  /** Redeems the code. Contacts the issuer only if the state is that of the browser. */
  async #idToken(currentUrl: URL, check: string): Promise<string> {
    const [, state, nonce, verifier] = CHECK.exec(check) ?? [];
    if (state === undefined || nonce === undefined || verifier === undefined)
      throw new TokenError(OTHER_BROWSER);
    if (currentUrl.href.length > MAX_URL_LENGTH || currentUrl.searchParams.get('state') !== state)
      throw new TokenError(OTHER_BROWSER);
    const configuration = await this.#configuration();
    this.#outage.assertOver();
    try {
      const tokens = await client.authorizationCodeGrant(configuration, currentUrl, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return tokens.id_token ?? '';
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) throw new TokenError(refusal, error);
      throw isSilence(error) ? this.#outage.begin(error) : unreachable(error);
    }
  }

  async #configuration(): Promise<client.Configuration> {
    const { issuer, client: own } = this.#options;
    const { name, metadata } = await issuer.discover();
    const address = issuer.settings.issuer;
    const methods = metadata.token_endpoint_auth_methods_supported;
    const inBody = Array.isArray(methods) && methods.includes('client_secret_post');
    try {
      const server = {
        issuer: name,
        authorization_endpoint: ownAddress(metadata, 'authorization_endpoint', address).href,
        token_endpoint: ownAddress(metadata, 'token_endpoint', address).href,
        id_token_signing_alg_values_supported: ALGORITHMS,
        authorization_response_iss_parameter_supported:
          metadata.authorization_response_iss_parameter_supported === true,
      };
      const configuration = new client.Configuration(server, own.id, {}, authenticationOf(own, inBody));
      configuration.timeout = TIMEOUT_MS / 1_000;
      if (new URL(address).protocol === 'http:') client.allowInsecureRequests(configuration);
      return configuration;
    } catch (error) {
      throw unreachable(error);
    }
  }
}

function authenticationOf({ secret }: OidcClient, inBody: boolean): client.ClientAuth {
  if (secret === undefined) return client.None();
  return inBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret);
}
