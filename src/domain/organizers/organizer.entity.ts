import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { text } from '../../platform/postgres/columns.ts';
import type { ReadDb } from '../../platform/postgres/orm.ts';
import {
  columnsOf,
  email,
  externalIds,
  type RecordOf,
  searched,
  selections,
  textLine,
  title,
  webAddress,
} from '../content/fields.ts';
import type { Page } from '../content/page.ts';
import { directoryIndexes, recordProperties, recordUniques } from '../content/record.entity.ts';
import { type ContentRecord, contentColumns } from '../content/record.ts';

/** The stored fields of an organizer, besides those of all records. How to add one: docs/extending.md. */
export const ORGANIZER_FIELDS = {
  name: title(),
  phone: searched(textLine()),
  email: searched(email()),
  website: searched(webAddress()),
  lineage: externalIds(),
};

/** A person or group that runs events. */
export const OrganizerEntity = defineEntity({
  name: 'Organizer',
  tableName: 'organizer',
  properties: {
    ...recordProperties('organizer'),
    ...columnsOf(ORGANIZER_FIELDS),
    /** The name in lower case, for lookups that ignore case. */
    nameKey: text(),
  },
  uniques: recordUniques('organizer'),
  indexes: [...directoryIndexes('organizer')],
});

export const organizerEntities = [OrganizerEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof organizerEntities)[number]> {}
}

/** An organizer as queries return it. */
export interface OrganizerRecord extends ContentRecord, RecordOf<typeof ORGANIZER_FIELDS> {}
export type OrganizerPage = Page<OrganizerRecord>;

export const selectOrganizers = (db: ReadDb) =>
  db
    .selectFrom('organizer')
    .select(contentColumns('organizer'))
    .select(selections('organizer', ORGANIZER_FIELDS));
