import { type RecordOf, selections } from '../records/fields.ts';
import type { Page } from '../records/page.ts';
import { type PostRecord, postColumns } from '../records/record.ts';
import { STORED } from './venue.stored.ts';

/** A venue as it is read. */
export interface VenueRecord extends PostRecord, RecordOf<typeof STORED> {}
export type VenuePage = Page<VenueRecord>;

/** The columns of a {@link VenueRecord}. */
export const COLUMNS = [
  ...postColumns('venue'),
  'venue.description',
  'venue.excerpt',
  ...selections('venue', STORED),
] as const;
