import { type RecordOf, selections } from '../records/fields.ts';
import type { Page } from '../records/page.ts';
import { type PostRecord, postColumns } from '../records/record.ts';
import { STORED } from './organizer.stored.ts';

/** An organizer as it is read. */
export interface OrganizerRecord extends PostRecord, RecordOf<typeof STORED> {}
export type OrganizerPage = Page<OrganizerRecord>;

/** The columns of an {@link OrganizerRecord}. */
export const COLUMNS = [
  ...postColumns('organizer'),
  'organizer.description',
  'organizer.excerpt',
  ...selections('organizer', STORED),
] as const;
