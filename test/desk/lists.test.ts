import { recordsIn } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { actionsIn, editableIn, namesIn, type RoleClient, roleClient } from './role-client.ts';

/** The lists of the desk: each role sees and may do what REST allows it. */
const ROLES = ['administrator', 'editor', 'author', 'contributor'] as const;
const clients = new Map<string, RoleClient>();
let world: World;

const clientOf = (role: string): RoleClient => {
  const client = clients.get(role);
  if (!client) throw new Error(`no ${role}`);
  return client;
};

beforeAll(async () => {
  world = await openWorld();
  for (const role of [...ROLES, 'subscriber']) clients.set(role, await roleClient(world, role));
  for (const role of ROLES) {
    const { id: author } = clientOf(role);
    for (const status of ['publish', 'draft', 'private', 'trash'])
      for (const kind of ['event', 'venue', 'organizer'] as const) {
        const name = `${role} ${status} ${kind}`;
        if (kind === 'event') await world.event(name, '2031-05-01 20:00', { status, author });
        else await world.make(kind, { [kind]: name, status, author });
      }
  }
  await world.make('category', { name: 'Music' });
});
afterAll(() => world.stop());

const ANY_TIME = 'start_date=0001-01-01&end_date=9999-12-31';

describe.each(ROLES)('%s', (role) => {
  test.each(['', 'publish', 'draft', 'private', 'trash'])(
    'sees the events that REST lists, status "%s"',
    async (status) => {
      const { desk, as, id } = clientOf(role);
      const own = role === 'author' || role === 'contributor' ? `&author=${id}` : '';
      const { body } = await world.get(
        `/events?${ANY_TIME}${own}${status && `&status=${status}`}&per_page=50`,
        as,
      );
      const page = await desk.get(`/desk/events?when=all&status=${status}`);
      const titles = recordsIn(body.events).map(({ title }) => String(title));
      expect(titles.length).toBeGreaterThan(0);
      expect(namesIn(page).toSorted()).toEqual(titles.toSorted());
    },
  );

  test.each([
    ['event', '/desk/events?when=all'],
    ['event', '/desk/events?status=trash'],
    ['venue', '/desk/venues'],
    ['organizer', '/desk/organizers?status=trash'],
  ] as const)('has links to the form of a %s in %s where REST allows a change', async (kind, path) => {
    const { desk, as } = clientOf(role);
    const page = await desk.get(path);
    const editable = new Set(editableIn(page));
    const all = await desk.get(path.replace('status=trash', 'status=trash&when=all'));
    const { body } = await world.get(
      `/${kind}s?${ANY_TIME}&per_page=50${path.includes('trash') ? '&status=trash' : ''}`,
      as,
    );
    const shown = new Set(namesIn(all));
    for (const record of recordsIn(body[`${kind}s`])) {
      const id = Number(record.id);
      if (!shown.has(String(record.title ?? record.venue ?? record.organizer))) continue;
      const { status } = await world.change('REST', kind, id, {}, as);
      expect([id, editable.has(id)]).toEqual([id, status === 200]);
    }
  });
});

test('a subscriber gets one sentence for each list', async () => {
  const { desk } = clientOf('subscriber');
  for (const section of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    const page = await desk.get(`/desk/${section}`);
    expect([section, page.status]).toEqual([section, 403]);
    expect(page.text).toContain('Your role does not allow this.');
  }
});

test('categories and tags are for editors', async () => {
  expect(namesIn(await clientOf('editor').desk.get('/desk/categories'))).toEqual(['Music']);
  for (const role of ['author', 'contributor'])
    expect((await clientOf(role).desk.get('/desk/categories')).status).toBe(403);
});

test('an editor chooses between own events and all', async () => {
  const { desk } = clientOf('editor');
  expect(namesIn(await desk.get('/desk/events?whose=mine'))).toEqual([
    'editor publish event',
    'editor draft event',
    'editor private event',
  ]);
  expect((await clientOf('author').desk.get('/desk/events')).text).not.toContain('Added by');
});

test('editors find all events that are hidden from lists, authors their own', async () => {
  const [editor, author] = [clientOf('editor'), clientOf('author')];
  const hidden = { hide_from_listings: true };
  await world.event('Secret', '2031-05-01 20:00', hidden);
  await world.create(
    'REST',
    'event',
    { title: 'Own', start_date: '2031-05-02', end_date: '2031-05-02', ...hidden },
    author.as,
  );
  expect(namesIn(await editor.desk.get('/desk/events?status=hidden'))).toEqual(['Secret', 'Own']);
  expect(namesIn(await author.desk.get('/desk/events?status=hidden'))).toEqual(['Own']);
});

