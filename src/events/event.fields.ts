import type { Event, EventResolvers } from '../generated/schema.ts';
import { costDetails, formatCost } from '../kernel/cost.ts';
import { dateDetails } from '../kernel/dates.ts';
import { instantOf, zoneAbbreviation } from '../kernel/zones.ts';
import { ORGANIZERS } from '../organizers/index.ts';
import type { Complete } from '../records/complete.ts';
import { postFields } from '../records/record.ts';
import { termsOfKind } from '../terms/index.ts';
import { VENUES } from '../venues/index.ts';
import { eventJsonLd } from './event.json-ld.ts';
import type { EventRecord } from './event.record.ts';

/** Fields of an event that are not columns of it. */
export const eventFields: Complete<Event, EventRecord, EventResolvers> = {
  ...postFields('event'),
  restUrl: (event, _args, context) => `${context.urls.rest}/events/${event.id}`,
  startDateDetails: (event) => dateDetails(event.startDate),
  endDateDetails: (event) => dateDetails(event.endDate),
  utcStartDateDetails: (event) => dateDetails(event.utcStartDate),
  utcEndDateDetails: (event) => dateDetails(event.utcEndDate),
  startsAt: (event) => instantOf(event.startDate, event.utcStartDate),
  endsAt: (event) => instantOf(event.endDate, event.utcEndDate),
  timezoneAbbr: (event) => zoneAbbreviation(event.startDate, event.utcStartDate, event.timezone),
  cost: (event, _args, { settings }) => formatCost(event.cost, settings.currency),
  costDetails: (event, _args, { settings }) => {
    const { values, currencySymbol, currencyCode, currencyPosition } = costDetails(
      event.cost,
      settings.currency,
    );
    return { values: [...values], currencySymbol, currencyCode, currencyPosition: currencyPosition || null };
  },
  categories: (event, _args, context) => termsOfKind(context, 'category', event.termIds),
  tags: (event, _args, context) => termsOfKind(context, 'tag', event.termIds),
  venue: async (event, _args, context) => (await VENUES.readable(context, event.venueIds))[0] ?? null,
  venues: (event, _args, context) => VENUES.readable(context, event.venueIds),
  organizers: (event, _args, context) => ORGANIZERS.readable(context, event.organizerIds),
  jsonLd: (event, _args, context) => eventJsonLd(context, event),
};
