import { findZone, localDateTimeOf } from '../../lib/zones.ts';
import type { SourceTimes } from '../import/source-records.ts';
import type { SiteEvent } from './responses.ts';

function wallIn(zone: string, utc: string): string | undefined {
  try {
    return localDateTimeOf(utc, zone);
  } catch {
    return undefined;
  }
}

const instant = (utc: string): string => `${utc.replace(' ', 'T')}Z`;

const WALL = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * A start or end. If local time and UTC agree, or the zone is not known, it is the instant, which also tells
 * apart the two equal hours in autumn. If they disagree, local time is right: sites do not always update the
 * other.
 */
function startOrEnd(
  zone: string | undefined,
  local: string | undefined,
  utc: string | undefined,
): string | undefined {
  if (utc === undefined || !WALL.test(utc)) return local;
  const agrees = local === undefined || zone === undefined || wallIn(zone, utc) === local;
  return agrees ? instant(utc) : local;
}

/** The times of an event. @param siteZone the zone of events without one */
export function siteTimes(event: SiteEvent, siteZone: string | undefined): SourceTimes {
  const { all_day: allDay = false, start_date: start, utc_start_date: utcStart } = event;
  const {
    end_date: end = start,
    utc_end_date: utcEnd = event.end_date === undefined ? utcStart : undefined,
  } = event;
  const timezone = findZone(event.timezone ?? '') ?? findZone(siteZone ?? '');
  if (allDay) {
    const [from = '', to = from] = [start ?? utcStart, end ?? utcEnd].map((date) => date?.slice(0, 10));
    return { timezone, allDay, startDate: from, endDate: to };
  }
  const startDate = startOrEnd(timezone, start, utcStart) ?? '';
  return { timezone, allDay, startDate, endDate: startOrEnd(timezone, end, utcEnd) ?? startDate };
}
