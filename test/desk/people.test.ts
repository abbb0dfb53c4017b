import { basic } from '../support/service.ts';
import { openWorld, type World } from '../support/world.ts';
import { type DeskResponse, signedIn } from './desk-client.ts';

/** People: administrators manage users, roles and application passwords. */
let world: World;
let admin: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  world = await openWorld();
  admin = await signedIn(world, 'administrator', 'chief');
});
afterAll(() => world?.stop());

const SECRET = /\b(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}/;
const errorAt = ({ html }: DeskResponse, name: string): string | undefined =>
  new RegExp(`id="${name}-error">([^<]*)<`).exec(html)?.[1];
const pathOf = async (login: string): Promise<string> => {
  const { html } = await admin.get('/desk/people');
  const row = html.split('<li>').find((one) => one.includes(login)) ?? '';
  return /\/desk\/people\/\d+/.exec(row)?.[0] ?? '';
};

test('a new person gets a first password, which is shown once and works', async () => {
  const made = await admin.submit('/desk/people/new', {
    login: 'maria.rossi',
    name: 'Maria <R>',
    role: 'EDITOR',
  });
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store, private']);
  expect(made.text).toContain('New password: First password');
  const [password = ''] = SECRET.exec(made.text) ?? [];
  expect((await world.get('/events?status=trash', basic('maria.rossi', password))).body).toHaveProperty(
    'events',
  );
  const list = await admin.get('/desk/people');
  expect(list.html).toContain('Maria &lt;R&gt;');
  expect(list.text).toContain('maria.rossi · Editor');
  expect((await admin.get(await pathOf('maria.rossi'))).text).not.toMatch(SECRET);
});

test.each([
  [{ login: '12' }, 'login', 'Use 1 to 60 letters'],
  [{ login: 'a b' }, 'login', 'Use 1 to 60 letters'],
  [{ login: '' }, 'login', 'Use 1 to 60 letters'],
  [{ login: 'CHIEF' }, 'login', 'This username is taken.'],
  [{ login: 'new', name: 'x'.repeat(201) }, 'name', 'This text is too long.'],
  [{ login: 'new', role: 'KING' }, 'role', 'Fill in this field.'],
])('%j is refused at its field', async (fields, name, sentence) => {
  const refused = await admin.submit('/desk/people/new', fields);
  expect(refused.status).toBe('CHIEF' === fields.login ? 409 : 400);
  expect(errorAt(refused, name)).toContain(sentence);
  expect(refused.forms.at(-1)?.fields).toContainEqual(['login', fields.login]);
  expect(refused.text).not.toMatch(SECRET);
});

test('name and role change, and the sessions of the person have the new role at once', async () => {
  const person = await signedIn(world, 'contributor');
  const changed = await admin.submit(`/desk/people/${person.userId}`, { name: 'Ada', role: 'EDITOR' });
  expect(changed.location).toBe(`/desk/people/${person.userId}?done=saved`);
  expect((await person.get('/desk/account')).text).toContain('Name Ada Username');
  expect((await person.get('/desk/account')).text).toContain('Role Editor');
});

test('passwords of a person are created and revoked; a session ends with its password', async () => {
  const person = await signedIn(world, 'author');
  const path = `/desk/people/${person.userId}`;
  const made = await admin.post(`${path}/passwords`, { purpose: 'Tablet' });
  expect(made.text).toContain('New password: Tablet');
  expect(made.text).toMatch(SECRET);
  const nameless = await admin.post(`${path}/passwords`, { purpose: ' ' });
  expect([nameless.status, errorAt(nameless, 'purpose')]).toEqual([400, 'Fill in this field.']);
  const [id] = /passwords\/\d+\/revoke/.exec(made.html) ?? [];
  expect((await admin.post(`${path}/${id}`)).location).toBe(`${path}?done=revoked`);
  expect((await person.get('/desk/account')).status).toBe(303);
});

