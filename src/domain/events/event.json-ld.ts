import { shownCost } from '../../lib/cost.ts';
import { compact, oneLineText, standalone } from '../../lib/json-ld.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import { instantOf } from '../../lib/zones.ts';
import type { Context } from '../context/context.ts';
import { organizerJsonLd } from '../organizers/organizer.directory.ts';
import { seriesJsonLd } from '../series/index.ts';
import { venueJsonLd } from '../venues/venue.directory.ts';
import type { HydratedEvent } from './event.record.ts';

const PAGES = recordPages('event');

const SCHEMA = 'https://schema.org/';

/** A start or end as an instant with its offset; of an all-day event the date alone. */
const dateOf = (allDay: boolean, local: string, utc: string): string =>
  allDay ? local.slice(0, 10) : instantOf(local, utc);

/** The EventStatusType, and the announced start of an event that has been moved. */
function statusOf({ eventStatus, previousStartsAt, allDay }: HydratedEvent) {
  if (eventStatus === 'canceled') return { eventStatus: `${SCHEMA}EventCancelled` };
  if (eventStatus === 'postponed') return { eventStatus: `${SCHEMA}EventPostponed` };
  if (previousStartsAt === '') return { eventStatus: `${SCHEMA}EventScheduled` };
  const previousStartDate = allDay ? previousStartsAt.slice(0, 10) : previousStartsAt;
  return { eventStatus: `${SCHEMA}EventRescheduled`, previousStartDate };
}

function placeOf({ isVirtual, virtualUrl, venues: [venue] }: HydratedEvent, context: Context) {
  const place = venue && venueJsonLd(venue, context);
  if (!isVirtual) return { eventAttendanceMode: `${SCHEMA}OfflineEventAttendanceMode`, location: place };
  const online = compact({ '@type': 'VirtualLocation', url: virtualUrl });
  return place
    ? { eventAttendanceMode: `${SCHEMA}MixedEventAttendanceMode`, location: [place, online] }
    : { eventAttendanceMode: `${SCHEMA}OnlineEventAttendanceMode`, location: online };
}

/** An offer with the lowest price, if the whole cost parses as prices and the event is not canceled. */
function offerOf({ cost, eventStatus }: HydratedEvent, { settings }: Context) {
  const { lowest } = shownCost(cost, settings.currency);
  return lowest && eventStatus !== 'canceled'
    ? { '@type': 'Offer', price: lowest.price, priceCurrency: lowest.currency }
    : undefined;
}

/** An event as a schema.org Event (rules#linked-data). */
export function eventJsonLd(event: HydratedEvent, context: Context): Record<string, unknown> {
  const url = context.urls.site + pageAddress(PAGES, event.slug);
  const organizers = event.organizers.map((organizer) => organizerJsonLd(organizer, context));
  const { location, eventAttendanceMode } = placeOf(event, context);
  const members = compact({
    '@type': 'Event',
    name: event.title,
    description: oneLineText(event.excerpt || event.description),
    image: event.image?.url,
    url,
    eventAttendanceMode,
    ...statusOf(event),
    startDate: dateOf(event.allDay, event.startDate, event.utcStartDate),
    endDate: dateOf(event.allDay, event.endDate, event.utcEndDate),
    location,
    organizer: organizers.length > 1 ? organizers : organizers[0],
    offers: offerOf(event, context),
    superEvent: event.series && seriesJsonLd(event.series, event.title, context),
  });
  return standalone(members);
}
