import { Calendar } from '../transfer/calendar.ts';
import { calendarOf, event, takeIcs } from '../transfer/ics-files.ts';
import { sums } from '../transfer/sums.ts';

let ours: Calendar;
beforeAll(async () => {
  ours = await Calendar.empty();
});
beforeEach(() => ours.clear());
afterAll(() => ours.stop());

const at = (location: string): string =>
  calendarOf(
    event('a', 'DTSTART:20310401T100000Z', `LOCATION:${location.replaceAll(',', '\\,')}`, 'GEO:52.51;13.42'),
  );
const venues = async (): Promise<Record<string, unknown>[]> =>
  (await (await ours.server.request('GET', '/venues')).json()).venues;

const MEETUP = 'c-base (Rungestraße 20, Berlin, Germany)';
const C_BASE = { venue: 'c-base', address: 'Rungestraße 20', city: 'Berlin', country: 'Germany' };

test.each<[string, Record<string, unknown>]>([
  [MEETUP, C_BASE],
  [
    'Noisebridge (272 Capp Street, San Francisco, CA, USA)',
    { venue: 'Noisebridge', address: '272 Capp Street', city: 'San Francisco', state: 'CA', country: 'USA' },
  ],
  [
    'Werk 2 (Halle D) (Kochstr. 132, Leipzig, Germany)',
    { venue: 'Werk 2 (Halle D)', address: 'Kochstr. 132', city: 'Leipzig' },
  ],
  ['Bar (Hof 1 (hinten), Köln, Germany)', { venue: 'Bar', address: 'Hof 1 (hinten)', city: 'Köln' }],
  ['Kino (Saal 1, 2. Stock)', { venue: 'Kino', address: 'Saal 1, 2. Stock' }],
  ['Town Hall (upstairs)', { venue: 'Town Hall (upstairs)' }],
  ['Town Hall (upstairs), Main St 1, Ulm', { venue: 'Town Hall (upstairs)', address: 'Main St 1, Ulm' }],
  ['(Rungestraße 20, Berlin, Germany)', { venue: '(Rungestraße 20' }],
  ['Odd), Main St 1', { venue: 'Odd)', address: 'Main St 1' }],
])('%s is one venue, also the second time', async (location, expected) => {
  await takeIcs(ours, at(location));
  expect(await venues()).toEqual([expect.objectContaining({ ...expected, geo_lat: 52.51, geo_lng: 13.42 })]);
  expect(sums(await takeIcs(ours, at(location)))).toMatchObject({ created: 0, changed: 0 });
  expect(await venues()).toHaveLength(1);
});

test('a venue that was imported in another form stays the same venue', async () => {
  await ours.make('venues', { venue: 'c-base (Rungestraße 20', address: 'Berlin, Germany)' });
  await takeIcs(ours, at(MEETUP));
  expect(await venues()).toHaveLength(1);
});

test('an existing venue with the same full address is reused', async () => {
  const { id } = await ours.make('venues', C_BASE);
  await takeIcs(ours, at(MEETUP));
  expect((await ours.events())[0]?.venue).toMatchObject({ id });
});
