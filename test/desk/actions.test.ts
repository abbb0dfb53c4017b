import { openWorld, type World } from '../support/world.ts';
import { readPage, SAME_SITE } from './desk-client.ts';
import { type RoleClient, roleClient } from './role-client.ts';

/** The actions of the desk do what the operations of the APIs do, no more. */
const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
const clients = new Map<string, RoleClient>();
let world: World;
let owner: RoleClient;

const clientOf = (role: string): RoleClient => {
  const client = clients.get(role);
  if (!client) throw new Error(`no ${role}`);
  return client;
};

beforeAll(async () => {
  world = await openWorld();
  for (const role of ROLES) clients.set(role, await roleClient(world, role));
  owner = clientOf('author');
});
afterAll(() => world.stop());

const DAY = '2031-05-01 20:00';
const event = (fields: object = {}): Promise<number> =>
  world.event('Concert', DAY, { author: owner.id, ...fields });
const series = (fields: object = {}): Promise<number> =>
  event({ recurrence: 'FREQ=WEEKLY;COUNT=4', ...fields });
const stateOf = async (id: number, kind: 'event' | 'venue' | 'organizer' = 'event') => {
  const { status, event_status: schedule, event_status_reason: reason } = await world.read(kind, id);
  return kind === 'event' ? [status, schedule, reason] : status;
};
/** The states of the events of a series, in order. */
async function statesOf(ids: readonly number[]): Promise<unknown[]> {
  const states: unknown[] = [];
  for (const id of ids) {
    const { status, event_status: schedule } = await world.read('event', id);
    states.push(status === 'publish' ? schedule : status);
  }
  return states;
}
async function occurrencesOf(id: number): Promise<number[]> {
  const { body } = await world.get(`/events/${id}/occurrences`);
  return (body.events as { id: number }[]).map((one) => one.id);
}

describe.each(ROLES)('%s', (role) => {
  const changes = {
    trash: (id: number) => world.remove('REST', 'event', id, {}, clientOf(role).as),
    cancel: (id: number) =>
      world.change('REST', 'event', id, { event_status: 'canceled' }, clientOf(role).as),
    publish: (id: number) => world.change('REST', 'event', id, { status: 'publish' }, clientOf(role).as),
    restore: (id: number) => world.change('REST', 'event', id, { status: 'draft' }, clientOf(role).as),
    delete: (id: number) => world.remove('REST', 'event', id, { force: true }, clientOf(role).as),
  };
  test.each([
    ['trash', 'own', 'draft'],
    ['trash', 'own', 'publish'],
    ['trash', 'foreign', 'draft'],
    ['trash', 'foreign', 'publish'],
    ['cancel', 'own', 'publish'],
    ['cancel', 'foreign', 'publish'],
    ['publish', 'foreign', 'draft'],
    ['restore', 'own', 'trash'],
    ['restore', 'foreign', 'trash'],
    ['delete', 'own', 'trash'],
    ['delete', 'foreign', 'trash'],
  ] as const)('may %s an %s event with status %s if REST allows it', async (action, whose, status) => {
    const { desk, id } = clientOf(role);
    const author = whose === 'own' ? id : (await world.newUser(`x${role}${action}${status}`, 'author')).id;
    const [one, other] = [await event({ status, author }), await event({ status, author })];
    const byRest = await changes[action](one);
    const byDesk = await desk.post(`/desk/events/${other}/${action}`);
    expect([byDesk.status]).toEqual([byRest.status === 200 ? 303 : byRest.status]);
    if (byRest.status !== 200) expect(byDesk.text).toContain('Your role does not allow this.');
    if (action === 'delete' && byRest.status === 200)
      expect((await world.get(`/events/${other}`, world.server.admin)).status).toBe(404);
    else expect(await stateOf(other)).toEqual(await stateOf(one));
  });
});

test('cancel with a reason that visitors see, then reinstate', async () => {
  const { desk } = owner;
  const id = await event();
  const asked = await desk.get(
    `/desk/events/${id}/cancel?back=${encodeURIComponent('/desk/events?search=con')}`,
  );
  expect(asked.text).toMatch(/Cancel event: Concert .*Visitors see it/);
  const reason = 'The singer < 3 are ill';
  const posted = await desk.resubmit(`/desk/events/${id}/cancel`, asked, { reason });
  expect(posted.location).toBe('/desk/events?search=con&done=canceled');
  expect((await desk.get(posted.location ?? '')).text).toContain('Marked as canceled.');
  const { url } = await world.read('event', id);
  const page = await fetch(String(url), { headers: { accept: 'text/html' } });
  const { text } = readPage(await page.text());
  expect(text).toContain(`Canceled. ${reason}`);
  await desk.post(`/desk/events/${id}/postpone`, { reason: 'Later' });
  expect(await stateOf(id)).toEqual(['publish', 'postponed', 'Later']);
  await desk.post(`/desk/events/${id}/reinstate`);
  expect(await stateOf(id)).toEqual(['publish', 'scheduled', '']);
});

