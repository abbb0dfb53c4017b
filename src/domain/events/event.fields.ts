import { isDeepStrictEqual } from 'node:util';
import { p } from '@mikro-orm/core';
import { parseCost, shownCost } from '../../lib/cost.ts';
import { BadValue } from '../../lib/errors.ts';
import type { EVENT_STATUSES } from '../../lib/statuses.ts';
import { optionalText } from '../../platform/postgres/columns.ts';
import { address, externalIds, field, flag, plain, title, word } from '../content/fields.ts';
import { readableEvent } from '../content/readable-event.ts';

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
    input: 'parentId',
    async read(input: number, { context, id, stored }) {
      if (input === 0) return 0;
      if (input === id) throw new BadValue('an event cannot be its own parent');
      return input === stored ? input : readableEvent(context, input);
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
  hideFromListings: flag(false),
  sticky: flag(false),
  featured: flag(false),
  postParent: parent(),
  ticketed: flag(false),
  eventStatus: word<(typeof EVENT_STATUSES)[number]>('scheduled'),
  eventStatusReason: plain(),
  previousStartsAt: announcedStart(),
  isVirtual: flag(false),
  virtualUrl: address(),
  lineage: externalIds(),
};
