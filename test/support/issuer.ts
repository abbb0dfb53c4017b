import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

type Claims = Record<string, unknown>;

export interface Issuer {
  readonly url: string;
  /** The client that may sign in people here. */
  readonly client: { readonly id: string; readonly secret: string };
  /** The paths of all requests. */
  readonly requests: string[];
  /** Additional claims of the next ID tokens, which belong to the subject `amy` for a minute. */
  claims: Claims;
  /** Overrides of the metadata. */
  metadata: Record<string, unknown>;
  /** The status of the token endpoint, if it fails. */
  tokenStatus: number | undefined;
  /** A token with these claims; by default valid for the audience `calendar` and a minute. */
  token(claims?: Claims, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** The same, signed with a foreign key. */
  forged(claims?: Claims): Promise<string>;
  close(): void;
}

interface Login {
  readonly redirectUri: string | null;
  readonly nonce: string | null;
  readonly challenge: string | null;
}

const sha256 = (value: string): string => createHash('sha256').update(value).digest('base64url');

/**
 * An OpenID Connect issuer with one key, on this machine. Its login page signs in at once: it redirects with a code,
 * valid once for the same client, redirect URI and PKCE verifier.
 */
export async function startIssuer(): Promise<Issuer> {
  const [own, foreign] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256' }];
  const logins = new Map<string, Login>();
  const send = (response: ServerResponse, body: unknown, status = 200): void =>
    void response.setHeader('content-type', 'application/json').writeHead(status).end(JSON.stringify(body));

  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const code = randomBytes(8).toString('hex');
    const redirectUri = query.get('redirect_uri');
    logins.set(code, { redirectUri, nonce: query.get('nonce'), challenge: query.get('code_challenge') });
    const back = new URL(redirectUri ?? url);
    back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
    response.writeHead(302, { location: back.href }).end();
  };

  const redeem = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (issuer.tokenStatus !== undefined) return send(response, {}, issuer.tokenStatus);
    const form = new URLSearchParams(await text(request));
    const { id, secret } = issuer.client;
    const [user, password] = Buffer.from(
      request.headers.authorization?.slice('Basic '.length) ?? '',
      'base64',
    )
      .toString()
      .split(':')
      .map((part) => new URLSearchParams(`part=${part}`).get('part'));
    if (user !== id || password !== secret) {
      if (user) response.setHeader('www-authenticate', 'Basic realm="issuer"');
      return send(response, { error: 'invalid_client' }, 401);
    }
    const code = form.get('code') ?? '';
    const login = logins.get(code);
    logins.delete(code);
    if (
      login?.redirectUri !== form.get('redirect_uri') ||
      login.challenge !== sha256(form.get('code_verifier') ?? '')
    )
      return send(response, { error: 'invalid_grant' }, 400);
    const token = await issuer.token({ aud: id, nonce: login.nonce, ...issuer.claims });
    send(response, { access_token: 'unused', token_type: 'bearer', id_token: token });
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    issuer.requests.push(pathname);
    if (pathname === '/realm/authorize') return authorize(searchParams, response);
    if (pathname === '/realm/token') return void redeem(request, response);
    if (pathname === '/realm/keys') return send(response, { keys });
    send(response, {
      issuer: url,
      jwks_uri: `${url}/keys`,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      ...issuer.metadata,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`;
  const sign =
    (key: typeof own.privateKey) =>
    (claims: Claims = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: url, aud: 'calendar', sub: 'amy', iat: now, exp: now + 60, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
        .sign(key);
    };
  const issuer: Issuer = {
    url,
    client: { id: 'desk', secret: 'secret of the desk' },
    requests: [],
    claims: {},
    metadata: {},
    tokenStatus: undefined,
    token: sign(own.privateKey),
    forged: sign(foreign.privateKey),
    close: () => void server.close(),
  };
  return issuer;
}
