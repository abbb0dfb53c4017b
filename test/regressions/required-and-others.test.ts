import { startTestServer, type TestServer } from '../support/service.ts';

/** A wrong required parameter hid the other problems of the request (rules#errors). */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const post = async (path: string, body: object) => (await server.request('POST', path, body)).json();
const wrongDate = {
  title: 'x',
  start_date: '2031-02-30',
  end_date: '2031-03-01',
  timezone: 'Mars',
  venue: 999,
};

test('a wrong required date, an unknown zone and an unknown venue are named together', async () => {
  const { code, data } = await post('/events', wrongDate);
  expect([code, Object.keys(data.params).sort()]).toEqual([
    'rest_invalid_param',
    ['start_date', 'timezone', 'venue'],
  ]);
});

test('missing parameters come first, next to the other problems', async () => {
  const { code, data, additional_errors } = await post('/events', {
    end_date: 'bogus',
    timezone: 'Mars',
    categories: [999],
  });
  expect([code, data.params]).toEqual(['rest_missing_callback_param', ['title', 'start_date']]);
  expect(Object.keys(additional_errors[0].data.params).sort()).toEqual([
    'categories',
    'end_date',
    'timezone',
  ]);
});

test('the order of two dates is not checked if one of them is invalid', async () => {
  const { data } = await post('/events', { title: 'x', start_date: 'bogus', end_date: '1999-01-01' });
  expect(Object.keys(data.params)).toEqual(['start_date']);
  const { id } = await post('/events', {
    title: 'x',
    start_date: '2031-01-01 10:00',
    end_date: '2031-01-01 12:00',
  });
  const changed = await post(`/events/${id}`, { start_date: 'bogus', end_date: '1999-01-01' });
  expect(Object.keys(changed.data.params)).toEqual(['start_date']);
});

test.each([
  ['/venues', { venue: [], image: 999 }, ['image', 'venue']],
  ['/organizers', { organizer: 7, author: 999 }, ['author', 'organizer']],
  ['/categories', { name: '', parent: 999 }, ['name', 'parent']],
])('POST %s', async (path, body, names) => {
  const { data } = await post(path, body);
  expect(Object.keys(data.params).sort()).toEqual(names);
});

test('nothing is stored', async () => {
  await post('/events', { ...wrongDate, venue: { venue: 'Stand-in hall' }, tags: ['stand-in'] });
  const { total } = await (await server.request('GET', '/venues')).json();
  expect(total).toBe(0);
});
