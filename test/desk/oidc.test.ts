import { type Issuer, startIssuer } from '../support/issuer.ts';
import { openWorld, type World } from '../support/world.ts';
import { DeskClient, type DeskResponse } from './desk-client.ts';

let world: World;
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
  world = await openWorld({
    // Tokens carry the time of this machine.
    now: new Date().toISOString().slice(0, 19).replace('T', ' '),
    env: {
      OIDC_ISSUER: issuer.url,
      OIDC_AUDIENCE: 'calendar',
      OIDC_CLIENT_ID: issuer.client.id,
      OIDC_CLIENT_SECRET: issuer.client.secret,
      LOCALE: 'de',
    },
  });
});
afterAll(async () => {
  await world.server.stop();
  issuer.close();
});

const SIGN_IN_COOKIE = /^(__Host-calendar-sign-in)=([^;]*)/;

/** Follows the link of the sign-in page to the issuer. @returns the path back, and the cookie of the browser */
async function atIssuer(client: DeskClient): Promise<{ back: string; cookie: string }> {
  const begun = await client.get('/desk/sign-in/start?to=/desk/account');
  const [, name = '', value = ''] = SIGN_IN_COOKIE.exec(begun.headers.get('set-cookie') ?? '') ?? [];
  const response = await fetch(begun.location ?? '', { redirect: 'manual' });
  const { pathname, search } = new URL(response.headers.get('location') ?? '');
  return { back: pathname + search, cookie: `${name}=${value}` };
}

/** Returns from the issuer with the cookie of a browser. */
const finish = (client: DeskClient, back: string, cookie: string): Promise<DeskResponse> =>
  client.send('GET', back, undefined, { cookie });

test('the sign-in page leads to the issuer and back to the page', async () => {
  issuer.claims = { sub: 'zoe', preferred_username: 'zoe', name: 'Zoë', roles: ['author'] };
  const client = new DeskClient(world);
  expect((await client.get('/desk/sign-in')).html).toContain('/desk/sign-in/start?to=');
  const { back, cookie } = await atIssuer(client);
  const { status, location } = await finish(client, back, cookie);
  expect([status, location]).toEqual([303, '/desk/account']);
  const page = await client.get('/desk/account');
  expect(page.status).toBe(200);
  expect(page.text).toContain('zoe');
});

test.each([
  ['another browser', (back: string) => back, ''],
  ['a forged state', (back: string) => back.replace(/state=[^&]*/, 'state=forged'), null],
  ['a forged code', (back: string) => back.replace(/code=[^&]*/, 'code=forged'), null],
  ['a broken cookie', (back: string) => back, '__Host-calendar-sign-in=%00%ff'],
])('%s starts no session', async (_what, change, replaced) => {
  issuer.claims = { sub: 'eve' };
  const client = new DeskClient(world);
  const { back, cookie } = await atIssuer(client);
  const { status, location, text } = await finish(client, change(back), replaced ?? cookie);
  if (location === null) expect([status, text]).toEqual([401, expect.stringContaining('abgelehnt')]);
  else expect(location).toBe('/desk/sign-in');
  expect((await client.get('/desk/account')).status).toBe(303);
});

test('an issuer that is down is a sentence', async () => {
  const client = new DeskClient(world);
  const { back, cookie } = await atIssuer(client);
  issuer.tokenStatus = 500;
  const { status, text } = await finish(client, back, cookie);
  issuer.tokenStatus = undefined;
  expect(status).toBe(503);
  expect(text).not.toMatch(/issuer|token|bearer/i);
});
