import { defineEntity } from '@mikro-orm/core';
import { optionalText, postColumns, text } from '../database/base.ts';

/** A person or group that runs events. */
export const OrganizerEntity = defineEntity({
  name: 'Organizer',
  tableName: 'organizer',
  properties: {
    ...postColumns(),
    name: text(),
    /** The name folded, to find an organizer by name without regard to case. */
    nameKey: text(),
    phone: optionalText(),
    website: optionalText(),
    email: optionalText(),
  },
});
