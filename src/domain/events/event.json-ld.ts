import { shownCost } from '../../lib/cost.ts';
import { compact, oneLineText } from '../../lib/json-ld.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import { instantOf } from '../../lib/zones.ts';
import type { Context } from '../context/context.ts';
import { organizerJsonLd } from '../organizers/index.ts';
import { venueJsonLd } from '../venues/index.ts';
import type { HydratedEvent } from './event.record.ts';

const PAGES = recordPages('event');

/** An event as a schema.org Event (rules#linked-data). */
export function eventJsonLd(event: HydratedEvent, context: Context): Record<string, unknown> {
  const url = context.urls.site + pageAddress(PAGES, event.slug);
  const {
    venues: [venue],
    organizers: [organizer],
  } = event;
  const { lowest } = shownCost(event.cost, context.settings.currency);
  return compact({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: oneLineText(event.excerpt || event.description),
    image: event.image?.url,
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: instantOf(event.startDate, event.utcStartDate),
    endDate: instantOf(event.endDate, event.utcEndDate),
    location: venue && venueJsonLd(venue, context),
    organizer: organizer && organizerJsonLd(organizer, context),
    offers: lowest && {
      '@type': 'Offer',
      price: lowest.price,
      priceCurrency: lowest.currency,
      url,
      category: 'primary',
      validFrom: instantOf(event.dateUtc, event.dateUtc),
    },
  });
}