test('buttons follow the state and the role', async () => {
  const buttons = async (role: string, path: string, title: string): Promise<string[]> => {
    const { desk, as } = clientOf(role);
    const page = await desk.get(path);
    const { body } = await world.get(`/events?${ANY_TIME}&per_page=50&status=publish,draft,trash`, as);
    const found = recordsIn(body.events).find((event) => event.title === title);
    return actionsIn(page, Number(found?.id));
  };
  const up = '/desk/events';
  expect(await buttons('author', up, 'author publish event')).toEqual(['cancel', 'postpone', 'trash']);
  expect(await buttons('author', up, 'author draft event')).toEqual([
    'publish',
    'cancel',
    'postpone',
    'trash',
  ]);
  expect(await buttons('contributor', up, 'contributor publish event')).toEqual([]);
  expect(await buttons('contributor', up, 'contributor draft event')).toEqual([
    'cancel',
    'postpone',
    'trash',
  ]);
  expect(await buttons('editor', `${up}?status=trash`, 'author trash event')).toEqual(['restore', 'delete']);
});

describe('many events', () => {
  let many: World;
  let client: RoleClient;
  beforeAll(async () => {
    many = await openWorld();
    client = await roleClient(many, 'author');
    const { as } = client;
    for (let day = 1; day <= 27; day += 1)
      await many.event(`Walk ${day}`, `2031-05-${String(day).padStart(2, '0')} 10:00`, {}, as);
    await many.event('Old walk', '2031-01-01 10:00', {}, as);
    await many.event(
      'Older < b>walk< /b> & "talk"',
      '2030-01-01 10:00',
      { status: 'draft', event_status: 'canceled' },
      as,
    );
    const venue = { venue: '<script>alert(1)</script>Barn', city: '"><img src=x>' };
    await many.event('Tea', '2031-06-01 10:00', { venue, recurrence: 'FREQ=WEEKLY;COUNT=2' }, as);
  });
  afterAll(() => many.stop());
  const get = (query: string) => client.desk.get(`/desk/events${query}`);

  test('pages of 25, with the filters in the links', async () => {
    const first = await get('?search=walk');
    expect(namesIn(first)).toHaveLength(25);
    expect(first.text).toContain('27 entries · Page 1 of 2');
    const [next] = /\/desk\/events\?search=walk&amp;page=2/.exec(first.html) ?? [''];
    expect(namesIn(await client.desk.get(next.replace('&amp;', '&')))).toEqual(['Walk 26', 'Walk 27']);
    expect(first.html).toContain('name="back" value="/desk/events?search=walk"');
    expect(namesIn(await get('?page=9'))).toEqual([]);
  });

  test('upcoming, past and all; by title and by venue', async () => {
    const older = 'Older &lt; b&gt;walk&lt; /b&gt; &amp; &quot;talk&quot;';
    expect(namesIn(await get('?when=past&search=walk'))).toEqual(['Old walk', older]);
    expect(namesIn(await get('?when=all&search=walk%20older'))).toHaveLength(1);
    expect(namesIn(await get('?search=barn'))).toEqual(['Tea', 'Tea']);
    expect((await get('?search=nothing')).text).toContain('No results.');
  });

  test('texts are escaped, and badges say the state', async () => {
    const past = await get('?when=past');
    expect(past.html).not.toContain('<b>');
    expect(past.text).toContain('Canceled Draft');
    const tea = await get('?search=tea');
    expect(tea.html).not.toMatch(/<script>|<img src=x/);
    const hostile = await get(
      `?search=${encodeURIComponent('"><script>x</script>')}&status=%22%3E&when=%3C&page=-1&done=%3C`,
    );
    expect(hostile.status).toBe(200);
    expect(hostile.html).not.toContain('<script>x');
    expect(hostile.text).toContain('“page” cannot be “-1”');
  });

  test('the other filters open while one is set', async () => {
    expect((await get('')).html).toMatch(/<details><summary>Filters/);
    expect((await get('?status=draft')).html).toMatch(/<details open><summary>Filters/);
  });

  test('an empty list leads to the form', async () => {
    const { desk } = await roleClient(many, 'author', 'beginner');
    const page = await desk.get('/desk/events');
    expect(page.text).toContain('There are no events yet.');
    expect(page.html).toContain('/desk/events/new');
  });

  test('a German site', async () => {
    const german = await many.beside({ LOCALE: 'de' });
    const { desk } = await roleClient(german, 'editor', 'redaktion');
    const page = await desk.get('/desk/events?when=all');
    expect(page.text).toMatch(/Neue Veranstaltung .*Kommende.*Absagen.*In den Papierkorb/);
    expect(page.text).not.toMatch(/New event|Upcoming|Cancel|Trash/);
    await german.server.stop();
  });
});
