import { IcsComponent, type JcalProperty } from '../../src/transfer/icalendar/components.ts';
import { organizersOf, slugOrWebsite, venueOf } from '../../src/transfer/icalendar/texts.ts';

const component = (...properties: JcalProperty[]): IcsComponent =>
  new IcsComponent(['vevent', properties, []], 1, { method: '', timezone: '' });
const location = (text: string): IcsComponent => component(['location', {}, 'text', text]);

test.each([
  ['https://meet.example/room', [], 'https://meet.example/room'],
  ['https://meet.example/room 5, upstairs', [{ create: expect.anything() }], undefined],
  [
    'Hall\n 1  Main Street \n\n Rome',
    [{ create: { name: 'Hall', address: '1 Main Street, Rome' } }],
    undefined,
  ],
])('the place %j', (text, venue, website) => {
  expect(venueOf(location(text), new Map())).toEqual(venue);
  expect(slugOrWebsite(location(text)).website).toBe(website);
});

test('the address of an organizer is decoded, and what follows it is no part of it', () => {
  const organizer = component([
    'organizer',
    { cn: 'Ada' },
    'cal-address',
    'MAILTO:a%26b@club.example?subject=x',
  ]);
  expect(organizersOf(organizer)).toEqual([{ create: { name: 'Ada', email: 'a&b@club.example' } }]);
});
