import type { Page } from '../records/page.ts';
import { type PostRecord, postColumns } from '../records/record.ts';

/** An organizer as it is read. */
export interface OrganizerRecord extends PostRecord {
  name: string;
  phone: string;
  website: string;
  email: string;
}
export type OrganizerPage = Page<OrganizerRecord>;

/** The columns of a {@link OrganizerRecord}. */
export const COLUMNS = [
  ...postColumns('organizer'),
  'organizer.description',
  'organizer.excerpt',
  'organizer.name',
  'organizer.phone',
  'organizer.website',
  'organizer.email',
] as const;
