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

test('a moved event is rescheduled, and has its previous start', async () => {
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

test('the attendance mode is offline, online or mixed', async () => {
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

test('an offer has the price and only known values; a canceled event has no offer', async () => {
  const offers = { '@type': 'Offer', price: '10', priceCurrency: 'EUR' };
  expect(await linked({ cost: '10 - 20 EUR' })).toHaveProperty('offers', offers);
  expect(await linked({ cost: '10 - 20 EUR', event_status: 'postponed' })).toHaveProperty('offers', offers);
  expect(await linked({ cost: '10 - 20 EUR', event_status: 'canceled' })).not.toHaveProperty('offers');
});

const ROWERS = {
  organizer: 'Rowing club',
  description: '<p>Since <b>1900</b></p>',
  website: 'https://row.example/',
  phone: '+39 02',
  email: 'row@club.example',
};
const ORGANIZATION = () => ({
  '@type': 'Organization',
  name: 'Rowing club',
  url: `${world.server.url}/organizer/rowing-club/`,
  telephone: '+39 02',
  email: 'row@club.example',
  sameAs: 'https://row.example/',
});

test('an organizer is an organization, in an event and alone, and has a context only when alone', async () => {
  expect(await linked({ organizer: ROWERS })).toHaveProperty('organizer', ORGANIZATION());
  const alone = { '@context': 'https://schema.org', ...ORGANIZATION(), description: 'Since 1900' };
  expect(await linkedData('/organizers/by-slug/rowing-club')).toEqual(alone);
  expect(await world.query('{ organizer(by: { slug: "rowing-club" }) { jsonLd } }')).toEqual({
    organizer: { jsonLd: alone },
  });
});

test('names all organizers in order', async () => {
  const organizer = [{ organizer: 'Anglers' }, ROWERS];
  const anglers = { '@type': 'Organization', name: 'Anglers', url: `${world.server.url}/organizer/anglers/` };
  const { id } = await world.make('event', { title: 'Lake day', ...AT_TWO, organizer });
  const organizers = [anglers, ORGANIZATION()];
  expect(await linkedData(`/events/${id}`)).toHaveProperty('organizer', organizers);
  expect(await world.query(`{ event(by: { databaseId: ${id} }) { jsonLd } }`)).toMatchObject({
    event: { jsonLd: { organizer: organizers } },
  });
});

test('omits an organizer that the caller may not read', async () => {
  const draft = { organizer: 'Secret club', email: 'secret@club.example', status: 'draft' };
  const { id } = await world.make('event', { title: 'Gala', ...AT_TWO, organizer: [draft, ROWERS] });
  const names = ['Secret club', 'Rowing club'].map((name) => expect.objectContaining({ name }));
  for (let time = 0; time < 2; time++) {
    const answer = await world.server.request('GET', `/events/${id}`);
    expect((await answer.json()).json_ld).toHaveProperty('organizer', names);
    expect(await linkedData(`/events/${id}`)).toHaveProperty('organizer', ORGANIZATION());
    const page = await fetch(`${world.server.url}/event/gala/`, { headers: { accept: 'text/html' } });
    expect(await page.text()).not.toMatch(/secret@club|Secret club/);
  }
});

test('all-day events have dates without a time', async () => {
  const days = { start_date: '2031-04-05', end_date: '2031-04-07', timezone: 'Europe/Rome', all_day: true };
  const festival = await linked(days);
  expect(festival).toMatchObject({ startDate: '2031-04-05', endDate: '2031-04-07' });
  expect(festival).not.toHaveProperty('previousStartDate');
  expect(await linked(days, { start_date: '2031-04-06' })).toMatchObject({
    eventStatus: schema('EventRescheduled'),
    previousStartDate: '2031-04-05',
    startDate: '2031-04-06',
    endDate: '2031-04-07',
  });
});

test('a venue has a context only when alone, and a country is its code or absent', async () => {
  const venue = { venue: 'Lake', country: 'Italia' };
  const place = {
    '@type': 'Place',
    name: 'Lake',
    url: `${world.server.url}/venue/lake/`,
    address: { '@type': 'PostalAddress', addressCountry: 'IT' },
  };
  expect(await linked({ venue })).toHaveProperty('location', place);
  expect(await linkedData('/venues/by-slug/lake')).toEqual({ '@context': 'https://schema.org', ...place });
  const nowhere = await linked({ venue: { venue: 'Hill', city: 'Shire', country: 'Middle-earth' } });
  expect(nowhere).toHaveProperty('location.address', { '@type': 'PostalAddress', addressLocality: 'Shire' });
});

test('records have their picture; an event omits those of its venue and organizers', async () => {
  const picture = (name: string): string => `https://pictures.example/${name}.jpg`;
  const venue = { venue: 'Pier', image: picture('pier') };
  const organizer = { organizer: 'Divers', image: picture('divers') };
  const event = await linked({ venue, organizer, image: picture('dive') });
  expect(event).toHaveProperty('image', picture('dive'));
  expect(event).not.toHaveProperty('location.image');
  expect(event).not.toHaveProperty('organizer.image');
  expect(await linkedData('/venues/by-slug/pier')).toHaveProperty('image', picture('pier'));
  expect(await linkedData('/organizers/by-slug/divers')).toHaveProperty('image', picture('divers'));
  expect(await world.query('{ venue(by: { slug: "pier" }) { jsonLd } }')).toMatchObject({
    venue: { jsonLd: { image: picture('pier') } },
  });
});
