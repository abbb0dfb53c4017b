import { APIS, type Body, isRecord } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const US = { city: 'Portland', state: 'Oregon', country: 'United States' };
const EVENT = { title: 'Concert', start_date: '2041-04-05', end_date: '2041-04-05' };
let counter = 0;
const unique = (): string => `Hall${String.fromCharCode(97 + (counter % 26))}${counter++}x`;

/** `addressRegion` of the linked data of a venue. */
const regionOf = async (id: number): Promise<unknown> => {
  const body: Body = await (await world.server.request('GET', `/venues/${id}`)).json();
  const { json_ld: linked } = body;
  return isRecord(linked) && isRecord(linked.address) ? linked.address.addressRegion : undefined;
};
const findable = async (words: string): Promise<boolean> => {
  const body: Body = await (
    await world.server.request('GET', `/venues?search=${encodeURIComponent(words)}`)
  ).json();
  return Number(body.total) > 0;
};

/** A venue, a change, and the state or province afterwards; undefined for none. */
const MOVES: [made: Body, sent: Body, shown: string | undefined][] = [
  [US, { city: 'Seattle', state: 'Washington' }, 'Washington'],
  [US, { city: 'Salem' }, 'Oregon'],
  [US, { state: '' }, undefined],
  [US, { state: null }, undefined],
  [US, { country: 'Canada', province: 'Québec' }, 'Québec'],
  [US, { country: 'Canada' }, undefined],
  [{ country: 'Italy', province: 'RM', state: 'Lazio' }, { province: 'TO' }, 'TO'],
  [{ country: 'Italy', province: 'RM', state: 'Lazio' }, { country: 'USA' }, 'Lazio'],
  [{ ...US, stateprovince: 'Pacific' }, { state: 'Washington' }, 'Washington'],
  [{ ...US, stateprovince: 'Pacific' }, { city: 'Salem' }, 'Pacific'],
  [US, { state: 'Washington', stateprovince: 'WA' }, 'WA'],
  [US, { state: 'Washington', stateprovince: '' }, undefined],
  [US, { stateprovince: 'OR' }, 'OR'],
  [US, { state: 'Oregon', stateprovince: 'OR' }, 'OR'],
  // Sent back as read, a derived value stays derived.
  [US, { state: 'Washington', stateprovince: 'Oregon' }, 'Washington'],
  [{ ...US, stateprovince: 'Pacific' }, { state: 'Washington', stateprovince: 'Pacific' }, 'Pacific'],
];

describe.each(APIS)('the state or province of a venue, through %s', (api) => {
  test.each(MOVES)('%j changed by %j shows %j', async (made, sent, shown) => {
    const venue = await world.make('venue', { venue: unique(), ...made });
    const { status, body } = await world.change(api, 'venue', venue.id, sent);
    expect([status, body.stateprovince]).toEqual([200, shown]);
    if (shown) expect(await regionOf(venue.id)).toBe(shown);
    if (shown) expect(await findable(`${venue.venue} ${shown}`)).toBe(true);
    const before = venue.stateprovince;
    const stays = Object.values(body).some(
      (value) => typeof value === 'string' && value.includes(String(before)),
    );
    if (before && !stays) expect(await findable(`${venue.venue} ${before}`)).toBe(false);
  });

  test('follows when an event fills empty fields of its venue', async () => {
    const venue = await world.make('venue', { venue: unique(), city: 'Portland' });
    const sent = { venue: venue.venue, ...US };
    const { body } = await world.create(api, 'event', { ...EVENT, venue: sent });
    expect(body.venue).toMatchObject({ id: venue.id, state: 'Oregon', stateprovince: 'Oregon' });
    expect(await findable(`${venue.venue} oregon`)).toBe(true);
  });
});

test('a venue that is read, moved and sent back shows its new place', async () => {
  const venue = await world.make('venue', { venue: unique(), ...US });
  const { body } = await world.change('REST', 'venue', venue.id, {
    ...venue,
    city: 'Seattle',
    state: 'Washington',
  });
  expect(body).toMatchObject({ state: 'Washington', stateprovince: 'Washington' });
});
