import { shownCost } from '../../lib/cost.ts';
import { type DateDetails, dateDetails } from '../../lib/dates.ts';
import { instantOf, zoneAbbreviation } from '../../lib/zones.ts';
import { computedContentFields } from '../content/record.ts';
import type { Context } from '../context/context.ts';
import type { EventResolvers } from '../generated/schema.ts';
import type { Computed } from '../resource/complete.ts';
import { seriesText } from '../series/index.ts';
import type { SeriesRecord } from '../series/series.record.ts';
import { eventJsonLd } from './event.json-ld.ts';
import type { HydratedEvent } from './event.record.ts';

const detailsOf =
  (date: 'startDate' | 'endDate' | 'utcStartDate' | 'utcEndDate') =>
  (event: HydratedEvent): DateDetails =>
    dateDetails(event[date]);

/** What only the parent shows of its series. */
const ofParent =
  <T>(value: (series: SeriesRecord) => T) =>
  ({ id, series }: HydratedEvent): T | null =>
    series && series.parentId === id ? value(series) : null;

/**
 * Fields of an event that follow from it. Venues, organizers, terms and the image are empty unless they are
 * selected: a field that needs one of those is listed in `event.selection.ts` (test/graphql/fields-alone.test.ts).
 */
export const computedEventFields = {
  ...computedContentFields('event'),
  restUrl: (event: HydratedEvent, context: Context) => `${context.urls.rest}/events/${event.id}`,
  startDateDetails: detailsOf('startDate'),
  endDateDetails: detailsOf('endDate'),
  utcStartDateDetails: detailsOf('utcStartDate'),
  utcEndDateDetails: detailsOf('utcEndDate'),
  startsAt: (event: HydratedEvent) => instantOf(event.startDate, event.utcStartDate),
  endsAt: (event: HydratedEvent) => instantOf(event.endDate, event.utcEndDate),
  timezoneAbbr: (event: HydratedEvent) =>
    zoneAbbreviation(event.startDate, event.utcStartDate, event.timezone),
  cost: (event: HydratedEvent, { settings }: Context) => shownCost(event.cost, settings.currency).text,
  costDetails: (event: HydratedEvent, { settings }: Context) => {
    const { values, currencySymbol, currencyCode, currencyPosition } = shownCost(
      event.cost,
      settings.currency,
    ).details;
    return { values: [...values], currencySymbol, currencyCode, currencyPosition: currencyPosition || null };
  },
  priceRange: (event: HydratedEvent, { settings }: Context) => shownCost(event.cost, settings.currency).range,
  parentId: (event: HydratedEvent) => event.postParent,
  venue: ({ venues: [first] }: HydratedEvent) => first ?? null,
  recurrence: ofParent(({ rule, dates }) => rule ?? dates.join(',')),
  recurrenceStart: ofParent(({ startLocal }) => startLocal),
  recurrenceExceptions: ofParent(({ exceptions }) => exceptions),
  recurrenceText: ({ series }: HydratedEvent, { settings }: Context) =>
    series && seriesText(series, settings.locale),
  isDetached: ({ seriesId, isDetached }: HydratedEvent) => (seriesId === null ? null : isDetached),
  jsonLd: eventJsonLd,
} satisfies Computed<HydratedEvent, EventResolvers>;
