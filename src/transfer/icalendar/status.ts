import { CANCELED } from '../../api/feeds/feed.ts';
import type { Body } from '../../api/rest/index.ts';
import type { EventStatus, PublicationStatus } from '../../domain/generated/schema.ts';
import type { IcsComponent } from './components.ts';

/** How long a reason may be (schema.graphql). */
const LONGEST = 1000;
/** As our feeds write it, and Outlook. */
const PREFIX = new RegExp(`^(?:${CANCELED}|Cancell?ed: ?)(?=\\S)`, 'i');

const isCanceled = (component: IcsComponent): boolean =>
  component.text('status').toUpperCase() === 'CANCELLED' || component.calendar.method === 'CANCEL';
/** Our feeds write `TENTATIVE` for it, as for drafts, and this behind it. */
const isPostponed = (component: IcsComponent): boolean => component.text('x-event-status') === 'postponed';
/** Whether a feed of this service has written it. */
export const isOwn = (component: IcsComponent): boolean => /\?(?:id|series)=\d+/.test(component.text('uid'));

/** The state of the record; undefined when the file gives none. */
function stateOf(component: IcsComponent): PublicationStatus | undefined {
  const status = component.text('status').toUpperCase();
  if (status === 'TENTATIVE' && !isPostponed(component)) return 'draft';
  if (/^(?:PRIVATE|CONFIDENTIAL)$/i.test(component.text('class'))) return 'private';
  return status === 'CONFIRMED' || status === 'TENTATIVE' ? 'publish' : undefined;
}

/** Whether the event takes place; undefined when the file says nothing of it. */
function eventStatusOf(component: IcsComponent): EventStatus | undefined {
  if (isCanceled(component)) return 'canceled';
  if (isPostponed(component)) return 'postponed';
  return component.text('status').toUpperCase() === 'CONFIRMED' ? 'scheduled' : undefined;
}

/** The state of an event, whether it takes place, and why not; what the file does not say is absent. */
export function statusesOf(component: IcsComponent): Body {
  const [status, eventStatus] = [stateOf(component), eventStatusOf(component)];
  // Elsewhere the comment of an event that takes place is any comment.
  const hasReason = isOwn(component) || eventStatus === 'canceled' || eventStatus === 'postponed';
  const reason = hasReason ? component.text('comment').slice(0, LONGEST) : '';
  return {
    ...(status && { status }),
    ...(eventStatus && { event_status: eventStatus }),
    ...(reason !== '' && { event_status_reason: reason }),
  };
}

/** The title of an event without the word that tells readers of feeds that it is canceled. */
export const titleOf = (component: IcsComponent, title: string): string =>
  isCanceled(component) ? title.replace(PREFIX, '') : title;
