import { isDeepStrictEqual } from 'node:util';
import { p } from '@mikro-orm/core';
import { parseCost, shownCost } from '../../lib/cost.ts';
import { BadValue } from '../../lib/errors.ts';
import type { EVENT_STATUSES } from '../../lib/statuses.ts';
import { optionalText } from '../../platform/postgres/columns.ts';
import { address, externalIds, field, flag, plain, sentAs, title, word } from '../content/fields.ts';
import { readableEvent } from '../content/readable-event.ts';
import type { EventBy } from '../generated/schema.ts';

/** Prices as typed; lib/cost.ts reads them. An input that repeats what an answer shows changes nothing. */
const prices = () =>
  field<ReturnType<typeof priceColumn>, readonly string[], string[]>({
    column: priceColumn(),
    read(input, { context, stored }) {
      const costs = parseCost(input);
      if (!stored) return costs;
      const { currency } = context.settings;
      const shown = shownCost(stored, currency);
      const isAsRead = costs.length === 1 && costs[0] === shown.text;
      return isAsRead || isDeepStrictEqual(shownCost(costs, currency), shown) ? stored : costs;
    },
    initial: [],
  });
const priceColumn = () => p.json().$type<string[]>().defaultRaw("'[]'");

/** Another event that this one belongs to; 0 is none. */
const parent = () =>
  field({
    column: p.integer().default(0),
    input: 'parent',
    async read(by: EventBy, { context, id, stored }) {
      const { databaseId } = by;
      if (databaseId === 0) return 0;
      const isPresent = databaseId !== undefined && (databaseId === id || databaseId === stored);
      const parent = isPresent ? databaseId : await readableEvent(context, by);
      if (parent === id) throw new BadValue('an event cannot be its own parent');
      return parent;
    },
    initial: 0,
  });

/** The start that was announced, as an instant with its offset; empty for none. Moving an event sets it; no input can. */
const announcedStart = () =>
  field({
    column: optionalText(),
    read: (input: string) => input,
    initial: '',
    identifying: false,
  });

/**
 * Everything that is stored of an event, apart from its times and what all records have. A new field is one
 * line here, its lines in schema.graphql, and the migration that `npm run migration:create` writes.
 */
export const FIELDS = {
  title: title(),
  cost: prices(),
  website: address(),
  showMap: flag(true),
  showMapLink: flag(true),
  hideFromListings: sentAs('isHidden', flag(false)),
  sticky: sentAs('isSticky', flag(false)),
  featured: sentAs('isFeatured', flag(false)),
  postParent: parent(),
  ticketed: sentAs('isTicketed', flag(false)),
  eventStatus: sentAs('scheduleStatus', word<(typeof EVENT_STATUSES)[number]>('scheduled')),
  eventStatusReason: sentAs('scheduleStatusReason', plain()),
  previousStartsAt: announcedStart(),
  isVirtual: sentAs('isOnline', flag(false)),
  virtualUrl: sentAs('onlineUrl', address()),
  lineage: externalIds(),
};
