import { kysely } from '../../src/platform/postgres/orm.ts';
import { eventually } from '../support/eventually.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';
import { watchStatements } from '../support/statements.ts';

let server: TestServer;
let now = new Date('2031-03-01T10:00:00Z');
let links: { venue: number; organizer: number[]; categories: number[]; tags: number[] };
const statements = watchStatements();

const post = async (path: string, body: object): Promise<{ id: number } & Record<string, unknown>> => {
  const answer = await server.request('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.json();
};
const event = (title: string, fields: object = {}) => ({
  title,
  start_date: '2031-05-01 10:00',
  end_date: '2031-05-01 12:00',
  ...fields,
});
const get = async (path: string) => (await server.request('GET', path)).json();
/** Only single reads include it. */
const withoutJsonLd = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (key, value) => (key === 'json_ld' ? undefined : value));
/** Waits until the service has seen the stored changes. */
const heard = (): Promise<void> => settled(server);

beforeAll(async () => {
  server = await startTestServer({ clock: () => now, env: { DATABASE_POOL_SIZE: '10' } });
  const [venue, one, two, category, tag] = [
    await post('/venues', { venue: 'Hall' }),
    await post('/organizers', { organizer: 'One' }),
    await post('/organizers', { organizer: 'Two' }),
    await post('/categories', { name: 'Music' }),
    await post('/tags', { name: 'open air' }),
  ];
  links = { venue: venue.id, organizer: [two.id, one.id], categories: [category.id], tags: [tag.id] };
  await heard();
});
afterAll(async () => {
  statements.restore();
  await server.stop();
});

test('an event with links to known records is stored by one statement, whatever the response reads', async () => {
  await post('/events', event('First', links));
  for (const title of ['Second', 'Third']) {
    await heard();
    statements.clear();
    await post('/events', event(title, links));
    // The caller, the links, the event, and its terms with their counts.
    expect(statements.seen()).toHaveLength(6);
  }
});

test('the response equals a later read', async () => {
  const everything = {
    ...links,
    cost: ['5', '10 EUR'],
    description: '<b>é</b> \u{1f3b6}',
    excerpt: 'x',
    website: 'https://a.example/',
    featured: true,
  };
  for (const fields of [
    {},
    links,
    everything,
    { status: 'draft', ...links },
    { image: 'https://a.example/a.png' },
    { date: '2031-06-01 10:00' },
  ]) {
    const made = await post('/events', event('Same', fields));
    expect(made).toEqual(withoutJsonLd(await get(`/events/${made.id}`)));
  }
});

test('prices with characters special to PostgreSQL are stored as typed', async () => {
  const prices = ['members "only"', 'a\\b {c}, d', "it's", 'NULL', 'for {free}'];
  for (const cost of prices) {
    const made = await post('/events', event('Priced', { cost }));
    expect(made.cost).toBe(cost);
    expect((await get(`/events/${made.id}`)).cost).toBe(cost);
  }
  const several = await post('/events', event('Priced', { cost: prices }));
  const stored = kysely(server.orm.em).selectFrom('event').select('cost').where('id', '=', several.id);
  expect(await stored.execute()).toEqual([{ cost: prices }]);
});

test('simultaneous additions to a term return counts that include the own event', async () => {
  const tag = await post('/tags', { name: 'counted' });
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      post('/events', event(`Counted ${at}`, { ...links, tags: [tag.id] })),
    ),
  );
  const counts = made.map(({ tags }) => (tags as { count: number }[])[0]?.count ?? 0);
  const sorted = counts.toSorted((one, other) => one - other);
  expect(sorted.filter((count, at) => count <= at)).toEqual([]);
  expect(sorted.at(-1)).toBe(20);
});

test('the eleventh event of a name gets a number', async () => {
  const slugs: unknown[] = [];
  for (let at = 0; at < 12; at++) slugs.push((await post('/events', event('Numbered'))).slug);
  expect(slugs).toEqual(['numbered', ...Array.from({ length: 11 }, (_, at) => `numbered-${at + 2}`)]);
});

test.each(['venue', 'organizer'] as const)(
  'a %s deleted just now is refused despite the cache, and nothing is stored',
  async (kind) => {
    for (const gone of ['trash', 'erased'] as const) {
      const { id } = await post(`/${kind}s`, { [kind]: 'Doomed' });
      await post('/events', event('Before', { [kind]: id }));
      const { total } = await get('/events');
      const change =
        gone === 'trash'
          ? `update ${kind} set status = 'trash' where id = ${id}`
          : `delete from ${kind} where id = ${id}`;
      await server.orm.em.fork().execute(change);
      const refused = await server.request('POST', '/events', event('After', { ...links, [kind]: id }));
      expect([refused.status, Object.keys((await refused.json()).data.params)]).toEqual([400, [kind]]);
      expect((await get('/events')).total).toBe(total);
    }
  },
);

test('simultaneous events never see a scheduled one early, and it appears on time', async () => {
  const tag = await post('/tags', { name: 'timed' });
  const create = (title: string, fields: object = {}) =>
    post('/events', event(title, { ...fields, tags: [tag.id] }));
  const shown = async () => {
    const { events } = await (await fetch(`${server.rest}/events?tags=timed&per_page=50`)).json();
    return [...events.map(({ title }: { title: string }) => title), (await get(`/tags/${tag.id}`)).count];
  };
  await create('Later', { date: '2031-03-01 12:00' });
  await create('Now');
  expect(await shown()).toEqual(['Now', 1]);
  now = new Date('2031-03-01T11:00:00Z');
  const next = await create('Next');
  expect((next.tags as { count: number }[])[0]?.count).toBe(2);
  expect(await shown()).toEqual(['Now', 'Next', 2]);
  now = new Date('2031-03-01T12:00:00Z');
  await eventually('it appears', async () => (await shown()).join() === 'Later,Now,Next,3');
});
