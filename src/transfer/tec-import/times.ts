import type { Body } from '../../api/rest/index.ts';
import { findZone, localDateTimeOf } from '../../lib/zones.ts';
import { flagIn, type Row, textIn } from './values.ts';

function localTimeIn(zone: string, utc: string): string | undefined {
  try {
    return localDateTimeOf(utc, zone);
  } catch {
    return undefined;
  }
}

const instant = (utc: string): string => `${utc.replace(' ', 'T')}Z`;

const DATE_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/**
 * A start or end. Uses the instant if local time and UTC agree or the zone is unknown; it also distinguishes the
 * repeated hour in autumn. If they disagree, uses local time, because sites do not always update UTC.
 */
function startOrEnd(
  zone: string | undefined,
  local: string | undefined,
  utc: string | undefined,
): string | undefined {
  if (utc === undefined || !DATE_TIME.test(utc)) return local;
  const agrees = local === undefined || zone === undefined || localTimeIn(zone, utc) === local;
  return agrees ? instant(utc) : local;
}

/** The times of an event. @param siteZone the zone of events without a zone */
export function siteTimes(event: Row, siteZone: string | undefined): Body {
  const [start, utcStart] = [textIn(event.start_date), textIn(event.utc_start_date)];
  const [ownEnd, ownUtcEnd] = [textIn(event.end_date), textIn(event.utc_end_date)];
  const end = ownEnd ?? start;
  const utcEnd = ownUtcEnd ?? (ownEnd === undefined ? utcStart : undefined);
  const allDay = flagIn(event.all_day) ?? false;
  const timezone = findZone(textIn(event.timezone) ?? '') ?? findZone(siteZone ?? '');
  if (allDay) {
    const [from = '', to = from] = [start ?? utcStart, end ?? utcEnd].map((date) => date?.slice(0, 10));
    return { timezone, all_day: allDay, start_date: from, end_date: to };
  }
  const startDate = startOrEnd(timezone, start, utcStart) ?? '';
  const endDate = startOrEnd(timezone, end, utcEnd) ?? startDate;
  return { timezone, all_day: allDay, start_date: startDate, end_date: endDate };
}
