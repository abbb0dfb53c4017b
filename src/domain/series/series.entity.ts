import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { flagColumn, identity, keys, text, timestamp } from '../../platform/postgres/columns.ts';

const dates = () => p.json().$type<string[]>().defaultRaw("'[]'");

/**
 * A series of events: what it plans, and how far its occurrences have been stored. They are events, which name it
 * (decisions/0080). All dates are on the clock of its zone unless their names say UTC.
 */
export const SeriesEntity = defineEntity({
  name: 'Series',
  tableName: 'series',
  properties: {
    id: identity(),
    /** The event that has the rule, and that is the parent of the others. */
    parentId: p.integer(),
    /** Of RFC 5545; null for a list of dates. */
    rule: text().nullable(),
    dates: dates(),
    /** Planned starts that are excluded. */
    exceptions: dates(),
    /** Where the rule begins: it does not move with the parent. */
    startLocal: timestamp(),
    /** How long occurrences take, in seconds of the clock. */
    duration: p.integer(),
    allDay: flagColumn(false),
    timezone: text(),
    /** What begins before this moment is stored; null where all of the series is. */
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
