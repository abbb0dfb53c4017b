import { type ClientRequest, request } from 'node:http';
import { Parser } from 'htmlparser2';
import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from '../support/world.ts';
import { DeskClient, SAME_SITE, signedIn } from './desk-client.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({});
});
afterAll(() => world.server.stop());

const eventsNamed = async (title: string): Promise<number> => {
  const { body } = await world.get(
    `/events?search=${title}&status=publish,draft,pending`,
    world.server.admin,
  );
  return Number(body.total ?? 0);
};
const entries = (title: string) => ({
  title,
  date: '2031-05-01',
  time: '10:00',
  endDate: '2031-05-01',
  endTime: '12:00',
  status: 'draft',
});

describe('sessions', () => {
  test('the cookie is bound to this host, out of reach of scripts and of other sites', async () => {
    const { password } = await world.newUser('cookie', 'author');
    const { headers, status } = await new DeskClient(world).signIn('cookie', password);
    expect(status).toBe(303);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-calendar-session=[\w-]{43}; Path=\/; Expires=Sat, 15 Mar 2031 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('each sign-in makes a new token and ends the former one', async () => {
    const { password } = await world.newUser('fixed', 'author');
    const client = new DeskClient(world);
    client.cookie = 'a'.repeat(43);
    await client.signIn('fixed', password);
    const first = client.cookie;
    expect(first).not.toBe('a'.repeat(43));
    await client.signIn('fixed', password);
    expect(client.cookie).not.toBe(first);
    const former = new DeskClient(world);
    former.cookie = first;
    expect((await former.get('/desk/account')).location).toContain('/desk/sign-in');
  });

  test('signing out ends the session, also for a copy of the cookie', async () => {
    const client = await signedIn(world, 'author');
    const copy = new DeskClient(world);
    copy.cookie = client.cookie;
    expect((await client.post('/desk/sign-out')).location).toBe('/desk/sign-in');
    expect((await copy.get('/desk/account')).location).toContain('/desk/sign-in');
  });

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(10_000), '%00', "' or 1=1 --", '../../etc'])(
    'the token %s is no session',
    async (token) => {
      const client = new DeskClient(world);
      client.cookie = token;
      const { status, location } = await client.get('/desk/events');
      expect([status, location]).toEqual([303, '/desk/sign-in?to=%2Fdesk%2Fevents']);
    },
  );

  test('two cookies of the name are no session', async () => {
    const client = await signedIn(world, 'author');
    const twice = `${client.cookie}; __Host-calendar-session=${client.cookie}`;
    client.cookie = twice;
    expect((await client.get('/desk/events')).location).toContain('/desk/sign-in');
  });

  test('the session counts for the desk only', async () => {
    const client = await signedIn(world, 'administrator');
    const created = await client.send(
      'POST',
      '/calendar/events/v1/events',
      JSON.stringify({ title: 'Session', start_date: '2031-05-01', end_date: '2031-05-01' }),
      { 'content-type': 'application/json' },
    );
    expect(created.status).toBe(401);
    const { html } = await client.send(
      'POST',
      '/graphql',
      JSON.stringify({ query: '{ viewer { login } }' }),
      {
        'content-type': 'application/json',
      },
    );
    expect(JSON.parse(html)).toEqual({ data: { viewer: null } });
  });

  test('a wrong password does not say whether the login exists', async () => {
    await world.newUser('known', 'author');
    const pages = await Promise.all(
      ['known', 'unknown'].map((login) => new DeskClient(world).signIn(login, 'wrong password')),
    );
    const [known, unknown] = pages.map(({ status, html }) => [
      status,
      html.replaceAll('unknown', 'known').replace(/nonce" content="[^"]*"/, ''),
    ]);
    expect(known).toEqual(unknown);
    expect(known?.[0]).toBe(401);
  });

  test('a role that was lost counts at once, in one sentence', async () => {
    const client = await signedIn(world, 'author');
    const page = await client.get('/desk/events/new');
    await world.server.graphql(
      'mutation ($by: UserBy!) { updateUser(by: $by, input: { role: SUBSCRIBER }) { user { role } } }',
      { by: { databaseId: client.userId } },
    );
    const { status, text } = await client.resubmit('/desk/events/new', page, entries('Lostrole'));
    expect(status).toBe(403);
    expect(text).toContain('Your role does not allow this.');
    expect(await eventsNamed('Lostrole')).toBe(0);
  });

  test('a revoked password ends the session, and the entries stay', async () => {
    const client = await signedIn(world, 'author');
    const page = await client.get('/desk/events/new');
    await world.server.graphql('mutation ($by: UserBy!) { deleteUser(by: $by) { deletedId } }', {
      by: { databaseId: client.userId },
    });
    const { status, html, text } = await client.resubmit('/desk/events/new', page, {
      ...entries('Kept <b>"title"'),
      description: 'Line one\nLine two',
    });
    expect(status).toBe(401);
    expect(text).toContain('Your session has ended');
    expect(html).toContain('value="Kept &lt;b&gt;&quot;title&quot;"');
    expect(html).toMatch(/Line one\r?\nLine two/);
  });
});

describe('forms of other sites', () => {
  test('the same form from this site is stored', async () => {
    const client = await signedIn(world, 'author');
    const { status } = await client.submit('/desk/events/new', entries('Genuine'));
    expect(status).toBe(303);
    expect(await eventsNamed('Genuine')).toBe(1);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['a client without these headers', {}],
    ['a lie in the other header', { 'sec-fetch-site': 'cross-site', origin: 'same' }],
  ])('a form from %s does nothing', async (_from, headers) => {
    const client = await signedIn(world, 'administrator');
    const page = await client.get('/desk/events/new');
    const form = new URLSearchParams([
      ...(page.forms.find(({ buttons }) => buttons.includes('save'))?.fields ?? []).filter(
        ([name]) => !Object.hasOwn(entries(''), name),
      ),
      ...Object.entries(entries('Forged')),
      ['do', 'save'],
    ]);
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value === 'same' ? new URL(world.server.url).origin : value,
      ]),
    );
    const { status } = await client.send('POST', '/desk/events/new', form, sent);
    expect(status).toBe(403);
    expect(await eventsNamed('Forged')).toBe(0);
  });

  test.each([
    '/desk/sign-in',
    '/desk/sign-out',
    '/desk/account/passwords',
    '/desk/people/new',
    '/desk/import',
  ])('POST %s needs the same origin', async (path) => {
    const client = await signedIn(world, 'administrator');
    const { status } = await client.send('POST', path, new URLSearchParams({ name: 'x', do: 'save' }), {
      origin: 'https://evil.example',
    });
    expect(status).toBe(403);
    expect((await client.get('/desk/account')).status).toBe(200);
  });

  test('a browser without Sec-Fetch-Site is recognized by its origin', async () => {
    const { password } = await world.newUser('older', 'author');
    const { status } = await new DeskClient(world).send(
      'POST',
      '/desk/sign-in',
      new URLSearchParams({ login: 'older', password }),
      { origin: new URL(world.server.url).origin },
    );
    expect(status).toBe(303);
  });

  test('no other site can show the desk in a frame', async () => {
    const client = await signedIn(world, 'author');
    const { headers } = await client.get('/desk/events');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store, private');
  });
});

