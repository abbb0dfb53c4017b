import { difference, restAnswer } from '../support/answer.ts';
import { hasFields } from '../support/input.ts';
import { APIS, type Api } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';
import { changes, FULL, refusals } from './venue-organizer-fields.data.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const LATER = '2031-03-15 08:30:00';

describe.each((['venue', 'organizer'] as const).flatMap((kind) => APIS.map((api: Api) => ({ kind, api }))))(
  '$kind through $api',
  ({ kind, api }) => {
    test('with only a name', async () => {
      world.moveTo(NOW);
      const { status, body } = await world.create(api, kind, { [kind]: `Hall ${api}` });
      expect(status).toBe(201);
      const slug = `hall-${api.toLowerCase()}`;
      const globalId = `${new URL(world.server.url).hostname}?id=${body.id}`;
      expect(body).toEqual({
        id: expect.any(Number),
        author: 1,
        status: 'publish',
        date: NOW,
        date_utc: NOW,
        modified: NOW,
        modified_utc: NOW,
        url: `${world.server.url}/${kind}/${slug}/`,
        [kind]: `Hall ${api}`,
        slug,
        ...(kind === 'venue' && { show_map: true, show_map_link: true }),
        global_id: globalId,
        global_id_lineage: [globalId],
      });
    });

    test.each(changes(kind).filter(([sent]) => hasFields(api, sent)))(
      'a change of only %j gives %j',
      async (sent, changed) => {
        world.moveTo(NOW);
        const before = await world.make(kind, FULL[kind]);
        world.moveTo(LATER);
        const { status, body } = await world.change(api, kind, before.id, sent);
        expect(status).toBe(200);
        expect(difference(before, body)).toEqual(changed);
        expect(body.modified).toBe(Object.keys(changed).length > 0 ? LATER : NOW);
      },
    );

    test.each(Object.keys(FULL[kind]).filter((field) => field !== kind))(
      '%s: null on create counts as absent',
      async (field) => {
        world.moveTo(NOW);
        const bare = await world.make(kind, { [kind]: 'Bare' });
        const { status, body } = await world.create(api, kind, { [kind]: 'Bare', [field]: null });
        expect(status).toBe(201);
        expect(
          Object.keys(difference(bare, body)).filter((key) => !/^(id|slug|url|global_id.*)$/.test(key)),
        ).toEqual([]);
      },
    );

    test('bad values are 400 on create and on change, by name, and nothing is stored', async () => {
      const record = await world.make(kind, FULL[kind]);
      const before = await world.counts();
      for (const [sent, failing] of refusals(kind)) {
        if (!hasFields(api, sent)) continue;
        expect({ sent, ...(await world.create(api, kind, { [kind]: 'X', ...sent })) }).toMatchObject({
          sent,
          status: 400,
          failing,
        });
        expect({ sent, ...(await world.change(api, kind, record.id, sent)) }).toMatchObject({
          sent,
          status: 400,
          failing,
        });
      }
      expect(await world.create(api, kind, { [kind]: null })).toMatchObject({ status: 400, failing: [kind] });
      expect(await world.create(api, kind, { description: 'x' })).toMatchObject({
        status: 400,
        failing: [kind],
      });
      expect(await world.counts()).toEqual(before);
      expect(await world.read(kind, record.id)).toEqual(record);
    });
  },
);

describe.each(APIS)('a venue through %s', (api) => {
  test.each([
    [{ country: 'United States', state: 'CA' }, 'CA'],
    [{ country: 'USA', state: 'CA', province: 'X' }, 'CA'],
    [{ country: 'Italy', province: 'RM', state: 'Lazio' }, 'RM'],
    [{ province: 'RM' }, 'RM'],
    [{ country: 'Italy', state: 'Lazio' }, undefined],
    [{ state: 'CA', country: 'United States', stateprovince: 'Own' }, 'Own'],
  ])('%j shows the state or province %j', async (sent, stateprovince) => {
    expect((await world.create(api, 'venue', { venue: 'Place', ...sent })).body.stateprovince).toBe(
      stateprovince,
    );
  });

  test.each([
    [{ geo_lat: 41.9 }, 'geo_lng'],
    [{ geo_lng: 12.5 }, 'geo_lat'],
  ])('%j is half a place: %s is missing', async (sent, failing) => {
    expect(await world.create(api, 'venue', { venue: 'Place', ...sent })).toMatchObject({
      status: 400,
      failing: [failing],
    });
    const { id } = await world.make('venue', { venue: 'Place' });
    expect(await world.change(api, 'venue', id, sent)).toMatchObject({ status: 400, failing: [failing] });
  });
});

test.each(['POST', 'PUT', 'PATCH'])('%s accepts changes by slug, too', async (method) => {
  const { id, slug } = await world.make('venue', { venue: `By ${method}` });
  const answer = await restAnswer(
    await world.server.request(method, `/venues/by-slug/${slug}`, { city: 'Rome' }),
  );
  expect(answer).toMatchObject({ status: 200, body: { id, city: 'Rome' } });
});