test('a reason that is too long stands at its field, and what was typed stays', async () => {
  const id = await event();
  const reason = `long ${'x'.repeat(1_000)}`;
  const page = await owner.desk.post(`/desk/events/${id}/cancel`, { reason, back: '/desk/events?when=all' });
  expect([page.status, page.html]).toEqual([400, expect.stringContaining('id="reason-error"')]);
  expect(page.forms.at(-1)?.fields).toEqual(
    expect.arrayContaining([
      ['reason', reason],
      ['back', '/desk/events?when=all'],
    ]),
  );
  expect(await stateOf(id)).toEqual(['publish', 'scheduled', '']);
});

test('trash, restore as a draft, publish, delete', async () => {
  const { desk } = owner;
  const id = await event();
  const steps = [
    ['trash', 'trash'],
    ['restore', 'draft'],
    ['publish', 'publish'],
    ['trash', 'trash'],
  ] as const;
  for (const [action, status] of steps) {
    expect((await desk.post(`/desk/events/${id}/${action}`)).status).toBe(303);
    expect(await world.read('event', id)).toMatchObject({ status, slug: expect.stringMatching(/^concert/) });
  }
  expect((await desk.get(`/desk/events/${id}/delete`)).text).toContain('This cannot be undone.');
  const path = `/desk/events/${id}`;
  expect((await desk.post(`${path}/delete`, { back: path })).location).toBe('/desk/events?done=deleted');
  expect((await world.get(`/events/${id}`, world.server.admin)).status).toBe(404);
});

test.each(['venue', 'organizer'] as const)(
  'a %s goes to the trash and returns; deletion asks first',
  async (kind) => {
    const { desk } = owner;
    const { id } = await world.make(kind, { [kind]: 'Hall', author: owner.id });
    const path = `/desk/${kind}s/${id}`;
    await desk.post(`${path}/trash`);
    expect(await stateOf(id, kind)).toBe('trash');
    await desk.post(`${path}/restore`);
    expect(await stateOf(id, kind)).toBe('draft');
    expect((await desk.post(`${path}/delete`)).status).toBe(409);
    await desk.post(`${path}/trash`);
    expect((await desk.post(`${path}/delete`)).location).toBe(`/desk/${kind}s?done=deleted`);
    expect((await desk.get(`${path}/cancel`)).status).toBe(404);
  },
);

test('a deleted category gives its children to its parent', async () => {
  const { desk } = clientOf('editor');
  const top = await world.make('category', { name: 'Arts' });
  const middle = await world.make('category', { name: 'Stage', parent: top.id });
  const child = await world.make('category', { name: 'Opera', parent: middle.id });
  expect((await desk.get(`/desk/categories/${middle.id}/delete`)).text).toContain(
    'categories below it move up',
  );
  expect((await desk.post(`/desk/categories/${middle.id}/delete`)).location).toBe(
    '/desk/categories?done=deleted',
  );
  expect(await world.read('category', child.id)).toMatchObject({ parent: top.id });
  expect((await owner.desk.post(`/desk/categories/${top.id}/delete`)).status).toBe(403);
});

describe('series', () => {
  test.each([
    ['this', ['scheduled', 'canceled', 'scheduled', 'scheduled']],
    ['following', ['scheduled', 'canceled', 'canceled', 'canceled']],
    ['all', ['canceled', 'canceled', 'canceled', 'canceled']],
    ['', ['scheduled', 'canceled', 'scheduled', 'scheduled']],
    ['everything', ['scheduled', 'canceled', 'scheduled', 'scheduled']],
  ])('cancel with the scope "%s"', async (scope, states) => {
    const ids = await occurrencesOf(await series());
    const [, second = 0] = ids;
    expect((await owner.desk.get(`/desk/events/${second}/cancel`)).text).toContain('All dates of the series');
    await owner.desk.post(`/desk/events/${second}/cancel`, { reason: 'Rain', scope });
    expect(await statesOf(ids)).toEqual(states);
  });

  test.each([
    ['this', ['scheduled', 'trash', 'scheduled', 'scheduled']],
    ['following', ['scheduled', 'trash', 'trash', 'trash']],
    ['all', ['trash', 'trash', 'trash', 'trash']],
  ])('trash with the scope "%s", and restore', async (scope, states) => {
    const { desk } = owner;
    const ids = await occurrencesOf(await series());
    const [, second = 0] = ids;
    await desk.post(`/desk/events/${second}/trash`, { scope });
    expect(await statesOf(ids)).toEqual(states);
    const asks = await desk.get(`/desk/events/${second}/restore`);
    expect(asks.html.includes('name="scope"')).toBe(scope !== 'this');
    // A date alone never makes drafts of the others.
    await desk.post(`/desk/events/${second}/restore`, { scope: 'all' });
    expect(await statesOf(ids)).toEqual(states.map((state) => (state === 'trash' ? 'draft' : state)));
    await desk.post(`/desk/events/${second}/publish`, { scope: 'all' });
    expect(new Set(await statesOf(ids))).toEqual(new Set(['scheduled']));
  });
});

