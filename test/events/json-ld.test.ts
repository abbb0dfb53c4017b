import type { Body } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const URL = 'https://meet.example/1';
const AT_TWO = { start_date: '2031-04-05 14:00', end_date: '2031-04-05 16:00', timezone: 'Europe/Rome' };
const schema = (name: string): string => `https://schema.org/${name}`;

const linkedData = async (path: string): Promise<unknown> => (await world.get(path)).body.json_ld;
async function linked(fields: Body, ...changes: Body[]): Promise<unknown> {
  const { id } = await world.make('event', { title: 'River walk', ...AT_TWO, ...fields });
  for (const change of changes) await world.change('REST', 'event', id, change);
  return linkedData(`/events/${id}`);
}

test.each([
  ['scheduled', 'EventScheduled'],
  ['canceled', 'EventCancelled'],
  ['postponed', 'EventPostponed'],
])('an event that is %s is an %s', async (event_status, type) => {
  expect(await linked({ event_status })).toMatchObject({ eventStatus: schema(type) });
});

test('an event that was moved is rescheduled, and says when it was to begin', async () => {
  const move = { start_date: '2031-04-12 14:00', end_date: '2031-04-12 16:00' };
  expect(await linked({}, move)).toMatchObject({
    eventStatus: schema('EventRescheduled'),
    previousStartDate: '2031-04-05T14:00:00+02:00',
    startDate: '2031-04-12T14:00:00+02:00',
  });
  const canceled = await linked({}, move, { event_status: 'canceled' });
  expect(canceled).toMatchObject({ eventStatus: schema('EventCancelled') });
  expect(canceled).not.toHaveProperty('previousStartDate');
  const back = await linked({}, move, AT_TWO);
  expect(back).toMatchObject({ eventStatus: schema('EventScheduled') });
  expect(back).not.toHaveProperty('previousStartDate');
});

test('where it takes place: there, online, or both', async () => {
  const venue = { venue: 'Boathouse' };
  const place = { '@type': 'Place', name: 'Boathouse' };
  const online = { '@type': 'VirtualLocation', url: URL };
  const nowhere = await linked({});
  expect(nowhere).toMatchObject({ eventAttendanceMode: schema('OfflineEventAttendanceMode') });
  expect(nowhere).not.toHaveProperty('location');
  expect(await linked({ venue, virtual_url: URL, is_virtual: false })).toMatchObject({
    eventAttendanceMode: schema('OfflineEventAttendanceMode'),
    location: place,
  });
  expect(await linked({ virtual_url: URL })).toMatchObject({
    eventAttendanceMode: schema('OnlineEventAttendanceMode'),
    location: online,
  });
  expect(await linked({ venue, virtual_url: URL })).toMatchObject({
    eventAttendanceMode: schema('MixedEventAttendanceMode'),
    location: [place, online],
  });
  expect(await linked({ is_virtual: true })).toMatchObject({ location: { '@type': 'VirtualLocation' } });
});

test('an offer says the price and nothing that nobody knows; what is canceled is not offered', async () => {
  const offers = { '@type': 'Offer', price: '10', priceCurrency: 'EUR' };
  expect(await linked({ cost: '10 - 20 EUR' })).toHaveProperty('offers', offers);
  expect(await linked({ cost: '10 - 20 EUR', event_status: 'postponed' })).toHaveProperty('offers', offers);
  expect(await linked({ cost: '10 - 20 EUR', event_status: 'canceled' })).not.toHaveProperty('offers');
});

test('nobody is called a person or an organization, and a country is its code or absent', async () => {
  const { id } = await world.make('event', {
    title: 'Regatta',
    ...AT_TWO,
    organizer: {
      organizer: 'Rowing club',
      website: 'https://row.example/',
      phone: '+39 02',
      email: 'row@club.example',
    },
    venue: { venue: 'Lake', country: 'Italia' },
  });
  const json = (await world.get(`/events/${id}`)).body.json_ld;
  expect(json).toHaveProperty('organizer', {
    name: 'Rowing club',
    url: `${world.server.url}/organizer/rowing-club/`,
    sameAs: 'https://row.example/',
    telephone: '+39 02',
    email: 'row@club.example',
  });
  expect((await world.get('/organizers/by-slug/rowing-club')).body.json_ld).toEqual({
    '@type': 'Thing',
    name: 'Rowing club',
    url: `${world.server.url}/organizer/rowing-club/`,
    sameAs: 'https://row.example/',
  });
  expect(json).toHaveProperty('location.address', { '@type': 'PostalAddress', addressCountry: 'IT' });
  const nowhere = await linked({ venue: { venue: 'Hill', city: 'Shire', country: 'Middle-earth' } });
  expect(nowhere).toHaveProperty('location.address', { '@type': 'PostalAddress', addressLocality: 'Shire' });
});
