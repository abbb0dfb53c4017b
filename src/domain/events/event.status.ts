import type { Status } from '../../lib/statuses.ts';
import { instantOf } from '../../lib/zones.ts';
import type { EventStatus } from '../generated/schema.ts';
import type { Times } from './event.times.ts';

/** What of an event decides whether it has been moved, and what is said of its status. */
interface Announced extends Times {
  status: Status;
  eventStatus: EventStatus;
  previousStartsAt: string;
}

/** What a change says of them. */
interface Change {
  eventStatus?: EventStatus;
  eventStatusReason?: string;
  isVirtual?: boolean;
  virtualUrl?: string;
}

const day = (dateTime: string): string => dateTime.slice(0, 10);

/** Whether an event now starts when it was announced; one that takes, or took, whole days is compared by its day. */
function startsAsAnnounced(announced: string, before: Times, after: Times): boolean {
  if (before.allDay || after.allDay) return day(announced) === day(after.startLocal);
  return Date.parse(announced) === Date.parse(instantOf(after.startLocal, after.startUtc));
}

/**
 * The start that was announced for an event that has been published and then moved (rules#event-status); empty for
 * one that takes place when it was announced. An event that was over starts anew.
 * @param event before the change @returns undefined when the change leaves it as it is
 */
export function announcedStart(event: Announced, times: Times, nowUtc: string): string | undefined {
  if (event.status !== 'publish' || event.startUtc === times.startUtc) return undefined;
  if (event.endUtc <= nowUtc) return '';
  const announced = event.previousStartsAt || instantOf(event.startLocal, event.startUtc);
  return startsAsAnnounced(announced, event, times) ? '' : announced;
}

/**
 * What a change of these fields brings along where it does not say it itself (rules#event-status): a new address makes
 * an event take place online, and a reason goes with `scheduled`.
 * @param event before the change; null for a new one
 */
export function impliedBy(
  change: Change,
  event: { eventStatus: EventStatus; eventStatusReason: string; virtualUrl: string } | null,
): Pick<Change, 'eventStatusReason' | 'isVirtual'> {
  const isNewAddress = Boolean(change.virtualUrl) && change.virtualUrl !== event?.virtualUrl;
  const isScheduled = event !== null && change.eventStatus === 'scheduled';
  // Of an event that takes place again, a reason that is sent back as it was read counts as not sent (rules#derived).
  const isOldReason =
    event?.eventStatus !== 'scheduled' && change.eventStatusReason === event?.eventStatusReason;
  const hasNoReason = change.eventStatusReason === undefined || isOldReason;
  return {
    ...(isNewAddress && change.isVirtual === undefined && { isVirtual: true }),
    ...(isScheduled && hasNoReason && { eventStatusReason: '' }),
  };
}
