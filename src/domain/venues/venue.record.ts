import type { ReadDb } from '../../platform/postgres/orm.ts';
import { type RecordOf, selections } from '../content/fields.ts';
import type { Page } from '../content/page.ts';
import { type PostRecord, wholeColumns } from '../content/record.ts';
import { STORED } from './venue.stored.ts';

/** A venue as it is read. */
export interface VenueRecord extends PostRecord, RecordOf<typeof STORED> {}
export type VenuePage = Page<VenueRecord>;

export const selectVenues = (db: ReadDb) =>
  db.selectFrom('venue').select(wholeColumns('venue')).select(selections('venue', STORED));
