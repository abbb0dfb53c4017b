import Parser from 'rss-parser';
import { openWorld, type World } from '../support/world.ts';

let world: World;
let id: number;

const DESCRIPTION =
  '<p>Doors &amp; bar &lt; nine; <a href="https://x.example/?a=1&amp;b=2">here</a> ]]&gt;</p>';
const read = async (query = '') => {
  const response = await fetch(`${world.server.url}/feeds/events.rss${query}`);
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
  const parser = new Parser({
    customFields: { item: ['ev:startdate', 'ev:enddate', 'ev:location', 'ev:organizer'] },
  });
  return parser.parseString(await response.text());
};

beforeAll(async () => {
  world = await openWorld();
  ({ id } = await world.make('event', {
    title: 'Tea & <cake> for "two"',
    description: DESCRIPTION,
    start_date: '2031-06-01 10:00',
    end_date: '2031-06-01 11:00',
    timezone: 'Europe/Berlin',
    date: '2031-03-10 08:00:00',
    categories: ['Food & drink'],
    tags: ['Free'],
    venue: { venue: 'Tea House', city: 'Ulm' },
    organizer: [{ organizer: 'Ada' }, { organizer: 'Bob' }],
  }));
  await world.event('Sooner, \ufffe and bare', '2031-05-01 10:00');
});

afterAll(() => world.stop());

test('an event has its time and place, and its global id as guid', async () => {
  const { items, link } = await read('?search=tea');
  expect(link).toBe(`${world.server.url.replace('127.0.0.1', 'localhost')}/`);
  expect(items).toEqual([
    expect.objectContaining({
      title: 'Tea & <cake> for "two"',
      link: expect.stringMatching(/\/event\/tea-cake-for-two\/$/),
      guid: `localhost?id=${id}`,
      isoDate: '2031-03-10T08:00:00.000Z',
      content: DESCRIPTION,
      categories: ['Food & drink', 'Free'],
      'ev:startdate': '2031-06-01T10:00:00+02:00',
      'ev:enddate': '2031-06-01T11:00:00+02:00',
      'ev:location': 'Tea House, Ulm',
      'ev:organizer': 'Ada, Bob',
    }),
  ]);
});

test('events come in the order of the list, with its filters', async () => {
  const titles = async (query: string): Promise<unknown[]> =>
    (await read(query)).items.map(({ title }) => title);
  expect(await titles('')).toEqual(['Sooner, \ufffd and bare', 'Tea & <cake> for "two"']);
  expect(await titles('?order=desc')).toEqual(['Tea & <cake> for "two"', 'Sooner, \ufffd and bare']);
  expect(await titles('?search=nothing-of-that')).toEqual([]);
});
