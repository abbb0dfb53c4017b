import type { ReadDb } from '../../platform/postgres/orm.ts';
import { type RecordOf, selections } from '../content/fields.ts';
import type { Page } from '../content/page.ts';
import { type ContentRecord, contentColumns } from '../content/record.ts';
import { FIELDS } from './venue.fields.ts';

/** A venue as it is read. */
export interface VenueRecord extends ContentRecord, RecordOf<typeof FIELDS> {}
export type VenuePage = Page<VenueRecord>;

export const selectVenues = (db: ReadDb) =>
  db.selectFrom('venue').select(contentColumns('venue')).select(selections('venue', FIELDS));
