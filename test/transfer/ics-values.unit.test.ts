import { LANGUAGES, Words } from '../../src/lib/words.ts';
import { IcsComponent, type JcalProperty } from '../../src/transfer/icalendar/components.ts';
import { statusesOf, titleOf } from '../../src/transfer/icalendar/status.ts';
import { onlineOf, organizersOf, textsOf, venueOf } from '../../src/transfer/icalendar/texts.ts';

const component = (...properties: JcalProperty[]): IcsComponent =>
  new IcsComponent(['vevent', properties, []], 1, { method: '', timezone: '' });
const location = (text: string): IcsComponent => component(['location', {}, 'text', text]);

test.each([
  ['https://meet.example/room', [], 'https://meet.example/room'],
  ['https://meet.example/room 5, upstairs', [expect.anything()], undefined],
  ['Hall\n 1  Main Street \n\n Rome', [{ name: 'Hall', address: '1 Main Street, Rome' }], undefined],
])('the place %j', (text, venue, virtualUrl) => {
  expect(venueOf(location(text), new Map())).toEqual(venue);
  expect(onlineOf(location(text)).virtual_url).toBe(virtualUrl);
});

const uri = (name: string, value: string): JcalProperty => [name, {}, 'uri', value];
const URL = 'https://meet.example/1';

test.each([
  [uri('conference', URL), { is_virtual: true, virtual_url: URL }],
  [uri('x-google-conference', URL), { is_virtual: true, virtual_url: URL }],
  [uri('x-microsoft-skypeteamsmeetingurl', URL), { is_virtual: true, virtual_url: URL }],
  [uri('conference', 'tel:+1-412-555-0123'), {}],
  [uri('conference', 'javascript:alert(1)'), {}],
  [uri('url', URL), {}],
])('%j is online: %j', (property, online) => {
  expect(onlineOf(component(property))).toEqual(online);
  // A conference comes before an address as the location.
  const other = 'https://other.example/';
  expect(onlineOf(component(['location', {}, 'text', other], property))).toEqual({
    is_virtual: true,
    virtual_url: other,
    ...online,
  });
});

const status = (text: string): JcalProperty => ['status', {}, 'text', text];
const comment: JcalProperty = ['comment', {}, 'text', 'Storm'];
const postponed: JcalProperty = ['x-event-status', {}, 'unknown', 'postponed'];
const own: JcalProperty = ['uid', {}, 'text', 'cal.example?id=7'];
const isPrivate: JcalProperty = ['class', {}, 'text', 'PRIVATE'];

test.each([
  [[comment], {}],
  [[status('CONFIRMED'), comment], { status: 'publish', event_status: 'scheduled' }],
  [
    [status('CONFIRMED'), comment, own],
    { status: 'publish', event_status: 'scheduled', event_status_reason: 'Storm' },
  ],
  [[status('cancelled'), comment], { event_status: 'canceled', event_status_reason: 'Storm' }],
  [[status('CANCELLED'), isPrivate], { status: 'private', event_status: 'canceled' }],
  [[status('TENTATIVE'), comment], { status: 'draft' }],
  [[status('TENTATIVE'), postponed], { status: 'publish', event_status: 'postponed' }],
] satisfies [JcalProperty[], object][])('%j means %j', (properties, statuses) => {
  expect(statusesOf(component(...properties))).toEqual(statuses);
});

test('a canceling calendar (METHOD:CANCEL) cancels all its events', () => {
  const canceled = new IcsComponent(['vevent', [], []], 1, { method: 'CANCEL', timezone: '' });
  expect(statusesOf(canceled)).toEqual({ event_status: 'canceled' });
});

test.each([
  ['CANCELLED', 'Canceled: Fair', 'Fair'],
  ['CANCELLED', 'CANCELLED:Fair', 'Fair'],
  ['CANCELLED', 'Canceled: Canceled: Fair', 'Canceled: Fair'],
  ['CANCELLED', 'Canceled: ', 'Canceled: '],
  ['CANCELLED', 'Canceled', 'Canceled'],
  ['CONFIRMED', 'Canceled: Fair', 'Canceled: Fair'],
])('%s: the title %j is %j', (word, title, expected) => {
  expect(titleOf(component(status(word)), title)).toBe(expected);
});

describe.each(LANGUAGES)('a title of a canceled event from a feed in %s', (language) => {
  const titled = (title: string): string =>
    textsOf(component(status('CANCELLED'), ['summary', {}, 'text', title])).title;
  const canceled = (title: string): string => Words.of(language).text('feed.canceled', { title });

  test('loses its prefix, once', () => {
    expect(canceled('Fair')).toMatch(/^\S+\s?: Fair$/);
    expect(titled(canceled('Fair'))).toBe('Fair');
    expect(titled(canceled(canceled('Fair')).toUpperCase())).toBe(
      canceled('Fair').toUpperCase().replace('\u00a0', ' '),
    );
    expect(titled(canceled('Fair').replaceAll(/\s/g, ''))).toBe('Fair');
  });

  test('keeps it if the event takes place, or has no other title', () => {
    const plain = canceled('Fair').replace('\u00a0', ' ');
    expect(titleOf(component(status('CONFIRMED')), plain)).toBe(plain);
    expect(titled(canceled(''))).toBe(canceled('').replace('\u00a0', ' ').trim());
    expect(titled(`Not ${canceled('Fair')}`)).toBe(`Not ${plain}`);
  });
});

test('the address of an organizer is decoded, without its query', () => {
  const organizer = component([
    'organizer',
    { cn: 'Ada' },
    'cal-address',
    'MAILTO:a%26b@club.example?subject=x',
  ]);
  expect(organizersOf(organizer)).toEqual([{ name: 'Ada', email: 'a&b@club.example' }]);
});
