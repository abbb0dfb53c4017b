import type { ReadDb } from '../../platform/postgres/orm.ts';
import { type RecordOf, selections } from '../content/fields.ts';
import type { Page } from '../content/page.ts';
import { type PostRecord, wholeColumns } from '../content/record.ts';
import { STORED } from './organizer.stored.ts';

/** An organizer as it is read. */
export interface OrganizerRecord extends PostRecord, RecordOf<typeof STORED> {}
export type OrganizerPage = Page<OrganizerRecord>;

export const selectOrganizers = (db: ReadDb) =>
  db.selectFrom('organizer').select(wholeColumns('organizer')).select(selections('organizer', STORED));