describe('addresses to continue at', () => {
  let password: string;
  beforeAll(async () => {
    ({ password } = await world.newUser('continues', 'author'));
  });

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/desk//evil.example',
    '/desk/../../evil',
    '/deskevil',
    'javascript:alert(1)',
    '/desk\r\nset-cookie: a=b',
    '/graphql',
    '/desk?x=\u0000',
  ])('%j leads to the desk', async (to) => {
    const client = new DeskClient(world);
    const page = await client.get(`/desk/sign-in?to=${encodeURIComponent(to)}`);
    expect(page.forms[0]?.fields).toContainEqual(['to', '/desk']);
    const response = await client.send(
      'POST',
      '/desk/sign-in',
      new URLSearchParams({ login: 'continues', password, to }),
    );
    expect([response.status, response.location]).toEqual([303, '/desk']);
  });
});

/** Elements with event handlers, and pictures that the pages do not have. */
function dangerousElements(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const names = Object.keys(attributes);
      if (attributes.src === 'x' || names.some((one) => one.startsWith('on'))) found.push(`${name} ${names}`);
    },
  });
  parser.end(html);
  return found;
}

describe('stored text', () => {
  const SCRIPT = '"><script>alert(1)</script><img src=x onerror=alert(2)>';

  test('is text on every page of the desk', async () => {
    const { admin } = world.server;
    const client = await signedIn(world, 'editor');
    const category = await world.send('POST', '/categories', { name: `C${SCRIPT}x` }, admin);
    const venue = await world.send('POST', '/venues', { venue: `V${SCRIPT}x`, city: SCRIPT }, admin);
    const organizer = await world.send('POST', '/organizers', { organizer: `O${SCRIPT}x` }, admin);
    const event = await world.send(
      'POST',
      '/events',
      {
        ...{ title: `T${SCRIPT}x`, start_date: '2031-05-01 10:00', end_date: '2031-05-01 12:00' },
        description: `<p onclick="alert(3)">Text</p></textarea><script>alert(4)</script>`,
        venue: venue.body.id,
        categories: [category.body.id],
        event_status: 'canceled',
        event_status_reason: SCRIPT,
      },
      admin,
    );
    const pages = [
      '/desk/events',
      `/desk/events?search=${encodeURIComponent(SCRIPT)}`,
      `/desk/events/${event.body.id}`,
      `/desk/events/new?copy=${event.body.id}`,
      '/desk/venues',
      `/desk/venues/${venue.body.id}`,
      '/desk/organizers',
      `/desk/organizers/${organizer.body.id}`,
      '/desk/categories',
      `/desk/categories/${category.body.id}`,
    ];
    for (const path of pages) {
      const { status, html } = await client.get(path);
      expect([path, status]).toEqual([path, 200]);
      // Only the script of the desk.
      expect(html.match(/<script/g)).toHaveLength(1);
      expect(dangerousElements(html)).toEqual([]);
    }
  });
});

