import { watchStatements } from '../support/statements.ts';
import { APIS, type Body } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { at, countSeries, days, makeSeries, planOf, seriesOf, stored } from './series.world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const titles = async (id: number): Promise<string> =>
  (await seriesOf(world, id)).map(({ title, detached }) => title + (detached ? '*' : '')).join(', ');

/** Changes one event of a new series. */
async function changed(
  api: (typeof APIS)[number],
  index: number,
  fields: Record<string, unknown>,
  scope?: 'this' | 'following' | 'all',
  ids?: number[],
) {
  const all = ids ?? (await makeSeries(world));
  const answer = await world.change(api, 'event', at(all, index), fields, 'editor', { scope });
  return { ids: all, ...answer };
}

describe.each(APIS)('%s', (api) => {
  test('without a scope one event is changed, and no longer follows its series', async () => {
    const { ids, status, body } = await changed(api, 1, { title: 'Special', start_date: '2031-03-26 19:00' });
    expect(status).toBe(400);
    expect(body.data ?? body.params).toBeDefined();
    const moved = await changed(
      api,
      1,
      { title: 'Special', start_date: '2031-03-26 17:00', end_date: '2031-03-26 21:00' },
      undefined,
      ids,
    );
    expect(moved.body).toMatchObject({
      is_detached: true,
      recurrence_id: '2031-03-25 18:00:00',
      title: 'Special',
    });
    expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-26, 04-01, 04-08');
    await changed(api, 0, { title: 'Usual' }, 'all', ids);
    expect(await titles(at(ids, 0))).toBe('Usual, Special*, Usual, Usual');
  });

  test('an event sent back as read is not detached, and neither is one with a new status', async () => {
    const ids = await makeSeries(world, { venue: { venue: 'Boathouse' }, tags: ['outdoors'] });
    const read = await world.read('event', at(ids, 0));
    if (api === 'REST')
      expect(await world.change(api, 'event', at(ids, 0), read, 'editor')).toMatchObject({ status: 200 });
    await world.change(api, 'event', at(ids, 1), { title: 'Course', tags: ['outdoors'] }, 'editor');
    await world.change(api, 'event', at(ids, 2), { status: 'draft' }, 'editor');
    expect(await titles(at(ids, 0))).toBe('Course, Course, Course, Course');
    expect((await stored(world, at(ids, 2))).status).toBe('draft');
  });

  test('no event can be moved beyond the last year', async () => {
    const ids = await makeSeries(world, { recurrence: ['2031-03-20', '9999-12-31 18:00'] });
    for (const [start, end] of [
      ['2031-03-18 22:00', '2031-03-19 01:00'],
      ['2031-03-20 18:00', '2031-03-20 20:00'],
    ])
      expect(await changed(api, 0, { start_date: start, end_date: end }, 'all', ids)).toMatchObject({
        status: 400,
        failing: ['start_date'],
      });
    expect(
      await changed(api, 0, { recurrence: ['2031-03-20', '9999-12-31 23:00'] }, 'all', ids),
    ).toMatchObject({ status: 400, failing: ['recurrence'] });
    expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-20, 12-31');
  });

  test('the scope `all` moves all events by the same time, across the change to summer time', async () => {
    const { ids, body } = await changed(
      api,
      2,
      { start_date: '2031-04-01 19:30', end_date: '2031-04-01 20:00' },
      'all',
    );
    expect(body).toMatchObject({ is_detached: false, recurrence_id: '2031-04-01 19:30:00' });
    const events = await seriesOf(world, at(ids, 0));
    expect(
      events.map(({ start, startUtc, end, planned }) => [
        start.slice(5, 16),
        startUtc.slice(11, 16),
        end.slice(11, 16),
        planned === start,
      ]),
    ).toEqual([
      ['03-18 19:30', '18:30', '20:00', true],
      ['03-25 19:30', '18:30', '20:00', true],
      ['04-01 19:30', '17:30', '20:00', true],
      ['04-08 19:30', '17:30', '20:00', true],
    ]);
    expect(await planOf(world, at(ids, 0))).toMatchObject({
      start: '2031-03-18 19:30:00',
      rule: 'FREQ=WEEKLY;COUNT=4',
    });
  });

  test('a series moves by the interval between its events', async () => {
    const { ids } = await changed(
      api,
      0,
      { start_date: '2031-03-25 18:00', end_date: '2031-03-25 20:00' },
      'all',
    );
    const events = await seriesOf(world, at(ids, 0));
    expect(days(events)).toBe('03-25, 04-01, 04-08, 04-15');
    expect(events.map(({ id }) => id)).toEqual(ids);
  });

  test('a move of a monthly series keeps all events, though months differ in length', async () => {
    const ids = await makeSeries(world, { recurrence: 'FREQ=MONTHLY;COUNT=4' });
    const fortnight = { start_date: '2031-04-01 18:00', end_date: '2031-04-01 20:00' };
    expect(await changed(api, 0, fortnight, 'all', ids)).toMatchObject({ status: 200 });
    const events = await seriesOf(world, at(ids, 0));
    expect(days(events)).toBe('04-01, 05-01, 06-01, 07-01');
    expect(events.map(({ id }) => id)).toEqual(ids);
  });

  test('a series without an end keeps all events when it is moved ahead', async () => {
    const ids = await makeSeries(world, { recurrence: 'FREQ=MONTHLY' });
    const ahead = { start_date: '2031-05-18 18:00', end_date: '2031-05-18 20:00' };
    expect(await changed(api, 0, ahead, 'all', ids)).toMatchObject({ status: 200 });
    const events = await seriesOf(world, at(ids, 0));
    expect(events.map(({ id, status, series }) => [id, status, series !== null])).toEqual(
      ids.map((id) => [id, 'publish', true]),
    );
  });

  test('events that leave a series have no parent there', async () => {
    const { ids } = await changed(api, 1, { title: 'Detached' });
    await changed(api, 0, { recurrence: ['2031-03-18', '2031-06-01'] }, undefined, ids);
    expect(await stored(world, at(ids, 1))).toMatchObject({ series: null, parent: 0, title: 'Detached' });
  });

  test('another zone keeps the local times of all events', async () => {
    const { ids } = await changed(api, 0, { timezone: 'America/New_York' }, 'all');
    const events = await seriesOf(world, at(ids, 0));
    expect(events.map(({ start, startUtc }) => [start.slice(11, 16), startUtc.slice(11, 16)])).toEqual(
      Array.from({ length: 4 }, () => ['18:00', '22:00']),
    );
  });

  test('a day outside the rule needs another rule', async () => {
    const ids = await makeSeries(world, { recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3' });
    const tuesday = { start_date: '2031-03-19 18:00', end_date: '2031-03-19 20:00' };
    expect(await changed(api, 0, tuesday, 'all', ids)).toMatchObject({
      status: 400,
      failing: ['start_date'],
    });
    const now = await changed(api, 0, { ...tuesday, recurrence: 'FREQ=WEEKLY;BYDAY=WE;COUNT=3' }, 'all', ids);
    expect(now).toMatchObject({ status: 200, body: { recurrence: 'FREQ=WEEKLY;COUNT=3;BYDAY=WE' } });
    const events = await seriesOf(world, at(ids, 0));
    expect(days(events)).toBe('03-19, 03-26, 04-02');
    expect(events.map(({ id }) => id)).toEqual(ids);
  });

  test('the scope `following` starts a new series', async () => {
    const { ids, body } = await changed(
      api,
      2,
      { title: 'Advanced', start_date: '2031-04-01 18:30' },
      'following',
    );
    expect(body).toMatchObject({ title: 'Advanced', recurrence: 'FREQ=WEEKLY;COUNT=2', post_parent: 0 });
    const [first, second] = await Promise.all([seriesOf(world, at(ids, 0)), seriesOf(world, at(ids, 2))]);
    expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(second.map(({ id, title, parent }) => [id, title, parent])).toEqual([
      [ids[2], 'Advanced', 0],
      [ids[3], 'Advanced', ids[2]],
    ]);
    expect(second.map(({ start }) => start.slice(11, 16))).toEqual(['18:30', '18:30']);
    expect(await planOf(world, at(ids, 0))).toMatchObject({ rule: 'FREQ=WEEKLY;COUNT=2', parent: ids[0] });
    expect(await world.read('event', at(ids, 1))).toMatchObject({ title: 'Course', post_parent: ids[0] });
  });

  test('the scope `following` of the first event changes all, and creates no other series', async () => {
    const ids = await makeSeries(world);
    const before = await countSeries(world);
    await changed(api, 0, { title: 'New' }, 'following', ids);
    expect(await countSeries(world)).toBe(before);
    expect(await titles(at(ids, 0))).toBe('New, New, New, New');
  });

  test('the scope `following` may change the recurrence', async () => {
    const { ids, status } = await changed(api, 2, { recurrence: 'FREQ=DAILY;COUNT=3' }, 'following');
    expect(status).toBe(200);
    const events = await seriesOf(world, at(ids, 2));
    expect(days(events)).toBe('04-01, 04-02, 04-03');
    // The last previous event is moved; only the missing date is created.
    expect(events.map(({ id }) => id).slice(0, 2)).toEqual(ids.slice(2));
    expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-25');
  });

  test('links of all events are changed, and no others', async () => {
    const ids = await makeSeries(world, {
      venue: { venue: 'Boathouse' },
      tags: ['a', 'b'],
      categories: ['Sports'],
    });
    await changed(api, 1, { tags: ['solo'] }, undefined, ids);
    await changed(api, 0, { venue: [{ venue: 'Pool' }, { venue: 'Lake' }], tags: ['b', 'c'] }, 'all', ids);
    const events = await Promise.all(ids.map((id) => world.read('event', id)));
    const names = (value: unknown): unknown =>
      [value]
        .flat()
        .map((one) => (one as { venue?: string; name?: string }).venue ?? (one as { name?: string }).name);
    expect(
      events.map(({ venue, tags, categories }) => [names(venue), names(tags), names(categories)]),
    ).toEqual([
      [['Pool', 'Lake'], ['b', 'c'], ['Sports']],
      [['Boathouse'], ['solo'], ['Sports']],
      [['Pool', 'Lake'], ['b', 'c'], ['Sports']],
      [['Pool', 'Lake'], ['b', 'c'], ['Sports']],
    ]);
  });

  test('another rule keeps matching events, moves others, and creates the missing ones', async () => {
    const ids = await makeSeries(world);
    await changed(api, 1, { title: 'Detached' }, undefined, ids);
    expect(
      await changed(api, 0, { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' }, undefined, ids),
    ).toMatchObject({ status: 200, body: { recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=3' } });
    const events = await seriesOf(world, at(ids, 0));
    expect(days(events)).toBe('03-18, 04-01, 04-15');
    expect(events.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[3]]);
    // Its date is no longer planned.
    expect(await stored(world, at(ids, 1))).toMatchObject({
      series: null,
      title: 'Detached',
      status: 'publish',
    });
  });

  test('fewer dates put the other events into the trash; more dates create new ones', async () => {
    const { ids } = await changed(api, 0, { recurrence: 'FREQ=WEEKLY;COUNT=2' }, 'all');
    expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-25');
    expect(await stored(world, at(ids, 3))).toMatchObject({ status: 'trash', series: null });
    await changed(api, 0, { recurrence: ['2031-03-25', '2031-06-01'] }, 'all', ids);
    expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-25, 06-01');
  });

  test('removing the recurrence leaves a standalone event', async () => {
    const { ids, body } = await changed(api, 0, { recurrence: null });
    expect(body).not.toHaveProperty('recurrence_id');
    expect(await stored(world, at(ids, 0))).toMatchObject({ series: null, status: 'publish' });
    expect(await stored(world, at(ids, 1))).toMatchObject({ series: null, status: 'trash' });
  });

  test('exceptions put events into the trash, and restore them', async () => {
    const { ids } = await changed(api, 0, { recurrence_exceptions: ['2031-03-25', '2031-04-08'] });
    expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-25 trash, 04-01, 04-08 trash');
    await changed(api, 0, { recurrence_exceptions: ['2031-04-08'] }, undefined, ids);
    const events = await seriesOf(world, at(ids, 0));
    expect(days(events)).toBe('03-18, 03-25, 04-01, 04-08 trash');
    expect(at(events, 1)).toMatchObject({ id: ids[1], detached: false });
    expect(at(events, 1).slug).not.toContain('trashed');
  });

  test.each([
    ['a recurrence of a later event', 1, { recurrence: 'FREQ=DAILY;COUNT=2' }, undefined, ['recurrence']],
    ['exceptions of a later event', 1, { recurrence_exceptions: [] }, 'all', ['recurrence_exceptions']],
    ['another recurrence of one event', 0, { recurrence: 'FREQ=DAILY;COUNT=2' }, 'this', ['scope']],
    ['another parent of an event in a series', 1, { post_parent: 0 }, undefined, ['post_parent']],
    ['an invalid rule', 0, { recurrence: 'FREQ=NEVER' }, undefined, ['recurrence']],
    ['an unknown scope', 0, { title: 'x' }, 'some' as 'all', ['scope']],
  ] as const)('rejects %s, and changes nothing', async (_name, index, fields, scope, failing) => {
    const ids = await makeSeries(world);
    const before = await seriesOf(world, at(ids, 0));
    expect(await changed(api, index, fields, scope, ids)).toMatchObject({ status: 400, failing });
    expect(await seriesOf(world, at(ids, 0))).toEqual(before);
  });

  test('a standalone event has no scope beyond itself', async () => {
    const id = await world.event('Alone', '2031-03-20 10:00');
    for (const scope of ['following', 'all'] as const) {
      expect(await world.change(api, 'event', id, { title: 'x' }, 'editor', { scope })).toMatchObject({
        status: 400,
        failing: ['scope'],
      });
      expect(await world.remove(api, 'event', id, { scope })).toMatchObject({
        status: 400,
        failing: ['scope'],
      });
    }
    expect(await stored(world, id)).toMatchObject({ title: 'Alone', status: 'publish' });
    const scope = 'this';
    expect(await world.change(api, 'event', id, { title: 'x' }, 'editor', { scope })).toMatchObject({
      status: 200,
      body: { title: 'x' },
    });
    expect(await world.remove(api, 'event', id, { scope })).toMatchObject({ status: 200 });
    expect(await stored(world, id)).toMatchObject({ status: 'trash' });
    expect(await world.remove(api, 'event', id, { scope, force: true })).toMatchObject({ status: 200 });
  });

  describe.each([false, true])('erased: %s', (force) => {
    const left = (text: string): string =>
      force ? text.replace(/(, )?\d\d-\d\d trash/g, '').replace(/^, /, '') : text;

    test('deleting one event excludes its date', async () => {
      const ids = await makeSeries(world);
      expect(await world.remove(api, 'event', at(ids, 2), { force })).toMatchObject({ status: 200 });
      expect(days(await seriesOf(world, at(ids, 0)))).toBe(left('03-18, 03-25, 04-01 trash, 04-08'));
      expect(await planOf(world, at(ids, 0))).toMatchObject({
        exceptions: ['2031-04-01 18:00:00'],
        parent: ids[0],
      });
    });

    test('deleting the parent makes the next event the parent', async () => {
      const festival = await world.event('Festival', '2031-03-01 10:00');
      const ids = await makeSeries(world, { post_parent: festival });
      await changed(api, 1, { title: 'Detached' }, undefined, ids);
      await world.remove(api, 'event', at(ids, 0), { force, scope: 'this' });
      expect(await planOf(world, at(ids, 1))).toMatchObject({
        parent: ids[1],
        rule: 'FREQ=WEEKLY;COUNT=4',
        start: '2031-03-18 18:00:00',
      });
      const parents = await Promise.all(ids.slice(1).map(async (id) => (await stored(world, id)).parent));
      expect(parents).toEqual([festival, ids[1], ids[1]]);
      expect(await world.read('event', at(ids, 1))).toMatchObject({ recurrence: 'FREQ=WEEKLY;COUNT=4' });
    });

    test('the scope `following` of a deletion ends the series', async () => {
      const ids = await makeSeries(world);
      await changed(api, 3, { title: 'Detached' }, undefined, ids);
      await world.remove(api, 'event', at(ids, 2), { force, scope: 'following' });
      expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-25');
      expect(await planOf(world, at(ids, 0))).toMatchObject({ rule: 'FREQ=WEEKLY;COUNT=2', exceptions: [] });
      expect(await stored(world, at(ids, 3))).toMatchObject({
        series: null,
        parent: 0,
        status: 'publish',
        detached: false,
      });
    });

    test('deleting all keeps detached events', async () => {
      const ids = await makeSeries(world);
      const before = await countSeries(world);
      await changed(api, 1, { title: 'Detached' }, undefined, ids);
      await world.remove(api, 'event', at(ids, 2), { force, scope: 'all' });
      expect(await stored(world, at(ids, 1))).toMatchObject({ series: null, parent: 0, status: 'publish' });
      if (force) expect(await countSeries(world)).toBe(before - 1);
      else expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18 trash, 04-01 trash, 04-08 trash');
    });
  });

  test('a restored event is part of the series again', async () => {
    const ids = await makeSeries(world);
    await world.remove(api, 'event', at(ids, 0));
    expect(await world.remove(api, 'event', at(ids, 0))).toMatchObject({ status: 410 });
    await world.change(api, 'event', at(ids, 0), { status: 'publish' }, 'editor');
    expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-25, 04-01, 04-08');
    expect(await planOf(world, at(ids, 0))).toMatchObject({ exceptions: [], parent: ids[0] });
    expect(await stored(world, at(ids, 0))).toMatchObject({ parent: 0, detached: false });
  });

  test('a series is restored as a whole', async () => {
    const ids = await makeSeries(world);
    await world.remove(api, 'event', at(ids, 1));
    await world.remove(api, 'event', at(ids, 0), { scope: 'all' });
    await changed(api, 0, { status: 'publish' }, 'all', ids);
    expect(days(await seriesOf(world, at(ids, 0)))).toBe('03-18, 03-25 trash, 04-01, 04-08');
    expect(await planOf(world, at(ids, 0))).toMatchObject({ parent: ids[0] });
  });

  test('rights are checked for each event', async () => {
    const ids = await makeSeries(world, { author: world.ids.author });
    await changed(api, 2, { author: world.ids.editor }, undefined, ids);
    const before = await seriesOf(world, at(ids, 0));
    const change = (index: number, scope?: 'all') =>
      world.change(api, 'event', at(ids, index), { title: 'Mine' }, 'author', { scope });
    expect(await change(2)).toMatchObject({ status: 403 });
    expect(await world.remove(api, 'event', at(ids, 0), { scope: 'all' }, 'contributor')).toMatchObject({
      status: 403,
    });
    expect(await seriesOf(world, at(ids, 0))).toEqual(before);
    // Detached events stay untouched.
    expect(await change(0, 'all')).toMatchObject({ status: 200 });
    await world.server.orm.em
      .getConnection()
      .execute(`update event set author_id = ${world.ids.editor} where id = ${at(ids, 3)}`);
    await world.settled();
    const mixed = await seriesOf(world, at(ids, 0));
    for (const answer of [
      await world.change(api, 'event', at(ids, 0), { title: 'Ours' }, 'author', { scope: 'all' }),
      await world.remove(api, 'event', at(ids, 0), { scope: 'all' }, 'author'),
      await world.remove(api, 'event', at(ids, 0), { scope: 'following', force: true }, 'author'),
    ])
      expect(answer).toMatchObject({ status: 403 });
    expect(await seriesOf(world, at(ids, 0))).toEqual(mixed);
  });
});

test('GraphQL returns the number of changed events', async () => {
  const ids = await makeSeries(world, { tags: ['a'] });
  const change = async (index: number, input: object, scope = 'THIS'): Promise<unknown> => {
    const { updateEvent } = await world.query(
      `mutation ($by: EventBy!, $input: UpdateEventInput!, $scope: SeriesScope) {
        updateEvent(by: $by, input: $input, scope: $scope) { changedOccurrences event { databaseId } } }`,
      'editor',
      { by: { databaseId: at(ids, index) }, input, scope },
    );
    expect(updateEvent).toMatchObject({ event: { databaseId: ids[index] } });
    return Object(updateEvent).changedOccurrences;
  };
  expect(await change(0, { title: 'Club' }, 'ALL')).toBe(4);
  expect(await change(0, { title: 'Club' }, 'ALL')).toBe(0);
  expect(await change(0, {}, 'ALL')).toBe(0);
  expect(await change(0, { tags: [{ name: 'b' }] }, 'ALL')).toBe(4);
  expect(await change(1, { title: 'Alone' })).toBe(1);
  expect(await change(1, { title: 'Alone' })).toBe(0);
  // The detached event is excluded.
  expect(await change(0, { title: 'Choir' }, 'ALL')).toBe(3);
  expect(await change(2, { title: 'Advanced' }, 'FOLLOWING')).toBe(2);
  const single = await world.event('Single', '2031-03-20 10:00');
  const { updateEvent } = await world.query(
    `mutation { updateEvent(by: { databaseId: ${single} }, input: { title: "Other" }) { changedOccurrences } }`,
    'editor',
  );
  expect(updateEvent).toEqual({ changedOccurrences: 1 });
});

test('many events cost as many statements as few', async () => {
  const counted = watchStatements();
  try {
    const costs: string[][][] = [];
    for (const count of [3, 60]) {
      const ids = await makeSeries(world, { recurrence: `FREQ=DAILY;COUNT=${count}` });
      const scope = 'all' as const;
      const cost = async (work: () => Promise<{ status: number }>): Promise<string[]> => {
        counted.clear();
        expect(await work()).toMatchObject({ status: 200 });
        return counted.seen().map(({ query }) => query);
      };
      const change = (fields: Body) => () =>
        world.change('REST', 'event', at(ids, 0), fields, 'editor', { scope });
      costs.push([
        await cost(change({ start_date: '2031-03-18 19:00', title: 'Moved' })),
        await cost(change({ tags: ['late'] })),
        await cost(() => world.remove('REST', 'event', at(ids, 0), { scope })),
        await cost(change({ status: 'publish' })),
        await cost(() => world.remove('REST', 'event', at(ids, 0), { scope, force: true })),
      ]);
    }
    // The first change costs more: it creates a tag, and reads the login.
    const [few = [], many = []] = costs;
    for (const [work, statements] of many.entries()) {
      const most = few[work] ?? [];
      // Shows the additional statement.
      if (statements.length > most.length) expect(statements).toEqual(most);
    }
  } finally {
    counted.restore();
  }
});

test('If-Match is compared with the named event, and one of two concurrent changes wins', async () => {
  const ids = await makeSeries(world);
  const path = `/events/${at(ids, 1)}`;
  const headers = world.headers('editor');
  const etag = (await world.server.request('GET', path, undefined, headers)).headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const send = (title: string) =>
    world.server.request('PATCH', `${path}?scope=all`, { title }, { ...headers, 'if-match': etag });
  const statuses = (await Promise.all(['One', 'Two', 'Three', 'Four'].map(send))).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 412, 412, 412]);
  expect(new Set((await seriesOf(world, at(ids, 0))).map(({ title }) => title)).size).toBe(1);
});

test('concurrent changes of one event, of all and of the following events leave a consistent series', async () => {
  const ids = await makeSeries(world, { recurrence: 'FREQ=WEEKLY;COUNT=12' });
  const answers = await Promise.all([
    world.change('REST', 'event', at(ids, 3), { title: 'Alone' }),
    world.change('REST', 'event', at(ids, 0), { start_date: '2031-03-18 18:30' }, undefined, {
      scope: 'all',
    }),
    world.change('REST', 'event', at(ids, 6), { title: 'Later' }, undefined, { scope: 'following' }),
    world.remove('REST', 'event', at(ids, 0)),
    world.remove('REST', 'event', at(ids, 9), { force: true }),
    world.change('REST', 'event', at(ids, 8), { status: 'trash' }),
  ]);
  expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
  const all = [...(await seriesOf(world, at(ids, 1))), ...(await seriesOf(world, at(ids, 7)))];
  expect(all.filter(({ planned }) => planned === null)).toEqual([]);
  for (const id of [at(ids, 1), at(ids, 7)]) {
    const { parent } = await planOf(world, id);
    const events = await seriesOf(world, id);
    expect(events.find((event) => event.id === parent)).toMatchObject({ parent: 0 });
    for (const event of events) if (event.id !== parent) expect(event.parent).toBe(parent);
  }
});

test('dates that several instances exclude at once are all excluded', async () => {
  const ids = await makeSeries(world, { recurrence: 'FREQ=DAILY;COUNT=21' });
  const others = await Promise.all([world.beside({}), world.beside({}), world.beside({})]);
  try {
    const answers = await Promise.all(
      ids
        .slice(1)
        .map((id, index) => at(others, index % 3).remove('REST', 'event', id, { force: index % 2 === 0 })),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await planOf(world, at(ids, 0))).exceptions).toHaveLength(20);
  } finally {
    for (const other of others) await other.stop();
  }
});
