import type { Body } from '../../api/rest/index.ts';
import { secondsOf } from '../../lib/date-time.ts';
import { utcOf } from '../../lib/zones.ts';
import { ImportError } from '../import/report.ts';
import type { SourceRecord } from '../import/source.ts';
import type { IcsComponent, JcalProperty } from './components.ts';
import { statusesOf } from './status.ts';
import {
  imageOf,
  onlineOf,
  organizersOf,
  slugOrWebsite,
  termsOf,
  textsOf,
  type VenuesByLocation,
  venueOf,
} from './texts.ts';
import { addDuration, type Moment, occurrenceKey, type TimeReader } from './time.ts';

const timeProperty = (times: TimeReader, component: IcsComponent, name: string): Moment | null => {
  const property = component.first(name);
  return property ? times.moment(component, property, property[3]) : null;
};

/** @throws ImportError without a start */
export function startMoment(times: TimeReader, component: IcsComponent): Moment {
  const start = timeProperty(times, component, 'dtstart');
  if (!start) throw new ImportError('has no DTSTART');
  return start;
}

/** The occurrence of a series that an event replaces; null for other events. */
export const recurrenceOf = (times: TimeReader, component: IcsComponent): Moment | null =>
  timeProperty(times, component, 'recurrence-id');

function durationOf([, , , value]: JcalProperty): Temporal.Duration {
  try {
    return Temporal.Duration.from(String(value));
  } catch {
    throw new ImportError(`has a DURATION that cannot be read: "${String(value).slice(0, 50)}"`);
  }
}

/** The exact duration of an event; null without an end and a duration. */
function lengthOf(times: TimeReader, component: IcsComponent, start: Moment): Temporal.Duration | null {
  const end = timeProperty(times, component, 'dtend');
  const duration = component.first('duration');
  if (!end) return duration ? durationOf(duration) : null;
  if (start.utc === null || end.utc === null)
    return Temporal.PlainDate.from(start.local.slice(0, 10)).until(end.local.slice(0, 10));
  return Temporal.Duration.from({ seconds: secondsOf(end.utc) - secondsOf(start.utc) });
}

/** A date for the API: local time of the event's zone if unambiguous, else an instant. */
const formatMoment = ({ local, utc, zone, isNamed }: Moment, own: string): string =>
  utc === null || (isNamed && zone === own && utcOf(local, zone) === utc)
    ? local
    : `${utc.replace(' ', 'T')}Z`;

/**
 * The times of an event, or of its occurrence at `start`. In iCalendar, all-day events end on the day after their last
 * day (RFC 5545).
 */
function timesOfComponent(times: TimeReader, component: IcsComponent, start: Moment): Body {
  const { zone } = start;
  const length = lengthOf(times, component, startMoment(times, component));
  if (start.utc === null) {
    const next = addDuration(start, length ?? Temporal.Duration.from({ days: 1 }));
    const last = Temporal.PlainDate.from(next.local).subtract({ days: 1 }).toString();
    return { all_day: true, start_date: start.local, end_date: last < start.local ? start.local : last };
  }
  const end = length === null ? start : addDuration(start, length);
  return { all_day: false, start_date: formatMoment(start, zone), end_date: formatMoment(end, zone) };
}

/** The external id of an event: its UID (RFC 5545), for an occurrence of a series followed by its key. */
const externalIdsOf = (component: IcsComponent, key: string | null): string[] => {
  const uid = component.text('uid');
  return uid === '' ? [] : [key === null ? uid : `${uid}#${key}`];
};

/**
 * Returns a function that reads an event, or the occurrence of a series at a start. Reads the shared fields once.
 * @throws ImportError for invalid properties
 */
export function eventReader(
  times: TimeReader,
  venues: VenuesByLocation,
  component: IcsComponent,
): (start?: Moment) => SourceRecord {
  const { slug, website } = slugOrWebsite(component);
  const { title, description, isPlain } = textsOf(component);
  const image = imageOf(component);
  const end = timeProperty(times, component, 'dtend');
  const shared = {
    venue: venueOf(component, venues),
    organizer: organizersOf(component),
    ...termsOf(component),
    ...statusesOf(component),
    ...onlineOf(component),
    ...(website !== undefined && { website }),
    ...(image !== undefined && { image }),
  };
  return (start) => {
    const occurrence = start ?? recurrenceOf(times, component);
    const begins = start ?? startMoment(times, component);
    // A start in the repeated hour of autumn is in UTC, so only the end has a named zone.
    const named = begins.isNamed ? begins : end?.isNamed ? end : undefined;
    const clock = { timezone: (named ?? begins).zone };
    return {
      kind: 'event',
      at: `line ${component.line}`,
      externalIds: externalIdsOf(component, occurrence ? occurrenceKey(occurrence) : null),
      ...(!named && { onCreate: clock }),
      isPlain,
      body: {
        title,
        description,
        ...timesOfComponent(times, component, begins),
        ...(named && clock),
        ...shared,
        ...(slug !== undefined && !occurrence && { slug }),
      },
    };
  };
}
