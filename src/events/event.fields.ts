import type { EventResolvers } from '../generated/schema.ts';
import { costDetails, formatCost } from '../kernel/cost.ts';
import { dateDetails } from '../kernel/dates.ts';
import { zoneAbbreviation } from '../kernel/zones.ts';
import { organizersOfEvent } from '../organizers/index.ts';
import { postFields } from '../posts/record.ts';
import { termsOfEvent } from '../terms/index.ts';
import { venuesOfEvent } from '../venues/index.ts';
import { eventJsonLd } from './event.json-ld.ts';

/** Fields of an event that are not columns of it. */
export const eventFields: EventResolvers = {
  ...postFields('event'),
  restUrl: (event, _args, context) => `${context.links.rest}/events/${event.id}`,
  startDateDetails: (event) => dateDetails(event.startDate),
  endDateDetails: (event) => dateDetails(event.endDate),
  utcStartDateDetails: (event) => dateDetails(event.utcStartDate),
  utcEndDateDetails: (event) => dateDetails(event.utcEndDate),
  timezoneAbbr: (event) => zoneAbbreviation(event.utcStartDate, event.timezone),
  cost: (event) => formatCost(event.costs),
  costDetails: (event) => {
    const { currencyPosition, ...details } = costDetails(event.costs);
    return { ...details, currencyPosition: currencyPosition || null };
  },
  categories: async (event, _args, context) => (await context.load(termsOfEvent, event.id)).filter((term) => term.kind === 'category'),
  tags: async (event, _args, context) => (await context.load(termsOfEvent, event.id)).filter((term) => term.kind === 'tag'),
  venue: async (event, _args, context) => (await context.load(venuesOfEvent, event.id))[0] ?? null,
  venues: async (event, _args, context) => [...(await context.load(venuesOfEvent, event.id))],
  organizers: async (event, _args, context) => [...(await context.load(organizersOfEvent, event.id))],
  jsonLd: (event, _args, context) => eventJsonLd(event, context),
};