test('a person is deleted after a question; the records stay', async () => {
  const { id: userId, password } = await world.newUser('leaving', 'author');
  const event = { title: 'Stays', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' };
  const { body } = await world.send('POST', '/events', event, basic('leaving', password));
  const path = `/desk/people/${userId}`;
  const question = await admin.get(`${path}/delete`);
  expect(question.text).toContain('Delete leaving?');
  expect((await admin.post(`${path}/delete`)).location).toBe('/desk/people?done=deleted');
  expect((await admin.get(path)).status).toBe(404);
  expect((await world.get(`/events/${body.id}`)).body).toMatchObject({ title: 'Stays' });
});

test('nobody is locked out by mistake', async () => {
  const second = await signedIn(world, 'administrator');
  const path = `/desk/people/${second.userId}`;
  const lower = { name: '', role: 'AUTHOR' };
  const asked = await second.submit(path, lower);
  expect([asked.status, errorAt(asked, 'role')]).toEqual([400, expect.stringContaining('your own account')]);
  expect(asked.html).toContain('name="sure"');
  const done = await second.submit(path, { ...lower, sure: 'on' });
  expect(done.location).toBe('/desk/account?done=saved');
  expect((await second.get('/desk/people')).status).toBe(403);
});

test('the last administrator stays', async () => {
  const alone = await openWorld();
  try {
    const last = await signedIn(alone, 'administrator');
    const { data } = await alone.server.graphql('{ users { nodes { databaseId } } }');
    const others: { databaseId: number }[] = Object(data?.users).nodes;
    for (const { databaseId } of others)
      if (databaseId !== last.userId) await last.post(`/desk/people/${databaseId}/delete`);
    const path = `/desk/people/${last.userId}`;
    const lowered = await last.submit(path, { role: 'EDITOR', sure: 'on' });
    expect([lowered.status, errorAt(lowered, 'role')]).toEqual([
      409,
      expect.stringContaining('last administrator'),
    ]);
    const deleted = await last.post(`${path}/delete`);
    expect([deleted.status, deleted.text]).toEqual([409, expect.stringContaining('last administrator')]);
    expect((await last.get('/desk/people')).status).toBe(200);
  } finally {
    await alone.stop();
  }
});

test('a long list has pages', async () => {
  const many = await openWorld();
  try {
    const client = await signedIn(many, 'administrator');
    for (let n = 10; n < 40; n++) await many.newUser(`person-${n}`, 'subscriber');
    const first = await client.get('/desk/people');
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
    expect(first.html.match(/<li>/g)).toHaveLength(25);
    const second = await client.get(next.replaceAll('&amp;', '&'));
    expect(second.text).toContain('person-39');
    const [, previous = ''] = /rel="prev" href="([^"]+)"/.exec(second.html) ?? [];
    expect((await client.get(previous)).html.match(/<li>/g)).toHaveLength(25);
    expect((await client.get('/desk/people?after=nonsense')).status).toBe(400);
  } finally {
    await many.stop();
  }
});

test.each(['editor', 'author', 'contributor', 'subscriber'])(
  'a user with the role %s manages nobody',
  async (role) => {
    const client = await signedIn(world, role);
    const path = `/desk/people/${admin.userId}`;
    for (const one of ['/desk/people', '/desk/people/new', path, `${path}/delete`])
      expect([one, (await client.get(one)).status]).toEqual([one, 403]);
    const input = { login: `made-by-${role}`, name: '', role: 'ADMINISTRATOR', purpose: 'x' };
    for (const one of ['/desk/people/new', path, `${path}/delete`, `${path}/passwords`])
      expect([one, (await client.post(one, input)).status]).toEqual([one, 403]);
    expect((await client.get('/desk/account')).html).not.toContain('/desk/people');
    expect((await admin.get('/desk/people')).text).not.toContain(`made-by-${role}`);
  },
);

test('unknown people are missing', async () => {
  for (const path of ['/desk/people/999999', '/desk/people/x', '/desk/people/0', '/desk/people/x/delete'])
    expect([path, (await admin.get(path)).status]).toEqual([path, 404]);
  expect((await admin.post('/desk/people/999999/delete')).status).toBe(404);
});
