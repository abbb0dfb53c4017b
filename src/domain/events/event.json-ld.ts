import { shownCost } from '../../lib/cost.ts';
import { compact, oneLineText } from '../../lib/json-ld.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import { instantOf } from '../../lib/zones.ts';
import type { Context } from '../context/context.ts';
import { organizerOfEventJsonLd } from '../organizers/index.ts';
import { seriesJsonLd } from '../series/index.ts';
import { venueJsonLd } from '../venues/index.ts';
import type { HydratedEvent } from './event.record.ts';

const PAGES = recordPages('event');

const SCHEMA = 'https://schema.org/';

/** Whether the event takes place, as one of EventStatusType, and when it was to begin if it has been moved. */
function statusOf({ eventStatus, previousStartsAt }: HydratedEvent) {
  if (eventStatus === 'canceled') return { eventStatus: `${SCHEMA}EventCancelled` };
  if (eventStatus === 'postponed') return { eventStatus: `${SCHEMA}EventPostponed` };
  return previousStartsAt === ''
    ? { eventStatus: `${SCHEMA}EventScheduled` }
    : { eventStatus: `${SCHEMA}EventRescheduled`, previousStartDate: previousStartsAt };
}

/** Where the event takes place: at a venue, online, or both. */
function placeOf({ isVirtual, virtualUrl, venues: [venue] }: HydratedEvent, context: Context) {
  const place = venue && venueJsonLd(venue, context);
  if (!isVirtual) return { eventAttendanceMode: `${SCHEMA}OfflineEventAttendanceMode`, location: place };
  const online = compact({ '@type': 'VirtualLocation', url: virtualUrl });
  return place
    ? { eventAttendanceMode: `${SCHEMA}MixedEventAttendanceMode`, location: [place, online] }
    : { eventAttendanceMode: `${SCHEMA}OnlineEventAttendanceMode`, location: online };
}

/** The lowest price, where the whole cost reads as prices. What takes place no more is offered no more. */
function offerOf({ cost, eventStatus }: HydratedEvent, { settings }: Context) {
  const { lowest } = shownCost(cost, settings.currency);
  return lowest && eventStatus !== 'canceled'
    ? { '@type': 'Offer', price: lowest.price, priceCurrency: lowest.currency }
    : undefined;
}

/** An event as a schema.org Event (rules#linked-data). */
export function eventJsonLd(event: HydratedEvent, context: Context): Record<string, unknown> {
  const url = context.urls.site + pageAddress(PAGES, event.slug);
  const {
    organizers: [organizer],
  } = event;
  const { location, eventAttendanceMode } = placeOf(event, context);
  return compact({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: oneLineText(event.excerpt || event.description),
    image: event.image?.url,
    url,
    eventAttendanceMode,
    ...statusOf(event),
    startDate: instantOf(event.startDate, event.utcStartDate),
    endDate: instantOf(event.endDate, event.utcEndDate),
    location,
    organizer: organizer && organizerOfEventJsonLd(organizer, context),
    offers: offerOf(event, context),
    superEvent: event.series && seriesJsonLd(event.series, event.title, context),
  });
}
