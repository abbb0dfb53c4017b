import type { Body } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const COURSE = {
  title: 'Course',
  start_date: '2031-03-18 18:00',
  end_date: '2031-03-18 20:00',
  timezone: 'Europe/Berlin',
};
async function linked(fields: Body): Promise<Body> {
  const { id } = await world.make('event', { ...COURSE, ...fields });
  const { body } = await world.get(`/events/${id}`);
  return body.json_ld as Body;
}
const seriesOf = async (fields: Body): Promise<unknown> => (await linked(fields)).superEvent;

test('an event of a series is part of it, and the series has a schedule', async () => {
  const series = await seriesOf({
    recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;UNTIL=20310630',
    recurrence_exceptions: ['2031-04-01', '2031-04-03'],
  });
  expect(series).toEqual({
    '@type': 'EventSeries',
    '@id': expect.stringMatching(/\/#series-\d+$/),
    name: 'Course',
    eventSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'P2W',
      byDay: ['https://schema.org/Tuesday', 'https://schema.org/Thursday'],
      startDate: '2031-03-18',
      endDate: '2031-06-30',
      startTime: '18:00:00',
      endTime: '20:00:00',
      scheduleTimezone: 'Europe/Berlin',
      exceptDate: ['2031-04-01T18:00:00', '2031-04-03T18:00:00'],
    },
  });
});

test('whole days have no times, numbered weekdays their text', async () => {
  const days = { start_date: '2031-03-04', end_date: '2031-03-05', all_day: true };
  const recurrence = 'FREQ=MONTHLY;BYDAY=1TU;COUNT=3';
  const event = await linked({ ...days, recurrence, recurrence_exceptions: ['2031-04-01'] });
  expect(event).toMatchObject({ startDate: '2031-03-04', endDate: '2031-03-05' });
  expect(event.superEvent).toEqual({
    '@type': 'EventSeries',
    '@id': expect.stringMatching(/\/#series-\d+$/),
    name: 'Course',
    eventSchedule: {
      '@type': 'Schedule',
      repeatFrequency: 'P1M',
      byDay: ['1TU'],
      repeatCount: 3,
      startDate: '2031-03-04',
      exceptDate: ['2031-04-01'],
    },
  });
});

test.each([
  ['a list of dates', '2031-03-18,2031-03-20'],
  ['BYSETPOS', 'FREQ=MONTHLY;BYDAY=TU,TH;BYSETPOS=5;COUNT=3'],
  ['several times of a day', 'FREQ=DAILY;BYHOUR=18,20;COUNT=3'],
])('parts that no schedule can express are left out: %s', async (_, recurrence) => {
  const series = await seriesOf({ recurrence });
  expect(series).toMatchObject({ '@type': 'EventSeries' });
  expect(series).not.toHaveProperty('eventSchedule');
});

test('a standalone event is part of nothing', async () => expect(await seriesOf({})).toBeUndefined());
