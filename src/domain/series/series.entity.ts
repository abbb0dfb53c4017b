import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { flagColumn, identity, keys, text, timestamp } from '../../platform/postgres/columns.ts';

const dates = () => p.json().$type<string[]>().defaultRaw("'[]'");

/**
 * The plan of a series, and how far its occurrences are stored. Occurrences are events that refer to it
 * (decisions/0080). All dates are local times in its zone unless their names end in UTC.
 */
export const SeriesEntity = defineEntity({
  name: 'Series',
  tableName: 'series',
  properties: {
    id: identity(),
    /** The event that shows the rule, and that is the parent of the others. */
    parentId: p.integer(),
    /** An RRULE of RFC 5545; null for a list of dates. */
    rule: text().nullable(),
    dates: dates(),
    /** Excluded planned starts. */
    exceptions: dates(),
    /** The start of the rule; independent of the times of the parent. */
    startLocal: timestamp(),
    /** The duration of occurrences in local seconds. */
    duration: p.integer(),
    allDay: flagColumn(false),
    timezone: text(),
    /** Occurrences that start before this instant are stored; null if all are. */
    rolledUntilUtc: timestamp().nullable(),
  },
  indexes: [
    {
      name: 'series_rolled_until',
      properties: keys('rolledUntilUtc'),
      where: 'rolled_until_utc is not null',
    },
  ],
});

export const seriesEntities = [SeriesEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof seriesEntities)[number]> {}
}
