import { basic } from '../support/service.ts';
import { openWorld, type World } from '../support/world.ts';
import { DeskClient, signedIn } from './desk-client.ts';

/** My account: each user sees and revokes the own application passwords. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.stop());

const SECRET = /\b(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}/;

const idOf = (html: string, name: string): string => {
  const row = html.split('<li>').find((one) => one.includes(`<strong>${name}</strong>`)) ?? '';
  return /passwords\/(\d+)\/revoke/.exec(row)?.[1] ?? '';
};

test.each(['subscriber', 'contributor', 'author', 'editor', 'administrator'])(
  'a user with the role %s sees the own role and passwords',
  async (role) => {
    const client = await signedIn(world, role);
    const { status, text } = await client.get('/desk/account');
    expect(status).toBe(200);
    expect(text.toLowerCase()).toContain(`role ${role}`);
    expect(text).toContain(client.login);
    expect(text).toContain('Test this session');
  },
);

test('a new password is shown once, works, and is neither cached nor in an address', async () => {
  const client = await signedIn(world, 'author');
  const made = await client.post('/desk/account/passwords', { purpose: 'My <phone>' });
  expect([made.status, made.location, made.headers.get('cache-control')]).toEqual([
    200,
    null,
    'no-store, private',
  ]);
  expect(made.html).toContain('My &lt;phone&gt;');
  const [password = ''] = SECRET.exec(made.text) ?? [];
  const { body } = await world.get('/events?status=draft', basic(client.login, password));
  expect(body).toHaveProperty('events');
  expect((await client.get('/desk/account')).text).not.toMatch(SECRET);
});

test.each([
  ['', 'Fill in this field.'],
  ['x'.repeat(101), 'This text is too long. Shorten it.'],
])('the name %j is refused at its field, and kept', async (purpose, sentence) => {
  const client = await signedIn(world, 'contributor');
  const { status, html, text, forms } = await client.post('/desk/account/passwords', { purpose });
  expect(status).toBe(400);
  expect(html).toContain(`<span class="error" id="purpose-error">${sentence}</span>`);
  expect(forms.at(-1)?.fields).toEqual([['purpose', purpose]]);
  expect(text).not.toMatch(SECRET);
});

test('revoking the password of the session signs out; another one does not', async () => {
  const client = await signedIn(world, 'author');
  await client.post('/desk/account/passwords', { purpose: 'Phone' });
  const { html } = await client.get('/desk/account');
  const phone = await client.post(`/desk/account/passwords/${idOf(html, 'Phone')}/revoke`);
  expect(phone.location).toBe('/desk/account?done=revoked');
  expect((await client.get(phone.location ?? '')).text).toContain('The password is revoked.');
  const own = await client.post(`/desk/account/passwords/${idOf(html, 'Test')}/revoke`);
  expect(own.location).toBe('/desk/sign-in?done=revoked');
  expect((await client.get(own.location ?? '')).text).toContain('The password is revoked.');
  expect((await client.get('/desk/account')).location).toBe('/desk/sign-in?to=%2Fdesk%2Faccount');
});

test('passwords of others stay, as if they did not exist', async () => {
  const [client, other] = [await signedIn(world, 'editor'), await signedIn(world, 'author')];
  const { html } = await other.get('/desk/account');
  const { status, text } = await client.post(`/desk/account/passwords/${idOf(html, 'Test')}/revoke`);
  expect([status, text]).toEqual([404, expect.stringContaining('This did not work')]);
  expect((await other.get('/desk/account')).status).toBe(200);
  expect((await client.post('/desk/account/passwords/x/revoke')).status).toBeLessThan(500);
});

test('a form from another site, and one without a session, create nothing', async () => {
  const client = await signedIn(world, 'author');
  const form = new URLSearchParams({ purpose: 'Foreign' });
  const foreign = await client.send('POST', '/desk/account/passwords', form, {
    'sec-fetch-site': 'cross-site',
  });
  expect(foreign.status).toBe(403);
  const guest = await new DeskClient(world).post('/desk/account/passwords', { purpose: 'Kept <b>' });
  expect([guest.status, guest.html]).toEqual([401, expect.stringContaining('value="Kept &lt;b&gt;"')]);
  const resumed = await client.post('/desk/account/passwords', { purpose: 'Kept', resumed: 'on' });
  expect(resumed.text).toContain('You are signed in again.');
  expect(resumed.forms.at(-1)?.fields).toEqual([['purpose', 'Kept']]);
  expect((await client.get('/desk/account')).text).not.toMatch(/Foreign|Kept/);
});
