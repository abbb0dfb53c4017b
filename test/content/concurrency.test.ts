import type { Body } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  // More simultaneous requests than connections in the pool, as in production.
  world = await openWorld({ env: { DATABASE_POOL_SIZE: '10' } });
});
afterAll(() => world.stop());

const EVENT = { title: 'Concert', start_date: '2031-04-05', end_date: '2031-04-05' };
const times = <T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)));
const statuses = (answers: readonly { status: number }[]): number[] => answers.map(({ status }) => status);
/** The number of responses by status. */
const tally = (answers: readonly { status: number }[]): Record<number, number> =>
  Object.fromEntries(
    [...Map.groupBy(statuses(answers), (status) => status)].map(([status, all]) => [status, all.length]),
  );

test.each(['event', 'venue', 'organizer'] as const)(
  'fifty simultaneous %ss of one name get fifty slugs',
  async (kind) => {
    const fields = kind === 'event' ? EVENT : { [kind]: 'Concert' };
    const made = await times(50, (at) =>
      world.create(at % 2 === 0 ? 'REST' : 'GraphQL', kind, {
        ...fields,
        status: at % 5 === 0 ? 'draft' : 'publish',
      }),
    );
    expect(tally(made)).toEqual({ 201: 50 });
    const numbered = Array.from({ length: 50 }, (_, at) => (at === 0 ? 'concert' : `concert-${at + 1}`));
    expect(made.map(({ body }) => body.slug).toSorted()).toEqual(numbered.toSorted());
  },
);

test('fifty simultaneous categories of one name are one, and 49 requests get an error', async () => {
  const made = await times(50, () => world.create('REST', 'category', { name: 'One' }));
  expect(tally(made)).toEqual({ 201: 1, 400: 49 });
  expect(new Set(made.filter(({ status }) => status === 400).map(({ code }) => code))).toEqual(
    new Set(['term_exists']),
  );
});

test('simultaneous events that name the same new venue, organizers, terms and image share one of each', async () => {
  const before = await world.counts();
  const made = await times(30, (at) => {
    const [one, two] = at % 2 === 0 ? ['Left', 'Right'] : ['Right', 'Left'];
    return world.create('REST', 'event', {
      ...EVENT,
      venue: [{ venue: at % 3 === 0 ? 'NEW hall' : 'New hall' }],
      organizer: [{ organizer: one }, { organizer: two }],
      categories: [one, two],
      tags: [two, one],
      image: 'https://img.example/shared.png',
    });
  });
  expect(tally(made)).toEqual({ 201: 30 });
  expect(await world.counts()).toEqual({
    event: Number(before.event) + 30,
    venue: Number(before.venue) + 1,
    organizer: Number(before.organizer) + 2,
    term: Number(before.term) + 4,
    image: Number(before.image) + 1,
  });
});

test('simultaneous changes of different fields all survive', async () => {
  const { id } = await world.make('event', EVENT);
  const fields: Body[] = [
    { title: 'New title' },
    { description: 'New' },
    { excerpt: 'New' },
    { cost: '$5' },
    { website: 'https://new.example/' },
    { featured: true },
    { sticky: true },
    { show_map: false },
    { show_map_link: false },
    { hide_from_listings: true },
    { ticketed: true },
    { end_date: '2031-04-06 10:00:00' },
    { start_date: '2031-04-04 10:00:00' },
    { timezone: 'Europe/Rome' },
    { slug: 'new-slug' },
  ];
  const links: Body[] = [
    { venue: { venue: 'V' } },
    { organizer: [{ organizer: 'O' }] },
    { categories: ['C'] },
    { tags: ['T'] },
  ];
  expect(
    tally(await Promise.all([...fields, ...links].map((sent) => world.change('REST', 'event', id, sent)))),
  ).toEqual({ 200: 19 });
  expect(await world.read('event', id)).toMatchObject({
    ...Object.assign({}, ...fields),
    venue: { venue: 'V' },
    organizer: [{ organizer: 'O' }],
    categories: [{ name: 'C' }],
    tags: [{ name: 'T' }],
    utc_start_date: '2031-04-04 08:00:00',
    utc_end_date: '2031-04-06 08:00:00',
  });
});

test.each(['event', 'venue', 'organizer'] as const)(
  'of simultaneous deletions of one %s, one succeeds',
  async (kind) => {
    const { id } = await world.make(kind, kind === 'event' ? EVENT : { [kind]: 'X' });
    expect(tally(await times(20, (at) => world.remove(at % 2 === 0 ? 'REST' : 'GraphQL', kind, id)))).toEqual(
      { 200: 1, 410: 19 },
    );
    expect(tally(await times(20, () => world.remove('REST', kind, id, { force: true })))).toEqual({
      200: 1,
      404: 19,
    });
  },
);

test('of simultaneous deletions of one category, one succeeds', async () => {
  const { id } = await world.make('category', { name: 'Wanted gone' });
  expect(tally(await times(20, () => world.remove('REST', 'category', id)))).toEqual({ 200: 1, 404: 19 });
});

