import { shownCost } from '../../lib/cost.ts';
import { type DateDetails, dateDetails } from '../../lib/dates.ts';
import { instantOf, zoneAbbreviation } from '../../lib/zones.ts';
import { computedContentFields } from '../content/record.ts';
import type { Context } from '../context/context.ts';
import type { EventResolvers } from '../generated/schema.ts';
import type { ComputedFields } from '../resource/complete.ts';
import { seriesText } from '../series/index.ts';
import type { SeriesRecord } from '../series/series.record.ts';
import { eventJsonLd } from './event.json-ld.ts';
import type { HydratedEvent } from './event.record.ts';

const detailsOf =
  (date: 'startDate' | 'endDate' | 'utcStartDate' | 'utcEndDate') =>
  (event: HydratedEvent): DateDetails =>
    dateDetails(event[date]);

/** A value of the series; null unless the event is its parent. */
const onlyForParent =
  <T>(value: (series: SeriesRecord) => T) =>
  ({ id, series }: HydratedEvent): T | null =>
    series && series.parentId === id ? value(series) : null;

/**
 * Computed fields. Venues, organizers, terms, image and series are empty unless they are selected: list a field that
 * needs one of them in `event.selection.ts` (test/graphql/fields-alone.test.ts).
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
  isAllDay: (event: HydratedEvent) => event.allDay,
  localStart: (event: HydratedEvent) => event.startDate,
  localEnd: (event: HydratedEvent) => event.endDate,
  plannedLocalStart: (event: HydratedEvent) => event.recurrenceId,
  isHidden: (event: HydratedEvent) => event.hideFromListings,
  isSticky: (event: HydratedEvent) => event.sticky,
  isFeatured: (event: HydratedEvent) => event.featured,
  isTicketed: (event: HydratedEvent) => event.ticketed,
  isOnline: (event: HydratedEvent) => event.isVirtual,
  onlineUrl: (event: HydratedEvent) => event.virtualUrl,
  scheduleStatus: (event: HydratedEvent) => event.eventStatus,
  scheduleStatusReason: (event: HydratedEvent) => event.eventStatusReason,
  venue: ({ venues: [first] }: HydratedEvent) => first ?? null,
  recurrence: onlyForParent(({ rule, dates }) => rule ?? dates.join(',')),
  recurrenceStart: onlyForParent(({ startLocal }) => startLocal),
  recurrenceExceptions: onlyForParent(({ exceptions }) => exceptions),
  recurrenceText: ({ series }: HydratedEvent, { settings }: Context) =>
    series && seriesText(series, settings.locale),
  isDetached: ({ seriesId, isDetached }: HydratedEvent) => (seriesId === null ? null : isDetached),
  jsonLd: eventJsonLd,
} satisfies ComputedFields<HydratedEvent, EventResolvers>;
