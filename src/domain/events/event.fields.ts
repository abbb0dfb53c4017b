import { isDeepStrictEqual } from 'node:util';
import { p } from '@mikro-orm/core';
import { parseCost, shownCost } from '../../lib/cost.ts';
import { BadValue } from '../../lib/errors.ts';
import type { EVENT_STATUSES } from '../../lib/statuses.ts';
import { optionalText } from '../../platform/postgres/columns.ts';
import {
  enumValue,
  externalIds,
  field,
  flag,
  textLine,
  title,
  webAddress,
  withInputName,
} from '../content/fields.ts';
import { readableEventId } from '../content/readable-event.ts';
import type { EventBy } from '../generated/schema.ts';

/** Prices as entered; lib/cost.ts parses them. An input that repeats the text of a response changes nothing. */
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

/** The id of the parent event; 0 for none. */
const parent = () =>
  field({
    column: p.integer().default(0),
    input: 'parent',
    async read(by: EventBy, { context, id, stored }) {
      const { databaseId } = by;
      if (databaseId === 0) return 0;
      const isPresent = databaseId !== undefined && (databaseId === id || databaseId === stored);
      const parent = isPresent ? databaseId : await readableEventId(context, by);
      if (parent === id) throw new BadValue('an event cannot be its own parent');
      return parent;
    },
    initial: 0,
  });

/** The announced start before the event was moved, as an instant with its offset; empty for none. Not in any input. */
const announcedStart = () =>
  field({
    column: optionalText(),
    read: (input: string) => input,
    initial: '',
    isIdentifying: false,
  });

/**
 * The stored fields of events, except times and the fields of all records. A new field needs one line here, its lines
 * in schema.graphql, and the migration that `npm run migration:create` writes.
 */
export const FIELDS = {
  title: title(),
  cost: prices(),
  website: webAddress(),
  showMap: flag(true),
  showMapLink: flag(true),
  hideFromListings: withInputName('isHidden', flag(false)),
  sticky: withInputName('isSticky', flag(false)),
  featured: withInputName('isFeatured', flag(false)),
  postParent: parent(),
  ticketed: withInputName('isTicketed', flag(false)),
  eventStatus: withInputName('scheduleStatus', enumValue<(typeof EVENT_STATUSES)[number]>('scheduled')),
  eventStatusReason: withInputName('scheduleStatusReason', textLine()),
  previousStartsAt: announcedStart(),
  isVirtual: withInputName('isOnline', flag(false)),
  virtualUrl: withInputName('onlineUrl', webAddress()),
  lineage: externalIds(),
};
