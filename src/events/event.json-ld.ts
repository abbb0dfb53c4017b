import type { Context } from '../context.ts';
import { imageById } from '../images/index.ts';
import { costDetails } from '../kernel/cost.ts';
import { compact, textOf } from '../kernel/json-ld.ts';
import { pageAddress, recordPages } from '../kernel/page-addresses.ts';
import { instantOf } from '../kernel/zones.ts';
import { ORGANIZERS, organizerJsonLd } from '../organizers/index.ts';
import { VENUES, venueJsonLd } from '../venues/index.ts';
import type { EventRecord } from './event.record.ts';

/** An event as a schema.org Event (rules#linked-data). */
export async function eventJsonLd(context: Context, event: EventRecord): Promise<Record<string, unknown>> {
  const [venues, organizers, image] = await Promise.all([
    VENUES.readable(context, event.venueIds),
    ORGANIZERS.readable(context, event.organizerIds),
    event.imageId === null ? null : context.load(imageById, event.imageId),
  ]);
  const url = context.urls.site + pageAddress(recordPages('event'), event.slug);
  const [venue] = venues;
  const [organizer] = organizers;
  const { values, currencyCode } = costDetails(event.cost, context.settings.currency);
  const price = values.find((value) => /^\d/.test(value));
  return compact({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.title,
    description: textOf(event.excerpt || event.description),
    image: image?.url,
    url,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    startDate: instantOf(event.startDate, event.utcStartDate),
    endDate: instantOf(event.endDate, event.utcEndDate),
    location: venue && venueJsonLd(context, venue),
    organizer: organizer && organizerJsonLd(context, organizer),
    offers:
      price === undefined
        ? undefined
        : compact({
            '@type': 'Offer',
            price,
            priceCurrency: currencyCode,
            url,
            category: 'primary',
            availability: 'https://schema.org/InStock',
            validFrom: instantOf(event.dateUtc, event.dateUtc),
          }),
  });
}
