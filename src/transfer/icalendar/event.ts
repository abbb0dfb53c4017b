import type { CreateEventInput } from '../../domain/generated/schema.ts';
import { secondsOf } from '../../lib/date-time.ts';
import { utcOf } from '../../lib/zones.ts';
import { ImportError } from '../import/report.ts';
import type { SourceEvent, SourceTimes } from '../import/source-records.ts';
import type { IcsComponent, JcalProperty } from './components.ts';
import {
  imageOf,
  organizersOf,
  slugOrWebsite,
  termsOf,
  textsOf,
  type VenuesByLocation,
  venueOf,
} from './texts.ts';
import { laterMoment, type Moment, occurrenceKey, type TimeReader } from './time.ts';

const timeProperty = (clocks: TimeReader, part: IcsComponent, name: string): Moment | null => {
  const property = part.first(name);
  return property ? clocks.moment(part, property, property[3]) : null;
};

/** The start of an event. @throws ImportError without one */
export function startMoment(clocks: TimeReader, part: IcsComponent): Moment {
  const start = timeProperty(clocks, part, 'dtstart');
  if (!start) throw new ImportError('has no DTSTART');
  return start;
}

/** Which occurrence of a series an event replaces; null for other events. */
export const recurrenceOf = (clocks: TimeReader, part: IcsComponent): Moment | null =>
  timeProperty(clocks, part, 'recurrence-id');

function durationOf([, , , value]: JcalProperty): Temporal.Duration {
  try {
    return Temporal.Duration.from(String(value));
  } catch {
    throw new ImportError(`has a DURATION that is none: "${String(value).slice(0, 50)}"`);
  }
}

/** The exact duration of an event; null when neither end nor duration is given. */
function lengthOf(clocks: TimeReader, part: IcsComponent, start: Moment): Temporal.Duration | null {
  const end = timeProperty(clocks, part, 'dtend');
  const duration = part.first('duration');
  if (!end) return duration ? durationOf(duration) : null;
  if (start.utc === null || end.utc === null)
    return Temporal.PlainDate.from(start.local.slice(0, 10)).until(end.local.slice(0, 10));
  return Temporal.Duration.from({ seconds: secondsOf(end.utc) - secondsOf(start.utc) });
}

/** In a form that the API reads: local time of the event's zone if that is unambiguous, else an instant. */
const writtenMoment = ({ local, utc, zone, isNamed }: Moment, own: string): string =>
  utc === null || (isNamed && zone === own && utcOf(local, zone) === utc)
    ? local
    : `${utc.replace(' ', 'T')}Z`;

/**
 * The times of an event, or of its occurrence that begins at `start`. In iCalendar all-day events end on the
 * day after their last (RFC 5545).
 */
function timesOfPart(clocks: TimeReader, part: IcsComponent, start: Moment): SourceTimes {
  const { zone } = start;
  const length = lengthOf(clocks, part, startMoment(clocks, part));
  if (start.utc === null) {
    const next = laterMoment(start, length ?? Temporal.Duration.from({ days: 1 }));
    const last = Temporal.PlainDate.from(next.local).subtract({ days: 1 }).toString();
    return { allDay: true, startDate: start.local, endDate: last < start.local ? start.local : last };
  }
  const end = length === null ? start : laterMoment(start, length);
  return { allDay: false, startDate: writtenMoment(start, zone), endDate: writtenMoment(end, zone) };
}

/** The status of an event; undefined when the file gives none. */
function statusOfPart(part: IcsComponent): CreateEventInput['status'] {
  const status = part.text('status').toUpperCase();
  if (status === 'CANCELLED' || part.calendar.method === 'CANCEL') return 'trash';
  if (status === 'TENTATIVE') return 'draft';
  if (/^(?:PRIVATE|CONFIDENTIAL)$/i.test(part.text('class'))) return 'private';
  return status === 'CONFIRMED' ? 'publish' : undefined;
}

/** The name of an event elsewhere: its UID (RFC 5545), in a series with the occurrence behind it. */
const foreignNames = (part: IcsComponent, key: string | null): string[] => {
  const uid = part.text('uid');
  return uid === '' ? [] : [key === null ? uid : `${uid}#${key}`];
};

/**
 * Makes the function that gives an event of a file, or the occurrence of a series that begins at a moment. What
 * occurrences share is read once.
 * @throws ImportError when something in it cannot be read
 */
export function eventReader(
  clocks: TimeReader,
  places: VenuesByLocation,
  part: IcsComponent,
): (start?: Moment) => SourceEvent {
  const { slug, website } = slugOrWebsite(part);
  const { title, description, isPlain } = textsOf(part);
  const status = statusOfPart(part);
  const image = imageOf(part);
  const shared = {
    venue: venueOf(part, places),
    organizer: organizersOf(part),
    ...termsOf(part),
    ...(status && { status }),
    ...(website !== undefined && { website }),
    ...(image !== undefined && { image: { url: image } }),
  };
  return (start) => {
    const occurrence = start ?? recurrenceOf(clocks, part);
    const begins = start ?? startMoment(clocks, part);
    const clock = { timezone: begins.zone };
    return {
      kind: 'event',
      at: `line ${part.line}`,
      names: foreignNames(part, occurrence ? occurrenceKey(occurrence) : null),
      ...(!begins.isNamed && { asNew: clock }),
      isPlain,
      input: {
        title,
        description,
        ...timesOfPart(clocks, part, begins),
        ...(begins.isNamed && clock),
        ...shared,
        ...(slug !== undefined && !occurrence && { slug }),
      },
    };
  };
}
