import { each, table } from '../support/table.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
const events = { kind: 'event', world: () => world } as const;

const PLACES: readonly (readonly [name: string, ...coordinates: number[]])[] = [
  ['berlin', 52.52, 13.405],
  ['potsdam', 52.3906, 13.0645],
  ['east', -17, 179.95],
  ['west', -17, -179.95],
  ['pole', 90, 0],
  ['polar', 89.9, 100],
  ['polar2', 89.9, -80],
  ['south', -90, 12],
  ['zero', 0, 0],
  ['nowhere'],
];

beforeAll(async () => {
  world = await openWorld({ roles: true, now: '2031-05-14 12:00:00' });
  let [berlin, zero] = [0, 0];
  for (const [index, [name, lat, lng]] of PLACES.entries()) {
    const place = lat === undefined ? {} : { geo_lat: lat, geo_lng: lng };
    const { id } = await world.make('venue', { venue: name, ...place });
    if (name === 'berlin') berlin = id;
    if (name === 'zero') zero = id;
    await world.event(name, `2031-06-01 ${10 + index}:00`, { venue: id });
  }
  await world.event('novenue', '2031-06-02 10:00');
  await world.event('both', '2031-06-03 10:00', { venue: [zero, berlin] });
});
afterAll(() => world.stop());

const PLACED = 'berlin potsdam east west pole polar polar2 south zero both';
const near = (lat: number, lng: number, radius?: number): string =>
  `geoloc_lat=${lat}&geoloc_lng=${lng}${radius === undefined ? '' : `&geoloc_radius=${radius}`}`;

table('around a place', events, [
  ['geoloc=true', PLACED],
  ['geoloc=1', PLACED],
  ['geoloc=false', 'nowhere novenue'],
  [near(52.52, 13.405), 'berlin both'],
  [near(52.52, 13.405, 0), 'berlin both'],
  [near(52.52, 13.405, 27), 'berlin both'],
  [near(52.52, 13.405, 28), 'berlin potsdam both'],
  [near(52.3906, 13.0645, 1), 'potsdam'],
  [near(52.45, 13.2), 'berlin potsdam both'],
  [near(-17, 179.95), 'east west'],
  [near(-17, 179.95, 10), 'east'],
  [near(-17, 179.95, 11), 'east west'],
  [near(-17, -179.95), 'east west'],
  [near(-17, 180), 'east west'],
  [near(-17, -180), 'east west'],
  [near(-17, 180, 5), ''],
  [near(90, 0), 'pole polar polar2'],
  [near(90, 123, 1), 'pole'],
  [near(89.9, 100), 'pole polar polar2'],
  [near(89.9, 100, 15), 'pole polar'],
  [near(89.95, -80, 6), 'pole polar2'],
  [near(-90, -77), 'south'],
  [near(-89.9, 33), 'south'],
  [near(0, 0), 'zero both'],
  [near(0, 0, 20040), PLACED],
  [near(10, 10, 20040), PLACED],
  [near(30, 40, 5), ''],
  [`${near(52.52, 13.405)}&geoloc=true`, 'berlin both'],
  [`${near(52.52, 13.405)}&geoloc=false`, ''],
  [`${near(52.52, 13.405)}&search=both`, 'both'],
]);
table('a distance of nothing', { ...events, apis: ['REST'] }, [
  ['geoloc_radius=5', 'berlin potsdam east west pole polar polar2 south zero nowhere novenue both'],
]);

table('half a place', { ...events, apis: ['REST'] }, [
  ['geoloc_lat=52', 400, 'geoloc_lat'],
  ['geoloc_lng=13', 400, 'geoloc_lng'],
]);
test.each([
  ['{ latitude: 52 }', 'longitude'],
  ['{ longitude: 13, radiusKm: 5 }', 'latitude'],
])('GraphQL has no incomplete places: %s', async (near, missing) => {
  const { data, errors } = await world.server.graphql(`{ events(filter: { near: ${near} }) { totalCount } }`);
  expect(data).toBeUndefined();
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
  expect(Object.keys(Object(errors?.[0]?.extensions.params))).toEqual([`filter.near.${missing}`]);
});

table('places that are none', events, [
  ['geoloc_lat=91&geoloc_lng=181', 400, 'geoloc_lat geoloc_lng'],
  ['geoloc_lat=abc&geoloc_lng=13', 400, 'geoloc_lat'],
  ...each(
    ['-1', '20041', 'abc'],
    (radius) => `geoloc_lat=1&geoloc_lng=1&geoloc_radius=${radius}`,
    400,
    'geoloc_radius',
  ),
  ['geoloc=maybe', 400, 'geoloc'],
]);

table('a good coordinate beside a bad one', events, [
  ['geoloc_lat=91&geoloc_lng=13', 400, 'geoloc_lat'],
  ['geoloc_lat=-90.1&geoloc_lng=13', 400, 'geoloc_lat'],
  ['geoloc_lat=52&geoloc_lng=180.1', 400, 'geoloc_lng'],
]);
