import { TimeZones } from '../../src/api/feeds/zones.ts';
import { dateTimeFromSeconds, secondsOf } from '../../src/lib/date-time.ts';

/** Around clock changes: by an hour, by half an hour, at midnight, and by a whole day. */
const CHANGES = [
  ['Europe/Rome', '2027-03-28'],
  ['Europe/Rome', '2027-10-31'],
  ['America/Havana', '2027-11-07'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Pacific/Apia', '2011-12-30'],
] as const;

test.each(CHANGES)(
  'times in %s around %s have their clock unless it shows them twice or not at all',
  (zone, day) => {
    const zones = new TimeZones(2026);
    const noon = secondsOf(`${day} 12:00:00`);
    for (let seconds = noon - 3 * 86_400; seconds < noon + 3 * 86_400; seconds += 900) {
      const local = dateTimeFromSeconds(seconds);
      const clock = Temporal.PlainDateTime.from(local);
      const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
        dateTimeFromSeconds(clock.toZonedDateTime(zone, { disambiguation }).epochMilliseconds / 1_000),
      );
      expect([local, zones.hasClock(local, earlier ?? '', zone)]).toEqual([local, earlier === later]);
      const other = dateTimeFromSeconds(secondsOf(earlier ?? '') + 3_600);
      expect(zones.hasClock(local, other, zone)).toBe(false);
    }
  },
);
