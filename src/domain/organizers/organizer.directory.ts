import type { DirectoryValues } from '../content/directory.definition.ts';
import { linkedListFilters } from '../content/directory.filters.ts';
import { defineDirectory } from '../content/directory.ts';
import { FOR_CHANGE } from '../content/lock.ts';
import { OrganizerEntity } from './organizer.entity.ts';
import { FIELDS } from './organizer.fields.ts';
import { selectOrganizers } from './organizer.record.ts';

export type OrganizerValues = DirectoryValues<typeof FIELDS>;

/** What can be done with organizers. */
export const ORGANIZERS = defineDirectory({
  kind: 'organizer',
  type: 'Organizer',
  fields: FIELDS,
  select: selectOrganizers,
  filters: linkedListFilters('organizer'),
  findRow: (em, id) => em.findOne(OrganizerEntity, id, FOR_CHANGE),
  insert: (em, row) => em.create(OrganizerEntity, row),
  payload: (organizer) => ({ organizer }),
});
