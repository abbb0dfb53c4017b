import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { text } from '../../platform/postgres/columns.ts';
import { columnsOf } from '../content/fields.ts';
import { directoryIndexes, recordProperties, recordUniques } from '../content/record.entity.ts';
import { FIELDS } from './organizer.fields.ts';

/** A person or group that runs events. */
export const OrganizerEntity = defineEntity({
  name: 'Organizer',
  tableName: 'organizer',
  properties: {
    ...recordProperties('organizer'),
    ...columnsOf(FIELDS),
    /** The name in lower case, to find an organizer by its name without regard to case. */
    nameKey: text(),
  },
  uniques: recordUniques('organizer'),
  indexes: [...directoryIndexes('organizer')],
});

export const organizerEntities = [OrganizerEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof organizerEntities)[number]> {}
}
