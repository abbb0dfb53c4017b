import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { optionalText, text } from '../database/base.ts';
import { linkableIndexes, recordProperties } from '../records/record.entity.ts';

/** A person or group that runs events. */
export const OrganizerEntity = defineEntity({
  name: 'Organizer',
  tableName: 'organizer',
  properties: {
    ...recordProperties('organizer'),
    name: text(),
    /** The name folded, to find an organizer by name without regard to case. */
    nameKey: text(),
    phone: optionalText(),
    website: optionalText(),
    email: optionalText(),
  },
  indexes: [...linkableIndexes('organizer')],
});

export const organizerEntities = [OrganizerEntity] as const;

declare module '../database/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof organizerEntities)[number]> {}
}