describe('stale and forged requests', () => {
  test('the same action twice does no harm', async () => {
    const { desk } = owner;
    for (const action of ['cancel', 'postpone', 'reinstate', 'trash', 'restore', 'publish']) {
      const id = await event(action === 'publish' ? { status: 'draft' } : {});
      if (action === 'restore') await desk.post(`/desk/events/${id}/trash`);
      const both = await Promise.all(
        [1, 2].map(() => desk.post(`/desk/events/${id}/${action}`, { reason: 'Ill' })),
      );
      const again = await desk.post(`/desk/events/${id}/${action}`, { reason: 'Ill' });
      expect([action, again.status, again.location]).toEqual([action, 303, expect.stringContaining('done=')]);
      for (const { status } of both) expect([303, 409, 410]).toContain(status);
    }
    const id = await event({ status: 'trash' });
    for (let time = 0; time < 2; time += 1)
      expect((await desk.post(`/desk/events/${id}/delete`)).location).toBe('/desk/events?done=deleted');
  });

  test.each([
    ['publish', 'trash'],
    ['cancel', 'trash'],
    ['delete', 'publish'],
    ['publish', 'private'],
  ])('%s of an event whose status is meanwhile %s changes nothing', async (action, status) => {
    const id = await event({ status });
    for (const answer of [
      await owner.desk.get(`/desk/events/${id}/${action}`),
      await owner.desk.post(`/desk/events/${id}/${action}`),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('This is not possible in the current state of the record.');
    }
    expect(await stateOf(id)).toEqual([status, 'scheduled', '']);
  });

  test('unknown records and actions', async () => {
    for (const path of [
      '999999/trash',
      '99999999999/trash',
      'x/trash',
      '-1/cancel',
      '1.5/cancel',
      '1/explode',
      '0/publish',
    ])
      for (const answer of [
        await owner.desk.get(`/desk/events/${path}`),
        await owner.desk.post(`/desk/events/${path}`),
      ])
        expect([path, answer.status]).toEqual([path, 404]);
  });

  test('other sites', async () => {
    const id = await event();
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}])
      expect(
        (await owner.desk.send('POST', `/desk/events/${id}/trash`, new URLSearchParams(), headers)).status,
      ).toBe(403);
    expect(await stateOf(id)).toEqual(['publish', 'scheduled', '']);
  });

  test.each(['https://evil.example/', '//evil.example', '/desk/../x', '/desk/venues', '/desk/events<x>', ''])(
    'the way back is never "%s"',
    async (back) => {
      const id = await event();
      const { location } = await owner.desk.post(`/desk/events/${id}/trash`, { back });
      expect(location).toBe('/desk/events?done=trashed');
      expect(
        (await owner.desk.get(`/desk/events/${id}/restore?back=${encodeURIComponent(back)}`)).html,
      ).not.toContain('evil');
    },
  );

  test('a session that ended keeps the reason', async () => {
    const id = await event();
    const ended = await roleClient(world, 'author', 'leaver');
    ended.desk.cookie = null;
    const page = await ended.desk.send(
      'POST',
      `/desk/events/${id}/cancel`,
      new URLSearchParams({ reason: 'Storm' }),
      SAME_SITE,
    );
    expect(page.status).toBe(401);
    const resumed = await owner.desk.resubmit(`/desk/events/${id}/cancel`, page, {});
    expect(resumed.status).toBe(200);
    expect(resumed.forms.at(-1)?.fields).toContainEqual(['reason', 'Storm']);
    expect(await stateOf(id)).toEqual(['publish', 'scheduled', '']);
  });
});