test('simultaneous deletion, restoring and changes leave a consistent record: the slug has the suffix only in the trash', async () => {
  const made = await times(6, () => world.make('event', { ...EVENT, title: 'Swing' }));
  const ids = made.map(({ id }) => id);
  const answers = await times(120, (at) => {
    const id = ids[at % ids.length] ?? 0;
    if (at % 4 === 0) return world.remove('REST', 'event', id);
    if (at % 4 === 1) return world.change('REST', 'event', id, { status: 'publish' });
    if (at % 4 === 2) return world.change('REST', 'event', id, { description: `x${at}` });
    return world.change('REST', 'event', id, {
      status: at % 8 === 3 ? 'trash' : 'draft',
      slug: `swing-${at % 5}`,
    });
  });
  expect(statuses(answers).filter((status) => status !== 200 && status !== 410)).toEqual([]);
  const records = await Promise.all(ids.map((id) => world.read('event', id)));
  for (const { status, slug } of records)
    expect(/__trashed(-\d+)?$/.test(String(slug))).toBe(status === 'trash');
  expect(new Set(records.map(({ slug }) => slug)).size).toBe(ids.length);
});

test('linking a venue during its deletion is either refused, or linked and then removed', async () => {
  for (let round = 0; round < 5; round++) {
    const venue = await world.make('venue', { venue: `Doomed ${round}` });
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => world.create('REST', 'event', { ...EVENT, venue: venue.id })),
      world.remove('REST', 'venue', venue.id, { force: round % 2 === 0 }),
    ]);
    const removed = answers.pop();
    expect(removed?.status).toBe(200);
    for (const { status, body } of answers) {
      expect([201, 400]).toContain(status);
      if (status === 201) expect((await world.read('event', Number(body.id))).venue).toEqual([]);
    }
  }
});

test('simultaneous moves of categories never create a cycle', async () => {
  const made = await times(6, (at) => world.make('category', { name: `Ring ${at}` }));
  const ids = made.map(({ id }) => id);
  const answers = await times(60, (at) =>
    world.change('REST', 'category', ids[at % 6] ?? 0, {
      parent: ids[(at * 7 + Math.floor(at / 6) + 1) % 6] ?? 0,
    }),
  );
  expect(statuses(answers).filter((status) => status !== 200 && status !== 400)).toEqual([]);
  const rows: { id: number; parent_id: number }[] = await world.server.orm.em
    .getConnection()
    .execute('select id, parent_id from term');
  const parents = new Map(rows.map((row) => [row.id, row.parent_id]));
  for (const id of ids) {
    const seen = new Set<number>();
    for (let at = id; at !== 0; at = parents.get(at) ?? 0) {
      expect(seen.has(at)).toBe(false);
      seen.add(at);
    }
  }
});

/** Terms whose stored count differs from the number of their events in state `publish`. */
const miscounted = (): Promise<unknown[]> =>
  world.server.orm.em.getConnection().execute(`
    select * from (
      select term.id, event_count, (select count(*)::int from event_term link join event on event.id = link.event_id
        where link.term_id = term.id and event.status = 'publish') as events from term) as counted
    where event_count <> events`);

test('counts of terms stay right under concurrency', async () => {
  let seed = 42;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const names = Array.from({ length: 8 }, (_, at) => `Count ${at}`);
  const some = (): string[] => names.filter(() => random(3) === 0);
  const ids = (
    await times(12, () => world.make('event', { ...EVENT, categories: some(), tags: some() }))
  ).map(({ id }) => id);
  const terms = async (): Promise<{ id: number; taxonomy: string }[]> =>
    world.server.orm.em.getConnection().execute(`select id, taxonomy from term where name like 'Count %'`);
  for (let round = 0; round < 3; round++) {
    const before = await terms();
    const answers = await times(60, async (): Promise<{ status: number }> => {
      const id = ids[random(ids.length)] ?? 0;
      switch (random(7)) {
        case 0: {
          const answer = await world.create('REST', 'event', {
            ...EVENT,
            status: random(2) ? 'publish' : 'draft',
            categories: some(),
            tags: some(),
          });
          ids.push(Number(answer.body.id));
          return answer;
        }
        case 1:
          return world.remove('REST', 'event', id, { force: random(2) === 0 });
        case 2: {
          const term = before[random(before.length)];
          return term
            ? world.remove('REST', term.taxonomy === 'post_tag' ? 'tag' : 'category', term.id)
            : world.change('REST', 'event', id, { status: 'publish' });
        }
        case 3:
          return world.change('REST', 'event', id, {
            status: ['publish', 'draft', 'trash', 'private'][random(4)],
          });
        case 4:
          return world.change('REST', 'event', id, { categories: some() });
        case 5:
          return world.change('REST', 'event', id, {
            tags: some(),
            status: random(2) ? 'publish' : 'pending',
          });
        default:
          return world.change('REST', 'event', id, { categories: [], tags: names });
      }
    });
    expect(statuses(answers).filter((status) => ![200, 201, 404, 410].includes(status))).toEqual([]);
    expect(await miscounted()).toEqual([]);
  }
});
