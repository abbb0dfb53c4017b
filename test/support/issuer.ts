import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

export interface Issuer {
  readonly url: string;
  /** A token with these claims; by default valid for the audience `calendar` and a minute. */
  token(claims?: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** The same, signed with a foreign key. */
  forged(claims?: Record<string, unknown>): Promise<string>;
  close(): void;
}

/** An OpenID Connect issuer with one key, on this machine. */
export async function startIssuer(): Promise<Issuer> {
  const [own, foreign] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256' }];
  const server = createServer((request, response) => {
    const body = request.url === '/realm/keys' ? { keys } : { issuer: url, jwks_uri: `${url}/keys` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`;
  const sign =
    (key: typeof own.privateKey) =>
    (claims: Record<string, unknown> = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: url, aud: 'calendar', sub: 'amy', iat: now, exp: now + 60, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
        .sign(key);
    };
  return { url, token: sign(own.privateKey), forged: sign(foreign.privateKey), close: () => server.close() };
}
