import type { Status } from '../../lib/statuses.ts';
import { instantOf } from '../../lib/zones.ts';
import type { EventStatus } from '../generated/schema.ts';
import type { Times } from './event.times.ts';

interface AnnouncedEvent extends Times {
  status: Status;
  eventStatus: EventStatus;
  previousStartsAt: string;
}

interface StatusChange {
  eventStatus?: EventStatus;
  eventStatusReason?: string;
  isVirtual?: boolean;
  virtualUrl?: string;
}

const day = (dateTime: string): string => dateTime.slice(0, 10);

/** Compares the day alone if the event is or was an all-day event. */
function startsAsAnnounced(announced: string, before: Times, after: Times): boolean {
  if (before.allDay || after.allDay) return day(announced) === day(after.startLocal);
  return Date.parse(announced) === Date.parse(instantOf(after.startLocal, after.startUtc));
}

/**
 * The announced start of a published event that is moved (rules#event-status); empty if the event is moved back to it,
 * or was already over.
 * @param event before the change
 * @returns undefined if the announced start does not change
 */
export function announcedStart(event: AnnouncedEvent, times: Times, nowUtc: string): string | undefined {
  if (event.status !== 'publish' || event.startUtc === times.startUtc) return undefined;
  if (event.endUtc <= nowUtc) return '';
  const announced = event.previousStartsAt || instantOf(event.startLocal, event.startUtc);
  return startsAsAnnounced(announced, event, times) ? '' : announced;
}

/**
 * The implied changes of fields that the input does not set (rules#event-status): a new URL makes an event online, and
 * `scheduled` removes the reason.
 * @param event before the change; null for a new one
 */
export function impliedFields(
  change: StatusChange,
  event: { eventStatus: EventStatus; eventStatusReason: string; virtualUrl: string } | null,
): Pick<StatusChange, 'eventStatusReason' | 'isVirtual'> {
  const isNewUrl = Boolean(change.virtualUrl) && change.virtualUrl !== event?.virtualUrl;
  const isScheduled = event !== null && change.eventStatus === 'scheduled';
  // When the status changes back to `scheduled`, a reason sent back unchanged counts as not sent (rules#derived).
  const isOldReason =
    event?.eventStatus !== 'scheduled' && change.eventStatusReason === event?.eventStatusReason;
  const hasNoReason = change.eventStatusReason === undefined || isOldReason;
  return {
    ...(isNewUrl && change.isVirtual === undefined && { isVirtual: true }),
    ...(isScheduled && hasNoReason && { eventStatusReason: '' }),
  };
}
