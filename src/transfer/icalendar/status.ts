import type { Body } from '../../api/rest/index.ts';
import type { EventStatus, PublicationStatus } from '../../domain/generated/schema.ts';
import { CATALOGS } from '../../lib/words.ts';
import type { IcsComponent } from './components.ts';

/** In characters, of a reason (schema.graphql). */
const MAX_REASON_LENGTH = 1000;
/** The titles of canceled events in this service's feeds, in all languages, and in Outlook with British spelling. */
const CANCELED_TITLES = [
  ...Object.values(CATALOGS).map((words) => words['feed.canceled']),
  'Cancelled: {title}',
];
/** The pattern of the text before the title, also without its spaces. */
const prefixOf = (text: string): string =>
  text
    .replace('{title}', '')
    .split(/\s/)
    .map((word) => RegExp.escape(word))
    .join('\\s?');
const PREFIX = new RegExp(`^(?:${CANCELED_TITLES.map(prefixOf).join('|')})(?=\\S)`, 'iu');

const isCanceled = (component: IcsComponent): boolean =>
  component.text('status').toUpperCase() === 'CANCELLED' || component.calendar.method === 'CANCEL';
/** This service's feeds write `TENTATIVE` for postponed events, as for drafts, plus this property. */
const isPostponed = (component: IcsComponent): boolean => component.text('x-event-status') === 'postponed';
/** Whether a feed of this service wrote the event. */
export const isFromOwnFeed = (component: IcsComponent): boolean =>
  /\?(?:id|series)=\d+/.test(component.text('uid'));

/** The status of the record; undefined if the file has none. */
function publicationStatusOf(component: IcsComponent): PublicationStatus | undefined {
  const status = component.text('status').toUpperCase();
  if (status === 'TENTATIVE' && !isPostponed(component)) return 'draft';
  if (/^(?:PRIVATE|CONFIDENTIAL)$/i.test(component.text('class'))) return 'private';
  return status === 'CONFIRMED' || status === 'TENTATIVE' ? 'publish' : undefined;
}

/** Whether the event takes place; undefined if the file does not specify it. */
function eventStatusOf(component: IcsComponent): EventStatus | undefined {
  if (isCanceled(component)) return 'canceled';
  if (isPostponed(component)) return 'postponed';
  return component.text('status').toUpperCase() === 'CONFIRMED' ? 'scheduled' : undefined;
}

/** The publication status, event status and reason of an event, if the file specifies them. */
export function statusesOf(component: IcsComponent): Body {
  const [status, eventStatus] = [publicationStatusOf(component), eventStatusOf(component)];
  // In other calendars, the comment of a scheduled event is not a reason.
  const hasReason = isFromOwnFeed(component) || eventStatus === 'canceled' || eventStatus === 'postponed';
  const reason = hasReason ? component.text('comment').slice(0, MAX_REASON_LENGTH) : '';
  return {
    ...(status && { status }),
    ...(eventStatus && { event_status: eventStatus }),
    ...(reason !== '' && { event_status_reason: reason }),
  };
}

/** The title of an event without the prefix for canceled events. */
export const titleOf = (component: IcsComponent, title: string): string =>
  isCanceled(component) ? title.replace(PREFIX, '') : title;