/** Posts a form without its end. */
function openForm({ cookie }: DeskClient): ClientRequest {
  const open = request(new URL('/desk/events/new', world.server.url), {
    method: 'POST',
    headers: {
      ...SAME_SITE,
      cookie: `__Host-calendar-session=${cookie}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 1_000,
    },
  });
  open.on('error', () => {}).write('--x');
  return open;
}

describe('forms made by programs', () => {
  test.each([
    ['an id that is no number', '/desk/events/abc'],
    ['a huge id', '/desk/events/99999999999999999999'],
    ['a negative id', '/desk/events/-1'],
    ['an unknown page', '/desk/nothing'],
  ])('%s is not found', async (_what, path) => {
    const client = await signedIn(world, 'editor');
    expect((await client.get(path)).status).toBe(404);
    expect([403, 404, 405]).toContain((await client.post(path, { do: 'save', title: 'x' })).status);
  });

  test('a body that is too large, too many fields, a broken form', async () => {
    const client = await signedIn(world, 'author');
    const path = '/desk/events/new';
    const large = await client.post(path, { title: 'x'.repeat(3_000_000), do: 'save' });
    expect(large.status).toBe(413);
    const many = new FormData();
    for (let n = 0; n < 1_000; n++) many.append(`field-${n}`, 'x');
    expect((await client.send('POST', path, many)).status).toBe(400);
    const broken = await client.send('POST', path, 'no parts', {
      ...SAME_SITE,
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect(broken.status).toBe(400);
    const signIn = await new DeskClient(world).signIn('x'.repeat(50_000), 'x');
    expect(signIn.status).toBe(413);
  });

  test.each([
    ['a million empty fields', 'a&'.repeat(990_000), 400],
    ['one field too many', 'a=1&'.repeat(500), 400],
    ['as many as allowed', 'a=1&'.repeat(499), 401],
  ])('a plain form without a session has at most 500 fields: %s', async (_what, body, expected) => {
    const { status } = await new DeskClient(world).send('POST', '/desk/events/new', body, {
      ...SAME_SITE,
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(status).toBe(expected);
  });

  test('several long fields count together', async () => {
    const texts = Array.from({ length: 5 }, () => '"'.repeat(500_000));
    expect((await new DeskClient(world).post('/desk/events/new', { texts })).status).toBe(413);
  });

  test.each([
    ['exceptions', { repeat: 'DAILY', exceptions: 'next friday\n'.repeat(100_000), do: 'dates' }],
    ['tags', { tags: 'a,'.repeat(500_000), do: 'save' }],
  ])('a long list of %s does not occupy the process', async (name, fields) => {
    const client = await signedIn(world, 'author');
    const began = performance.now();
    const { html } = await client.post('/desk/events/new', { ...entries('Long'), ...fields });
    expect(html).toContain(`id="${name}-error"`);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test.each(['3000000000', '99999999999', '1e9', '-1', 'x'])('the image %s is refused', async (image) => {
    const client = await signedIn(world, 'author');
    const fields = { ...entries('Picture'), image, alt: 'Text', do: 'save' };
    expect((await client.post('/desk/events/new', fields)).status).toBe(400);
  });

  test('a forged form of an action that the page does not offer does nothing', async () => {
    const client = await signedIn(world, 'contributor');
    await client.post('/desk/events/new', { ...entries('Submitted'), do: 'save' });
    const { body } = await world.get('/events?search=Submitted&status=draft', world.server.admin);
    const [event] = body.events as { id: number }[];
    expect((await client.post(`/desk/events/${event?.id}/publish`)).status).toBe(403);
    expect(await world.read('event', event?.id ?? 0)).toMatchObject({ status: 'draft' });
  });

  test('a user has at most four forms open; others are not delayed', async () => {
    const client = await signedIn(world, 'contributor');
    const open: ReturnType<typeof openForm>[] = [];
    const statusOf = async (one: DeskClient) => (await one.post('/desk/events/new', { do: 'edit' })).status;
    await eventually('the forms are open', async () => {
      open.push(openForm(client));
      return (await statusOf(client)) === 429;
    });
    const other = await signedIn(world, 'contributor');
    expect(await statusOf(other)).toBe(200);
    for (const request of open) request.destroy();
    await eventually('they are closed', async () => (await statusOf(client)) === 200);
  });
});
