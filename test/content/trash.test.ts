import { APIS, type Body, isRecord } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.moveTo(NOW));

const EVENT = { title: 'Concert', start_date: '2031-04-05', end_date: '2031-04-05' };
const LATER = '2031-03-15 08:30:00';
const LATEST = '2031-03-16 08:30:00';
const KINDS = ['venue', 'organizer'] as const;
type Kind = (typeof KINDS)[number];

const linked = (event: Body, kind: Kind): unknown[] =>
  [event[kind]].flat().map((one) => isRecord(one) && one[kind]);
/** An event with two records of a kind, `One` and `Two`. */
const withTwo = async (kind: Kind) => {
  const [one, two] = [await world.make(kind, { [kind]: 'One' }), await world.make(kind, { [kind]: 'Two' })];
  const event = await world.make('event', { ...EVENT, [kind]: [one.id, two.id], categories: ['Kept'] });
  return { one, two, event, read: () => world.read('event', event.id) };
};
const listed = async (query: string): Promise<unknown[]> => {
  const list: unknown = await (await world.server.request('GET', query)).json();
  const rows = isRecord(list) ? (list.events ?? list.venues ?? list.organizers) : [];
  return Array.isArray(rows) ? rows.map((row: Body) => row.id) : [];
};

describe.each(KINDS.flatMap((kind) => APIS.map((api) => ({ kind, api }))))(
  'a $kind in the trash, through $api',
  ({ kind, api }) => {
    test.each(['deleted', 'changed to trash'])(
      '%s: disappears from its events, and returns to its position when restored',
      async (way) => {
        const { one, event, read } = await withTwo(kind);
        const gone =
          way === 'deleted'
            ? await world.remove(api, kind, one.id)
            : await world.change(api, kind, one.id, { status: 'trash' });
        expect(gone.status).toBe(200);
        expect(linked(await read(), kind)).toEqual(['Two']);
        expect(await read()).toMatchObject({ status: 'publish', categories: [{ name: 'Kept' }] });
        expect((await world.change(api, kind, one.id, { status: 'publish' })).status).toBe(200);
        const { modified: _, modified_utc: __, ...restored } = await read();
        expect(restored).toEqual({
          ...event,
          modified: undefined,
          modified_utc: undefined,
          categories: restored.categories,
        });
      },
    );

    test('its events count as modified, each time', async () => {
      const { one, read } = await withTwo(kind);
      world.moveTo(LATER);
      await world.remove(api, kind, one.id);
      expect(await read()).toMatchObject({ modified_utc: LATER });
      world.moveTo(LATEST);
      await world.change(api, kind, one.id, { status: 'draft' });
      expect(await read()).toMatchObject({ modified_utc: LATEST });
      world.moveTo('2031-03-17 08:30:00');
      await world.change(api, kind, one.id, { phone: '1' });
      expect(await read()).toMatchObject({ modified_utc: LATEST });
      await world.remove(api, kind, one.id, { force: true });
      expect(await read()).toMatchObject({ modified_utc: '2031-03-17 08:30:00' });
    });

    test('its link survives a change of the others, and is removed when all are emptied', async () => {
      const { one, two, event, read } = await withTwo(kind);
      const third = await world.make(kind, { [kind]: 'Three' });
      await world.remove(api, kind, one.id);
      expect((await world.change(api, 'event', event.id, { [kind]: [third.id, two.id] })).status).toBe(200);
      expect(linked(await read(), kind)).toEqual(['Three', 'Two']);
      await world.change(api, kind, one.id, { status: 'publish' });
      expect(linked(await read(), kind)).toEqual(['Three', 'Two', 'One']);
      await world.remove(api, kind, one.id);
      expect((await world.change(api, 'event', event.id, { [kind]: null })).status).toBe(200);
      await world.change(api, kind, one.id, { status: 'publish' });
      expect(linked(await read(), kind)).toEqual([]);
    });

    test('an event can be sent back as read without losing it', async () => {
      const { one, event, read } = await withTwo(kind);
      await world.remove(api, kind, one.id);
      const seen = await read();
      expect((await world.change('REST', 'event', event.id, seen)).body).toEqual(seen);
      await world.change(api, kind, one.id, { status: 'publish' });
      expect(linked(await read(), kind).sort()).toEqual(['One', 'Two']);
    });

    test('cannot be linked by its id, and is not reused by its name', async () => {
      const { one, event } = await withTwo(kind);
      await world.remove(api, kind, one.id);
      expect(await world.change(api, 'event', event.id, { [kind]: one.id })).toMatchObject({
        status: 400,
        failing: [kind],
      });
      expect(await world.create(api, 'event', { ...EVENT, [kind]: [one.id] })).toMatchObject({
        status: 400,
        failing: [kind],
      });
    });

    test('once erased from the trash, it does not come back', async () => {
      const { one, read } = await withTwo(kind);
      await world.remove(api, kind, one.id);
      expect((await world.remove(api, kind, one.id, { force: true })).status).toBe(200);
      expect(linked(await read(), kind)).toEqual(['Two']);
    });

    test('filters match visible links only', async () => {
      const { one, two, event } = await withTwo(kind);
      await world.remove(api, kind, one.id);
      expect(await listed(`/${kind}s?event=${event.id}`)).toEqual([two.id]);
      expect(await listed(`/events?${kind}=${two.id}`)).toEqual([event.id]);
      expect((await world.server.request('GET', `/events?${kind}=${one.id}`)).status).toBe(400);
      for (const filter of ['has_events=1', 'only_with_upcoming=1'])
        expect(await listed(`/${kind}s?${filter}&per_page=100`)).not.toContain(one.id);
      await world.change(api, kind, one.id, { status: 'publish' });
      expect((await listed(`/${kind}s?event=${event.id}`)).sort()).toEqual([one.id, two.id].sort());
      expect(await listed(`/events?${kind}=${one.id}`)).toEqual([event.id]);
      for (const filter of ['has_events=1', 'only_with_upcoming=1'])
        expect(await listed(`/${kind}s?${filter}&per_page=100`)).toContain(one.id);
    });
  },
);

test('the place of a venue in the trash is not the place of its events', async () => {
  const { id } = await world.make('venue', { venue: 'Pier', geo_lat: 41.9, geo_lng: 12.5 });
  const event = await world.make('event', { ...EVENT, venue: id });
  const near = '/events?geoloc_lat=41.9&geoloc_lng=12.5';
  expect(await listed(near)).toEqual([event.id]);
  await world.remove('REST', 'venue', id);
  expect(await listed(near)).toEqual([]);
  const single: Body = await (await world.server.request('GET', `/events/${event.id}`)).json();
  expect(single.json_ld).not.toHaveProperty('location');
  await world.change('REST', 'venue', id, { status: 'publish' });
  expect(await listed(near)).toEqual([event.id]);
});
