import fc from 'fast-check';
import moment from 'moment-timezone';
import { BadValue } from '../../src/lib/errors.ts';
import { canonicalZone, instantOf, localDateTimeOf, utcOf, zoneAbbreviation } from '../../src/lib/zones.ts';

describe('canonicalZone', () => {
  test.each([
    ['Europe/Rome', 'Europe/Rome'],
    ['europe/rome', 'Europe/Rome'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['asia/calcutta', 'Asia/Calcutta'],
    ['utc', 'UTC'],
    ['GMT', 'GMT'],
    ['EST', 'EST'],
    ['cet', 'CET'],
    ['Etc/GMT+3', 'Etc/GMT+3'],
    ['Etc/GMT 3', 'Etc/GMT+3'],
    ['+02:00', '+02:00'],
    [' 02:00', '+02:00'],
    ['UTC+2', 'UTC+2'],
    ['UTC-5', 'UTC-5'],
    ['UTC+5.5', 'UTC+5.5'],
    ['UTC+05:30', 'UTC+05:30'],
    ['UTC+5:30', 'UTC+5:30'],
    ['UTC 2', 'UTC+2'],
    ['UTC+14', 'UTC+14'],
  ])('%j is stored as %s', (text, zone) => expect(canonicalZone(text)).toBe(zone));

  test.each([
    'utc+2',
    'bogus',
    '5',
    '',
    ' ',
    'UTC+15',
    'UTC+14:30',
    'UTC+5:60',
    '+25:00',
    'Europe/',
    '__proto__',
    'constructor',
  ])('%j is not a zone', (text) => expect(() => canonicalZone(text)).toThrow(BadValue));
});

describe('utcOf and localDateTimeOf', () => {
  test('the platform knows every zone that may be stored', () => {
    const zones = moment.tz.names();
    expect(zones.length).toBeGreaterThan(500);
    for (const zone of zones)
      expect([zone, utcOf(localDateTimeOf('2031-04-05 12:00:00', zone), zone)]).toEqual([
        zone,
        '2031-04-05 12:00:00',
      ]);
  });

  test.each([
    ['2031-04-05 14:00:00', 'Europe/Rome', '2031-04-05 12:00:00'],
    ['2031-01-05 14:00:00', 'Europe/Rome', '2031-01-05 13:00:00'],
    ['2031-01-01 00:30:00', 'Europe/Rome', '2030-12-31 23:30:00'],
    ['2031-12-31 23:30:00', 'America/New_York', '2032-01-01 04:30:00'],
    ['2031-06-01 12:00:00', 'UTC+2', '2031-06-01 10:00:00'],
    ['2031-06-01 12:00:00', 'UTC-5', '2031-06-01 17:00:00'],
    ['2031-06-01 12:00:00', 'UTC+5.5', '2031-06-01 06:30:00'],
    ['2031-06-01 12:00:00', 'Etc/GMT+3', '2031-06-01 15:00:00'],
    ['2068-07-01 12:00:00', 'America/New_York', '2068-07-01 16:00:00'],
    ['1900-01-01 12:00:00', 'UTC', '1900-01-01 12:00:00'],
    ['0001-01-01 00:00:00', 'UTC+0', '0001-01-01 00:00:00'],
  ])('%s in %s is %s', (local, zone, utc) => {
    expect(utcOf(local, zone)).toBe(utc);
    expect(localDateTimeOf(utc, zone)).toBe(local);
  });

  test.each([
    ['Europe/Rome', '2031-03-30 02:30:00', '2031-03-30 03:30:00'],
    ['Europe/Rome', '2031-03-30 02:00:00', '2031-03-30 03:00:00'],
    ['Australia/Lord_Howe', '2031-10-05 02:10:00', '2031-10-05 02:40:00'],
    ['Pacific/Apia', '2011-12-30 10:00:00', '2011-12-31 10:00:00'],
  ])('a clock inside the spring gap of %s moves forward: %s is %s', (zone, local, settled) =>
    expect(localDateTimeOf(utcOf(local, zone), zone)).toBe(settled),
  );

  test('an autumn overlap takes the first', () => {
    expect(utcOf('2031-10-26 02:30:00', 'Europe/Rome')).toBe('2031-10-26 00:30:00');
    expect(localDateTimeOf('2031-10-26 01:30:00', 'Europe/Rome')).toBe('2031-10-26 02:30:00');
  });

  test.each([
    ['0001-01-01 00:00:00', 'Asia/Tokyo'],
    ['9999-12-31 23:59:59', 'America/New_York'],
    ['2031-04-05', 'Europe/Rome'],
    ['x', 'UTC'],
    ['2031-04-05 14:00:00', 'Mars/Base'],
  ])('%s in %s is refused', (local, zone) => expect(() => utcOf(local, zone)).toThrow(BadValue));

  test('a wall clock survives conversion to UTC and back, in every zone, outside gaps', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const walls = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(walls, fc.constantFrom(...zones), (date, zone) => {
        const utc = date.toISOString().slice(0, 19).replace('T', ' ');
        const local = localDateTimeOf(utc, zone);
        const first = utcOf(local, zone);
        expect(localDateTimeOf(first, zone)).toBe(local);
        expect(first <= utc).toBe(true);
        const parts = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        });
        expect(local).toBe(parts.format(new Date(`${utc.replace(' ', 'T')}Z`)));
      }),
      { numRuns: 300 },
    );
  });
});

const abbreviation = (utc: string, zone: string): string =>
  zoneAbbreviation(localDateTimeOf(utc, zone), utc, zone);

describe('zoneAbbreviation', () => {
  test.each([
    ['America/New_York', 'EST', 'EDT'],
    ['Europe/Rome', 'CET', 'CEST'],
    ['Europe/Dublin', 'GMT', 'IST'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Calcutta', 'IST', 'IST'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Asia/Singapore', '+08', '+08'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['Asia/Kathmandu', '+0545', '+0545'],
    ['EST', 'EST', 'EST'],
    ['GMT', 'GMT', 'GMT'],
    ['UTC', 'UTC', 'UTC'],
    ['Etc/GMT+3', '-03', '-03'],
    ['UTC+5.5', 'UTC+5.5', 'UTC+5.5'],
    ['+02:00', '+02:00', '+02:00'],
  ])('%s is %s in January and %s in July', (zone, winter, summer) => {
    for (const year of ['2031', '2068']) {
      expect(abbreviation(`${year}-01-05 14:00:00`, zone)).toBe(winter);
      expect(abbreviation(`${year}-07-05 14:00:00`, zone)).toBe(summer);
    }
  });

  test('changes at the exact second', () => {
    expect(abbreviation('2031-03-30 00:59:59', 'Europe/Rome')).toBe('CET');
    expect(abbreviation('2031-03-30 01:00:00', 'Europe/Rome')).toBe('CEST');
  });
});

test.each([
  ['2031-04-05 14:00:00', '2031-04-05 12:00:00', '2031-04-05T14:00:00+02:00'],
  ['2031-04-05 14:00:00', '2031-04-05 16:30:00', '2031-04-05T14:00:00-02:30'],
  ['2031-04-05 14:00:00', '2031-04-05 14:00:00', '2031-04-05T14:00:00+00:00'],
])('instantOf: %s at %s is %s', (local, utc, instant) => expect(instantOf(local, utc)).toBe(instant));
