import type { ReadDb } from '../../platform/postgres/orm.ts';
import { type RecordOf, selections } from '../content/fields.ts';
import type { Page } from '../content/page.ts';
import { type ContentRecord, contentColumns } from '../content/record.ts';
import { FIELDS } from './organizer.fields.ts';

/** An organizer as it is read. */
export interface OrganizerRecord extends ContentRecord, RecordOf<typeof FIELDS> {}
export type OrganizerPage = Page<OrganizerRecord>;

export const selectOrganizers = (db: ReadDb) =>
  db.selectFrom('organizer').select(contentColumns('organizer')).select(selections('organizer', FIELDS));
