import { shownCost } from '../../lib/cost.ts';
import { type DateDetails, dateDetails } from '../../lib/dates.ts';
import { instantOf, zoneAbbreviation } from '../../lib/zones.ts';
import { postFields } from '../content/record.ts';
import type { Context } from '../context/context.ts';
import type { EventResolvers } from '../generated/schema.ts';
import type { Computed } from '../resource/complete.ts';
import { eventJsonLd } from './event.json-ld.ts';
import type { WholeEvent } from './event.record.ts';

const detailsOf =
  (date: 'startDate' | 'endDate' | 'utcStartDate' | 'utcEndDate') =>
  (event: WholeEvent): DateDetails =>
    dateDetails(event[date]);

/**
 * Fields of an event that follow from it. Venues, organizers, terms and the image are empty unless somebody
 * asks for them: a field that needs one of those is named in `event.asked.ts` (test/graphql/fields-alone.test.ts).
 */
export const eventFields = {
  ...postFields('event'),
  restUrl: (event: WholeEvent, context: Context) => `${context.urls.rest}/events/${event.id}`,
  startDateDetails: detailsOf('startDate'),
  endDateDetails: detailsOf('endDate'),
  utcStartDateDetails: detailsOf('utcStartDate'),
  utcEndDateDetails: detailsOf('utcEndDate'),
  startsAt: (event: WholeEvent) => instantOf(event.startDate, event.utcStartDate),
  endsAt: (event: WholeEvent) => instantOf(event.endDate, event.utcEndDate),
  timezoneAbbr: (event: WholeEvent) => zoneAbbreviation(event.startDate, event.utcStartDate, event.timezone),
  cost: (event: WholeEvent, { settings }: Context) => shownCost(event.cost, settings.currency).text,
  costDetails: (event: WholeEvent, { settings }: Context) => {
    const { values, currencySymbol, currencyCode, currencyPosition } = shownCost(
      event.cost,
      settings.currency,
    ).details;
    return { values: [...values], currencySymbol, currencyCode, currencyPosition: currencyPosition || null };
  },
  venue: ({ venues: [first] }: WholeEvent) => first ?? null,
  jsonLd: eventJsonLd,
} satisfies Computed<WholeEvent, EventResolvers>;
